"""The pseudocode, with the running line marked."""

from __future__ import annotations

import textwrap
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tracer.steps.pseudocode import Listing, listing
from tui.appearance.theme import combine_styles, with_symbols
from tui.panes.pane import Pane


class PseudocodePane(ScrollView, can_focus=False):
    """The pseudocode of the convention's course, the running line marked and in view.

    ```
        MIN-VALUE(state, α, β) → a (utility, move) pair
          v ← +∞
          for each a in ACTIONS(state) do
            v2, a2 ← MAX-VALUE(RESULT(state, a), α, β)
        ►   if v ≤ α then return v, move
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--running"}

    def __init__(self, listing: Listing, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._listing = listing
        self._line = 0
        self._rows: list[tuple[int, str]] = []  # line number and text of each row
        self.border_title = "Pseudocode"

    def load(self, listing: Listing) -> None:
        """Load another listing."""
        self._listing = listing
        self._line = 0
        self._wrap()

    @property
    def line(self) -> int:
        """The number of the marked line, from 0."""
        return self._line

    def show(self, line: int) -> None:
        """Mark a line of the listing."""
        self._line = line
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
            for number, line in enumerate(self._listing.lines)
            for row in _wrap_line(with_symbols(self, line), width)
        ]
        self.virtual_size = Size(width + 2, len(self._rows))

    def _scroll_to_line(self) -> None:
        """Scroll the running line to the middle, or show its whole function if it fits."""
        height = self.size.height
        rows = [row for row, (line, _) in enumerate(self._rows) if line == self._line]
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
        lines = self._listing.lines
        first = last = self._line
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
        running = line == self._line
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


PANE = Pane(
    "pseudocode",
    "pseudocode",
    "2",
    "columns",
    make=lambda trace: PseudocodePane(listing(trace), id="pseudocode"),
    show=lambda pane, view: pane.show(view.line),
    load=lambda pane, trace: pane.load(listing(trace)),
)
