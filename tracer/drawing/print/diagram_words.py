"""The words of a diagram: its alternative text, and its legend."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.tree.nodes import PLAYER_IN_PARENTHESES, DrawnNode, Sign
from tracer.text.numbers import show_count

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
    size = (len(nodes), "node"), (leaves, "leaf", "leaves"), (levels, "level")
    sentences = [", ".join(show_count(*counted) for counted in size) + "."]
    if len(nodes) <= _MOST_DESCRIBED:
        sentences += [
            _sentence(node, [nodes[child] for child in below], named=not diagram.labels)
            for node, below in zip(nodes, children, strict=True)
            if below or node.parent < 0
        ]
    return " ".join(sentences)


def _sentence(node: DrawnNode, below: list[DrawnNode], *, named: bool) -> str:
    """Describe a node and its children."""
    name = node.name or "The root"
    kind = None if named else _KINDS.get(node.sign)
    text = f"{name} ({kind})" if kind else name
    if value := node.value:
        text += f" = {value}".replace("= ≤", "≤").replace("= ≥", "≥")
    if node.window:
        text += f", window {node.window}"
    if node.visits:
        text += f", {node.visits}"
    if below:
        text += ": " + ", ".join(map(_child, below))
    return f"{text}."


def _child(node: DrawnNode) -> str:
    text = f"{node.edge} to {node.name}" if node.edge else node.name
    if node.sign is Sign.LEAF and node.value:
        text += f" = {node.value}"
        text += f", {node.visits}" if node.visits else ""
    if node.cut:
        return f"{text} (cut)"
    if node.skipped:
        return f"{text} (skipped)"
    return f"{text} (best)" if node.best else text


_SIGNS = (Sign.MAX, Sign.MIN, Sign.CHANCE)


class LegendSample(StrEnum):
    """The sample beside the words of an entry."""

    SIGN = "sign"
    TEXT = "text"
    CUT = "cut"
    SKIPPED = "skipped"
    UNSEEN = "unseen"
    BEST = "best"
    CURRENT = "current"


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One symbol of a figure and its meaning."""

    sample: LegendSample
    words: str
    text: str = ""
    sign: Sign = Sign.LEAF


def diagram_legend(diagram: Diagram) -> list[LegendEntry]:
    """Return the legend of a diagram; a worksheet's explains only the players' symbols.

    The legend of a figure at a step also has what may appear at other steps, so that all frames
    have the same legend.
    """
    nodes = diagram.nodes
    signs = {node.sign for node in nodes}
    found = [
        LegendEntry(LegendSample.SIGN, diagram.label_of(sign) or PLAYER_IN_PARENTHESES, sign=sign)
        for sign in _SIGNS
        if sign in signs
    ]
    if not diagram.answered:
        return found
    at_a_step = any(node.current for node in nodes)
    inner = [node for node in nodes if node.sign is not Sign.LEAF]
    values = [text for node in inner for text in (node.value, *node.values)]
    small = [text for node in nodes for text in (node.beneath, *node.windows) if text]
    uses_playouts = any(text.startswith("n=") for text in small)
    bounds = any(text[:1] in ("≤", "≥") for text in values if text)
    cut = (at_a_step and bounds) or any(node.cut for node in nodes)
    skipped = cut or any(node.skipped for node in nodes) or any("repeat" in one for one in values)
    optional = (
        (bounds, LegendEntry(LegendSample.TEXT, "only a bound", "≤ ≥")),
        (at_a_step and not uses_playouts, LegendEntry(LegendSample.TEXT, "can still change", "…")),
        (
            any(text.startswith("(") for text in small),
            LegendEntry(LegendSample.TEXT, "the window on entry", "(α, β)"),
        ),
        (
            any(node.critical for node in nodes),
            LegendEntry(LegendSample.TEXT, "in the critical tree", "type"),
        ),
        (uses_playouts, LegendEntry(LegendSample.TEXT, "visits, under their mean reward", "n=")),
        (cut, LegendEntry(LegendSample.CUT, "cut")),
        (skipped, LegendEntry(LegendSample.SKIPPED, "skipped")),
        (at_a_step, LegendEntry(LegendSample.UNSEEN, "not visited yet")),
        (
            at_a_step or any(node.best for node in nodes),
            LegendEntry(LegendSample.BEST, "best line"),
        ),
        (at_a_step, LegendEntry(LegendSample.CURRENT, "this step")),
    )
    return [*found, *(entry for is_needed, entry in optional if is_needed)]
