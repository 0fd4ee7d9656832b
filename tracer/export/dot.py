"""DOT: the figure of the tree for Graphviz, which places the nodes itself."""

from __future__ import annotations

from html import escape
from typing import Final, TextIO

from tracer.drawing.print.diagram_model import Diagram, heading
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.text_lines import wrapped
from tracer.drawing.tree.nodes import SIGN_LETTERS, DrawnNode, NodePosition, Sign
from tracer.export.format import ExportOptions
from tracer.recording.recording import Recording

_CURRENT: Final = {Sign.MAX: "▲", Sign.MIN: "▼", Sign.CHANCE: "●"}

_PLAIN: Final = 'BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"'

_DIM: Final = "gray40"

#: The side of a board's cell.
_CELL: Final = 13

#: Maximum width of a line of a name, in points at size 11.
_NAME: Final = 90.0


def write_dot(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the figure of a search for Graphviz."""
    out.write(dot_of(diagram_of(trace, show=options.show, step=options.step)))


def dot_of(diagram: Diagram) -> str:
    """Return a diagram as an undirected graph in DOT.

    A node is a table of its name, its symbol (where edges end) and its value, since Graphviz
    reserves no space for other labels beside a shape.
    """
    lines = [
        "graph tree {",
        f"  tooltip={_quoted(heading(diagram))};",
        "  ordering=out; splines=line; nodesep=0.12; ranksep=0.36;",
        '  node [shape=plain, fontname="Helvetica", fontsize=11];',
        '  edge [fontname="Helvetica", fontsize=9, dir=forward, arrowhead=none];',
    ]
    lines += [f"  n{place} [label=<{_table(node)}>];" for place, node in enumerate(diagram.nodes)]
    lines += [
        f"  n{node.parent}:{'board' if diagram.nodes[node.parent].position else 'sign'}:s -- "
        f"n{place}:{'move' if node.edge else 'sign'}:n{_look(node)};"
        for place, node in enumerate(diagram.nodes)
        if node.parent >= 0
    ]
    return "\n".join([*lines, "}", ""])


def _look(node: DrawnNode) -> str:
    """Return the attributes of the edge to a node; a cutoff is two strokes across the edge."""
    looks = []
    if node.skipped:
        looks += [f"color={_DIM}", "style=dashed"]
    if node.cut:
        looks += ["arrowhead=nonenoneteetee", "arrowsize=0.8"]
    if node.best:
        looks.append("penwidth=2.6")
    return f" [{', '.join(looks)}]" if looks else ""


def _table(node: DrawnNode) -> str:
    rows = [_leaf_row(node) if node.sign is Sign.LEAF else _row(node)]
    if node.edge:
        # In the table, since an edge label of Graphviz may overlap another edge.
        label = f'<FONT POINT-SIZE="9">{_lines(node.edge, node)}</FONT>'
        rows.insert(0, f'<TR><TD COLSPAN="3" PORT="move">{label}</TD></TR>')
    if node.position:
        rows.append(f'<TR><TD COLSPAN="3" PORT="board">{_board(node.position, node)}</TD></TR>')
    return f"<TABLE {_PLAIN}>{''.join(rows)}</TABLE>"


def _row(node: DrawnNode) -> str:
    """Return the name, the symbol, and the value above the window."""
    signs = _CURRENT if node.current else SIGN_LETTERS
    sign = f'<FONT POINT-SIZE="24">{signs[node.sign]}</FONT>' if node.sign in signs else ""
    value = _styled(node.value, node, bold=node.best)
    if node.beneath:
        window = f'<FONT POINT-SIZE="9">{_styled(node.beneath, node)}</FONT>'
        value = f'{value}<BR ALIGN="LEFT"/>{window}<BR ALIGN="LEFT"/>' if value else window
    name = _lines(node.name, node)
    middle = f'<TD PORT="sign" CELLPADDING="0">{_styled_raw(sign, node)}</TD>'
    return f'<TR><TD ALIGN="RIGHT">{name}</TD>{middle}<TD ALIGN="LEFT">{value}</TD></TR>'


def _leaf_row(node: DrawnNode) -> str:
    look = f' COLOR="{_DIM}" STYLE="dashed"' if node.skipped else ""
    border = 2 if node.best or node.current else 1
    value = _styled(node.value, node, bold=node.best) or " "
    box = f'<TD PORT="sign" BORDER="{border}" CELLPADDING="4"{look}>{value}</TD>'
    beside = f'<FONT POINT-SIZE="9">{_styled(node.beneath, node)}</FONT>' if node.beneath else ""
    if node.position:
        return f"<TR><TD>{_lines(node.name, node)}</TD>{box}<TD>{beside}</TD></TR>"
    name = f'<FONT POINT-SIZE="9">{_lines(node.name, node)}</FONT>'
    below = f'<TR><TD COLSPAN="3">{beside}</TD></TR>' if beside else ""
    # The empty cells beside the box take up the extra width of the name.
    return f'<TR><TD></TD>{box}<TD></TD></TR><TR><TD COLSPAN="3">{name}</TD></TR>{below}'


def _board(position: NodePosition, node: DrawnNode) -> str:
    """Return a position: the squares of a board, or lines of text."""
    if not position.grid:
        lines = "".join(f'{_escaped(row[0]) or " "}<BR ALIGN="LEFT"/>' for row in position.rows)
        text = _styled_raw(f'<FONT FACE="Courier" POINT-SIZE="8">{lines}</FONT>', node)
        # In a separate table the lines keep their width and are centred below the symbol.
        return f"<TABLE {_PLAIN}><TR><TD>{text}</TD></TR></TABLE>"
    rows = [
        f"<TR>{''.join(_cell(text, node, (y, x) in position.changed) for x, text in row)}</TR>"
        for y, row in enumerate(map(enumerate, position.rows))
    ]
    wide, high = (_CELL * one + 2 for one in (max(map(len, position.rows)), len(rows)))
    # A fixed size, or Graphviz would stretch it to the width of the row above.
    size = f'FIXEDSIZE="TRUE" WIDTH="{wide}" HEIGHT="{high}"'
    table = f'BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="0" {size}'
    return f"<TABLE {table}>{''.join(rows)}</TABLE>"


def _cell(text: str, node: DrawnNode, changed: bool) -> str:
    """Return a square of a board, filled if the last move changed it."""
    fill = ' BGCOLOR="gray85"' if changed else ""
    inside = f'<FONT POINT-SIZE="8">{_styled(text, node)}</FONT>' if text else ""
    return f'<TD FIXEDSIZE="TRUE" WIDTH="{_CELL}" HEIGHT="{_CELL}"{fill}>{inside}</TD>'


def _lines(text: str, node: DrawnNode) -> str:
    """Return a name, wrapped if it is long."""
    return "<BR/>".join(_styled(line, node) for line in wrapped(text, 11, _NAME)) if text else ""


def _styled(text: str, node: DrawnNode, *, bold: bool = False) -> str:
    inside = _escaped(text)
    return _styled_raw(f"<B>{inside}</B>" if bold and inside else inside, node)


def _styled_raw(inside: str, node: DrawnNode) -> str:
    return f'<FONT COLOR="{_DIM}">{inside}</FONT>' if node.skipped and inside else inside


def _escaped(text: str) -> str:
    r"""Return a text within a label, where Graphviz refuses a lone ] and replaces \N by a name."""
    return escape(text).replace("]", "&#93;").replace("\\", "\\\\")


def _quoted(text: str) -> str:
    """Return a DOT string; backslashes are escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
