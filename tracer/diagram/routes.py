"""The ways of edges between two bands of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Bounds", "Obstacle", "Point", "is_clear", "meets", "route"]

Point: TypeAlias = tuple[float, float]

#: Left, top, right, bottom.
Bounds: TypeAlias = tuple[float, float, float, float]

#: How near an edge may come to what it leads past.
_CLEAR = 1.5


def route(start: Point, end: Point, gutter: tuple[float, float] | None) -> tuple[Point, ...]:
    """The way of an edge: straight, or upright as far as the gutter between two bands.

    Args:
        start: below the parent.
        end: above the child.
        gutter: the top and the bottom of the gutter; None for a straight way.
    """
    if gutter is None or start[0] == end[0]:
        return start, end
    top, bottom = gutter
    points = [start]
    points += [(start[0], top)] if top > start[1] else []
    points += [(end[0], bottom)] if bottom < end[1] else []
    return (*points, end)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What an edge may not meet.

    Args:
        bounds: where it is.
        place: the node that it belongs to; an edge that begins or ends there may meet it.
    """

    bounds: Bounds
    place: int = -1


def is_clear(
    start: Point, ends: Sequence[tuple[int, Point]], obstacles: Sequence[Obstacle], parent: int
) -> bool:
    """Whether the edges of a family can run straight without meeting anything.

    Args:
        start: where they begin.
        ends: of each the child's place and where it ends.
        obstacles: everything of the two levels.
        parent: the parent's place.
    """
    low = min(start[0], *(x for _, (x, _) in ends)) - _CLEAR
    high = max(start[0], *(x for _, (x, _) in ends)) + _CLEAR
    near = [one for one in obstacles if one.bounds[2] >= low and one.bounds[0] <= high]
    return not any(
        one.place not in (parent, child) and meets(start, end, one.bounds)
        for child, end in ends
        for one in near
    )


def meets(start: Point, end: Point, bounds: Bounds, clear: float = _CLEAR) -> bool:
    """Whether a straight line comes nearer to a rectangle than is clear.

    By the method of Liang and Barsky: the part of the line within each pair of sides.
    """
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    left, top, right, bottom = bounds
    first, last = 0.0, 1.0
    for step, low, high in (
        (dx, left - clear - x, right + clear - x),
        (dy, top - clear - y, bottom + clear - y),
    ):
        if step == 0:
            if low >= 0 or high <= 0:
                return False
            continue
        ends = sorted((low / step, high / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return first < last
