"""The layout of a diagram: positions of symbols, texts and edges in points from the top left.

Every level has its own band; between the bands there are only edges. An edge runs straight from
symbol to symbol if it meets no node in the bands. Otherwise it leaves its parent's band and enters
its child's band vertically.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, TypeAlias

from engine.log.visit_log import NO_PARENT
from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.node_boxes import TO_WRITE, NodeBox, node_box
from tracer.drawing.print.text_lines import PlacedText, TextRole, placed_line, text_width, wrapped
from tracer.drawing.tree.nodes import DrawnNode, Sign
from tracer.drawing.tree.tidy import tidy_points

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


def is_clear(
    start: Point,
    ends: Sequence[tuple[int, Point]],
    obstacles: Sequence[tuple[int, Bounds]],
    parent: int,
) -> bool:
    """Return whether all edges from a parent can be straight without meeting an obstacle."""
    low = min(start[0], *(x for _, (x, _) in ends)) - _CLEAR
    high = max(start[0], *(x for _, (x, _) in ends)) + _CLEAR
    near = [one for one in obstacles if one[1][2] >= low and one[1][0] <= high]
    return not any(
        place not in (parent, child) and meets(start, end, bounds)
        for child, end in ends
        for place, bounds in near
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
_MARK_OVER: Final = 8.5

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
    fixed = [(place, placed_nodes[place].bounds) for place in (*upper, *lower)]
    fixed += [
        (place, (x, top, x, bottom))
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
            (NO_PARENT, text.bounds) for one in (parent, *below) for text in placed_nodes[one].texts
        ]
        straight = is_clear(foot, ends, [*fixed, *own], parent)
        ways = [route(foot, end, None if straight else gutter) for _, end in ends]
        found += _marked(below, ways, gutter[1] - _MARK_OVER)
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
    """Return the straight part of an edge at a height."""
    # Above the gutter, siblings' edges may share a part, where a mark would be ambiguous.
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


_MARGIN: Final = 8.0

#: The widths for handwriting on a worksheet, if it fits on a page of this width: A4 in portrait,
#: less margins of 2 cm.
_ROOMS: Final = (62.0, 44.0)
_PAGE: Final = 482.0

#: The gaps between siblings, and between other neighbours.
_GAPS: Final = (9.0, 13.0)

#: The same gaps in a tree with many leaves, which is set closely.
_CLOSE_GAPS: Final = (4.0, 9.0)
_MANY_LEAVES: Final = 40
_APART: Final = 2.5

#: The smallest and largest height between two bands, and its ratio to half the widest fan.
_GUTTER: Final = (28.0, 150.0)
_SLOPE: Final = 0.2

#: Labels of edges: the largest width of a line, the height of a line, the extra space above a node,
#: the distance from the edge, and the distance above the node.
_LABEL: Final = 96.0
_LABEL_LINE: Final = TextRole.EDGE.size * 1.1
_LABEL_SPACE: Final = 4.2
_BESIDE: Final = 3.0
_OVER: Final = 3.5

#: The gap between the names of the levels' players and the tree.
_LEVEL_GAP: Final = 16.0


@dataclass(frozen=True, slots=True)
class DiagramLayout:
    """A laid-out diagram."""

    width: float
    height: float
    placed_nodes: tuple[PlacedNode, ...]
    edges: tuple[Edge, ...]
    levels: tuple[PlacedText, ...]


def lay_out(diagram: Diagram) -> DiagramLayout:
    """Place every node, text and edge of a diagram.

    A worksheet leaves as much space for handwriting as its page allows.
    """
    if not diagram.answered:
        for room in _ROOMS:
            layout = _laid_out(diagram, room)
            if layout.width <= _PAGE:
                return layout
    return _laid_out(diagram, TO_WRITE)


def _laid_out(diagram: Diagram, to_write: float) -> DiagramLayout:
    children, levels = diagram.children(), diagram.levels()
    close = is_close(diagram)
    gap, cousin_gap = _CLOSE_GAPS if close else _GAPS
    boxes = [
        node_box(
            node,
            answered=diagram.answered,
            close=close,
            alone=len(diagram.nodes) == 1,
            to_write=to_write,
        )
        for node in diagram.nodes
    ]
    sides = _sides(diagram, children)
    labels = [
        wrapped(node.edge, TextRole.EDGE.size, _LABEL) if node.edge else []
        for node in diagram.nodes
    ]
    widths = [
        max((text_width(line, TextRole.EDGE.size) for line in one), default=0) for one in labels
    ]
    aside = [width + _BESIDE if width else 0.0 for width in widths]
    # In a closely set tree, keep a window from running into the next node's name.
    apart = [_APART if close and node.sign is not Sign.LEAF else 0.0 for node in diagram.nodes]
    xs = tidy_points(
        children,
        [
            max(box.left, room if side < 0 else 0) + more
            for box, room, side, more in zip(boxes, aside, sides, apart, strict=True)
        ],
        [
            max(box.right, room if side > 0 else 0) + more
            for box, room, side, more in zip(boxes, aside, sides, apart, strict=True)
        ],
        gap=gap,
        cousin_gap=cousin_gap,
    )
    names = _level_names(diagram, levels)
    widest = max(text_width(name, TextRole.LEVEL.size, bold=True) for name in names)
    start = _MARGIN + (widest + _LEVEL_GAP if widest else 0)
    xs = [x + start for x in xs]
    lines = [max(len(labels[place]) for place in level) for level in levels]
    high = [number * _LABEL_LINE + _LABEL_SPACE if number else 0.0 for number in lines]
    middles, heads, feet = _bands(diagram, levels, children, boxes, xs, high)
    placed_nodes = []
    for node, box, x, side, label in zip(diagram.nodes, boxes, xs, sides, labels, strict=True):
        y = middles[node.level]
        texts = [text.moved(x, y) for text in box.texts]
        # Just above the band's nodes, so that the labels of a level are aligned.
        at = y - heads[node.level] - _OVER
        for above, line in enumerate(reversed(label)):
            texts.append(
                PlacedText(
                    line,
                    x + side * _BESIDE,
                    at - above * _LABEL_LINE,
                    TextRole.EDGE,
                    "start" if side > 0 else "end",
                    bold=False,
                    width=text_width(line, TextRole.EDGE.size),
                )
            )
        board = None if box.board is None else (x + box.board[0], y + box.board[1])
        placed_nodes.append(PlacedNode(node, x, y, box, tuple(texts), board))
    edges: list[Edge] = []
    for level in range(len(levels) - 1):
        bottom = middles[level + 1] - heads[level + 1] - high[level + 1]
        gutter = middles[level] + feet[level], bottom
        edges += edges_between(placed_nodes, levels[level], levels[level + 1], children, gutter)
    rights = [placed.x + placed.box.right for placed in placed_nodes]
    rights += [text.bounds[2] for placed in placed_nodes for text in placed.texts]
    return DiagramLayout(
        max(rights) + _MARGIN,
        middles[-1] + feet[-1] + _MARGIN,
        tuple(placed_nodes),
        tuple(sorted(edges, key=lambda edge: edge.child)),
        tuple(
            placed_line(name, _MARGIN, middles[level], TextRole.LEVEL, "start", bold=True)
            for level, name in enumerate(names)
            if name
        ),
    )


def is_close(diagram: Diagram) -> bool:
    """Return whether a diagram is set closely because it has many leaves."""
    return sum(node.sign is Sign.LEAF for node in diagram.nodes) > _MANY_LEAVES


def _sides(diagram: Diagram, children: list[list[int]]) -> list[int]:
    """Return the side of each edge's label: the outer side, −1 for the left."""
    sides = [1] * len(diagram.nodes)
    for below in children:
        for number, child in enumerate(below):
            if number < len(below) // 2:
                sides[child] = -1
    return sides


def _level_names(diagram: Diagram, levels: list[list[int]]) -> list[str]:
    """Return the name of each level's player; empty if several players or none move there."""
    names = []
    root = diagram.nodes[0]
    if len(diagram.nodes) == 1 and root.position:
        name = diagram.label_of(root.sign)
        return [f"{name} to move" if name else ""]
    for level in levels:
        signs = {diagram.nodes[place].sign for place in level} - {Sign.LEAF, Sign.MORE}
        names.append(diagram.label_of(signs.pop()) if len(signs) == 1 else "")
    return names


def _bands(
    diagram: Diagram,
    levels: list[list[int]],
    children: list[list[int]],
    boxes: list[NodeBox],
    xs: list[float],
    high: list[float],
) -> tuple[list[float], list[float], list[float]]:
    """Return the middle of each level's band, and its extent above and below."""
    middles: list[float] = []
    heads = [max(boxes[place].up for place in level) for level in levels]
    feet = [max(boxes[place].down for place in level) for level in levels]
    y = _MARGIN
    for level, places in enumerate(levels):
        if level:
            parents = sorted({diagram.nodes[place].parent for place in places})
            fans = [[xs[child] - xs[parent] for child in children[parent]] for parent in parents]
            widest = max(abs(x) for fan in fans for x in fan)
            steepest = max(fan_height(fan) for fan in fans)
            y += min(max(_GUTTER[0], _SLOPE * widest, steepest), _GUTTER[1])
            y += high[level]
        y += heads[level]
        middles.append(y)
        y += feet[level]
    return middles, heads, feet
