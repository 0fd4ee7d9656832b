"""A list to choose from."""

from __future__ import annotations

from textual.widgets import OptionList

__all__ = ["Choices"]


class Choices(OptionList):
    """Textual's list, which bears a terminal that leaves it no room.

    Textual's own looks up on which line an option stands, and breaks where none has had a line yet.
    """

    def action_page_up(self) -> None:
        """Go up as far as there is to be seen."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Go down as far as there is to be seen."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
