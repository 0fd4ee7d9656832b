"""What is written at a node, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from tracer.ascii import to_ascii
from tracer.figure.glyphs import glyphs
from tracer.figure.model import FigureNode, Sign, Status
from tracer.figure.widths import cell_width

__all__ = ["Detail", "LabelStyle", "Text", "label", "line_widths"]


class Detail(IntEnum):
    """How much is written, the most first."""

    FULL = 0  #: everything, spread out
    COMPACT = 1  #: leaves without their names, set closely


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """What labels are to hold, and how far they stand apart.

    Args:
        detail: how much.
        spread: how far neighbours stand apart, from 1.
        entered: whether a window is the one that the node was entered with, not that of the step.
        ascii: whether to do without signs beyond ASCII.
    """

    detail: Detail = Detail.FULL
    spread: int = 1
    entered: bool = False
    ascii: bool = False


class Text(NamedTuple):
    """A piece of a line and the names of its styles, separated by spaces."""

    text: str
    style: str


def label(node: FigureNode, style: LabelStyle) -> list[list[Text]]:
    """The lines of a node's label, each in pieces.

    The first line of an interior node is its sign, its name and its value, the second its window;
    a leaf has its name above its value, which is boxed once it has been visited. What is skipped
    stands in parentheses.
    """
    lines = _leaf(node, style) if node.sign is Sign.LEAF else _interior(node, style)
    if not style.ascii:
        return lines
    return [[Text(to_ascii(text), names) for text, names in line] for line in lines]


def line_widths(lines: Sequence[Sequence[Text]]) -> list[int]:
    """The cells that each line takes."""
    return [sum(cell_width(text) for text, _ in line) for line in lines]


def _states(node: FigureNode) -> str:
    """The styles that all of a node's label has."""
    names = [node.status.value]
    if node.current:
        names.append("current")
    if node.best:
        names.append("best")
    return " ".join(names)


def _interior(node: FigureNode, style: LabelStyle) -> list[list[Text]]:
    states = _states(node)
    skipped = node.status is Status.SKIPPED
    sign = ""
    if node.sign is not Sign.MORE:
        signs = glyphs(style.ascii)
        sign = (signs.current if node.current else signs.nodes)[node.sign]
    name = f"({sign}{node.name})" if skipped else f"{sign}{node.name}"
    first = [Text(name, f"{node.sign} {states}")]
    if node.value:
        final = node.status is Status.DONE
        kind = "value" if final else "pending"
        first.append(Text(f" {node.value}", f"{node.sign} {kind} {states}"))
    lines = [first]
    window = node.entered if style.entered else node.window
    if window:
        lines.append([Text(window, f"{node.sign} window {states}")])
    if node.folded:
        lines.append([Text(f"+{node.folded:,}", f"{node.sign} more {states}")])
    return lines


def _leaf(node: FigureNode, style: LabelStyle) -> list[list[Text]]:
    states = _states(node)
    skipped = node.status is Status.SKIPPED
    signs = glyphs(style.ascii)
    if node.current:
        before, behind = signs.current_leaf
    elif node.status in (Status.DONE, Status.OPEN):
        before, behind = signs.leaf
    elif skipped and style.detail > Detail.FULL:
        before, behind = "(", ")"
    else:
        before, behind = " ", " "
    box = [Text(f"{before}{node.value or '?'}{behind}", f"leaf {states}")]
    if style.detail > Detail.FULL and node.parent >= 0:
        return [box]
    name = f"({node.name})" if skipped else node.name
    return [[Text(name, f"leaf name {states}")], box]
