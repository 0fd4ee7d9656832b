"""A list to choose from."""

from __future__ import annotations

from typing import Final

from rich.table import Table
from rich.text import Text
from textual.widgets import OptionList

__all__ = ["Choices", "field_row"]

#: Cells of a box in which a field's value has room beside the column of titles.
_ROOMY: Final = 40


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


def field_row(title: Text, told: Text, width: int) -> Table:
    """A row of a list of fields: what it is called, and what it is.

    Args:
        title: what it is called.
        told: what it is.
        width: the cells of the screen; where they are few, the value follows its title at once.
    """
    table = Table.grid(padding=(0, 2 if width >= _ROOMY else 1), expand=True)
    table.add_column(width=16 if width >= _ROOMY else None, no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    table.add_row(title, told)
    return table
