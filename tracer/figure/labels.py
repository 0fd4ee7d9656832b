"""What is written at a node, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from tracer.ascii import to_ascii
from tracer.figure.glyphs import Glyphs, glyphs
from tracer.figure.model import FigureNode, Sign, Status
from tracer.figure.widths import cell_width

__all__ = ["CHANGED", "Detail", "LabelStyle", "Text", "label", "line_widths"]

#: What stands before the name of a node that an edit changed.
CHANGED = "*"


class Detail(IntEnum):
    """How much is written, the most first."""

    FULL = 0  #: everything, spread out
    COMPACT = 1  #: leaves without their names, set closely
    VALUES = 2  #: signs and values alone
    GLYPHS = 3  #: one sign for each node


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """What labels are to hold, and how far they stand apart.

    Args:
        detail: how much.
        spread: how far neighbours stand apart, from 1.
        entered: whether a window is the one that the node was entered with, not that of the step.
        ascii: whether to do without signs beyond ASCII.
        tight: whether levels are set closely one under the other, and a count of what is folded
            away stands beside a node's window, not beneath it.
        flat: whether all that is written at a node stands in one line, but for its board.
    """

    detail: Detail = Detail.FULL
    spread: int = 1
    entered: bool = False
    ascii: bool = False
    tight: bool = False
    flat: bool = False


class Text(NamedTuple):
    """A piece of a line and the names of its styles, separated by spaces."""

    text: str
    style: str


def label(node: FigureNode, style: LabelStyle) -> list[list[Text]]:
    """The lines of a node's label, each in pieces.

    The first line of an interior node is its sign, its name and its value, the second its window;
    a leaf has its name above its value, which is boxed once it has been visited. What is skipped
    stands in parentheses. A board stands under a node's first line.
    """
    if node.sign is Sign.MORE:
        lines = [[Text(node.name, f"more {_states(node)}")]]
    elif style.detail is Detail.GLYPHS:
        lines = _alone(node, glyphs(style.ascii))
    elif style.detail is Detail.VALUES:
        lines = _value_alone(node, glyphs(style.ascii))
    elif node.sign is Sign.LEAF:
        lines = _leaf(node, style)
    else:
        lines = _interior(node, style)
    if not style.ascii:
        return lines
    return [[Text(to_ascii(text), names) for text, names in line] for line in lines]


def line_widths(lines: Sequence[Sequence[Text]]) -> list[int]:
    """The cells that each line takes."""
    return [sum(cell_width(text) for text, _ in line) for line in lines]


def _states(node: FigureNode) -> str:
    """The styles that all of a node's label has."""
    names = [node.status.value]
    if node.changed:
        names.append("changed")
    if node.current:
        names.append("current")
    if node.best:
        names.append("best")
    return " ".join(names)


def _named(node: FigureNode) -> str:
    return f"{CHANGED}{node.name}" if node.changed else node.name


def _interior(node: FigureNode, style: LabelStyle) -> list[list[Text]]:
    states = _states(node)
    skipped = node.status is Status.SKIPPED
    signs = glyphs(style.ascii)
    sign = (signs.current if node.current else signs.nodes)[node.sign]
    name = f"({sign}{_named(node)})" if skipped else f"{sign}{_named(node)}"
    lines = [[Text(name, f"{node.sign} {states}")]]
    if node.value:
        final = node.status is Status.DONE
        kind = "value" if final else "pending"
        lines[0].append(Text(f" {node.value}", f"{node.sign} {kind} {states}"))
    lines += _board(node, states)
    window = node.entered if style.entered else node.window
    if window and style.flat:
        lines[0].append(Text(f" {window}", f"{node.sign} window {states}"))
    elif window:
        lines.append([Text(window, f"{node.sign} window {states}")])
    if node.folded:
        folded = f"+{node.folded:,}"
        if style.tight:
            beside = lines[-1] if window and not style.flat else lines[0]
            beside.append(Text(f" {folded}", f"{node.sign} more {states}"))
        else:
            lines.append([Text(folded, f"{node.sign} more {states}")])
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
    nameless = style.detail > Detail.FULL and node.parent >= 0
    star = CHANGED if nameless and node.changed else ""
    box = [Text(f"{before}{star}{node.value or '?'}{behind}", f"leaf {states}")]
    board = _board(node, states)
    if nameless:
        return [*board, box]
    name = f"({_named(node)})" if skipped else _named(node)
    first = [Text(name, f"leaf name {states}")]
    if style.flat:
        return [[*first, Text(f" {box[0].text}", box[0].style)], *board]
    return [first, *board, box]


def _board(node: FigureNode, states: str) -> list[list[Text]]:
    """The lines of a node's board, in pieces where the last move changed it."""
    if node.board is None:
        return []
    lines = []
    for y, line in enumerate(node.board.lines):
        pieces: list[Text] = []
        for x, letter in enumerate(line.ljust(node.board.width)):
            last = " last" if (y, x) in node.board.changed else ""
            style = f"{node.sign} board{last} {states}"
            if pieces and pieces[-1].style == style:
                pieces[-1] = Text(pieces[-1].text + letter, style)
            else:
                pieces.append(Text(letter, style))
        lines.append(pieces or [Text(" ", f"{node.sign} board {states}")])
    return lines


def _value_alone(node: FigureNode, signs: Glyphs) -> list[list[Text]]:
    """A node's sign and value; of a leaf the value, which is bold once it has been visited."""
    states = _states(node)
    star = CHANGED if node.changed else ""
    skipped = node.status is Status.SKIPPED
    if node.sign is Sign.LEAF:
        text = f"{star}{node.value or '?'}"
        seen = node.status in (Status.DONE, Status.OPEN)
        kind = "leaf value" if seen else "leaf"
        return [[Text(f"({text})" if skipped else text, f"{kind} {states}")]]
    sign = (signs.current if node.current else signs.nodes)[node.sign].rstrip()
    first = [Text(f"({sign}{star})" if skipped else f"{sign}{star}", f"{node.sign} {states}")]
    if node.value:
        kind = "value" if node.status is Status.DONE else "pending"
        first.append(Text(node.value.replace("= ", "").replace(" ", ""), f"{kind} {states}"))
    lines = [first]
    if node.folded:
        lines.append([Text(f"+{node.folded:,}", f"{node.sign} more {states}")])
    return lines


def _alone(node: FigureNode, signs: Glyphs) -> list[list[Text]]:
    """One sign: small before the node is entered, filled where the step is about it."""
    states = _states(node)
    before, entered, current = list(signs.alone[node.sign])
    if node.status is Status.SKIPPED:
        sign = signs.cut
    elif node.current:
        sign = current
    else:
        sign = before if node.status is Status.UNSEEN else entered
    lines = [[Text(sign, f"{node.sign} {states}")]]
    if node.folded:
        lines.append([Text(signs.more, f"{node.sign} more {states}")])
    return lines
