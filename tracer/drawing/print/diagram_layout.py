"""The layout of a diagram: positions of symbols, texts and edges in points from the top left.

Every level has its own band; between the bands there are only edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.edges import Edge, PlacedNode, edges_between, fan_height
from tracer.drawing.print.node_boxes import TO_WRITE, NodeBox, node_box
from tracer.drawing.print.text_lines import ASCENT, PlacedText, TextRole, text_width, wrapped
from tracer.drawing.tree.nodes import Sign
from tracer.drawing.tree.tidy import tidy_points

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
            PlacedText(
                name,
                _MARGIN,
                middles[level] + TextRole.LEVEL.size * ASCENT / 2,
                TextRole.LEVEL,
                "start",
                bold=True,
                width=text_width(name, TextRole.LEVEL.size, bold=True),
            )
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
