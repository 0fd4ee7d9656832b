"""The moves of a match in a table, with the search of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual.widgets import DataTable

from tracer.text.printable_text import cell_width

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
