"""Where everything of a diagram stands: signs, texts and edges, in points from the top left.

Every level has a band of its own, and between the bands there is nothing but edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tracer.diagram.blocks import TO_WRITE, Block, block_of
from tracer.diagram.edges import Edge, edges_between, fan_height
from tracer.diagram.metrics import ASCENT, text_width, wrapped
from tracer.diagram.model import Diagram
from tracer.diagram.spots import Spot
from tracer.diagram.texts import Role, Text
from tracer.diagram.tidy import tidy
from tracer.figure.model import Sign

__all__ = ["Edge", "Layout", "Spot", "is_close", "lay_out"]

_MARGIN: Final = 8.0

#: The room to write in that a worksheet has where it stays within a page of this width: that of A4
#: upright, less the margins of 2 cm.
_ROOMS: Final = (62.0, 44.0)
_PAGE: Final = 482.0

#: Between siblings, and between neighbours that are not.
_GAPS: Final = (9.0, 13.0)

#: The same of a tree of so many leaves that it is set closely.
_CLOSE_GAPS: Final = (4.0, 9.0)
_MANY_LEAVES: Final = 40
_APART: Final = 2.5

#: The least and the greatest height between two bands, and its part of the widest fan's half.
_GUTTER: Final = (28.0, 150.0)
_SLOPE: Final = 0.2

#: How wide an edge's label may be before it is broken into lines, the height of a line, what labels
#: take above a node besides, and their distance from the edge.
_LABEL: Final = 96.0
_LABEL_LINE: Final = Role.EDGE.size * 1.1
_LABEL_SPACE: Final = 4.2
_BESIDE: Final = 3.0
_OVER: Final = 3.5

#: Between what the players of the levels are called and the tree.
_LEVEL_GAP: Final = 16.0


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
    """Find every node, text and edge of a diagram its place.

    A worksheet leaves as much room to write as its page allows: a window is longer than a value.
    """
    if not diagram.answered:
        for room in _ROOMS:
            layout = _laid_out(diagram, room)
            if layout.width <= _PAGE:
                return layout
    return _laid_out(diagram, TO_WRITE)


def _laid_out(diagram: Diagram, to_write: float) -> Layout:
    children, levels = diagram.children(), diagram.levels()
    close = is_close(diagram)
    gap, cousin_gap = _CLOSE_GAPS if close else _GAPS
    blocks = [
        block_of(node, answered=diagram.answered, close=close, to_write=to_write)
        for node in diagram.nodes
    ]
    sides = _sides(diagram, children)
    labels = [_label(node.edge) for node in diagram.nodes]
    widths = [max((text_width(line, Role.EDGE.size) for line in one), default=0) for one in labels]
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
    lines = [max(len(labels[place]) for place in level) for level in levels]
    high = [number * _LABEL_LINE + _LABEL_SPACE if number else 0.0 for number in lines]
    middles, heads, feet = _bands(diagram, levels, children, blocks, xs, high)
    spots = []
    for node, block, x, side, label in zip(diagram.nodes, blocks, xs, sides, labels, strict=True):
        y = middles[node.level]
        texts = [text.moved(x, y) for text in block.texts]
        # Just above the band's nodes, so that the labels of a level stand in a line.
        at = y - heads[node.level] - _OVER
        for above, line in enumerate(reversed(label)):
            texts.append(
                Text(
                    line,
                    x + side * _BESIDE,
                    at - above * _LABEL_LINE,
                    Role.EDGE,
                    "start" if side > 0 else "end",
                    bold=False,
                    width=text_width(line, Role.EDGE.size),
                )
            )
        board = None if block.board is None else (x + block.board[0], y + block.board[1])
        spots.append(Spot(node, x, y, block, tuple(texts), board))
    edges: list[Edge] = []
    for level in range(len(levels) - 1):
        bottom = middles[level + 1] - heads[level + 1] - high[level + 1]
        gutter = middles[level] + feet[level], bottom
        edges += edges_between(spots, levels[level], levels[level + 1], children, gutter)
    right = max(spot.x + max(spot.block.right, *_rights(spot)) for spot in spots)
    return Layout(
        right + _MARGIN,
        middles[-1] + feet[-1] + _MARGIN,
        tuple(spots),
        tuple(sorted(edges, key=lambda edge: edge.child)),
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


def _label(text: str) -> list[str]:
    """The label of an edge in lines."""
    return wrapped(text, Role.EDGE.size, _LABEL) if text else []


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
    high: list[float],
) -> tuple[list[float], list[float], list[float]]:
    """The middle of each level's band, and how far it reaches above and below that."""
    middles: list[float] = []
    heads = [max(blocks[place].up for place in level) for level in levels]
    feet = [max(blocks[place].down for place in level) for level in levels]
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
