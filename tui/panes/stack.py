"""The call stack, and the pseudocode with the running line marked."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import ClassVar

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer import Trace
from tracer.mcts.rewards import mcts_rewards
from tracer.steps.cutoff_reason import bound_holder
from tracer.steps.snapshot import Snapshot, Stack, StackFrame
from tracer.text.numbers import short_number
from tracer.text.printable_text import cell_width
from tui.appearance.theme import combine_styles, with_symbols
from tui.panes.pane import Pane, StepView

_SIGNS = {Player.MAX: "△", Player.MIN: "▽", Player.CHANCE: "○"}
_LEAF = "□"

#: Largest width of a node's name, and usual width of the rest of a row, in cells.
_LONGEST_NAME = 12
_NUMBERS = 24

#: Widths of a number in cells, the first wide enough for any.
_DIGITS = (40, 10, 8, 7, 6, 5)


class StackPane(Widget, can_focus=False):
    """The open nodes, the root first, with their current v and window.

    A stack too deep for the pane shows its root, its innermost frames, and the node that the
    sentence names. If the columns do not fit, numbers get fewer digits; then the columns `from` and
    `tried` are dropped. No number is truncated.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}"
        for name in ("max", "min", "chance", "value", "pending", "window", "faint", "running")
    }

    BORDER_TITLE = "Stack"

    _trace: Trace
    _now: Snapshot | None = None
    _named = NO_PARENT

    def show(self, trace: Trace, now: Snapshot, named: int = NO_PARENT) -> None:
        """Show the stack of a step."""
        self._trace = trace
        self._now = now
        self._named = named
        self.refresh()

    def render(self) -> Text:
        """Return the frames that fit."""
        if self._now is None:
            return Text()
        stack = self._now.stack
        if not len(stack):
            return Text("Empty: the search has returned.", combine_styles(self, ["faint"]))
        places = _choose_frames(stack, max(1, self.size.height - 1), self._named)
        frames = [stack[place] for place in places]
        head = [with_symbols(self, text) for text in ("node", "v", "from", "α", "β", "tried")]
        if self._trace.uses_playouts:
            head = ["node", "visits", "", "", "", "mean"]
        rows, widths = self._fit_rows(frames, head, self._now.step)
        text = Text(no_wrap=True, overflow="crop", end="")
        room = self.size.width
        faint = combine_styles(self, ["faint"])
        text.append(set_cell_size(_line(head, widths, "  "), room).rstrip(), faint)
        above = places[0] - 1
        for place, frame, row in zip(places, frames, rows, strict=True):
            innermost = place == len(stack) - 1
            if place > above + 1:
                text.append(with_symbols(self, f"\n  ⋮ {place - above - 1:,} more"), faint)
            above = place
            line = _line(row, widths, "► " if innermost else "  ")
            line = f"\n{set_cell_size(line, room).rstrip()}"
            names = [frame.player.name.lower(), *(["running"] if innermost else [])]
            text.append(line, combine_styles(self, names))
        return text

    def _fit_rows(
        self, frames: Sequence[StackFrame], head: Sequence[str], step: int
    ) -> tuple[list[list[str]], dict[int, int]]:
        """Return the texts of the rows, and the widths of the shown columns by index."""
        every: tuple[int, ...] = (0, 1, 2, 3, 4, 5) if self._trace.has_window else (0, 1, 2, 5)
        if self._trace.uses_playouts:
            every = (0, 1, 5)
        rows: list[list[str]] = []
        widths: dict[int, int] = {}
        for dropped in ((), (2,), () if self._trace.uses_playouts else (2, 5)):
            for digits in _DIGITS:
                rows = [self._cells(frame, digits, step) for frame in frames]
                widths = {
                    column: max(cell_width(row[column]) for row in [head, *rows])
                    for column in every
                    if column not in dropped
                }
                if sum(widths.values()) + 2 * len(widths) <= self.size.width:
                    return rows, widths
        return rows, widths

    def _cells(self, frame: StackFrame, digits: int, step: int) -> list[str]:
        name, best = frame.name, frame.best
        if self._trace.game.named_by_path:  # the path is long; the move identifies the node
            name, best = frame.move or frame.name, frame.best_move
        sign = _SIGNS[frame.player] if frame.actions else _LEAF
        longest = min(_LONGEST_NAME, max(4, (self.size.width - _NUMBERS) // 2))
        if self._trace.uses_playouts:
            rewards = mcts_rewards(self._trace)
            counted = rewards.measure_node(rewards.find_number(frame.row), step)
            mean = counted.shown_mean if counted.visits else "–"
            cells = [_clip_name(name, longest), f"{counted.visits:,}", "", "", "", mean]
            return [f"{sign} {cells[0]}", *(with_symbols(self, cell) for cell in cells[1:])]
        window = [short_number(frame.alpha, digits), short_number(frame.beta, digits)]
        cells = [
            _clip_name(name, longest),
            short_number(frame.v, digits),
            _clip_name(best, longest) or "–",
            *(["?", "?"] if frame.row == self._trace.unwritten else window),
            f"{frame.tried}/{frame.actions}" if frame.actions else "–",
        ]
        name, *rest = [with_symbols(self, cell) for cell in cells]
        return [f"{sign} {name}", *rest]


def _choose_frames(stack: Stack, rows: int, named: int) -> list[int]:
    """Return the indices of the frames that fit; each gap takes a row too."""
    last = len(stack) - 1
    wanted = [last, *([stack.rows.index(named)] if named in stack.rows else []), 0]
    chosen: set[int] = set()
    for place in wanted:
        if _height(chosen | {place}) <= rows:
            chosen.add(place)
    for place in range(last, -1, -1):
        if _height(chosen | {place}) > rows:
            break
        chosen.add(place)
    return sorted(chosen)


def _height(places: Collection[int]) -> int:
    """Return the rows that frames take, with one for each gap between them."""
    ordered = sorted(places)
    return len(ordered) + sum(b > a + 1 for a, b in pairwise(ordered))


def _clip_name(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _line(cells: Sequence[str], widths: dict[int, int], marker: str) -> str:
    """Return a row of the table: names left-aligned, numbers right-aligned."""
    return marker + "  ".join(
        cells[column].ljust(width) if column in (0, 2) else cells[column].rjust(width)
        for column, width in widths.items()
    )


def _show(pane: StackPane, view: StepView) -> None:
    pane.show(view.trace, view.snapshot, bound_holder(view.trace, view.snapshot.event))


STACK = Pane("stack", "stack", "1", "columns", StackPane, show=_show)


class PseudocodePane(ScrollView, can_focus=False):
    """The pseudocode of the convention's course, the running line marked and in view."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--running"}

    BORDER_TITLE = "Pseudocode"

    #: The number of the marked line, from 0.
    line = 0
    _lines: Sequence[str] = ()
    _rows: Sequence[tuple[int, str]] = ()  # line number and text of each row

    def show(self, lines: Sequence[str], line: int) -> None:
        """Mark a line of a listing."""
        self.line = line
        if lines is not self._lines:
            self._lines = lines
            self._wrap()
        self._scroll_to_line()

    def on_resize(self) -> None:
        """Wrap the lines to the new width."""
        self._wrap()
        self._scroll_to_line()

    def notify_style_update(self) -> None:
        """Wrap the lines again: the symbols may have changed."""
        super().notify_style_update()
        if self.is_mounted:
            self._wrap()

    def _wrap(self) -> None:
        width = max(8, self.scrollable_content_region.width - 2)
        self._rows = [
            (number, row)
            for number, line in enumerate(self._lines)
            for row in _wrap_line(with_symbols(self, line), width)
        ]
        self.virtual_size = Size(width + 2, len(self._rows))

    def _scroll_to_line(self) -> None:
        """Scroll the running line to the middle, or show its whole function if it fits."""
        height = self.size.height
        rows = [row for row, (line, _) in enumerate(self._rows) if line == self.line]
        if rows and height:
            first, last = self._function()
            top = rows[0] - height // 2
            if last - first < height:
                top = first
            elif top > last - height + 1:
                top = last - height + 1
            self.scroll_to(0, max(0, first, top), animate=False, force=True)
        self.refresh()

    def _function(self) -> tuple[int, int]:
        """Return the first and last row of the running line's function."""
        lines = self._lines
        first = last = self.line
        while first > 0 and lines[first - 1].strip():
            first -= 1
        while last + 1 < len(lines) and lines[last + 1].strip():
            last += 1
        rows = [row for row, (line, _) in enumerate(self._rows) if first <= line <= last]
        return rows[0], rows[-1]

    def render_line(self, y: int) -> Strip:
        """Return one row of the visible part."""
        y += self.scroll_offset.y
        width = self.size.width
        if y >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        line, text = self._rows[y]
        running = line == self.line
        first = y == 0 or self._rows[y - 1][0] != line
        style: Style = self.rich_style
        if running:
            style = combine_styles(self, ["running"], style)
        marked = f"{'► ' if running and first else '  '}{text}"
        return Strip([Segment(marked, style)]).crop_extend(0, width, style)


def _wrap_line(line: str, width: int) -> list[str]:
    """Return a line in rows, the later ones indented."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line, width, subsequent_indent=f"{indent}    ", break_on_hyphens=False
    ) or [""]


PSEUDOCODE = Pane(
    "pseudocode",
    "pseudocode",
    "2",
    "columns",
    PseudocodePane,
    show=lambda pane, view: pane.show(view.lines, view.line),
)
