"""A choice from a list that gets shorter as one types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text
from textual import on
from textual.widgets import Input, OptionList

from tui.screens.listed import ListedScreen

__all__ = ["Choice", "PickScreen"]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose.

    Args:
        title: what it is called.
        about: what it is, in a few words.
        value: what the choice gives.
        now: whether it is what there is already.
    """

    title: str
    about: str
    value: Any
    now: bool = False


class PickScreen(ListedScreen):
    """A list of choices; typing keeps those whose title or description has every word typed.

    Args:
        title: what is chosen.
        choices: the choices.
        empty: what it gives where the person leaves it.
        start: the place of the one to begin at; by itself the first that there is already.

    Gives the value of the one chosen.
    """

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        empty: Any = None,
        *,
        start: int | None = None,
    ) -> None:
        super().__init__(title, "type to shorten the list", "Enter takes it", empty)
        self._choices = choices
        self._start = start

    def on_mount(self) -> None:
        """Show all, with what there is already marked."""
        super().on_mount()
        self._show("")
        start = self._start
        if start is None:
            start = next((place for place, one in enumerate(self._choices) if one.now), 0)
        self.query_one(OptionList).highlighted = start if self._choices else None

    @on(Input.Changed)
    def _shorten(self, event: Input.Changed) -> None:
        self._show(event.value)

    def _show(self, typed: str) -> None:
        words = typed.lower().split()
        shown = [
            one
            for one in self._choices
            if all(word in f"{one.title} {one.about}".lower() for word in words)
        ]
        # What is called so comes before what is only described so.
        shown.sort(key=lambda one: not all(word in one.title.lower() for word in words))
        widest = max((len(one.title) for one in self._choices), default=0)
        self.put([_row(one, widest) for one in shown], [one.value for one in shown])


def _row(choice: Choice, widest: int) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=widest, no_wrap=True)
    table.add_column(ratio=1)
    mark = "•" if choice.now else ""
    table.add_row(mark, Text(choice.title, style="bold"), Text(choice.about))
    return table
