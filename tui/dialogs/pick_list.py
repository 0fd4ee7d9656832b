"""A choice from a list that typing filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text
from textual import on
from textual.widgets import Input, OptionList

from tui.dialogs.filter_list import FilterListScreen


@dataclass(frozen=True, slots=True)
class PickItem:
    """An item of the list."""

    title: str
    about: str
    value: Any
    now: bool = False


class PickListScreen(FilterListScreen):
    """A list of choices; typing keeps those that contain every typed word.

    Returns the value of the chosen item.
    """

    def __init__(
        self,
        title: str,
        choices: Sequence[PickItem],
        empty: Any = None,
        *,
        start: int | None = None,
    ) -> None:
        super().__init__(title, "Type to filter", "Enter to choose", empty)
        self._choices = choices
        self._start = start

    def on_mount(self) -> None:
        """Show all items, the current value marked."""
        super().on_mount()
        self._show("")
        start = self._start
        if start is None:
            start = next((place for place, choice in enumerate(self._choices) if choice.now), 0)
        self.query_one(OptionList).highlighted = start if self._choices else None

    @on(Input.Changed)
    def _shorten(self, event: Input.Changed) -> None:
        self._show(event.value)

    def _show(self, typed: str) -> None:
        words = typed.lower().split()
        shown = [
            choice
            for choice in self._choices
            if all(word in f"{choice.title} {choice.about}".lower() for word in words)
        ]
        # Matches in the title come before matches in the description.
        shown.sort(key=lambda choice: not all(word in choice.title.lower() for word in words))
        widest = max((len(choice.title) for choice in self._choices), default=0)
        self.show_rows(
            [_row(choice, widest) for choice in shown], [choice.value for choice in shown]
        )


def _row(choice: PickItem, widest: int) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=widest, no_wrap=True)
    table.add_column(ratio=1, overflow="fold")  # show the end of a path
    mark = "•" if choice.now else ""
    table.add_row(mark, Text(choice.title, style="bold"), Text(choice.about))
    return table
