"""Lists of moves: the legal ones of a game without a board, and those made, in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import DataTable

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


#: The columns during the match.
SEARCHES: Final = ("#", "side", "move", "value", "visits", "cutoffs")
#: The columns of the review.
REVIEW: Final = ("#", "side", "move", "before", "after", "loss")
#: The left-aligned columns.
_TEXTS: Final = SEARCHES[:3]
#: Number of columns that are always shown.
_FEWEST: Final = 4
#: Smallest width of a move's name in cells.
_SHORTEST: Final = 5


class HistoryTable(DataTable[Text], can_focus=False):
    """The moves so far. Long names are truncated, and columns that do not fit are left out."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, cursor_type="row", cell_padding=0)
        self._shown: object = None

    def show_moves(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show moves, each with a text for every column."""
        room = self.size.width - 1  # for the scroll bar
        if self._shown == (heads, rows, room):
            return
        self._shown = heads, rows, room
        columns = list(zip(heads, *rows, strict=True))
        widths = [max(map(cell_width, column)) + 1 for column in columns]
        missing = sum(widths) - room
        if room > 0 and missing > 0:
            widths[2] = min(widths[2], max(_SHORTEST + 1, widths[2] - missing))
        while room > 0 and sum(widths) > room and len(widths) > _FEWEST:
            widths.pop()
        self.clear(columns=True)
        for name, width in zip(heads, widths, strict=False):
            self.add_column(_set(name, name), width=width)
        for row in rows:
            cells = [_set(name, text) for name, text in zip(heads, row, strict=True)]
            cells[2].truncate(widths[2] - 1, overflow="ellipsis")
            self.add_row(*cells[: len(widths)])


def _set(column: str, text: str) -> Text:
    return Text(text, justify="left" if column in _TEXTS else "right")
