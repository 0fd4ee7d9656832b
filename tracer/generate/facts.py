"""What a tree is like, as far as an order can ask for it: quickly, of a sketch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from engine.conventions import Convention
from engine.game import Player
from tracer.generate.sketch import Sketch

__all__ = ["Facts", "Played", "play", "quick_facts", "true_facts"]


@dataclass(frozen=True, slots=True)
class Played:
    """What a search did.

    Args:
        cutoffs: early returns that skipped at least one child.
        deep: those of them by a bound that was set three or more plies above the node.
        skipped: leaves that were never visited.
    """

    cutoffs: int = 0
    deep: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """What an order can ask of a tree.

    Args:
        leaves: how many there are.
        distinct: how many different values they have.
        value: the value of the root.
        best: how many moves at the root are best; 1 where chance moves there.
        fractional: chance nodes whose value is not whole.
        level: outcomes of chance nodes that are worth the same as one beside them.
        unsorted: for each way of sorting children, the nodes of a player that are not sorted so.
        played: what the search did.
    """

    leaves: int
    distinct: int
    value: int | Fraction
    best: int
    fractional: int
    level: int
    unsorted: dict[str, int]
    played: Played

    @property
    def ties(self) -> int:
        """Leaves whose value another leaf before them has."""
        return self.leaves - self.distinct


def quick_facts(sketch: Sketch, played: Played) -> Facts:
    """The facts of a sketch.

    Args:
        sketch: the tree.
        played: what the search does in it.
    """
    leaves = [sketch.values[leaf] for leaf in sketch.shape.leaves]
    turns, depth = sketch.shape.turns, sketch.shape.depth
    players = [turns[at] if kids else None for at, kids in zip(depth, sketch.children, strict=True)]
    return true_facts(players, sketch.children, sketch.worth(), leaves, played)


def true_facts(
    players: Sequence[Player | None],
    children: Sequence[Sequence[int]],
    worth: Sequence[int | Fraction],
    leaves: Sequence[int | Fraction],
    played: Played,
) -> Facts:
    """The facts of a tree whose values are known.

    Args:
        players: who moves at each node, the root first; None at leaves.
        children: the children of each node.
        worth: the value of each node.
        leaves: the values of the leaves.
        played: what the search did.
    """
    fractional = level = 0
    unsorted = {"best-first": 0, "worst-first": 0}
    for node, player in enumerate(players):
        if player is Player.CHANCE:
            fractional += worth[node].denominator > 1
            level += len(children[node]) - len({worth[kid] for kid in children[node]})
        elif player is not None:
            below = [worth[kid] for kid in children[node]]
            pairs = list(pairwise(below))
            falls = any(one > other for one, other in pairs)
            rises = any(one < other for one, other in pairs)
            unsorted["best-first"] += rises if player is Player.MAX else falls
            unsorted["worst-first"] += falls if player is Player.MAX else rises
    moves = [worth[kid] == worth[0] for kid in children[0]]
    return Facts(
        leaves=len(leaves),
        distinct=len(set(leaves)),
        value=worth[0],
        best=1 if players[0] is Player.CHANCE else sum(moves),
        fractional=fractional,
        level=level,
        unsorted=unsorted,
        played=played,
    )


def play(sketch: Sketch, convention: Convention) -> Played:
    """Alpha-beta over a sketch; every bound goes with the depth of the node that set it."""
    children, values, turns = sketch.children, sketch.values, sketch.shape.turns
    strict = convention.cutoff == ">"
    hard = convention.returns == "fail-hard"
    cutoffs = deep = seen = 0

    def visit(
        node: int, depth: int, alpha: float, beta: float, alpha_from: int, beta_from: int
    ) -> float:
        nonlocal cutoffs, deep, seen
        kids = children[node]
        if not kids:
            seen += 1
            return values[node]
        at_max = turns[depth] is Player.MAX
        low, high = alpha, beta
        v = -math.inf if at_max else math.inf
        left = len(kids)
        for kid in kids:
            left -= 1
            x = visit(kid, depth + 1, alpha, beta, alpha_from, beta_from)
            if at_max:
                v = max(v, x)
                cut = v > beta if strict else v >= beta
                setter = beta_from
            else:
                v = min(v, x)
                cut = v < alpha if strict else v <= alpha
                setter = alpha_from
            if cut:
                if left:
                    cutoffs += 1
                    deep += depth - setter >= 3
                break
            if at_max and v > alpha:
                alpha, alpha_from = v, depth
            elif not at_max and v < beta:
                beta, beta_from = v, depth
        return min(max(v, low), high) if hard else v

    visit(0, 0, -math.inf, math.inf, 0, 0)
    return Played(cutoffs, deep, len(sketch.shape.leaves) - seen)
