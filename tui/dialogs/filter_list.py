"""A line to type in above a list that it filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.widgets.option_list import RobustOptionList


class FilterListScreen(ModalScreen[Any]):
    """A list that follows the typed text; Enter or a click returns the value of a row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]

    def __init__(self, title: str, hint: str, enter_hint: str, empty: Any = None) -> None:
        super().__init__()
        self._title = title
        self._hint = hint
        self._enter_hint = enter_hint
        self._empty = empty
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
        option_list.clear_options()
        option_list.add_options([Option(row) for row in rows])
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
        self.dismiss(self._empty)
