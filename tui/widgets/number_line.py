"""The number line of the window: α and β close in, and v lands."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from tracer.number_line import NumberLine
from tracer.values import show_number
from tui.glyphs import plain
from tui.widgets.styled import style_of

__all__ = ["NumberLinePane"]

#: The cells that a line takes at least.
_NARROWEST = 12


class NumberLinePane(Widget, can_focus=False):
    """The window of the innermost open node on a line of numbers.

    ```
        −∞ ──────────α━━━━━━━━━━━━━━━━◆━━━━━━β──────────── +∞
                     3                v 7    9
    ```

    Between α and β the line is heavy; `◆` is v where it lies between them, `◇` where it does not,
    as in a window that has closed: then the line between β and α is broken. Ticks are the least and
    the greatest value of the leaves, and 0.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("window", "value", "pending", "faint", "cut", "max", "min")
    }

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._data: NumberLine | None = None

    def show(self, data: NumberLine) -> None:
        """Show a window and what lands on it."""
        self._data = data
        self.set_class(not data.has_window, "-nothing")
        self.refresh()

    def render(self) -> Text:
        """The line, and below it the numbers where there is room for them."""
        data = self._data
        if data is None or not data.has_window:
            return Text()
        ends = (plain(self, "−∞ "), plain(self, " +∞"))
        legend = "" if self.size.height > 1 else plain(self, _legend(data))
        width = self.size.width - len(ends[0]) - len(ends[1]) - len(legend)
        if width < _NARROWEST:
            # The numbers tell more than a line so short.
            legend = plain(self, _legend(data)).strip()
            style = style_of(self, ["window"], Style())
            return Text(legend, style, no_wrap=True, overflow="ellipsis", end="")
        at = data.places(width)
        faint, window, cut, value, pending = (
            style_of(self, [name], Style())
            for name in ("faint", "window", "cut", "value", "pending")
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
        told = [(x, plain(self, label), style) for x, label, style in labels]
        if data.closed:
            told.append((width, "closed", cut))
        if self.size.height > 1:
            for x, number in data.ticks(width).items():
                label = plain(self, show_number(number))
                if _has_room(told, x, label, width):  # a tick without its number tells nothing
                    marks[x] = ("┷", window) if marks[x][0] == "━" else ("┴", faint)
                    told.append((x, label, faint))
        text = Text(no_wrap=True, overflow="crop", end="")
        text.append(ends[0], faint)
        for x in range(width):
            text.append(*marks[x])
        text.append(ends[1], faint)
        text.append(legend, window)
        if self.size.height > 1:
            text.append("\n" + " " * len(ends[0]))
            text.append_text(_row_of(told, width))
        return text


def _legend(data: NumberLine) -> str:
    """The numbers in words, for where there is no row for them."""
    told = f"   α {show_number(data.alpha)}  β {show_number(data.beta)}"
    if data.v is not None:
        told += f"  v {show_number(data.v)}"
    return f"{told}  closed" if data.closed else told


def _has_room(labels: list[tuple[int, str, Style]], column: int, text: str, width: int) -> bool:
    """Whether a label can stand under a column without moving any other."""
    reach = len(text) // 2 + 2
    return reach <= column < width - reach and all(
        abs(column - other) > reach + len(label) for other, label, _ in labels
    )


def _row_of(labels: list[tuple[int, str, Style]], width: int) -> Text:
    """Labels under their columns, moved aside where they would meet."""
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
