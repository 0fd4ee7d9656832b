"""Star1 and the value of a tree with chance, written again from Ballard (1983).

A tree is a number, `("max", children)`, `("min", children)` or `("chance", [(p, child), …])`. One
function serves both players, with every number seen from the side that wants it large. All numbers
are fractions.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.game import Player
from trees.building import TreeEdge, TreeNode, build

Tree = Any
LEAVES = (-3, -1, -0.5, 0, 0, 1, 1, 2, 3, 4, Fraction(1, 3), Fraction(-2, 3))


def value_of(tree: Tree) -> Fraction:
    """Expectiminimax by plain recursion."""
    if not isinstance(tree, tuple):
        return Fraction(tree)
    kind, children = tree
    if kind == "chance":
        return sum((share * value_of(child) for share, child in children), Fraction())
    return (max if kind == "max" else min)(map(value_of, children))


def leaves_of(tree: Tree) -> list[Fraction]:
    if not isinstance(tree, tuple):
        return [Fraction(tree)]
    kind, children = tree
    below = [child for _, child in children] if kind == "chance" else children
    return [leaf for child in below for leaf in leaves_of(child)]


def random_tree(draw: random.Random, plies: int = 4, root: bool = True) -> Tree:
    if not root and (not plies or draw.random() < 0.15):
        return draw.choice(LEAVES)
    kind = draw.choice(("max", "min", "chance", "chance"))
    below = [random_tree(draw, plies - 1, False) for _ in range(draw.randint(1, 3))]
    if kind != "chance":
        return kind, below
    weights = [draw.randint(1, 4) for _ in below]
    return kind, [
        (Fraction(weight, sum(weights)), child)
        for weight, child in zip(weights, below, strict=True)
    ]


def hand_tree(tree: Tree, spans: dict[int, tuple[Any, Any]] | None = None) -> Any:
    """The same tree as a hand tree; `spans` has bounds by the id() of a node."""

    def node(tree: Tree) -> TreeNode:
        bounds = (spans or {}).get(id(tree))
        if not isinstance(tree, tuple):
            return TreeNode(value=tree)
        kind, children = tree
        made = TreeNode(player=Player[kind.upper()], bounds=bounds)
        pairs = children if kind == "chance" else [(None, child) for child in children]
        made.edges = [TreeEdge(node(child), None, share) for share, child in pairs]
        return made

    return build(node(tree))


@dataclass
class Star1:
    """Star1 of one tree."""

    strict: bool = False
    spans: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    #: Path, window, value and number of children tried of each visit, as MAX sees them.
    visits: list[list[Any]] = field(default_factory=list)

    def run(self, tree: Tree, low: Any = -math.inf, high: Any = math.inf) -> Fraction:
        return self._search(tree, (), 1, -math.inf, math.inf, (low, high))

    def _search(self, tree: Tree, path: Any, sign: int, a: Any, b: Any, known: Any) -> Any:
        """Return the value as the side sees it for which sign is 1 (MAX) or −1 (MIN)."""
        known = self._known(tree, known)
        least, most = known if sign > 0 else (-known[1], -known[0])
        a, b = self._clipped(path, (a, b), (least, most))
        visit = [path, *((a, b) if sign > 0 else (-b, -a)), None, 0]
        self.visits.append(visit)
        if not isinstance(tree, tuple):
            visit[3] = Fraction(tree)
            return sign * visit[3]
        kind, children = tree
        if kind == "chance":
            v = self._chance(visit, children, sign, a, b, known)
        elif (kind == "max") != (sign > 0):  # the other side's turn: look from there
            self.visits.pop()
            return -self._search(tree, path, -sign, -b, -a, known)
        else:
            v = -math.inf
            for place, child in enumerate(children):
                v = max(v, self._search(child, (*path, place), sign, a, b, known))
                visit[4] += 1
                if v > b or (v == b and not self.strict):
                    break
                a = max(a, v)
        visit[3] = sign * v
        return v

    def _clipped(self, path: Any, window: Any, known: Any) -> Any:
        return tuple(sorted((end, *known))[1] for end in window)

    def _known(self, tree: Tree, above: Any) -> Any:
        mine = self.spans.get(id(tree), (-math.inf, math.inf))
        return max(mine[0], above[0]), min(mine[1], above[1])

    def _chance(self, visit: Any, children: Any, sign: int, a: Any, b: Any, known: Any) -> Any:
        spans = []
        for share, child in children:
            low, high = self._known(child, known)
            spans.append((share, *((low, high) if sign > 0 else (-high, -low))))
        v = Fraction()
        for place, (share, child) in enumerate(children):
            rest = [span for span in spans[place + 1 :] if span[0]]
            worst = sum((p * low for p, low, _ in rest), Fraction())
            best = sum((p * high for p, _, high in rest), Fraction())
            low, high = -math.inf, math.inf
            if share:
                low, high = (a - v - best) / share, (b - v - worst) / share
            v2 = self._search(child, (*visit[0], place), sign, low, high, known)
            visit[4] += 1
            v += share * v2 if share else 0
            if v + best < a or (v + best == a and not self.strict):
                return v + best
            if v + worst > b or (v + worst == b and not self.strict):
                return v + worst
        return v
