"""A diagram as plain text, for outputs without pictures."""

from __future__ import annotations

from tracer.drawing.print.contents.diagram_model import (
    NO_PARENT,
    Diagram,
    DiagramNode,
    NodePosition,
)
from tracer.drawing.tree.figure_model import PLAYER_IN_PARENTHESES, Sign


_SIGNS = {Sign.MAX: "△", Sign.MIN: "▽", Sign.CHANCE: "○"}


def outline(diagram: Diagram) -> str:
    """Return the nodes of a diagram, one per line, children below their parents.

    If the diagram shows the result of a search, pruned nodes and the best line are marked.
    """
    children = diagram.children()
    lines: list[str] = []
    waiting: list[tuple[int, str, str]] = [(0, "", "")]
    while waiting:
        place, head, below = waiting.pop()
        node = diagram.nodes[place]
        first, *others = _node_lines(node)
        lines.append(f"{head}{first}".rstrip())
        bar = "│  " if children[place] else "   "
        lines += [f"{below}{bar}{line}".rstrip() for line in others]
        last = len(children[place]) - 1
        for at in range(last, -1, -1):
            corner, under = ("└─ ", "   ") if at == last else ("├─ ", "│  ")
            waiting.append((children[place][at], below + corner, below + under))
    marks = sorted({node.sign for node in diagram.nodes} & _SIGNS.keys())
    legend = [f"{_SIGNS[sign]} {diagram.label_of(sign) or PLAYER_IN_PARENTHESES}" for sign in marks]
    if any(node.best for node in diagram.nodes):
        legend.append("* best line")
    lines += ["", "   ".join(legend)]
    return "\n".join(lines).rstrip()


def _node_lines(node: DiagramNode) -> list[str]:
    """Return the line of a node, and its board in lines below."""
    parts = [f"{node.edge}:"] if node.edge else []
    if node.sign in _SIGNS:
        parts.append(_SIGNS[node.sign])
    if node.name:
        parts.append(node.name)
    elif node.parent == NO_PARENT and node.position is None:
        parts.append("root")
    value = node.given or node.value
    if value:
        parts.append(f"= {value}")
    if node.window:
        parts.append(node.window)
    if node.cut or node.skipped:
        parts.append("(pruned)")
    elif node.best:
        parts.append("*")
    return [" ".join(parts), *(_board(node.position) if node.position else [])]


def _board(position: NodePosition) -> list[str]:
    if not position.grid:
        return ["".join(row) for row in position.rows]
    width = max((len(cell) for row in position.rows for cell in row), default=1) or 1
    return [" ".join((cell or ".").center(width) for cell in row) for row in position.rows]
