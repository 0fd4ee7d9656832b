"""Lines of numbers: the window with α, β and v, and the bands of the tree's letter."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from tracer import Trace
from tracer.ask.letter_line import LetterLine, find_replaced_letter, letter_line
from tracer.steps.step_views import NumberLine, number_line
from tracer.text.numbers import show_number
from tui.appearance.theme import combine_styles, with_symbols
from tui.panes.pane import Pane

#: Smallest width of a line in cells.
_NARROWEST = 12


class NumberLinePane(Widget, can_focus=False):
    """The window of the innermost open node on a number line.

    ```
        −∞ ──────────α━━━━━━━━━━━━━━━━◆━━━━━━β──────────── +∞
                     3                v 7    9
    ```

    The line is heavy between α and β. `◆` is v inside the window, `◇` outside it. If the window is
    closed, the line between β and α is broken. Ticks mark 0 and the least and greatest leaf value.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("window", "value", "pending", "faint", "cut", "max", "min")
    }

    _data: NumberLine | None = None

    def show(self, data: NumberLine) -> None:
        """Show a window and the value returned into it."""
        self._data = data
        self.set_class(not data.has_window, "-nothing")
        self.refresh()

    def render(self) -> Text:
        """Return the line, and the numbers below it if they fit."""
        data = self._data
        if data is None or not data.has_window:
            return Text()
        ends = (with_symbols(self, "−∞ "), with_symbols(self, " +∞"))
        legend = "" if self.size.height > 1 else with_symbols(self, _legend(data))
        width = self.size.width - len(ends[0]) - len(ends[1]) - len(legend)
        if width < _NARROWEST:
            # Numbers are more useful than so short a line.
            legend = with_symbols(self, _legend(data)).strip()
            style = combine_styles(self, ["window"])
            return Text(legend, style, no_wrap=True, overflow="ellipsis", end="")
        at = data.columns(width)
        faint, window, cut, value, pending = (
            combine_styles(self, [name]) for name in ("faint", "window", "cut", "value", "pending")
        )
        marks: dict[int, tuple[str, Style]] = {}
        for x in range(width):
            inside = at.alpha <= x <= at.beta and not data.closed
            marks[x] = ("━", window) if inside else ("─", faint)
        if data.closed:
            between = range(min(at.alpha, at.beta) + 1, max(at.alpha, at.beta))
            marks.update((x, ("┄", cut)) for x in between)
        bound = cut if data.closed else window
        marks[at.alpha] = ("α", bound)
        marks[at.beta] = ("β", bound)
        labels = [
            (at.alpha, f"α {show_number(data.alpha)}", window),
            (at.beta, f"β {show_number(data.beta)}", window),
        ]
        if data.v is not None and at.v is not None:
            marks[at.v] = ("◆" if data.v_is_inside else "◇", value)
            labels.append((at.v, f"v {show_number(data.v)}", value))
        if data.landed is not None and at.landed is not None:
            marks[at.landed] = ("▼", pending)
            labels.append((at.landed, show_number(data.landed), pending))
        message = [(x, with_symbols(self, label), style) for x, label, style in labels]
        if data.closed:
            message.append((width, "closed", cut))
        if self.size.height > 1:
            for x, number in data.ticks(width).items():
                label = with_symbols(self, show_number(number))
                if _fits(message, x, label, width):  # a tick needs its number
                    marks[x] = ("┷", window) if marks[x][0] == "━" else ("┴", faint)
                    message.append((x, label, faint))
        text = Text(no_wrap=True, overflow="crop", end="")
        text.append(ends[0], faint)
        for x in range(width):
            text.append(*marks[x])
        text.append(ends[1], faint)
        text.append(legend, window)
        if self.size.height > 1:
            text.append("\n" + " " * len(ends[0]))
            text.append_text(_format_row(message, width))
        return text


def _legend(data: NumberLine) -> str:
    """Return the numbers in words, for a pane without a row for them."""
    text = f"   α {show_number(data.alpha)}  β {show_number(data.beta)}"
    if data.v is not None:
        text += f"  v {show_number(data.v)}"
    return f"{text}  closed" if data.closed else text


def _fits(labels: list[tuple[int, str, Style]], column: int, text: str, width: int) -> bool:
    """Return whether a label fits under a column without moving another."""
    reach = len(text) // 2 + 2
    return reach <= column < width - reach and all(
        abs(column - other) > reach + len(label) for other, label, _ in labels
    )


def _format_row(labels: list[tuple[int, str, Style]], width: int) -> Text:
    """Return the labels under their columns, moved apart if they overlap."""
    row, end = Text(), 0
    ordered = sorted(labels, key=lambda label: label[0])
    room = sum(len(text) + 1 for _, text, _ in ordered) - 1
    for column, text, style in ordered:
        room -= len(text)
        start = max(end, column - len(text) // 2)
        start = min(start, width - len(text) - room)
        room -= 1
        if start < end or start + len(text) > width:
            continue
        row.append(" " * (start - end))
        row.append(text, style)
        end = start + len(text) + 1
        row.append(" ")
    return row


NUMBER_LINE = Pane(
    "line",
    "number line",
    "3",
    "above",
    NumberLinePane,
    show=lambda pane, view: pane.show(number_line(view.trace, view.snapshot, view.scale)),
)


#: Least cells on each side of a label.
_MARGIN = 2


class LetterBands(Widget, can_focus=False):
    """The number line of a letter, divided into its bands.

    ```
        x (C1) = 5  ─────────┼━━━━━━◆━━━━━━┼─────────
        m, M: move    x ≤ 3     3 < x ≤ 7     x > 7
    ```

    The line is heavy in the band of the number. The bands are not drawn to scale: each has room for
    its label. If not all fit, those around the number are shown.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("window", "faint", "value")
    }

    data: LetterLine | None = None

    def load(self, trace: Trace) -> None:
        """Find the bands of another search."""
        self.data = letter_line(trace) if find_replaced_letter(trace) else None
        self.set_class(self.data is None, "-nothing")
        self.refresh()

    def render(self) -> Text:
        """Return the line and its labels."""
        data = self.data
        if data is None:
            return Text()
        faint, window, value = (
            combine_styles(self, [name]) for name in ("faint", "window", "value")
        )
        start, keys = with_symbols(self, data.text), "m, M: move"
        room = max(len(start), len(keys)) + 2
        labels = [with_symbols(self, label) for label in data.labels]
        first, widths = _widths(labels, data.band, self.size.width - room)
        line = Text(no_wrap=True, overflow="crop", end="").append(start.ljust(room), value)
        below = Text("\n").append(keys.ljust(room), faint)
        for place, width in enumerate(widths, first):
            is_here = place == data.band
            style = window if is_here else faint
            if place:
                line.append("┼", faint)
                below.append(" ")
            if is_here:
                half = (width - 1) // 2
                line.append("━" * half, window).append("◆", value)
                line.append("━" * (width - 1 - half), window)
            else:
                line.append("─" * width, faint)
            below.append(labels[place].center(width), style)
        if first + len(widths) < len(labels):
            line.append("┼", faint)
        return line.append_text(below)


def _widths(labels: list[str], here: int, room: int) -> tuple[int, list[int]]:
    """Return the first band that is shown, and the cells of it and of those after it."""
    needed = [len(label) + 2 * _MARGIN for label in labels]
    first, end, used = here, here + 1, needed[here] + 2
    while True:
        before = needed[first - 1] + 1 if first else room
        after = needed[end] + 1 if end < len(labels) else room
        if used + min(before, after) > room:
            break
        if after < room and (end - here <= here - first or before >= room):
            end, used = end + 1, used + after
        elif before < room:
            first, used = first - 1, used + before
        else:
            break
    shown = needed[first:end]
    spare = max(0, room - used) // len(shown)
    return first, [min(width + spare, 2 * width) for width in shown]


LETTER_BANDS = Pane(
    "letter",
    "letter bands",
    "7",
    "above",
    LetterBands,
    load=LetterBands.load,
    is_for=lambda trace: bool(find_replaced_letter(trace)),
)
