"""The symbols of nodes, and the label of a node, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from tracer.drawing.tree.nodes import DrawnNode, Sign, Status
from tracer.text.printable_text import cell_width, to_ascii

if TYPE_CHECKING:
    from tracer.steps.step_views import BoardText


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of symbols."""

    nodes: Mapping[Sign, str]
    current: Mapping[Sign, str]
    leaf: tuple[str, str]
    current_leaf: tuple[str, str]
    alone: Mapping[Sign, str]
    more: str
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
    joints=(" -=--====|+#++#############|+#++####|+#++########################################"),
    dashed=("-", ":"),
    cut="x",
)


def glyphs(ascii: bool) -> Glyphs:
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


#: A line of a label: pieces of text, each with the names of its styles, separated by spaces.
LabelLine: TypeAlias = list[tuple[str, str]]


def label(node: DrawnNode, style: LabelStyle) -> list[LabelLine]:
    """Return the lines of a node's label, each in pieces.

    The first line of an internal node is its symbol, its name and its value, the second its window.
    A leaf has its name above its value, which is boxed once it has been visited. Skipped nodes are
    in parentheses. A board is below a node's first line.
    """
    if node.sign is Sign.MORE:
        lines = [[(node.name, "more")]]
    elif style.detail is Detail.GLYPHS:
        lines = _alone(node, glyphs(style.ascii))
    elif style.detail is Detail.VALUES:
        lines = _value_alone(node, glyphs(style.ascii))
    elif node.sign is Sign.LEAF:
        lines = _leaf(node, style)
    else:
        lines = _interior(node, style)
    states = _states(node)
    return [
        [(to_ascii(text) if style.ascii else text, f"{kind} {states}") for text, kind in line]
        for line in lines
    ]


def line_widths(lines: Sequence[LabelLine]) -> list[int]:
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


def _name(node: DrawnNode, sign: str = "") -> str:
    """Return a node's name, with the marks of an edit and of a cutoff."""
    name = f"{sign}{CHANGED if node.changed else ''}{node.name}"
    return f"({name})" if node.skipped else name


def _interior(node: DrawnNode, style: LabelStyle) -> list[LabelLine]:
    signs = glyphs(style.ascii)
    sign = (signs.current if node.current else signs.nodes)[node.sign]
    first: LabelLine = [(_name(node, sign), f"{node.sign}")]
    if node.value:
        kind = "value" if node.status is Status.DONE else "pending"
        first.append((f" {node.value}", f"{node.sign} {kind}"))
    first += _type(node)
    lines = [first, *_board(node)]
    window = node.entered if style.entered else node.window
    if style.windowless:
        window = ""
    if window and style.flat:
        first.append((f" {window}", f"{node.sign} window"))
    elif window:
        lines.append([(window, f"{node.sign} window")])
    if node.folded is not None and style.tight:
        beside = lines[-1] if window and not style.flat else first
        beside.append((f" {_count(node.folded)}", f"{node.sign} more"))
    elif node.folded is not None:
        lines.append([(_count(node.folded), f"{node.sign} more")])
    return lines


def _leaf(node: DrawnNode, style: LabelStyle) -> list[LabelLine]:
    signs = glyphs(style.ascii)
    if node.current:
        before, behind = signs.current_leaf
    elif node.status in (Status.DONE, Status.OPEN):
        before, behind = signs.leaf
    elif node.skipped and style.detail > Detail.FULL:
        before, behind = "(", ")"
    else:
        before, behind = " ", " "
    nameless = style.detail > Detail.FULL and node.parent >= 0
    star = CHANGED if nameless and node.changed else ""
    box = f"{before}{star}{node.value or '?'}{behind}"
    board = _board(node)
    if nameless:
        return [*board, [(box, "leaf"), *_type(node)]]
    first = [(_name(node), "leaf name"), *_type(node)]
    if style.flat:
        return [[*first, (f" {box}", "leaf")], *board]
    return [first, *board, [(box, "leaf")]]


def _type(node: DrawnNode) -> LabelLine:
    """Return the mark of a node's type in the critical tree, if it is shown."""
    return [(f" {CRITICAL}{node.critical}", f"{node.sign} type")] if node.critical else []


def _board(node: DrawnNode) -> list[LabelLine]:
    """Return the lines of a node's board."""
    style = f"{node.sign} board"
    return board_lines(node.board, style, f"{style} last") if node.board is not None else []


def board_lines(board: BoardText, usual: str, changed: str) -> list[LabelLine]:
    """Return the lines of a board, split where the last move changed it."""
    lines = []
    for y, line in enumerate(board.lines):
        pieces: LabelLine = []
        for x, letter in enumerate(line.ljust(board.width)):
            style = changed if (y, x) in board.changed else usual
            if pieces and pieces[-1][1] == style:
                pieces[-1] = pieces[-1][0] + letter, style
            else:
                pieces.append((letter, style))
        lines.append(pieces or [(" ", usual)])
    return lines


def _value_alone(node: DrawnNode, signs: Glyphs) -> list[LabelLine]:
    """Return a node's symbol and value, or a leaf's value, which is bold once visited."""
    star = CHANGED if node.changed else ""
    if node.sign is Sign.LEAF:
        text = f"{star}{node.value or '?'}"
        seen = node.status in (Status.DONE, Status.OPEN)
        return [[(f"({text})" if node.skipped else text, "leaf value" if seen else "leaf")]]
    sign = (signs.current if node.current else signs.nodes)[node.sign].rstrip()
    first = [(f"({sign}{star})" if node.skipped else f"{sign}{star}", f"{node.sign}")]
    if node.value:
        kind = "value" if node.status is Status.DONE else "pending"
        first.append((node.value.replace("= ", "").replace(" ", ""), kind))
    return [first] if node.folded is None else [first, [(_count(node.folded), f"{node.sign} more")]]


def _count(folded: int) -> str:
    """Return how many visits are not drawn; no number before there are any."""
    return f"+{folded:,}" if folded else "+"


def _alone(node: DrawnNode, signs: Glyphs) -> list[LabelLine]:
    """Return one symbol: small before the node is entered, filled for the step's node."""
    before, entered, current = list(signs.alone[node.sign])
    if node.skipped:
        sign = signs.cut
    elif node.current:
        sign = current
    else:
        sign = before if node.unseen else entered
    first = [(sign, f"{node.sign}")]
    return [first, [(signs.more, f"{node.sign} more")]] if node.folded is not None else [first]
