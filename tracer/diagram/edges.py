"""The edges of a diagram between two bands of nodes, and where a cut is marked on them.

An edge can only meet a node in its way where it runs straight from sign to sign through parts of
the bands; it does so where it meets none, and is led out of its parent's band and into its child's
upright elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, TypeAlias

from tracer.diagram.routes import Obstacle, Point, is_clear, route
from tracer.diagram.spots import Spot

__all__ = ["Edge", "edges_between", "fan_height"]

#: The top and the bottom of the free strip between two bands.
Gutter: TypeAlias = tuple[float, float]

#: How far above the lower band the mark of a cut stands: there the edges of a family are far apart.
_OVER: Final = 8.5

#: Half the length of such a mark, at most and at least.
_HALF: Final = (4.5, 2.2)

#: What a mark leaves free between itself and the next edge or mark.
_FREE: Final = 1.2

#: How far apart two edges of a family should be, measured across, where they are marked.
_ACROSS: Final = 5.0

#: The part of its way down at which an edge of a flat fan is marked, roughly.
_FLAT: Final = 0.75


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge in its place.

    Args:
        child: the place of the node that it leads to.
        points: the ends of its straight parts, from the top.
        mark: where the mark of a cut stands on it.
        along: a step of length 1 down the part of it that is marked.
        half: half the length of the mark.
    """

    child: int
    points: tuple[Point, ...]
    mark: Point
    along: Point
    half: float


def fan_height(xs: Sequence[float]) -> float:
    """How high the fan of a family has to be for its edges to be told apart where they are marked.

    Args:
        xs: where the children are, from the parent's middle on, in order.
    """
    if len(xs) < 2:
        return 0.0
    nearest = min(later - one for one, later in pairwise(xs))
    sine = min(_ACROSS / (_FLAT * nearest), 0.8)  # of the flattest edge's slope
    return max(abs(xs[0]), abs(xs[-1])) * sine / sqrt(1 - sine * sine)


def edges_between(
    spots: Sequence[Spot],
    upper: Sequence[int],
    lower: Sequence[int],
    children: Sequence[Sequence[int]],
    gutter: Gutter,
) -> list[Edge]:
    """The edges of two levels, those of a family all straight or all led around what is in the way.

    Args:
        spots: every node in its place.
        upper: the places of the parents' level.
        lower: those of the children's level.
        children: the places of every node's children.
        gutter: the free strip between the two bands, without the labels of edges.
    """
    found = []
    fixed = [Obstacle(spots[place].bounds, place) for place in (*upper, *lower)]
    fixed += [
        Obstacle((x, top, x, bottom), place)
        for place in upper
        if children[place]
        for x, top, bottom in _upright(spots, place, children[place], gutter)
    ]
    for parent in upper:
        below = children[parent]
        if not below:
            continue
        foot = spots[parent].foot
        ends = [(child, spots[child].head) for child in below]
        own = [Obstacle(text.bounds) for one in (parent, *below) for text in spots[one].texts]
        straight = is_clear(foot, ends, [*fixed, *own], parent)
        ways = [route(foot, end, None if straight else gutter) for _, end in ends]
        found += _marked(below, ways, gutter[1] - _OVER)
    return found


def _upright(
    spots: Sequence[Spot], parent: int, below: Sequence[int], gutter: Gutter
) -> list[tuple[float, float, float]]:
    """The upright parts that the edges of a family have where they are not straight."""
    top, bottom = gutter
    x, y = spots[parent].foot
    ends = [spots[child].head for child in below]
    return [(x, y, top), *((at, bottom, end) for at, end in ends)]


def _marked(below: Sequence[int], ways: Sequence[tuple[Point, ...]], height: float) -> list[Edge]:
    """The edges of a family with the places of their marks, all at one height."""
    parts = [_part_at(way, height) for way in ways]
    marks = [_point_at(part, height) for part in parts]
    found = []
    for number, (child, way, mark) in enumerate(zip(below, ways, marks, strict=True)):
        (x1, y1), (x2, y2) = parts[number]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        along = (x2 - x1) / length, (y2 - y1) / length
        half = _HALF[0]
        for other in {number - 1, number + 1} & {*range(len(parts))}:
            # Short of the neighbour's edge, and of the middle between its mark and this one.
            room = abs(marks[other][0] - mark[0]) / 2 - _FREE
            half = min(half, _distance(mark, parts[other]) - _FREE, room / max(along[1], 0.1))
        found.append(Edge(child, way, mark, along, max(half, _HALF[1])))
    return found


def _part_at(way: tuple[Point, ...], height: float) -> tuple[Point, Point]:
    """The straight part of an edge at a height.

    Above the gutter the edges of a family may share a part, on which no mark would say whose it is.
    """
    return next(
        (part for part in pairwise(way) if part[0][1] < height < part[1][1]), (way[0], way[-1])
    )


def _point_at(part: tuple[Point, Point], height: float) -> Point:
    """The point of a straight part at a height, or its middle where it does not come there."""
    (x1, y1), (x2, y2) = part
    if not y1 < height < y2:
        return (x1 + x2) / 2, (y1 + y2) / 2
    return x1 + (height - y1) / (y2 - y1) * (x2 - x1), height


def _distance(point: Point, part: tuple[Point, Point]) -> float:
    """How far a point is from the line of a straight part."""
    (x1, y1), (x2, y2) = part
    length = hypot(x2 - x1, y2 - y1) or 1.0
    return abs((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / length
