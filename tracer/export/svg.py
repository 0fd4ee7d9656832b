"""SVG: a figure of the tree, drawn with plain shapes and whatever sans-serif font there is.

Nothing in it comes from elsewhere. It has no ids, so that several stand in one page, and every text
says how long it is, so that no font makes it run into its neighbour. Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TextIO
from xml.sax.saxutils import escape

from tracer.diagram import Diagram, DiagramNode, Edge, Layout, Spot, diagram_of, lay_out
from tracer.diagram.blocks import CELL, SIGN
from tracer.diagram.legend import legend_of
from tracer.diagram.texts import Role, Text
from tracer.diagram.words import description, heading
from tracer.export.options import ExportOptions, Theme
from tracer.export.svg_legend import drawn_legend
from tracer.export.svg_style import root_class, style_sheet
from tracer.figure.model import Sign
from tracer.recording import Recording

__all__ = [
    "Drawing",
    "cut_strokes",
    "drawing_of",
    "edge_class",
    "edge_line",
    "framed",
    "node_class",
    "shape_lines",
    "svg_of",
    "text_line",
    "write",
]

_FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'DejaVu Sans', sans-serif"
_MONO: Final = "'Courier New', 'Liberation Mono', 'DejaVu Sans Mono', monospace"

#: Half the distance of the two strokes across an edge that was cut.
_APART: Final = 1.7

#: Texts below this width cannot overflow by much, whatever the font.
_SHORT: Final = 9.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn, before it is a document.

    Args:
        width: of it in points.
        height: of it in points.
        start: the root element's attributes but those of its size.
        lines: what is in the root element.
    """

    width: float
    height: float
    start: str
    lines: tuple[str, ...]

    @property
    def svg(self) -> str:
        """The document, as large as it is drawn."""
        wide, high = _number(self.width), _number(self.height)
        return self._document(f'width="{wide}pt" height="{high}pt" viewBox="0 0 {wide} {high}"')

    def scaled(self, width: float, height: float, scale: float) -> str:
        """The document in a frame of another size, at the left and at the top of it.

        Args:
            width: of the frame in dots.
            height: of the frame in dots.
            scale: dots per point.
        """
        view = f"0 0 {width / scale:.6f} {height / scale:.6f}"
        return self._document(f'width="{width}" height="{height}" viewBox="{view}"')

    def _document(self, size: str) -> str:
        return "\n".join([f"<svg {self.start} {size}>", *self.lines, "</svg>", ""])


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the figure of a trace at a step."""
    diagram = diagram_of(trace, options)
    out.write(svg_of(diagram, theme=options.theme, legend=options.legend))


def svg_of(diagram: Diagram, *, theme: Theme = "auto", legend: bool = False) -> str:
    """A diagram as an SVG document.

    Args:
        diagram: what to draw.
        theme: its colours; `auto` follows those of the reader's screen.
        legend: whether what the signs mean is told beneath.
    """
    return drawing_of(diagram, theme=theme, legend=legend).svg


def drawing_of(
    diagram: Diagram, *, theme: Theme = "auto", legend: bool = False, fonts: str = _FONTS
) -> Drawing:
    """The same with its size.

    Args:
        diagram: what to draw.
        theme: its colours.
        legend: whether what the signs mean is told beneath.
        fonts: a sans-serif font as wide as Helvetica, or several, the best first.
    """
    layout = lay_out(diagram)
    drawn = _edges(diagram, layout)
    drawn += [line for spot in layout.spots for line in _node(spot)]
    if legend:
        told = drawn_legend(legend_of(diagram), layout.width, layout.height)
        drawn += told.lines
        layout = replace(layout, width=max(layout.width, told.right), height=told.bottom)
    return framed(diagram, layout, drawn, theme=theme, fonts=fonts)


def framed(
    diagram: Diagram,
    layout: Layout,
    drawn: Iterable[str],
    *,
    theme: Theme,
    fonts: str = _FONTS,
) -> Drawing:
    """What is drawn of a diagram as a document with its title, its words and its style.

    Args:
        diagram: what is drawn.
        layout: where everything of it stands.
        drawn: its edges and nodes.
        theme: its colours.
        fonts: as in `drawing_of`.
    """
    wide, high = _number(layout.width), _number(layout.height)
    start = (
        f'xmlns="http://www.w3.org/2000/svg" class="{root_class(theme)}" role="img" '
        f'font-family="{fonts}"'
    )
    lines = [
        f"<title>{escape(heading(diagram))}</title>",
        f"<desc>{escape(description(diagram))}</desc>",
        f"<style>{style_sheet(theme, mono=_MONO)}</style>",
        # For print too: on a dark page black lines would be lost, and white prints as nothing.
        f'<rect class="paper" width="{wide}" height="{high}"/>',
    ]
    lines += drawn
    lines += [text_line(text) for text in layout.levels]
    return Drawing(layout.width, layout.height, start, tuple(lines))


def _edges(diagram: Diagram, layout: Layout) -> list[str]:
    """The edges, the ones that matter over the others."""
    lines: list[tuple[int, str]] = []
    for edge in layout.edges:
        node = diagram.nodes[edge.child]
        rank = 2 if node.best else 0 if node.skipped else 1
        lines.append((rank, edge_line(edge, node)))
        if node.cut:
            lines.append((3, f'<path class="cut" d="{cut_strokes(edge)}"/>'))
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def edge_line(edge: Edge, node: DiagramNode) -> str:
    """The edge that leads to a node."""
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in edge.points)
    return f'<polyline class="{edge_class(node)}" points="{points}"/>'


def edge_class(node: DiagramNode) -> str:
    """The classes of the edge that leads to a node."""
    states = (("best", node.best), ("skipped", node.skipped), ("unseen", node.unseen))
    return " ".join(["edge", *(name for name, holds in states if holds)])


def cut_strokes(edge: Edge) -> str:
    """The path of two short strokes across an edge."""
    (x, y), (dx, dy) = edge.mark, edge.along
    strokes = []
    for side in (-_APART, _APART):
        at = x + side * dx, y + side * dy
        ends = [(at[0] - end * dy, at[1] + end * dx) for end in (-edge.half, edge.half)]
        (x1, y1), (x2, y2) = ends
        strokes.append(f"M{_number(x1)},{_number(y1)}L{_number(x2)},{_number(y2)}")
    return "".join(strokes)


def _node(spot: Spot) -> list[str]:
    texts = [text_line(text) for text in spot.texts]
    return [f'<g class="{node_class(spot.node)}">', *shape_lines(spot), *texts, "</g>"]


def node_class(node: DiagramNode) -> str:
    """The classes of a node."""
    states = (
        ("skipped", node.skipped),
        ("unseen", node.unseen),
        ("best", node.best),
        ("current", node.current),
    )
    return " ".join(["node", node.sign.value, *(name for name, holds in states if holds)])


def shape_lines(spot: Spot) -> list[str]:
    """A node's sign and the squares of its board."""
    return [*_sign(spot), *_board(spot)]


def _sign(spot: Spot) -> list[str]:
    x, y, block = spot.x, spot.y, spot.block
    if spot.node.sign in (Sign.MAX, Sign.MIN):
        wide, high = SIGN[0], SIGN[1] if spot.node.sign is Sign.MAX else -SIGN[1]
        corners = ((x, y - high), (x - wide, y + high), (x + wide, y + high))
        points = " ".join(f"{_number(a)},{_number(b)}" for a, b in corners)
        return [f'<polygon class="sign" points="{points}"/>']
    if spot.node.sign is Sign.CHANCE:
        radius = _number(block.half_height)
        return [f'<circle class="sign" cx="{_number(x)}" cy="{_number(y)}" r="{radius}"/>']
    if spot.node.sign is Sign.LEAF:
        left, top = _number(x - block.half_width), _number(y - block.half_height)
        width, height = _number(2 * block.half_width), _number(2 * block.half_height)
        return [f'<rect class="sign" x="{left}" y="{top}" width="{width}" height="{height}"/>']
    return []


def _board(spot: Spot) -> list[str]:
    """The squares of a board, those that the last move changed filled."""
    position = spot.node.position
    if spot.board is None or position is None:
        return []
    left, top = spot.board
    columns, rows = max(map(len, position.rows)), len(position.rows)
    side = _number(CELL)
    lines = [
        f'<rect class="last" x="{_number(left + CELL * column)}" y="{_number(top + CELL * row)}" '
        f'width="{side}" height="{side}"/>'
        for row, column in sorted(position.changed)
    ]
    right, bottom = left + CELL * columns, top + CELL * rows
    strokes = "".join(
        f"M{_number(left)},{_number(y)}H{_number(right)}"
        for y in (top + CELL * row for row in range(rows + 1))
    )
    strokes += "".join(
        f"M{_number(x)},{_number(top)}V{_number(bottom)}"
        for x in (left + CELL * column for column in range(columns + 1))
    )
    return [*lines, f'<path class="board" d="{strokes}"/>']


def text_line(text: Text) -> str:
    """A line of text; those of the levels are bold by their role."""
    length = ""
    if text.width >= _SHORT:
        length = f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    bold = text.bold and text.role is not Role.LEVEL
    classes = f"{text.role.value} bold" if bold else text.role.value
    return (
        f'<text class="{classes}" x="{_number(text.x)}" y="{_number(text.y)}" '
        f'text-anchor="{text.anchor}" font-size="{_number(text.role.size)}"{length}>'
        f"{escape(text.text)}</text>"
    )


def _number(value: float) -> str:
    """A length to two places, without noughts that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
