"""The routes of edges between two bands of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

#: Left, top, right, bottom.
Bounds: TypeAlias = tuple[float, float, float, float]

#: The smallest distance between an edge and an obstacle.
_CLEAR = 1.5


def route(start: Point, end: Point, gutter: tuple[float, float] | None) -> tuple[Point, ...]:
    """Return the route of an edge: straight, or vertical outside the gutter between two bands."""
    if gutter is None or start[0] == end[0]:
        return start, end
    top, bottom = gutter
    points = [start]
    points += [(start[0], top)] if top > start[1] else []
    points += [(end[0], bottom)] if bottom < end[1] else []
    return (*points, end)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """An area that edges must avoid."""

    bounds: Bounds
    place: int = -1


def is_clear(
    start: Point, ends: Sequence[tuple[int, Point]], obstacles: Sequence[Obstacle], parent: int
) -> bool:
    """Return whether all edges from a parent can be straight without meeting an obstacle."""
    low = min(start[0], *(x for _, (x, _) in ends)) - _CLEAR
    high = max(start[0], *(x for _, (x, _) in ends)) + _CLEAR
    near = [one for one in obstacles if one.bounds[2] >= low and one.bounds[0] <= high]
    return not any(
        one.place not in (parent, child) and meets(start, end, one.bounds)
        for child, end in ends
        for one in near
    )


def meets(start: Point, end: Point, bounds: Bounds, clear: float = _CLEAR) -> bool:
    """Return whether a straight line comes closer to a rectangle than `clear`.

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
