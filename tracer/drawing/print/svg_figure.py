"""SVG: a figure of the tree, drawn with plain shapes and any sans-serif font.

It loads nothing from elsewhere. It has no ids, so several figures can be in one page. Every text
states its length, so no font makes it overlap its neighbour. Lengths are in points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final
from xml.sax.saxutils import escape

from tracer.drawing.print.diagram_layout import DiagramLayout, Edge, PlacedNode, lay_out
from tracer.drawing.print.diagram_model import (
    Diagram,
    LegendEntry,
    LegendSample,
    Theme,
    description,
    diagram_legend,
    heading,
)
from tracer.drawing.print.node_boxes import SIGN
from tracer.drawing.print.piece_outlines import OUTLINES, Circle, Outline
from tracer.drawing.print.text_lines import PlacedText, TextRole, placed_line, text_width
from tracer.drawing.tree.nodes import DrawnNode, NodePosition, Sign

_FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'DejaVu Sans', sans-serif"
_MONO: Final = "'Courier New', 'Liberation Mono', 'DejaVu Sans Mono', monospace"

#: Half the distance between the two strokes of a cutoff's mark.
_APART: Final = 1.7

#: The distance of a turned cell's frame from the cell's edge.
_INSET: Final = 1.0

#: The width of a cross's strokes, as a share of the cell.
_STROKE: Final = 0.12

#: Texts below this width cannot overflow by much in any font.
_SHORT: Final = 9.0


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """A drawing that is not yet a document."""

    width: float
    height: float
    start: str
    lines: tuple[str, ...]

    @property
    def svg(self) -> str:
        """The document in the size of the drawing."""
        wide, high = _number(self.width), _number(self.height)
        return self._document(f'width="{wide}pt" height="{high}pt" viewBox="0 0 {wide} {high}"')

    def scaled(self, width: float, height: float, scale: float) -> str:
        """Return the document at the top left of a frame of another size."""
        view = f"0 0 {width / scale:.6f} {height / scale:.6f}"
        return self._document(f'width="{width}" height="{height}" viewBox="{view}"')

    def _document(self, size: str) -> str:
        return "\n".join([f"<svg {self.start} {size}>", *self.lines, "</svg>", ""])


def svg_of(diagram: Diagram, *, theme: Theme = "auto", legend: bool = False) -> str:
    """Return a diagram as an SVG document."""
    return drawing_of(diagram, theme=theme, legend=legend).svg


def drawing_of(
    diagram: Diagram, *, theme: Theme = "auto", legend: bool = False, fonts: str = _FONTS
) -> SvgDrawing:
    """Draw a diagram as SVG."""
    layout = lay_out(diagram)
    drawn = _edges(diagram, layout)
    drawn += [line for placed in layout.placed_nodes for line in _node(placed)]
    if legend:
        lines, right, bottom = _draw_legend(diagram_legend(diagram), layout.width, layout.height)
        drawn += lines
        layout = replace(layout, width=max(layout.width, right), height=bottom)
    return framed(diagram, layout, drawn, theme=theme, fonts=fonts)


def framed(
    diagram: Diagram,
    layout: DiagramLayout,
    drawn: Iterable[str],
    *,
    theme: Theme,
    fonts: str = _FONTS,
) -> SvgDrawing:
    """Add the title, the description and the style to a drawn diagram."""
    wide, high = _number(layout.width), _number(layout.height)
    start = (
        f'xmlns="http://www.w3.org/2000/svg" class="{root_class(theme)}" role="img" '
        f'font-family="{fonts}"'
    )
    lines = [
        f"<title>{escape(heading(diagram))}</title>",
        f"<desc>{escape(description(diagram))}</desc>",
        f"<style>{style_sheet(theme, mono=_MONO)}</style>",
        # Also for print: black lines would be invisible on a dark page.
        f'<rect class="paper" width="{wide}" height="{high}"/>',
    ]
    lines += drawn
    lines += [text_line(text) for text in layout.levels]
    return SvgDrawing(layout.width, layout.height, start, tuple(lines))


def _edges(diagram: Diagram, layout: DiagramLayout) -> list[str]:
    """Return the edges, the important ones on top."""
    lines: list[tuple[int, str]] = []
    for edge in layout.edges:
        node = diagram.nodes[edge.child]
        rank = 2 if node.best else 0 if node.skipped else 1
        lines.append((rank, edge_line(edge, node)))
        if node.cut:
            lines.append((3, f'<path class="cut" d="{cut_strokes(edge)}"/>'))
    return [line for _, line in sorted(lines, key=lambda one: one[0])]


def edge_line(edge: Edge, node: DrawnNode) -> str:
    """Return the edge above a node."""
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in edge.points)
    return f'<polyline class="{edge_class(node)}" points="{points}"/>'


def edge_class(node: DrawnNode) -> str:
    """Return the CSS classes of the edge above a node."""
    states = (("best", node.best), ("skipped", node.skipped), ("unseen", node.unseen))
    return " ".join(["edge", *(name for name, holds in states if holds)])


def cut_strokes(edge: Edge) -> str:
    """Return the path of two short strokes across an edge."""
    (x, y), (dx, dy) = edge.mark, edge.along
    strokes = []
    for side in (-_APART, _APART):
        at = x + side * dx, y + side * dy
        ends = [(at[0] - end * dy, at[1] + end * dx) for end in (-edge.half, edge.half)]
        (x1, y1), (x2, y2) = ends
        strokes.append(f"M{_number(x1)},{_number(y1)}L{_number(x2)},{_number(y2)}")
    return "".join(strokes)


def _node(placed: PlacedNode) -> list[str]:
    texts = [text_line(text) for text in placed.texts]
    return [f'<g class="{node_class(placed.node)}">', *shape_lines(placed), *texts, "</g>"]


def node_class(node: DrawnNode) -> str:
    """Return the CSS classes of a node."""
    states = (
        ("skipped", node.skipped),
        ("unseen", node.unseen),
        ("best", node.best),
        ("current", node.current),
    )
    return " ".join(["node", node.sign.value, *(name for name, holds in states if holds)])


def shape_lines(placed: PlacedNode) -> list[str]:
    """Return a node's symbol and the squares of its board."""
    return [*_sign(placed), *_board(placed)]


def _sign(placed: PlacedNode) -> list[str]:
    box, sign = placed.box, placed.node.sign
    if not box.half_height or sign is Sign.MORE:
        return []  # a board alone, or a placeholder
    half = SIGN if sign in (Sign.MAX, Sign.MIN) else (box.half_width, box.half_height)
    return [_symbol(sign, placed.x, placed.y, half)]


def _symbol(sign: Sign, x: float, y: float, half: tuple[float, float]) -> str:
    """Draw a symbol around a point, with half its width and half its height."""
    wide, high = half
    if sign is Sign.CHANCE:
        return f'<circle class="sign" cx="{_number(x)}" cy="{_number(y)}" r="{_number(high)}"/>'
    if sign is Sign.LEAF:
        left, top = _number(x - wide), _number(y - high)
        width, height = _number(2 * wide), _number(2 * high)
        return f'<rect class="sign" x="{left}" y="{top}" width="{width}" height="{height}"/>'
    up = high if sign is Sign.MAX else -high
    corners = ((x, y - up), (x - wide, y + up), (x + wide, y + up))
    points = " ".join(f"{_number(a)},{_number(b)}" for a, b in corners)
    return f'<polygon class="sign" points="{points}"/>'


def _board(placed: PlacedNode) -> list[str]:
    """Return the squares and the pieces of a board."""
    # The squares of the last move are filled; those that it turned or captured have a frame.
    position = placed.node.position
    if placed.board is None or position is None:
        return []
    (left, top), cell = placed.board, placed.box.cell
    columns, rows = max(map(len, position.rows)), len(position.rows)
    wide, high = columns * cell, rows * cell
    lines = []
    if position.ground != "lines":
        kind = "felt" if position.ground == "felt" else "square-light"
        lines.append(
            f'<rect class="{kind}" x="{_number(left)}" y="{_number(top)}" '
            f'width="{_number(wide)}" height="{_number(high)}"/>'
        )
    if position.ground == "squares":
        dark = "".join(
            _square(left + cell * column, top + cell * row, cell)
            for row in range(rows)
            for column in range(columns)
            if (row + column) % 2
        )
        lines.append(f'<path class="square-dark" d="{dark}"/>')
    side = _number(cell)
    lines += [
        f'<rect class="last" x="{_number(left + cell * column)}" y="{_number(top + cell * row)}" '
        f'width="{side}" height="{side}"/>'
        for row, column in sorted(position.last)
    ]
    strokes = "".join(
        f"M{_number(left)},{_number(y)}H{_number(left + wide)}"
        for y in (top + cell * row for row in range(rows + 1))
    )
    strokes += "".join(
        f"M{_number(x)},{_number(top)}V{_number(top + high)}"
        for x in (left + cell * column for column in range(columns + 1))
    )
    lines.append(f'<path class="board" d="{strokes}"/>')
    frames = "".join(
        _square(left + cell * column + _INSET, top + cell * row + _INSET, cell - 2 * _INSET)
        for row, column in sorted(position.turned)
    )
    if frames:
        lines.append(f'<path class="turned" d="{frames}"/>')
    return [*lines, *_pieces(position, left, top, cell)]


def _pieces(position: NodePosition, left: float, top: float, cell: float) -> list[str]:
    """Return the pieces of a board as one path for each colour, and one for strokes."""
    paths: dict[str, list[str]] = {}
    for row, cells in enumerate(position.rows):
        for column, text in enumerate(cells):
            piece = position.pieces.get(text)
            if piece is None:
                continue
            outline = OUTLINES[piece.shape]
            kind = (piece.tone or "black") if outline.filled else "strokes"
            corner = left + cell * column, top + cell * row
            paths.setdefault(kind, []).extend(
                _outline_path(part, corner, cell, closed=outline.filled) for part in outline.parts
            )
    width = f' stroke-width="{_number(cell * _STROKE)}"'
    return [
        f'<path class="{kind}" d="{"".join(parts)}"{width if kind == "strokes" else ""}/>'
        for kind, parts in sorted(paths.items())
    ]


def _outline_path(part: Outline, corner: tuple[float, float], cell: float, *, closed: bool) -> str:
    left, top = corner
    if isinstance(part, Circle):
        radius = _number(part.radius * cell)
        across = _number(2 * part.radius * cell)
        start = f"{_number(left + (part.x - part.radius) * cell)},{_number(top + part.y * cell)}"
        return f"M{start}a{radius},{radius} 0 1 1 {across},0a{radius},{radius} 0 1 1 -{across},0z"
    points = "L".join(f"{_number(left + x * cell)},{_number(top + y * cell)}" for x, y in part)
    return f"M{points}{'z' if closed else ''}"


def _square(left: float, top: float, side: float) -> str:
    length = _number(side)
    return f"M{_number(left)},{_number(top)}h{length}v{length}h-{length}z"


def text_line(text: PlacedText, shortest: float = _SHORT) -> str:
    """Return a line of text; texts of levels are bold by their role."""
    length = ""
    if text.width >= shortest:
        length = f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    bold = text.bold and text.role is not TextRole.LEVEL
    classes = f"{text.role.value} bold" if bold else text.role.value
    return (
        f'<text class="{classes}" x="{_number(text.x)}" y="{_number(text.y)}" '
        f'text-anchor="{text.anchor}" font-size="{_number(text.role.size)}"{length}>'
        f"{escape(text.text)}</text>"
    )


def _number(value: float) -> str:
    """Return a length with at most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


#: The left margin, the height of a row, and half the width of a small symbol.
_MARGIN: Final = 8.0
_LEGEND_ROW: Final = 14.0
_HALF_SIGN: Final = 5.0

#: The width of a line's sample, and the gaps to its words and to the next entry.
_SAMPLE_LINE: Final = 20.0
_GAP: Final = 4.0
_ENTRIES_APART: Final = 14.0

#: The smallest width of a row.
_LEAST: Final = 250.0


def _draw_legend(
    entries: Sequence[LegendEntry], width: float, top: float
) -> tuple[list[str], float, float]:
    """Return the lines of entries in rows, with their right and their bottom."""
    lines, size = ['<g class="legend">'], TextRole.LEGEND.size
    x, y, right = _MARGIN, top + _LEGEND_ROW / 2, 0.0
    for entry in entries:
        sample = _sample_width(entry)
        wide = sample + _GAP + text_width(entry.words, size)
        if x > _MARGIN and x + wide + _MARGIN > max(width, _LEAST):
            x, y = _MARGIN, y + _LEGEND_ROW
        lines += _sample(entry, x, y)
        lines.append(_text(entry.words, x + sample + _GAP, y))
        right = max(right, x + wide)
        x += wide + _ENTRIES_APART
    return [*lines, "</g>"], right + _MARGIN, y + _LEGEND_ROW / 2 + _MARGIN / 2


def _sample_width(entry: LegendEntry) -> float:
    if entry.sample is LegendSample.TEXT:
        return text_width(entry.text, TextRole.LEGEND.size)
    return _SAMPLE_LINE if entry.sample in (LegendSample.CUT, LegendSample.BEST) else 2 * _HALF_SIGN


def _sample(entry: LegendEntry, x: float, y: float) -> list[str]:
    """Draw the sample of an entry from its left end, around the middle of its row."""
    if entry.sample is LegendSample.TEXT:
        return [_text(entry.text, x, y)]
    if entry.sample is LegendSample.SIGN:
        return [f'<g class="{entry.sign.value}">{_small_sign(entry.sign, x, y)}</g>']
    if entry.sample is LegendSample.CUT:
        middle = x + _SAMPLE_LINE / 2
        strokes = "".join(
            f"M{_number(at)},{_number(y + 4)}L{_number(at)},{_number(y - 4)}"
            for at in (middle - 1.7, middle + 1.7)
        )
        return [_line("skipped", x, y), f'<path class="cut" d="{strokes}"/>']
    if entry.sample is LegendSample.BEST:
        return [_line("best", x, y)]
    return [f'<g class="leaf {entry.sample.value}">{_small_sign(Sign.LEAF, x, y)}</g>']


def _line(looks: str, x: float, y: float) -> str:
    end = x + _SAMPLE_LINE
    return (
        f'<path class="edge {looks}" d="M{_number(x)},{_number(y)}L{_number(end)},{_number(y)}"/>'
    )


def _small_sign(sign: Sign, x: float, y: float) -> str:
    """Draw a small symbol with its left end at x and its middle at y."""
    high = 4.0 if sign is Sign.LEAF else 4.5
    return _symbol(sign, x + _HALF_SIGN, y, (_HALF_SIGN, high))


def _text(text: str, x: float, y: float) -> str:
    return text_line(placed_line(text, x, y, TextRole.LEGEND, "start"), shortest=0.0)


# The colours and strokes of a figure, which figure.css lists.


def _read_blocks() -> dict[str, dict[str, str]]:
    """Return the declarations of each block of the file by its selector."""
    text = (files(__package__) / "figure.css").read_text(encoding="utf-8")
    blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return {
        selector.strip(): {
            name.strip(): value.strip()
            for name, _, value in (
                line.partition(":") for line in inside.split(";") if line.strip()
            )
        }
        for selector, inside in blocks
    }


_BLOCKS: Final = _read_blocks()

#: The colours by theme.
PALETTES: Final[Mapping[str, dict[str, str]]] = {
    theme: {name.removeprefix("--"): colour for name, colour in _BLOCKS.pop(f".{theme}").items()}
    for theme in ("light", "dark", "print")
}


def style_sheet(theme: Theme, *, mono: str) -> str:
    """Return the style sheet of a figure."""
    root = f".{root_class(theme)}"
    if theme != "auto":
        return _rules(root, {**PALETTES[theme], "mono": mono})
    light, dark = (
        ";".join(f"--plytrace-{name}:{colour}" for name, colour in PALETTES[theme].items())
        for theme in ("light", "dark")
    )
    named = {name: f"var(--plytrace-{name})" for name in PALETTES["light"]}
    return (
        f":where({root}){{{light}}}"
        f"@media (prefers-color-scheme:dark){{:where({root}){{{dark}}}}}"
        f"{_rules(root, {**named, 'mono': mono})}"
    )


def root_class(theme: Theme) -> str:
    """Return the CSS class of a figure, which limits its rules to figures of this theme."""
    return f"plytrace-{theme}"


def _rules(root: str, values: Mapping[str, str]) -> str:
    """Return the rules below a root, with the values of their variables."""
    rules = "".join(
        f"{','.join(f'{root} {part.strip()}' for part in selector.split(','))}"
        f"{{{';'.join(f'{name}:{value}' for name, value in looks.items())}}}"
        for selector, looks in _BLOCKS.items()
    )
    return re.sub(r"var\(--((?!plytrace-)[\w-]+)\)", lambda found: values[found[1]], rules)
