"""How far alpha-beta can go in a tree of a given shape, whatever its values: plain counting.

A shape is a function from a node to its children. Where all nodes of a ply have as many children,
one number can stand for all of them, so that the counting takes as many steps as there are plies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from engine.game import Player
from tracer.generate.sketch import Shape
from tracer.generate.spans import Span

__all__ = ["Bounds", "bounds_of", "even_bounds", "has_room_for_deep"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What no values can go beyond.

    Args:
        leaves: how many there are.
        fewest_seen: the leaves that alpha-beta visits at least: those of the minimal tree, in which
            the first child is best everywhere (Knuth and Moore 1975, section 6; b^⌈d/2⌉ + b^⌊d/2⌋
            − 1 where every node has b children).
        most_cutoffs: early returns, each of which skips a child; an upper limit, which need not be
            reached.
        best_cutoffs: those where the first child is best everywhere and equal values are cut.
        most_deep: nodes that can be cut by a bound from three or more plies above; an upper limit,
            for children that stand as they do.
        most_at_once: leaves that a single cutoff can skip, however children stand.
    """

    leaves: int
    fewest_seen: int
    most_cutoffs: int
    best_cutoffs: int
    most_deep: int
    most_at_once: int


def bounds_of(shape: Shape) -> Bounds:
    """The bounds of a shape."""
    return _bounds(shape.turns, lambda node: shape.children[node])


def even_bounds(turns: Sequence[Player], branching: Sequence[int]) -> Bounds:
    """The bounds of a tree whose nodes have as many children as those beside them.

    Args:
        turns: who moves at each depth.
        branching: the children of the nodes at each depth.
    """
    return _bounds(
        turns, lambda depth: (depth + 1,) * branching[depth] if depth < len(turns) else ()
    )


def has_room_for_deep(spans: Sequence[Span], turns: Sequence[Player]) -> bool:
    """Whether a node can be cut by a bound from three or more plies above.

    It takes a choice at both, and at the upper one it is the other player's.
    """
    wide = [at for at, span in enumerate(spans) if span.high > 1]
    return any(low - high >= 3 and turns[low] != turns[high] for high in wide for low in wide)


def _bounds(turns: Sequence[Player], children: Callable[[int], Sequence[int]]) -> Bounds:
    @cache
    def leaves(node: int) -> int:
        kids = children(node)
        return sum(leaves(kid) for kid in kids) if kids else 1

    # The three types of node of the minimal tree: on the best line, cut after its first child,
    # and below such a node, where all children are visited.
    @cache
    def seen(node: int, kind: int) -> tuple[int, int]:
        kids = children(node)
        if not kids:
            return 1, 0
        below = {1: [1] + [2] * (len(kids) - 1), 2: [3], 3: [2] * len(kids)}[kind]
        found = [seen(kid, one) for kid, one in zip(kids, below, strict=False)]
        cut = kind == 2 and len(kids) > 1
        return sum(one for one, _ in found), sum(one for _, one in found) + cut

    @cache
    def cutoffs(node: int, depth: int, has_alpha: bool, has_beta: bool) -> int:
        kids = children(node)
        if not kids:
            return 0
        at_max = turns[depth] is Player.MAX
        later = (True, has_beta) if at_max else (has_alpha, True)
        found = [cutoffs(kids[0], depth + 1, has_alpha, has_beta)]
        found += [cutoffs(kid, depth + 1, *later) for kid in kids[1:]]
        whole = sum(found)
        if len(kids) > 1 and (has_beta if at_max else has_alpha):
            return max(whole, whole - found[-1] + 1)
        return whole

    # The depths at which α and β can first be set; None for nowhere above.
    @cache
    def deep(node: int, depth: int, alpha: int | None, beta: int | None) -> int:
        kids = children(node)
        if not kids:
            return 0
        at_max = turns[depth] is Player.MAX
        later = (
            (depth if alpha is None else alpha, beta)
            if at_max
            else (alpha, depth if beta is None else beta)
        )
        found = [deep(kids[0], depth + 1, alpha, beta)]
        found += [deep(kid, depth + 1, *later) for kid in kids[1:]]
        whole = sum(found)
        setter = beta if at_max else alpha
        if len(kids) > 1 and setter is not None and depth - setter >= 3:
            return max(whole, whole - found[-1] + 1)
        return whole

    @cache
    def at_once(node: int, depth: int, has_alpha: bool, has_beta: bool) -> int:
        kids = children(node)
        if not kids:
            return 0
        at_max = turns[depth] is Player.MAX
        cut = has_beta if at_max else has_alpha
        here = leaves(node) - min(leaves(kid) for kid in kids) if cut else 0
        chooses = len(kids) > 1
        below = (has_alpha or (at_max and chooses), has_beta or (not at_max and chooses))
        return max(here, *(at_once(kid, depth + 1, *below) for kid in kids))

    fewest, best = seen(0, 1)
    return Bounds(
        leaves=leaves(0),
        fewest_seen=fewest,
        most_cutoffs=cutoffs(0, 0, False, False),
        best_cutoffs=best,
        most_deep=deep(0, 0, None, None),
        most_at_once=at_once(0, 0, False, False),
    )
