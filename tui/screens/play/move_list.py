"""The legal moves of a game without a board, as a list with a cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tracer.text.printable_text import cell_width
from tui.appearance.theme import combine_styles

#: Smallest number of rows with a row for the number of hidden moves.
_TALL = 4


class MoveList(Widget, can_focus=False):
    """The moves from top to bottom, as many as fit around the cursor.

    ```
      ▲ 3 more
      2-1
    ► 2-2
      ▼ 10 more
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--faint", "figure--current"}

    @dataclass
    class MoveChosen(Message):
        """A move was clicked."""

        place: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._names: Sequence[str] = ()
        self._place = 0

    @property
    def widest(self) -> int:
        """The width of the longest line in cells."""
        return 2 + max((cell_width(name) for name in (*self._names, "▼ 99 more")), default=0)

    def show(self, names: Sequence[str], place: int) -> None:
        """Show a list."""
        self._names = names
        self._place = place
        self.refresh()

    def _span(self) -> range:
        """Return the moves in view."""
        count, room = len(self._names), max(1, self.size.height)
        if count <= room:
            return range(count)
        inner = room - 2 if room >= _TALL else room
        first = min(max(0, self._place - inner // 2), count - inner)
        if room < _TALL:
            return range(first, first + inner)
        # At an end of the list, no row counts hidden moves on that side.
        if first <= 1:
            return range(room - 1)
        if first + inner >= count - 1:
            return range(count - room + 1, count)
        return range(first, first + inner)

    def render_line(self, y: int) -> Strip:
        """Return one row of characters."""
        span, count = self._span(), len(self._names)
        faint = combine_styles(self, ["faint"], self.rich_style)
        tells = count > self.size.height >= _TALL
        before = tells and span.start > 0
        place = span.start + y - before
        if before and y == 0:
            segments = [Segment(f"  ▲ {span.start} more", faint)]
        elif place in span:
            here = place == self._place
            style = combine_styles(self, ["current"] if here else [], self.rich_style)
            click = Style.from_meta({"place": place})
            text = f"{'►' if here else ' '} {self._names[place]}"
            segments = [Segment(f"{text} " if here else text, style + click)]
        elif tells and place == span.stop and span.stop < count:
            segments = [Segment(f"  ▼ {count - span.stop} more", faint)]
        else:
            segments = []
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def on_click(self, event: Click) -> None:
        """Report the clicked move."""
        place = event.style.meta.get("place")
        if place is not None:
            self.post_message(self.MoveChosen(place))
