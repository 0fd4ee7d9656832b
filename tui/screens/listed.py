"""A line to type in above a list that answers it."""

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

from tui.widgets.choices import Choices

__all__ = ["ListedScreen"]


class ListedScreen(ModalScreen[Any]):
    """Typing changes what is listed; Enter, or a click, gives what stands behind a row.

    Args:
        title: what is listed.
        hint: what may be typed.
        told: what Enter does.
        empty: what it gives where the person leaves it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]

    def __init__(self, title: str, hint: str, told: str, empty: Any = None) -> None:
        super().__init__()
        self._title = title
        self._hint = hint
        self._told = told
        self._empty = empty
        self._values: Sequence[Any] = ()

    def compose(self) -> ComposeResult:
        """The line, the list, and what there is to say."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = f"{self._told} · Esc leaves"
            yield Input(placeholder=self._hint, id="line")
            yield Choices(id="choices")
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Keys go to the line."""
        self.query_one(OptionList).can_focus = False

    def put(self, rows: Sequence[VisualType], values: Sequence[Any], about: str = "") -> None:
        """List rows, and say something below them.

        Args:
            rows: what is shown.
            values: what stands behind each of them.
            about: what to say.
        """
        self._values = values
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(row) for row in rows])
        listed.highlighted = 0 if rows else None
        told = self.query_one("#about", Static)
        told.update(about)
        told.display = bool(about)

    @on(Input.Submitted)
    def _take(self) -> None:
        place = self.query_one(OptionList).highlighted
        if place is not None and place < len(self._values):
            self.dismiss(self._values[place])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._values[event.option_index])

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
