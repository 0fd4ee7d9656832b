"""A trace's tree as plain text: a drawing or an outline, with a legend."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from tracer.drawing.terminal.labels import CRITICAL, Detail, LabelStyle, glyphs, label, line_widths
from tracer.drawing.terminal.tree_chart import LabelBox, Rows, TreeChart, is_cut
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.look import figure_at, mark_critical
from tracer.drawing.tree.nodes import (
    PLAYER_IN_PARENTHESES,
    SIGN_WORDS,
    DrawnNode,
    DrawnTree,
    NodePosition,
    Sign,
    Status,
)
from tracer.recording.recording import Recording
from tracer.text.printable_text import cell_width, to_ascii


@dataclass(frozen=True, slots=True)
class TextDrawing:
    """A drawn figure."""

    rows: Rows
    width: int
    boxes: tuple[LabelBox, ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __str__(self) -> str:
        """Return the drawing as plain text, without trailing spaces."""
        return "\n".join("".join(run.text for run in row).rstrip() for row in self.rows)


def draw_figure(figure: DrawnTree, style: LabelStyle | None = None) -> TextDrawing:
    """Draw a figure from the root down."""
    style = style or LabelStyle()
    chart = TreeChart(
        [node.parent for node in figure.nodes],
        [node.edge for node in figure.nodes],
        [line_widths(label(node, style)) for node in figure.nodes],
        [node.status is Status.SKIPPED for node in figure.nodes],
        style,
    )
    rows = chart.rows(figure)
    width = max(chart.width, *(sum(cell_width(run.text) for run in row) for row in rows))
    return TextDrawing(rows, width, tuple(chart.box(place) for place in range(len(figure.nodes))))


def _with_legend(
    drawn: str,
    figure: DrawnTree,
    labels: Mapping[Sign, str],
    *,
    entered: bool,
    ascii: bool,
    width: int,
) -> str:
    """Return a drawing with the meanings of its symbols below it."""
    signs = glyphs(ascii)
    shown = [node for node in figure.nodes if node.shown]
    entries = [
        f"{signs.nodes[sign]}{words}"
        for sign, words in {**SIGN_WORDS, **labels}.items()
        if any(node.sign is sign for node in shown)
    ]
    if any(node.sign is Sign.LEAF for node in shown):
        entries.append("{}{}{} leaf".format(signs.leaf[0], " ", signs.leaf[1]))
    here = next((node for node in shown if node.current), None)
    if here is not None:
        filled = "".join(signs.current_leaf) if here.sign is Sign.LEAF else signs.current[here.sign]
        entries.append(f"{filled.strip()} the node of this step")
    if any(node.window for node in shown):
        entries.append(f"(α, β) the window {'on entry' if entered else 'now'}")
    if any(node.value.endswith("…") for node in shown):
        entries.append("… not final")
    bounds = [b for b in "≤≥" if any(node.value.startswith(b) for node in shown)]
    if bounds:
        entries.append(f"{' '.join(bounds)} only a bound")
    if any(is_cut(figure, node) for node in shown):
        entries.append(f"{signs.cut} skipped")
    if any(node.best for node in shown):
        star = BEST_LEAF[ascii]  # an outline has no heavy edges to leaves
        line = [signs.joint(0, 0, 2, 2), *([star] if star in drawn else []), "best line"]
        entries.append(" ".join(line))
    types = sorted({node.critical for node in shown} - {0})
    if types:
        marks = " ".join(f"{CRITICAL}{kind}" for kind in types)
        entries.append(f"{marks} type in the critical tree")
    more = [node for node in shown if node.sign is Sign.MORE]
    is_folded = any(node.folded is not None for node in shown)
    if is_folded or any(one.status is not Status.SKIPPED for one in more):
        entries.append("+ nodes not drawn")
    if ascii:
        entries = [to_ascii(entry) for entry in entries]
    whole = "\N{NO-BREAK SPACE}"  # an entry is wrapped only if it is longer than a line
    text = "   ".join(e.replace(" ", whole) if len(e) <= width else e for e in entries)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join([drawn, "", *lines]).replace(whole, " ")


#: The meaning of the symbols if there are several players.
SEVERAL: Final = {Sign.MAX: PLAYER_IN_PARENTHESES}

#: The mark of a leaf on the best line, since leaves have no edges in an outline.
BEST_LEAF = {False: "★", True: "*"}


def draw_outline(figure: DrawnTree, style: LabelStyle | None = None, *, width: int = 80) -> str:
    """Return a figure from the top down, with each level indented further."""
    return "\n".join(_Outline(figure, style or LabelStyle(), width).lines())


class _Outline:
    def __init__(self, figure: DrawnTree, style: LabelStyle, width: int) -> None:
        self.nodes = figure.nodes
        self.style = style
        self.width = width
        self.signs = glyphs(style.ascii)
        self.below = [
            [child for child in children if figure.nodes[child].shown]
            for children in figure.children()
        ]

    def lines(self) -> list[str]:
        lines: list[str] = []
        # A node with the prefixes of its own line and of the lines below it.
        waiting = [(0, "", "")]
        while waiting:
            place, before, beneath = waiting.pop()
            beside = [child for child in self.below[place] if self._beside(place, child)]
            under = [child for child in self.below[place] if child not in beside]
            best = next((i for i, child in enumerate(under) if self.nodes[child].best), -1)
            weight = (2 if best >= 0 else 1) if under else 0
            bar = self.signs.joint(weight, weight, 0, 0)
            words = before + self._words(self.nodes[place])
            lines += self._wrapped(words, self._items(beside), f"{beneath}{bar}    ")
            position = self.nodes[place].position
            rows = _position_lines(position) if position else ()
            lines += [f"{beneath}{bar}  {row}".rstrip() for row in rows]
            for number in range(len(under) - 1, -1, -1):
                last = number == len(under) - 1
                down = 2 if best > number else 0 if last else 1
                to_child = 2 if best == number else 1
                joint = self.signs.joint(2 if best >= number else 1, down, 0, to_child)
                along = self.signs.joint(0, 0, to_child, to_child)
                past = self.signs.joint(down, down, 0, 0)
                waiting.append((under[number], f"{beneath}{joint}{along} ", f"{beneath}{past}  "))
        return lines

    def _beside(self, parent: int, child: int) -> bool:
        """Return whether a child is on its parent's line: skipped, folded, or among leaves only."""
        node = self.nodes[child]
        if node.status is Status.SKIPPED:
            return True
        if node.position is not None:
            return False
        if node.sign is Sign.MORE:
            return not self.below[child]
        return node.sign is Sign.LEAF and not any(self._is_internal(o) for o in self.below[parent])

    def _is_internal(self, place: int) -> bool:
        """Return whether a node has children, or may get some."""
        node = self.nodes[place]
        if node.sign is Sign.MORE:
            return bool(self.below[place])
        return node.sign is not Sign.LEAF and node.status is not Status.SKIPPED

    def _words(self, node: DrawnNode) -> str:
        """Return a node on one line."""
        texts = ["".join(text for text, _ in line).strip() for line in label(node, self.style)]
        words = " ".join(texts) if node.sign is Sign.LEAF else "  ".join(texts)
        if node.folded:
            words += " visit" if node.folded == 1 else " visits"
        edge = to_ascii(node.edge) if self.style.ascii else node.edge
        return f"{edge}: {words}" if edge else words

    def _items(self, places: Sequence[int]) -> list[str]:
        """Return the children on their parent's line, with the skipped ones at the end."""
        items = []
        skipped = []
        for node in (self.nodes[place] for place in places):
            if node.status is Status.SKIPPED:
                skipped.append(node.name)
            elif node.sign is Sign.MORE:
                to_come = node.status is Status.UNSEEN
                items.append(f"{node.name} {'to come' if to_come else 'more'}")
            else:
                star = BEST_LEAF[self.style.ascii] if node.best else ""
                items.append(f"{star}{self._words(node)}")
        if skipped:
            items.append(f"{self.signs.cut} {', '.join(skipped)} skipped")
        return [to_ascii(item) for item in items] if self.style.ascii else items

    def _wrapped(self, first: str, items: Sequence[str], hanging: str) -> list[str]:
        """Return a node's line with its items, wrapped at the width."""
        lines = [first]
        for number, item in enumerate(items):
            space = "   " if number == 0 else "  "
            if cell_width(lines[-1]) + len(space) + cell_width(item) <= self.width:
                lines[-1] += space + item
            else:
                lines.append(hanging + item)
        return [line.rstrip() for line in lines]


def _position_lines(position: NodePosition) -> list[str]:
    if not position.grid:
        return ["".join(row) for row in position.rows]
    width = max((len(cell) for row in position.rows for cell in row), default=1) or 1
    return [" ".join((cell or ".").center(width) for cell in row) for row in position.rows]


_Node = TypeVar("_Node")


def outline_stems(
    root: _Node, children: Callable[[_Node], Sequence[_Node]]
) -> Iterator[tuple[_Node, str, str]]:
    """Yield nodes depth-first, each with the beginning of its line, and of further lines of it."""
    waiting = [(root, "", "")]
    while waiting:
        node, stem, below = waiting.pop()
        yield node, stem, below
        ends = ("└─ ", "   ")
        for child in reversed(children(node)):
            waiting.append((child, below + ends[0], below + ends[1]))
            ends = ("├─ ", "│  ")


def draw_text(
    trace: Recording,
    *,
    step: int | None = None,
    width: int = 80,
    ascii: bool = False,
    critical: bool = False,
) -> str:
    """Draw the tree, or an outline if the drawing is too wide, with a legend.

    Windows are those on entry, as in the list of visits; at a given step they are those of the
    step.
    """
    tree = figure_at(trace, step)
    if critical:
        tree = replace(tree, nodes=mark_critical(trace, tree.nodes))
    by_hand = is_drawn_whole(trace.game)
    drawn = _drawn(tree, width, entered=step is None, ascii=ascii, by_hand=by_hand)
    labels = {} if trace.vectors is None else SEVERAL
    return _with_legend(drawn, tree, labels, entered=step is None, ascii=ascii, width=width)


def outline_with_legend(figure: DrawnTree, labels: Mapping[Sign, str]) -> str:
    """Return an outline of a tree to print, with its positions if it has some, and a legend."""
    drawn = draw_outline(figure)
    return _with_legend(drawn, figure, labels or SEVERAL, entered=True, ascii=False, width=80)


def _drawn(tree: DrawnTree, width: int, *, entered: bool, ascii: bool, by_hand: bool) -> str:
    # Only for hand trees: leaves of a game need their moves as names.
    details = (Detail.FULL, Detail.COMPACT) if by_hand else (Detail.FULL,)
    for detail in details:
        drawing = draw_figure(tree, LabelStyle(detail, entered=entered, ascii=ascii))
        if drawing.width <= width:
            return str(drawing)
    return draw_outline(tree, LabelStyle(entered=entered, ascii=ascii), width=width)
