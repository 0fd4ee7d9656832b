"""Where everything of a diagram stands: signs, texts and edges, in points from the top left.

Every level has a band of its own, and between the bands there is nothing but edges. So an edge can
only meet a node in its way where it runs straight from sign to sign through parts of the bands; it
does so where it meets none, and is led out of its parent's band and into its child's upright
elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tracer.diagram.blocks import Block, Role, Text, block_of
from tracer.diagram.metrics import ASCENT, text_width
from tracer.diagram.model import Diagram, DiagramNode
from tracer.diagram.routes import Bounds, Obstacle, Point, is_clear, route
from tracer.diagram.tidy import tidy
from tracer.figure.model import Sign

__all__ = ["Edge", "Layout", "Spot", "is_close", "lay_out"]

_MARGIN: Final = 8.0

#: Between siblings, and between neighbours that are not.
_GAPS: Final = (9.0, 13.0)

#: The same of a tree of so many leaves that it is set closely.
_CLOSE_GAPS: Final = (4.0, 9.0)
_MANY_LEAVES: Final = 40
_APART: Final = 2.5

#: The least and the greatest height between two bands, and its part of the widest fan's half.
_GUTTER: Final = (28.0, 150.0)
_SLOPE: Final = 0.2

#: What an edge's label takes above a node, and its distance from the edge.
_LABEL_HEIGHT: Final = Role.EDGE.size + 5
_BESIDE: Final = 3.0
_OVER: Final = 3.5

#: Where the mark of a cut stands on an edge, as a part of its way down.
_MARK: Final = 0.6

#: Between what the players of the levels are called and the tree.
_LEVEL_GAP: Final = 16.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A node in its place.

    Args:
        node: the node.
        x: the middle of its sign.
        y: the same.
        block: what is drawn around there.
        texts: what is written at it and at the edge that leads to it.
        board: the left and the top of its board, or None.
    """

    node: DiagramNode
    x: float
    y: float
    block: Block
    texts: tuple[Text, ...]
    board: Point | None

    @property
    def bounds(self) -> Bounds:
        """The left, top, right and bottom of all but the label of its edge."""
        block = self.block
        return (
            self.x - block.left,
            self.y - block.up,
            self.x + block.right,
            self.y + block.down,
        )


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge in its place.

    Args:
        child: the place of the node that it leads to.
        points: the ends of its straight parts, from the top.
        slanted: which of its parts, from 0, is the long one; the mark of a cut is there.
    """

    child: int
    points: tuple[Point, ...]
    slanted: int

    @property
    def crossing(self) -> tuple[Point, Point]:
        """Where the mark of a cut stands on its long part, and a step of length 1 along it."""
        (x1, y1), (x2, y2) = self.points[self.slanted : self.slanted + 2]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
        # Nearer to the child: there the edges of a family stand further apart.
        at = x1 + _MARK * (x2 - x1), y1 + _MARK * (y2 - y1)
        return at, ((x2 - x1) / length, (y2 - y1) / length)


@dataclass(frozen=True, slots=True)
class Layout:
    """A diagram in its place.

    Args:
        width: of all of it.
        height: the same.
        spots: its nodes.
        edges: its edges, in the order of the nodes that they lead to.
        levels: what the players of its levels are called, at the left.
    """

    width: float
    height: float
    spots: tuple[Spot, ...]
    edges: tuple[Edge, ...]
    levels: tuple[Text, ...]


def lay_out(diagram: Diagram) -> Layout:
    """Find every node, text and edge of a diagram its place."""
    children, levels = diagram.children(), diagram.levels()
    close = is_close(diagram)
    gap, cousin_gap = _CLOSE_GAPS if close else _GAPS
    blocks = [block_of(node, answered=diagram.answered, close=close) for node in diagram.nodes]
    sides = _sides(diagram, children)
    widths = [text_width(node.edge, Role.EDGE.size) for node in diagram.nodes]
    aside = [width + _BESIDE if width else 0.0 for width in widths]
    # In a tree that is set closely a window is not to run into the name of the next node.
    apart = [_APART if close and node.sign is not Sign.LEAF else 0.0 for node in diagram.nodes]
    xs = tidy(
        children,
        [
            max(block.left, room if side < 0 else 0) + more
            for block, room, side, more in zip(blocks, aside, sides, apart, strict=True)
        ],
        [
            max(block.right, room if side > 0 else 0) + more
            for block, room, side, more in zip(blocks, aside, sides, apart, strict=True)
        ],
        gap=gap,
        cousin_gap=cousin_gap,
    )
    names = _level_names(diagram, levels)
    widest = max(text_width(name, Role.LEVEL.size, bold=True) for name in names)
    start = _MARGIN + (widest + _LEVEL_GAP if widest else 0)
    xs = [x + start for x in xs]
    middles, heads, feet = _bands(diagram, levels, children, blocks, xs)
    spots = []
    for node, block, x, side, width in zip(diagram.nodes, blocks, xs, sides, widths, strict=True):
        y = middles[node.level]
        texts = [text.moved(x, y) for text in block.texts]
        if node.edge:
            # Just above the band's nodes, so that the labels of a level stand in a line.
            at = y - heads[node.level] - _OVER
            anchor_x = x + side * _BESIDE
            texts.append(
                Text(
                    node.edge,
                    anchor_x,
                    at,
                    Role.EDGE,
                    "start" if side > 0 else "end",
                    bold=False,
                    width=width,
                )
            )
        board = None if block.board is None else (x + block.board[0], y + block.board[1])
        spots.append(Spot(node, x, y, block, tuple(texts), board))
    labelled = [any(diagram.nodes[place].edge for place in level) for level in levels]
    edges = _edges(children, levels, spots, heads, feet, labelled)
    right = max(spot.x + max(spot.block.right, *_rights(spot)) for spot in spots)
    return Layout(
        right + _MARGIN,
        middles[-1] + feet[-1] + _MARGIN,
        tuple(spots),
        edges,
        tuple(
            Text(
                name,
                _MARGIN,
                middles[level] + Role.LEVEL.size * ASCENT / 2,
                Role.LEVEL,
                "start",
                bold=True,
                width=text_width(name, Role.LEVEL.size, bold=True),
            )
            for level, name in enumerate(names)
            if name
        ),
    )


def is_close(diagram: Diagram) -> bool:
    """Whether a diagram has so many leaves that it is set closely."""
    return sum(node.sign is Sign.LEAF for node in diagram.nodes) > _MANY_LEAVES


def _rights(spot: Spot) -> list[float]:
    return [text.bounds[2] - spot.x for text in spot.texts] or [0.0]


def _sides(diagram: Diagram, children: list[list[int]]) -> list[int]:
    """On which side of its edge a node's label stands: the outer one, −1 for the left."""
    sides = [1] * len(diagram.nodes)
    for below in children:
        for number, child in enumerate(below):
            if number < len(below) // 2:
                sides[child] = -1
    return sides


def _level_names(diagram: Diagram, levels: list[list[int]]) -> list[str]:
    """What the player of each level is called; empty where several move there, or nobody does."""
    names = []
    for level in levels:
        signs = {diagram.nodes[place].sign for place in level} - {Sign.LEAF, Sign.MORE}
        names.append(diagram.label_of(signs.pop()) if len(signs) == 1 else "")
    return names


def _bands(
    diagram: Diagram,
    levels: list[list[int]],
    children: list[list[int]],
    blocks: list[Block],
    xs: list[float],
) -> tuple[list[float], list[float], list[float]]:
    """The middle of each level's band, and how far it reaches above and below that."""
    middles: list[float] = []
    heads = [max(blocks[place].up for place in level) for level in levels]
    feet = [max(blocks[place].down for place in level) for level in levels]
    y = _MARGIN
    for level, places in enumerate(levels):
        if level:
            parents = {diagram.nodes[place].parent for place in places}
            widest = max(
                max(abs(xs[child] - xs[parent]) for child in children[parent])
                for parent in sorted(parents)
            )
            y += min(max(_GUTTER[0], _SLOPE * widest), _GUTTER[1])
            if any(diagram.nodes[place].edge for place in places):
                y += _LABEL_HEIGHT
        y += heads[level]
        middles.append(y)
        y += feet[level]
    return middles, heads, feet


def _edges(
    children: list[list[int]],
    levels: list[list[int]],
    spots: list[Spot],
    heads: list[float],
    feet: list[float],
    labelled: list[bool],
) -> tuple[Edge, ...]:
    """The edges, those of a family all straight or all led around what is in their way."""
    found: dict[int, Edge] = {}
    for level in range(len(levels) - 1):
        bottom = spots[levels[level + 1][0]].y - heads[level + 1]
        gutter = (
            spots[levels[level][0]].y + feet[level],
            bottom - (_LABEL_HEIGHT if labelled[level + 1] else 0),
        )
        fixed = [Obstacle(spots[place].bounds, place) for place in levels[level]]
        fixed += [Obstacle(spots[place].bounds, place) for place in levels[level + 1]]
        for parent in levels[level]:
            below = children[parent]
            if not below:
                continue
            ends = [(child, _head(spots[child])) for child in below]
            own = [Obstacle(text.bounds) for one in (parent, *below) for text in spots[one].texts]
            others = [
                Obstacle((x, top, x, bottom))
                for place in levels[level]
                if place != parent and children[place]
                for x, top, bottom in _upright(spots, place, children[place], gutter)
            ]
            straight = is_clear(_foot(spots[parent]), ends, [*fixed, *own, *others], parent)
            for child in below:
                points = route(
                    _foot(spots[parent]),
                    _head(spots[child]),
                    None if straight else gutter,
                )
                long = max(range(len(points) - 1), key=lambda i: _length(points[i], points[i + 1]))
                found[child] = Edge(child, points, long)
    return tuple(found[child] for child in sorted(found))


def _upright(
    spots: list[Spot], parent: int, below: list[int], gutter: tuple[float, float]
) -> list[tuple[float, float, float]]:
    """The upright parts that the edges of a family have where they are not straight."""
    top, bottom = gutter
    x, y = _foot(spots[parent])
    ends = [_head(spots[child]) for child in below]
    return [(x, y, top), *((at, bottom, end) for at, end in ends)]


def _foot(spot: Spot) -> Point:
    return spot.x, spot.y + spot.block.foot


def _head(spot: Spot) -> Point:
    return spot.x, spot.y - (spot.block.half_height or spot.block.up)


def _length(start: Point, end: Point) -> float:
    return abs(end[0] - start[0]) + abs(end[1] - start[1])
