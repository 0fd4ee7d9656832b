r"""LaTeX: the figure of the tree as a complete document, drawn by the package forest.

`pdflatex tree.tex` makes a page of the size of the tree. The environment `forest` can be copied
into another document together with the preamble.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Final, TextIO

from engine.errors import UsageError
from tracer.drawing.print.diagram_layout import lay_out
from tracer.drawing.print.diagram_model import Diagram, heading
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.piece_outlines import OUTLINES, Circle, Outline
from tracer.drawing.print.text_lines import wrapped
from tracer.drawing.tree.nodes import DrawnNode, NodePosition, Sign
from tracer.export.format import ExportOptions
from tracer.recording.recording import Recording
from tracer.text.latex import latex_text

#: The largest number of nodes. On a busy machine, pdflatex took 16 s for 341 nodes and 36 s for
#: 585, and had not finished 1,365 after 150 s.
MOST_NODES: Final = 1_000

#: The longest length in TeX in points (16,384; The TeXbook, chapter 10), less a margin; and the
#: largest ratio of forest's width of a tree to the SVG's.
_WIDEST: Final = 16_000.0
_WIDER: Final = 1.25

#: Maximum width of a line of a name, in points at size 10.
_NAME: Final = 84.0
_LEAF_NAME: Final = 54.0

#: The height between levels, in points; also in `forest_preamble.tex`.
_APART: Final = 26.0

#: The side of a board's cell in points: in a tree, and in a figure of one position.
_CELL: Final = 9.0
_LARGE_CELL: Final = 18.0

#: The end of a row.
_ROW: Final = r"\\"

_CLASS: Final = r"""\documentclass[border=6pt]{standalone}
\usepackage[T1]{fontenc}
"""

#: The preamble that a document needs for the environment that `tree_lines` makes.
PREAMBLE: Final = (files(__package__) / "forest_preamble.tex").read_text(encoding="utf-8")


def check_size(diagram: Diagram) -> None:
    """Refuse a tree that LaTeX cannot set in reasonable time."""
    hint = "Export it with -f pdf for \\includegraphics, or limit the depth with --depth"
    if len(diagram.nodes) > MOST_NODES:
        raise UsageError(
            f"the tree has {len(diagram.nodes):,} nodes, and LaTeX would take minutes for it",
            where=diagram.title,
            expected=f"at most {MOST_NODES:,} for forest",
            hint=hint,
        )
    width = _WIDER * lay_out(diagram).width
    if width > _WIDEST:
        raise UsageError(
            f"the tree would be about {width:,.0f} points wide in LaTeX",
            where=diagram.title,
            expected=f"at most {_WIDEST:,.0f} for forest, the longest length in TeX",
            hint=hint,
        )


def write_forest(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the figure of a search as a LaTeX document."""
    diagram = diagram_of(trace, show=options.show, step=options.step)
    check_size(diagram)
    out.write(forest_of(diagram))


def forest_of(diagram: Diagram) -> str:
    """Return a diagram as a LaTeX document."""
    lines = [
        "% " + " ".join(heading(diagram).split()),
        _CLASS + PREAMBLE + r"\begin{document}",
        *tree_lines(diagram),
        r"\end{document}",
        "",
    ]
    return "\n".join(lines)


def tree_lines(diagram: Diagram, *, apart: float = _APART) -> list[str]:
    """Return a diagram as an environment of the package forest, line by line."""
    children = diagram.children()
    more = "" if apart == _APART else f", for tree={{l sep={apart:.0f}pt}}"
    lines = [rf"\begin{{forest}} tree{more}"]
    # Nodes to write; None closes the bracket of a written node.
    waiting: list[int | None] = [0]
    depth = 0
    while waiting:
        place = waiting.pop()
        if place is None:
            depth -= 1
            lines[-1] += "]"
            continue
        node = diagram.nodes[place]
        content = _alone(diagram) if len(diagram.nodes) == 1 else _content(node)
        lines.append(f"{'  ' * min(depth, 20)}[{{{content}}}")
        lines[-1] += _looks(diagram.nodes[place])
        depth += 1
        waiting += [None, *reversed(children[place])]
    return [*lines, r"\end{forest}"]


def _looks(node: DrawnNode) -> str:
    style = "cut" if node.cut else "skipped" if node.skipped else "best" if node.best else ""
    return f", {style}" if style else ""


def _alone(diagram: Diagram) -> str:
    """Return the only node: a large board, or its lines, below the player to move."""
    (node,) = diagram.nodes
    if not node.position or (node.sign is Sign.LEAF and not node.position.grid):
        return _content(node)
    board = _board(node.position, _LARGE_CELL)
    if node.sign is Sign.LEAF:
        return _ROW.join([*_leaf(node), board])
    mover = latex_text(f"{diagram.label_of(node.sign)} to move")
    return _ROW.join([rf"{{\scriptsize {mover}}}", rf"\rule{{0pt}}{{4pt}}{board}"])


def _content(node: DrawnNode) -> str:
    """Return a node: its edge's label, its symbol with name and value, and its board."""
    lines = wrapped(node.edge, 8, _NAME) if node.edge else []
    rows = [rf"{{\scriptsize {latex_text(line)}}}" for line in lines]
    if node.sign is Sign.LEAF:
        rows += _leaf(node)
    elif node.sign is Sign.MORE:
        rows.append(latex_text(node.name))
    else:
        rows.append(
            rf"\beside{{{_name(node)}}}{{\sign{node.sign.value}[{_drawn(node)}]}}{{{_answer(node)}}}"
        )
    if node.position:
        rows.append(_board(node.position))
    return _ROW.join(rows)


def _leaf(node: DrawnNode) -> list[str]:
    value = _bold(latex_text(node.value), node.best)
    if node.current:
        value = rf"\textcolor{{white}}{{{value}}}"
    box = rf"\signleaf[{_drawn(node)}]{{{value}}}"
    counted = [rf"{{\scriptsize {latex_text(node.beneath)}}}"] if node.beneath else []
    if node.position:
        return [rf"\beside{{{_name(node)}}}{{{box}}}{{{''.join(counted)}}}"]
    names = wrapped(node.name, 8, _LEAF_NAME) if node.name else []
    return [box, *(rf"{{\scriptsize {latex_text(name)}}}" for name in names), *counted]


def _drawn(node: DrawnNode) -> str:
    looks = []
    if node.current:
        looks.append("fill=black")
    if node.skipped:
        looks.append("black!60,dashed")
    if node.best:
        looks.append("line width=1.2pt")
    return ",".join(looks)


def _name(node: DrawnNode) -> str:
    lines = [latex_text(line) for line in wrapped(node.name, 10, _NAME)] if node.name else []
    return rf"\lines{{r}}{{{_ROW.join(lines)}}}" if len(lines) > 1 else "".join(lines)


def _answer(node: DrawnNode) -> str:
    value = _bold(latex_text(node.value), node.best)
    if not node.beneath:
        return value
    window = rf"\scriptsize {latex_text(node.beneath)}"
    return rf"\lines{{l}}{{{value}\\[-1pt]{window}}}" if node.value else f"{{{window}}}"


def _board(position: NodePosition, cell: float = _CELL) -> str:
    """Return a position as lines of text, or as a board drawn by TikZ."""
    # The squares of the last move are grey; those that it turned or captured have a frame.
    if not position.grid:
        rows = _ROW.join(latex_text(text) for (text,) in position.rows)
        return rf"{{\scriptsize\ttfamily\lines{{l}}{{{rows}}}}}"
    wide, high = max(map(len, position.rows)), len(position.rows)
    drawn = []
    if position.ground == "squares":
        dark = [(y, x) for y in range(high) for x in range(wide) if (y + x) % 2]
        drawn.append(rf"\fill[black!10]{_squares(dark)};")
    if position.last:
        drawn.append(rf"\fill[black!30]{_squares(sorted(position.last))};")
    lines = [f"(0,{y})--({wide},{y})" for y in range(high + 1)]
    lines += [f"({x},0)--({x},{high})" for x in range(wide + 1)]
    drawn.append(rf"\draw[black!60]{''.join(lines)};")
    if position.turned:
        inner = "".join(
            f"({x + 0.1:g},{y + 0.1:g}) rectangle ({x + 0.9:g},{y + 0.9:g})"
            for y, x in sorted(position.turned)
        )
        drawn.append(rf"\draw[line width=.7pt]{inner};")
    for y, row in enumerate(position.rows):
        for x, text in enumerate(row):
            drawn += _piece(position, text, x, y, cell) if text else []
    if cell != _CELL:
        drawn += [
            _text(latex_text(label), x, y)
            for x, y, label in [
                *((-0.4, y + 0.5, label) for y, label in enumerate(position.row_labels)),
                *((x + 0.5, high + 0.4, label) for x, label in enumerate(position.column_labels)),
            ]
        ]
    return rf"\tikz[x={cell:g}pt,y=-{cell:g}pt,line width=.4pt]{{{''.join(drawn)}}}"


def _piece(position: NodePosition, text: str, x: int, y: int, cell: float) -> list[str]:
    piece = position.pieces.get(text)
    if piece is None:
        bold = _bold(latex_text(text), (y, x) in position.changed)
        return [_text(bold, x + 0.5, y + 0.5)]
    outline = OUTLINES[piece.shape]
    if not outline.filled:
        look = rf"\draw[line width={cell * 0.12:.2g}pt]"
    else:
        look = rf"\filldraw[fill={piece.tone or 'black'}]"
    return [
        look + _outline(part, x, y, cell, closed=outline.filled) + ";" for part in outline.parts
    ]


def _outline(part: Outline, x: int, y: int, cell: float, *, closed: bool) -> str:
    if isinstance(part, Circle):
        return f"({x + part.x:g},{y + part.y:g}) circle[radius={part.radius * cell:.2f}pt]"
    points = "--".join(f"({x + right:g},{y + down:g})" for right, down in part)
    return f"{points}--cycle" if closed else points


def _text(text: str, x: float, y: float) -> str:
    """Return a command that writes LaTeX text; forest hides the nodes of a picture in a node."""
    return rf"\pgftext[at=\pgfpointxy{{{x:g}}}{{{y:g}}}]{{\scriptsize {text}}}"


def _squares(cells: Iterable[tuple[int, int]]) -> str:
    return "".join(f"({x},{y}) rectangle ({x + 1},{y + 1})" for y, x in cells)


def _bold(text: str, bold: bool) -> str:
    return rf"\textbf{{{text}}}" if bold and text else text
