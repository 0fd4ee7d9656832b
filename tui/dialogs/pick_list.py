"""A choice from a list that typing filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.command import CommandList, CommandPalette
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.widgets.laid_out_once import LaidOutOnce
from tui.widgets.option_list import RobustOptionList


class FilterListScreen(LaidOutOnce[Any], ModalScreen[Any]):
    """A list that follows the typed text; Enter or a click returns the value of a row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]

    def __init__(self, title: str, hint: str, enter_hint: str) -> None:
        super().__init__()
        self._title = title
        self._hint = hint
        self._enter_hint = enter_hint
        self._values: Sequence[Any] = ()

    def compose(self) -> ComposeResult:
        """Yield the line, the list and the message."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = f"{self._enter_hint}, Esc to close"
            yield Input(placeholder=self._hint, id="line")
            yield RobustOptionList(id="choices")
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Send keys to the line."""
        self.query_one(OptionList).can_focus = False

    def show_rows(self, rows: Sequence[VisualType], values: Sequence[Any], about: str = "") -> None:
        """Show rows, and a message below them."""
        self._values = values
        option_list = self.query_one(OptionList)
        option_list.set_options(map(Option, rows))
        option_list.highlighted = 0 if rows else None
        about_line = self.query_one("#about", Static)
        about_line.update(about)
        about_line.display = bool(about)

    @on(Input.Submitted)
    def _take(self) -> None:
        place = self.query_one(OptionList).highlighted
        if place is not None and place < len(self._values):
            self.dismiss(self._values[place])

    @on(OptionList.OptionSelected)
    def _choose_clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._values[event.option_index])

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        self.query_one(RobustOptionList).move(by)

    def action_leave(self) -> None:
        """Close without a choice."""
        self.dismiss(None)


@dataclass(frozen=True, slots=True)
class PickItem:
    """A value to choose, with its title and what it is about."""

    title: str
    about: str
    value: Any
    now: bool = False


def mark_current(items: Iterable[PickItem], value: Any) -> list[PickItem]:
    """Return items of which those with a value are marked as the current ones."""
    return [replace(item, now=item.value == value) for item in items]


class PickListScreen(FilterListScreen):
    """A list of choices; typing keeps those that contain every typed word.

    Returns the value of the chosen item.
    """

    def __init__(self, title: str, choices: Sequence[PickItem]) -> None:
        super().__init__(title, "Type to filter", "Enter to choose")
        self._choices = choices

    def on_mount(self) -> None:
        """Show all items, the current value marked."""
        super().on_mount()
        self._show("")
        now = next((place for place, choice in enumerate(self._choices) if choice.now), 0)
        self.query_one(OptionList).highlighted = now if self._choices else None

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


class Palette(CommandPalette):
    """Textual's palette, made safe in a terminal without room for it; see `RobustOptionList`."""

    def _action_command_list(self, action: str) -> None:
        option_list = self.query_one(CommandList)
        if option_list.scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)
