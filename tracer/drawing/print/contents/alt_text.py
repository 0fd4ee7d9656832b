"""The alternative text of a diagram, for readers who cannot see it."""

from __future__ import annotations

from tracer.drawing.print.contents.diagram_model import Diagram, DiagramNode
from tracer.drawing.tree.figure_model import Sign

#: The largest number of nodes of a tree that is described node by node.
_MOST_DESCRIBED = 200

_KINDS = {Sign.MAX: "MAX", Sign.MIN: "MIN", Sign.CHANCE: "chance"}


def heading(diagram: Diagram) -> str:
    """Return the heading of a diagram."""
    what = "Answer key" if diagram.answered else "Game tree"
    return f"{what}: {diagram.title}" if diagram.title else what


def description(diagram: Diagram) -> str:
    """Describe a diagram in sentences: its size, then each node with its children."""
    nodes, children = diagram.nodes, diagram.children()
    leaves = sum(node.sign is Sign.LEAF for node in nodes)
    levels = len(diagram.levels())
    sentences = [
        f"{_many(len(nodes), 'node')}, {_many(leaves, 'leaf', 'leaves')}, {_many(levels, 'level')}."
    ]
    if len(nodes) <= _MOST_DESCRIBED:
        sentences += [
            _sentence(node, [nodes[child] for child in below], named=not diagram.labels)
            for node, below in zip(nodes, children, strict=True)
            if below or node.parent < 0
        ]
    return " ".join(sentences)


def _sentence(node: DiagramNode, below: list[DiagramNode], *, named: bool) -> str:
    """Describe a node and its children."""
    name = node.name or "The root"
    kind = None if named else _KINDS.get(node.sign)
    text = f"{name} ({kind})" if kind else name
    value = node.value or node.given
    if value:
        text += f" = {value}".replace("= ≤", "≤").replace("= ≥", "≥")
    if node.window:
        text += f", window {node.window}"
    if node.visits:
        text += f", {node.visits}"
    if below:
        text += ": " + ", ".join(map(_child, below))
    return f"{text}."


def _child(node: DiagramNode) -> str:
    text = f"{node.edge} to {node.name}" if node.edge else node.name
    if node.given:
        text += f" = {node.given}"
    if node.given and node.visits:
        text += f", {node.visits}"
    if node.cut:
        return f"{text} (cut)"
    if node.skipped:
        return f"{text} (skipped)"
    return f"{text} (best)" if node.best else text


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"
