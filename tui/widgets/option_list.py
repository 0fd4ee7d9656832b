"""A list to choose from."""

from __future__ import annotations

from textual.widgets import OptionList

from tracer.text.printable_text import cell_width

_GAP = "…"


def shorten_middle(text: str, width: int) -> str:
    """Return a text cut to a width: its start, an ellipsis, and a longer part of its end."""
    if cell_width(text) <= width:
        return text
    if width < 1:
        return ""
    end = _take_prefix(text[::-1], (width - 1) * 2 // 3)[::-1]
    start = _take_prefix(text, width - 1 - cell_width(end))
    return f"{start}{_GAP}{end}"


def _take_prefix(text: str, width: int) -> str:
    """Return the longest prefix of a text that fits."""
    taken = 0
    for at, letter in enumerate(text):
        taken += cell_width(letter)
        if taken > width:
            return text[:at]
    return text


class RobustOptionList(OptionList):
    """Textual's list, made safe in a terminal without room for it.

    Textual's list looks up the line of an option, and fails if no option has a line yet.
    """

    def move(self, by: int) -> None:
        """Move the highlight down by some options, or up if `by` is negative."""
        for _ in range(abs(by)):
            if by > 0:
                self.action_cursor_down()
            else:
                self.action_cursor_up()

    def action_page_up(self) -> None:
        """Go up one page."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Go down one page."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
