"""The edges of a diagram between two bands of nodes, with the marks of cutoffs.

An edge runs straight from symbol to symbol if it meets no node in the bands. Otherwise it leaves
its parent's band and enters its child's band vertically.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, TypeAlias

from tracer.drawing.print.node_boxes import NodeBox
from tracer.drawing.print.text_lines import PlacedText
from tracer.drawing.tree.nodes import DrawnNode

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


def meets(start: Point, end: Point, bounds: Bounds) -> bool:
    """Return whether a straight line comes too close to a rectangle.

    By the method of Liang and Barsky: the part of the line within each pair of sides.
    """
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    left, top, right, bottom = bounds
    first, last = 0.0, 1.0
    for step, low, high in (
        (dx, left - _CLEAR - x, right + _CLEAR - x),
        (dy, top - _CLEAR - y, bottom + _CLEAR - y),
    ):
        if step == 0:
            if low >= 0 or high <= 0:
                return False
            continue
        ends = sorted((low / step, high / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return first < last


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A placed node."""

    node: DrawnNode
    x: float
    y: float
    box: NodeBox
    texts: tuple[PlacedText, ...]
    board: Point | None

    @property
    def bounds(self) -> Bounds:
        """The left, top, right and bottom, without the label of its edge."""
        box = self.box
        return (
            self.x - box.left,
            self.y - box.up,
            self.x + box.right,
            self.y + box.down,
        )

    @property
    def head(self) -> Point:
        """The end of the edge from its parent."""
        return self.x, self.y - (self.box.half_height or self.box.up)

    @property
    def foot(self) -> Point:
        """The start of the edges to its children."""
        return self.x, self.y + self.box.foot


#: The top and the bottom of the free strip between two bands.
Gutter: TypeAlias = tuple[float, float]

#: The height of a cutoff's mark above the lower band, where siblings' edges are far apart.
_OVER: Final = 8.5

#: Half the length of such a mark: maximum and minimum.
_HALF: Final = (4.5, 2.2)

#: The gap between a mark and the next edge or mark.
_FREE: Final = 1.2

#: The desired distance between two siblings' edges at their marks.
_ACROSS: Final = 5.0

#: The approximate position of a mark along an edge of a flat fan.
_FLAT: Final = 0.75


@dataclass(frozen=True, slots=True)
class Edge:
    """A placed edge."""

    child: int
    points: tuple[Point, ...]
    mark: Point
    along: Point
    half: float


def fan_height(xs: Sequence[float]) -> float:
    """Return the height of a fan in which the edges can be distinguished at their marks."""
    if len(xs) < 2:
        return 0.0
    nearest = min(later - one for one, later in pairwise(xs))
    sine = min(_ACROSS / (_FLAT * nearest), 0.8)  # of the flattest edge's slope
    return max(abs(xs[0]), abs(xs[-1])) * sine / sqrt(1 - sine * sine)


def edges_between(
    placed_nodes: Sequence[PlacedNode],
    upper: Sequence[int],
    lower: Sequence[int],
    children: Sequence[Sequence[int]],
    gutter: Gutter,
) -> list[Edge]:
    """Return the edges between two levels; the edges of one parent are all straight or all bent."""
    found = []
    fixed = [Obstacle(placed_nodes[place].bounds, place) for place in (*upper, *lower)]
    fixed += [
        Obstacle((x, top, x, bottom), place)
        for place in upper
        if children[place]
        for x, top, bottom in _upright(placed_nodes, place, children[place], gutter)
    ]
    for parent in upper:
        below = children[parent]
        if not below:
            continue
        foot = placed_nodes[parent].foot
        ends = [(child, placed_nodes[child].head) for child in below]
        own = [
            Obstacle(text.bounds) for one in (parent, *below) for text in placed_nodes[one].texts
        ]
        straight = is_clear(foot, ends, [*fixed, *own], parent)
        ways = [route(foot, end, None if straight else gutter) for _, end in ends]
        found += _marked(below, ways, gutter[1] - _OVER)
    return found


def _upright(
    placed_nodes: Sequence[PlacedNode], parent: int, below: Sequence[int], gutter: Gutter
) -> list[tuple[float, float, float]]:
    """Return the vertical parts of the edges of a parent if they are bent."""
    top, bottom = gutter
    x, y = placed_nodes[parent].foot
    ends = [placed_nodes[child].head for child in below]
    return [(x, y, top), *((at, bottom, end) for at, end in ends)]


def _marked(below: Sequence[int], ways: Sequence[tuple[Point, ...]], height: float) -> list[Edge]:
    """Return the edges of a parent with the positions of their marks, all at one height."""
    parts = [_part_at(way, height) for way in ways]
    marks = [_point_at(part, height) for part in parts]
    found = []
    for number, (child, way, mark) in enumerate(zip(below, ways, marks, strict=True)):
        (x1, y1), (x2, y2) = parts[number]
        length = hypot(x2 - x1, y2 - y1) or 1.0
        along = (x2 - x1) / length, (y2 - y1) / length
        half = _HALF[0]
        for other in {number - 1, number + 1} & {*range(len(parts))}:
            # Stop before the neighbour's edge, and before the middle between the two marks.
            room = abs(marks[other][0] - mark[0]) / 2 - _FREE
            half = min(half, _distance(mark, parts[other]) - _FREE, room / max(along[1], 0.1))
        found.append(Edge(child, way, mark, along, max(half, _HALF[1])))
    return found


def _part_at(way: tuple[Point, ...], height: float) -> tuple[Point, Point]:
    """Return the straight part of an edge at a height.

    Above the gutter, siblings' edges may share a part, where a mark would be ambiguous.
    """
    return next(
        (part for part in pairwise(way) if part[0][1] < height < part[1][1]), (way[0], way[-1])
    )


def _point_at(part: tuple[Point, Point], height: float) -> Point:
    """Return the point of a straight part at a height, or its middle if it is not there."""
    (x1, y1), (x2, y2) = part
    if not y1 < height < y2:
        return (x1 + x2) / 2, (y1 + y2) / 2
    return x1 + (height - y1) / (y2 - y1) * (x2 - x1), height


def _distance(point: Point, part: tuple[Point, Point]) -> float:
    """Return the distance of a point from the line of a straight part."""
    (x1, y1), (x2, y2) = part
    length = hypot(x2 - x1, y2 - y1) or 1.0
    return abs((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / length
