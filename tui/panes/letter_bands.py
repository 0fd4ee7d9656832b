"""The bands of the tree's letter, with the number that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from tracer.ask.letter_line import LetterLine, find_replaced_letter, letter_line
from tui.appearance.theme import combine_styles, with_symbols
from tui.panes.pane import Pane

if TYPE_CHECKING:
    from tracer import Trace


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

    def __init__(self, trace: Trace, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.data: LetterLine | None = None
        self.load(trace)

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
            combine_styles(self, [name], Style()) for name in ("faint", "window", "value")
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


PANE = Pane(
    "letter",
    "bands of the letter",
    "9",
    "above",
    make=lambda trace: LetterBands(trace, id="letter"),
    show=lambda _widget, _view: None,
    load=LetterBands.load,
    is_for=lambda trace: bool(find_replaced_letter(trace)),
)
