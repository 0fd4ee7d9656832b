"""Choosing what to do with a source and how to search it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.appearance.theme import with_symbols
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.screens.home.search_form import FormField, SearchForm
from tui.screens.screen_base import HelpedScreen
from tui.widgets.option_list import RobustOptionList, field_row

Purpose = Literal["play", "step", "work", "compare", "elsewhere"]

#: Purposes, each with its label and description.
_PURPOSES: dict[Purpose, tuple[str, str]] = {
    "play": ("Play", "a match against a search"),
    "step": ("Step", "through the search chosen below"),
    "work": ("Work by hand", "this search yourself, with covered leaves"),
    "compare": ("Compare", "two searches side by side"),
    "elsewhere": ("Another position", "of this game"),
}


@dataclass(frozen=True, slots=True)
class FormResult:
    """The user's choice."""

    purpose: Purpose
    form: SearchForm


class SearchFormScreen(HelpedScreen["FormResult | None"], ModalScreen["FormResult | None"]):
    """The purposes and the search options of a source.

    ```
        ╭─ tic-tac-toe@xox|xxo|o.. ────────────────────────────╮
        │  Play           a match against a search             │
        │  Step           through the search chosen below      │
        │                                                      │
        │  Search         ‹ alphabeta ›   skips what cannot …  │
        │  Depth          ‹ to the end ›  no limit             │
        ╰──────── ← → to change, Enter to choose, Esc to close ╯
    ```
    """

    KEYS = ("search-form",)

    def __init__(self, title: str, form: SearchForm, purposes: Sequence[Purpose]) -> None:
        super().__init__()
        self._title = title
        self._form = form
        self._purposes = tuple(purposes)
        self._rows: list[Purpose | FormField | None] = []

    def compose(self) -> ComposeResult:
        """Yield the list, and the description of the selected row."""
        with Vertical(id="begin", classes="box") as box:
            box.border_title = Text(self._title)
            box.border_subtitle = "← → to change, Enter to choose, Esc to close"
            yield RobustOptionList(id="choices")
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._list(0)

    def on_resize(self) -> None:
        """Use the new width."""
        self._list(self.query_one(OptionList).highlighted or 0)

    def _list(self, highlighted: int) -> None:
        """List the purposes, and the fields of the chosen search."""
        self._rows = [*self._purposes, None, *self._form.fields()]
        option_list = self.query_one(OptionList)
        option_list.clear_options()
        for row in self._rows:
            option_list.add_option(
                Option("", disabled=True) if row is None else Option(self._shown(row))
            )
        option_list.highlighted = min(highlighted, len(self._rows) - 1)

    def _shown(self, row: Purpose | FormField) -> Table:
        if isinstance(row, FormField):
            value = self._form.value(row)
            text = Text.assemble((f"‹ {value.shown} ›", "bold"), f"  {value.about}")
            return field_row(Text(row.title), text, self.size.width)
        title, about = _PURPOSES[row]
        return field_row(Text(title, "bold"), Text(about), self.size.width)

    @property
    def _at(self) -> Purpose | FormField | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None or place >= len(self._rows) else self._rows[place]

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        row = self._at
        text = ""
        if isinstance(row, FormField):
            value = self._form.value(row)
            place = f"{row.place(value.value) + 1} of {len(row.values)}"
            text = f"{row.title} {value.shown}: {value.about}. Value {place}; Enter to list them."
        elif row is not None:
            text = f"{_PURPOSES[row][0]} {_PURPOSES[row][1]}."
        self.query_one("#about", Static).update(with_symbols(self, text))

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        row = self._at
        if isinstance(row, FormField):
            now = self._form.value(row)
            choices = [
                PickItem(one.shown, one.about, one.value, one.value == now.value)
                for one in row.values
            ]
            listed = PickListScreen(row.title, choices, empty=now.value)
            self.app.push_screen(listed, partial(self._choose, row))
        elif row is not None:
            self.dismiss(FormResult(row, self._form))

    def _choose(self, field: FormField, value: Any) -> None:
        self._put(self._form.choosing(field.name, value))

    def _put(self, form: SearchForm) -> None:
        self._form = form
        self._list(self.query_one(OptionList).highlighted or 0)

    def action_turn(self, by: int) -> None:
        """Choose the next or the previous value of the field."""
        row = self._at
        if isinstance(row, FormField):
            self._put(self._form.turn(row, by))

    def action_do(self, purpose: Purpose) -> None:
        """Choose a purpose if the source supports it."""
        if purpose in self._purposes:
            self.dismiss(FormResult(purpose, self._form))

    def action_leave(self) -> None:
        """Close without a choice."""
        self.dismiss(None)
