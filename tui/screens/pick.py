"""A choice from a list that gets shorter as one types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

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


class PickScreen(ModalScreen[Any]):
    """A list of choices; typing keeps those whose title or description has every word typed.

    Args:
        title: what is chosen.
        choices: the choices.
        empty: what it gives where the person leaves it.

    Gives the value of the one chosen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]

    def __init__(self, title: str, choices: Sequence[Choice], empty: Any = None) -> None:
        super().__init__()
        self._empty = empty
        self._title = title
        self._choices = choices
        self._shown: list[Choice] = []

    def compose(self) -> ComposeResult:
        """The line to type in, and the list."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter takes it · Esc leaves"
            yield Input(placeholder="type to shorten the list", id="line")
            yield OptionList(id="choices")

    def on_mount(self) -> None:
        """Show all, with what there is already marked."""
        self.query_one(OptionList).can_focus = False
        self._show("")
        now = next((place for place, one in enumerate(self._shown) if one.now), 0)
        self.query_one(OptionList).highlighted = now if self._shown else None

    @on(Input.Changed)
    def _shorten(self, event: Input.Changed) -> None:
        self._show(event.value)

    def _show(self, typed: str) -> None:
        words = typed.lower().split()
        self._shown = [
            one
            for one in self._choices
            if all(word in f"{one.title} {one.about}".lower() for word in words)
        ]
        # What is called so comes before what is only described so.
        self._shown.sort(key=lambda one: not all(word in one.title.lower() for word in words))
        widest = max((len(one.title) for one in self._choices), default=0)
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(_row(one, widest)) for one in self._shown])
        if self._shown:
            listed.highlighted = 0

    @on(Input.Submitted)
    def _take(self) -> None:
        place = self.query_one(OptionList).highlighted
        if place is not None and self._shown:
            self.dismiss(self._shown[place].value)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._shown[event.option_index].value)

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(self._empty)


def _row(choice: Choice, widest: int) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=1)
    table.add_column(width=widest, no_wrap=True)
    table.add_column(ratio=1)
    mark = "•" if choice.now else ""
    table.add_row(mark, Text(choice.title, style="bold"), Text(choice.about, style="dim"))
    return table
