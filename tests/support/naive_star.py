"""Star1, Star2 and the value of a tree with chance, written again from Ballard (1983).

A tree is a number, `("max", children)`, `("min", children)` or `("chance", [(p, child), …])`. A
chance node keeps an interval for each outcome. The window of an outcome solves for the value at
which the sum of the intervals' ends reaches α or β. All numbers are fractions.
"""

import math
import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from engine.game import Player
from trees.building import TreeEdge, TreeNode, build

Tree = Any
Pair = tuple[Any, Any]
LEAVES = (-3, -1, -0.5, 0, 0, 1, 1, 2, 3, 4, Fraction(1, 3), Fraction(-2, 3))


def values_of(tree: Tree, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], Fraction]:
    """Expectiminimax by plain recursion: the value of each node by its path."""
    if not isinstance(tree, tuple):
        return {path: Fraction(tree)}
    kind, children = tree
    below = [child for _, child in children] if kind == "chance" else children
    found, own = {}, []
    for place, child in enumerate(below):
        found |= values_of(child, (*path, place))
        own.append(found[*path, place])
    if kind == "chance":
        shares = [share for share, _ in children]
        value = sum((share * one for share, one in zip(shares, own, strict=True)), Fraction())
    else:
        value = (max if kind == "max" else min)(own)
    return {**found, path: value}


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


class Step(NamedTuple):
    """One step, as a snapshot has it."""

    kind: str
    path: tuple[int, ...]
    v: Any
    window: Pair
    interval: Pair | None


class Visit(NamedTuple):
    """One visit: its path and window, and whether it is a probe or the search after one."""

    path: tuple[int, ...]
    window: Pair
    mark: str


@dataclass
class Star:
    """Star2 of one tree with a record of every step; Star1 if it makes no probes."""

    strict: bool = False
    probes: bool = False
    spans: dict[int, Pair] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    #: What each visit returned, and how many different children it visited.
    results: dict[int, tuple[Any, int]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def run(self, tree: Tree, low: Any = -math.inf, high: Any = math.inf) -> Fraction:
        self.tree = tree
        return self._visit(tree, (), (-math.inf, math.inf), (low, high))

    def _visit(self, tree: Tree, path: Any, window: Pair, known: Pair, mark: str = "") -> Any:
        known = self._known(tree, known)
        a, b = (sorted((end, *known))[1] for end in window)
        number = len(self.visits)
        self.visits.append(Visit(path, (a, b), mark))
        if not isinstance(tree, tuple):
            value, tried = Fraction(tree), 0
            self.steps.append(Step("terminal", path, value, (a, b), None))
        elif tree[0] == "chance":
            value, tried = self._chance(tree[1], path, a, b, known)
        else:
            value, tried = self._player(tree, path, a, b, known, mark == "probe")
        self.results[number] = value, tried
        return value

    def _known(self, tree: Tree, above: Pair) -> Pair:
        low, high = self.spans.get(id(tree), above)
        return max(low, above[0]), min(high, above[1])

    def _beyond(self, one: Any, other: Any) -> bool:
        return one > other or (one == other and not self.strict)

    def _player(self, tree: Tree, path: Any, a: Any, b: Any, known: Pair, is_probe: bool) -> Any:
        kind, children = tree
        v = -math.inf if kind == "max" else math.inf
        self.steps.append(Step("enter", path, v, (a, b), None))
        for place, child in enumerate(children):
            x = self._visit(child, (*path, place), (a, b), known)
            if is_probe:
                self.steps.append(Step("better", (*path, place), x, (a, b), None))
                return x, 1
            better = x > v if kind == "max" else x < v
            v = x if better else v
            cut = self._beyond(v, b) if kind == "max" else self._beyond(a, v)
            a, b = (max(a, v), b) if kind == "max" else (a, min(b, v))
            event = "cut" if cut else "better" if better else "kept"
            self.steps.append(Step(event, (*path, place), v, (a, b), None))
            if cut:
                break
        return v, place + 1

    def _chance(self, outcomes: Any, path: Any, a: Any, b: Any, known: Pair) -> Any:
        shares = [share for share, _ in outcomes]
        worth = [self._known(child, known) for _, child in outcomes]
        total, touched = Fraction(), set()

        def interval() -> Pair:
            low = sum((share * one[0] for share, one in zip(shares, worth, strict=True)), 0)
            return low, sum((share * one[1] for share, one in zip(shares, worth, strict=True)), 0)

        def needed(place: int, bound: Any, end: int) -> Any:
            """Return the value of one outcome for which that end of the interval is the bound."""
            others = [one for one in range(len(shares)) if one != place]
            return (bound - sum(shares[one] * worth[one][end] for one in others)) / shares[place]

        def returned(kind: str, place: int) -> Any:
            low, high = interval()
            end = high if self._beyond(a, high) else low if self._beyond(low, b) else None
            event = kind if end is None else "cut"
            self.steps.append(Step(event, (*path, place), total, (a, b), (low, high)))
            return end

        self.steps.append(Step("enter", path, total, (a, b), interval()))
        for place, (_, child) in enumerate(outcomes):
            if self.probes and isinstance(child, tuple) and child[0] != "chance":
                low, high = worth[place]
                of_max = child[0] == "max"
                window = (low, needed(place, b, 0)) if of_max else (needed(place, a, 1), high)
                x = self._visit(child, (*path, place), window, known, "probe")
                worth[place] = (x, high) if of_max else (low, x)
                touched.add(place)
                end = returned("scouted", place)
                if end is not None:
                    return end, len(touched)
        probed = set(touched)
        for place, (share, child) in enumerate(outcomes):
            window = needed(place, a, 1), needed(place, b, 0)
            mark = "again" if place in probed else ""
            x = self._visit(child, (*path, place), window, known, mark)
            worth[place] = x, x
            total += share * x
            touched.add(place)
            end = returned("averaged", place)
            if end is not None:
                return end, len(touched)
        return total, len(touched)
