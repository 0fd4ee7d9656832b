"""What a diagram shows, told in words to those who cannot see it."""

from __future__ import annotations

from tracer.diagram.model import Diagram, DiagramNode
from tracer.figure.model import Sign

__all__ = ["description", "heading"]

#: Nodes of a tree that is told node by node.
_MOST_TOLD = 200

_KINDS = {Sign.MAX: "MAX", Sign.MIN: "MIN", Sign.CHANCE: "chance"}


def heading(diagram: Diagram) -> str:
    """What a diagram is, in a few words."""
    what = "Answer key" if diagram.answered else "Game tree"
    return f"{what}: {diagram.title}" if diagram.title else what


def description(diagram: Diagram) -> str:
    """A diagram in sentences: how large it is, and of each node what leads from it."""
    nodes, children = diagram.nodes, diagram.children()
    leaves = sum(node.sign is Sign.LEAF for node in nodes)
    levels = len(diagram.levels())
    told = [
        f"{_many(len(nodes), 'node')}, {_many(leaves, 'leaf', 'leaves')}, {_many(levels, 'level')}."
    ]
    if len(nodes) <= _MOST_TOLD:
        told += [
            _told(node, [nodes[child] for child in below])
            for node, below in zip(nodes, children, strict=True)
            if below or node.parent < 0
        ]
    return " ".join(told)


def _told(node: DiagramNode, below: list[DiagramNode]) -> str:
    name = node.name or "The root"
    kind = _KINDS.get(node.sign)
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
