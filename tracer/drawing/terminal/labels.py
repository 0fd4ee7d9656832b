"""The symbols of nodes, and the label of a node, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

from tracer.drawing.tree.nodes import DrawnNode, Sign, Status
from tracer.text.printable_text import cell_width, to_ascii


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of symbols."""

    nodes: Mapping[Sign, str]
    current: Mapping[Sign, str]
    leaf: tuple[str, str]
    current_leaf: tuple[str, str]
    alone: Mapping[Sign, str]
    more: str
    bars: tuple[str, str, str]
    joints: str
    dashed: tuple[str, str]
    cut: str

    def joint(self, up: int, down: int, left: int, right: int) -> str:
        """Return the character in which edges meet; see `joints`."""
        return self.joints[27 * up + 9 * down + 3 * left + right]


def _map_signs(*texts: str) -> Mapping[Sign, str]:
    return MappingProxyType(dict(zip(Sign, texts, strict=False)))


UNICODE = Glyphs(
    nodes=_map_signs("△ ", "▽ ", "○ "),
    current=_map_signs("▲ ", "▼ ", "● "),
    leaf=("[", "]"),
    current_leaf=("►", "◄"),
    alone=_map_signs("▵△▲", "▿▽▼", "◦○●", "▫□■"),
    more="+",
    bars=("░", "▓", "·"),
    joints=(" ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋"),
    dashed=("┄", "┆"),
    cut="╳",
)

#: Heavy edges are `=` if horizontal, and `#` if vertical or at joints.
ASCII = Glyphs(
    nodes=_map_signs("^ ", "v ", "o "),
    current=_map_signs("^>", "v>", "o>"),
    leaf=("[", "]"),
    current_leaf=(">", "<"),
    alone=_map_signs(".^@", ".v@", ".o@", ".#@"),
    more="+",
    bars=("-", "=", "."),
    joints=(" -=--====|+#++#############|+#++####|+#++########################################"),
    dashed=("-", ":"),
    cut="x",
)


def glyphs(ascii: bool) -> Glyphs:  # noqa: A002
    """Return the ASCII or the Unicode symbols."""
    return ASCII if ascii else UNICODE


#: The mark before the name of a node that an edit changed.
CHANGED = "*"
#: The mark before a node's type in the critical tree.
CRITICAL = "#"


class Detail(IntEnum):
    """The amount of detail, the most first."""

    FULL = 0  #: everything, spread out
    COMPACT = 1  #: leaves without their names, set closely
    VALUES = 2  #: symbols and values only
    GLYPHS = 3  #: one symbol per node


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """The contents of labels, and the gaps between them."""

    detail: Detail = Detail.FULL
    spread: int = 1  # factor of the gaps between neighbours, from 1
    entered: bool = False  # whether a window is the one on entry, not the one at the step
    ascii: bool = False
    # Whether levels are set closely, with the count of folded visits beside a node's window.
    tight: bool = False
    flat: bool = False  # whether a node's texts are on one line, except its board
    windowless: bool = False


class LabelText(NamedTuple):
    """A piece of a line and the names of its styles, separated by spaces."""

    text: str
    style: str


def label(node: DrawnNode, style: LabelStyle) -> list[list[LabelText]]:
    """Return the lines of a node's label, each in pieces.

    The first line of an internal node is its symbol, its name and its value, the second its window.
    A leaf has its name above its value, which is boxed once it has been visited. Skipped nodes are
    in parentheses. A board is below a node's first line.
    """
    if node.sign is Sign.MORE:
        lines = [[LabelText(node.name, f"more {_states(node)}")]]
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
    return [[LabelText(to_ascii(text), names) for text, names in line] for line in lines]


def line_widths(lines: Sequence[Sequence[LabelText]]) -> list[int]:
    """Return the width of each line in cells."""
    return [sum(cell_width(text) for text, _ in line) for line in lines]


def _states(node: DrawnNode) -> str:
    """Return the common styles of a node's label."""
    names = [node.status.value]
    if node.changed:
        names.append("changed")
    if node.chain:
        names.append("chain")
    if node.current:
        names.append("current")
    if node.best:
        names.append("best")
    return " ".join(names)


def _named(node: DrawnNode) -> str:
    return f"{CHANGED}{node.name}" if node.changed else node.name


def _interior(node: DrawnNode, style: LabelStyle) -> list[list[LabelText]]:
    states = _states(node)
    skipped = node.status is Status.SKIPPED
    signs = glyphs(style.ascii)
    sign = (signs.current if node.current else signs.nodes)[node.sign]
    name = f"({sign}{_named(node)})" if skipped else f"{sign}{_named(node)}"
    lines = [[LabelText(name, f"{node.sign} {states}")]]
    if node.value:
        final = node.status is Status.DONE
        kind = "value" if final else "pending"
        lines[0].append(LabelText(f" {node.value}", f"{node.sign} {kind} {states}"))
    lines[0] += _type(node, states)
    lines += _board(node, states)
    window = node.entered if style.entered else node.window
    if style.windowless:
        window = ""
    if window and style.flat:
        lines[0].append(LabelText(f" {window}", f"{node.sign} window {states}"))
    elif window:
        lines.append([LabelText(window, f"{node.sign} window {states}")])
    if node.folded:
        folded = f"+{node.folded:,}"
        if style.tight:
            beside = lines[-1] if window and not style.flat else lines[0]
            beside.append(LabelText(f" {folded}", f"{node.sign} more {states}"))
        else:
            lines.append([LabelText(folded, f"{node.sign} more {states}")])
    return lines


def _leaf(node: DrawnNode, style: LabelStyle) -> list[list[LabelText]]:
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
    box = [LabelText(f"{before}{star}{node.value or '?'}{behind}", f"leaf {states}")]
    board = _board(node, states)
    if nameless:
        return [*board, [*box, *_type(node, states)]]
    name = f"({_named(node)})" if skipped else _named(node)
    first = [LabelText(name, f"leaf name {states}"), *_type(node, states)]
    if style.flat:
        return [[*first, LabelText(f" {box[0].text}", box[0].style)], *board]
    return [first, *board, box]


def _type(node: DrawnNode, states: str) -> list[LabelText]:
    """Return the mark of a node's type in the critical tree, if it is shown."""
    if not node.critical:
        return []
    return [LabelText(f" {CRITICAL}{node.critical}", f"{node.sign} type {states}")]


def _board(node: DrawnNode, states: str) -> list[list[LabelText]]:
    """Return the lines of a node's board, split where the last move changed it."""
    if node.board is None:
        return []
    lines = []
    for y, line in enumerate(node.board.lines):
        pieces: list[LabelText] = []
        for x, letter in enumerate(line.ljust(node.board.width)):
            last = " last" if (y, x) in node.board.changed else ""
            style = f"{node.sign} board{last} {states}"
            if pieces and pieces[-1].style == style:
                pieces[-1] = LabelText(pieces[-1].text + letter, style)
            else:
                pieces.append(LabelText(letter, style))
        lines.append(pieces or [LabelText(" ", f"{node.sign} board {states}")])
    return lines


def _value_alone(node: DrawnNode, signs: Glyphs) -> list[list[LabelText]]:
    """Return a node's symbol and value, or a leaf's value, which is bold once visited."""
    states = _states(node)
    star = CHANGED if node.changed else ""
    skipped = node.status is Status.SKIPPED
    if node.sign is Sign.LEAF:
        text = f"{star}{node.value or '?'}"
        seen = node.status in (Status.DONE, Status.OPEN)
        kind = "leaf value" if seen else "leaf"
        return [[LabelText(f"({text})" if skipped else text, f"{kind} {states}")]]
    sign = (signs.current if node.current else signs.nodes)[node.sign].rstrip()
    first = [LabelText(f"({sign}{star})" if skipped else f"{sign}{star}", f"{node.sign} {states}")]
    if node.value:
        kind = "value" if node.status is Status.DONE else "pending"
        first.append(LabelText(node.value.replace("= ", "").replace(" ", ""), f"{kind} {states}"))
    lines = [first]
    if node.folded:
        lines.append([LabelText(f"+{node.folded:,}", f"{node.sign} more {states}")])
    return lines


def _alone(node: DrawnNode, signs: Glyphs) -> list[list[LabelText]]:
    """Return one symbol: small before the node is entered, filled for the step's node."""
    states = _states(node)
    before, entered, current = list(signs.alone[node.sign])
    if node.status is Status.SKIPPED:
        sign = signs.cut
    elif node.current:
        sign = current
    else:
        sign = before if node.status is Status.UNSEEN else entered
    lines = [[LabelText(sign, f"{node.sign} {states}")]]
    if node.folded:
        lines.append([LabelText(signs.more, f"{node.sign} more {states}")])
    return lines
