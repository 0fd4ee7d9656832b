"""A form in a box: fields whose values ← and → change, and entries to choose."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.screens.screen_base import HelpedScreen
from tui.widgets.option_list import RobustOptionList

#: Width of a box from which on a field's value has a separate column.
_ROOMY: Final = 40
#: Smallest width of the titles then.
_NARROWEST: Final = 16


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field with its values; without any, an entry that `write` chooses."""

    title: str
    write: Callable[[Any], object]
    about: str = ""
    values: Sequence[PickItem] = ()

    @property
    def place(self) -> int:
        """The place of the current value; 0 if it is none of them."""
        return next((place for place, each in enumerate(self.values) if each.now), 0)

    def show(self, width: int, title_width: int) -> Table:
        """Return its line in a list of a width."""
        title, text = Text(self.title), Text(self.about)
        if self.values:
            value = self.values[self.place]
            text = Text.assemble((f"‹ {value.title} ›", "bold"), f"  {value.about}")
        else:
            title.stylize("bold")
        table = Table.grid(padding=(0, 2 if width >= _ROOMY else 1), expand=True)
        table.add_column(width=title_width if width >= _ROOMY else None, no_wrap=True)
        table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        table.add_row(title, text)
        return table


class FieldsScreen(HelpedScreen[ScreenResultType], ModalScreen[ScreenResultType]):
    """A list of rows; Enter lists a field's values or chooses an entry."""

    #: The name of the box in the style sheet, and what Enter does.
    BOX: ClassVar[tuple[str, str]]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._rows: Sequence[FieldRow | None] = ()

    def compose(self) -> ComposeResult:
        """Yield the list, and the description of the selected row."""
        name, enter = self.BOX
        with Vertical(id=name, classes="box") as box:
            box.border_title = Text(self._title)
            box.border_subtitle = f"← → to change, Enter to {enter}, Esc to close"
            yield RobustOptionList(id="choices")
            yield Static(id="about", markup=False)

    @abstractmethod
    def list_rows(self) -> Iterable[FieldRow | None]:
        """Return the rows; None is a blank line."""

    @abstractmethod
    def describe(self, row: FieldRow) -> str:
        """Return the text below the list for the selected row."""

    def on_screen_resume(self) -> None:
        """Fill the list; a value may have changed in a screen above this one."""
        self._list()

    def on_resize(self) -> None:
        """Use the new width."""
        self._list()

    def _list(self) -> None:
        option_list = self.query_one(OptionList)
        highlighted = option_list.highlighted or 0
        self._rows = [*self.list_rows()]
        width = self.size.width
        widest = max(_NARROWEST, *(len(row.title) for row in self._rows if row is not None))
        option_list.set_options(
            Option("", disabled=True) if row is None else Option(row.show(width, widest))
            for row in self._rows
        )
        option_list.highlighted = min(highlighted, len(self._rows) - 1)

    @property
    def _selected(self) -> FieldRow | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None or place >= len(self._rows) else self._rows[place]

    @on(OptionList.OptionHighlighted)
    def _show_about(self) -> None:
        row = self._selected
        text = "" if row is None else self.describe(row)
        self.put_text("about", text)

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        row = self._selected
        if row is None:
            return
        if not row.values:
            row.write(None)
            return
        # In a tuple: one of the values may be None.
        choices = [replace(value, value=(value.value,)) for value in row.values]
        self.ask(PickListScreen(row.title, choices), lambda chosen: self._write(row, chosen[0]))

    def _write(self, row: FieldRow, value: Any) -> None:
        row.write(value)
        self._list()

    def action_turn(self, by: int) -> None:
        """Choose the next or the previous value of the field."""
        row = self._selected
        if row is not None and row.values:
            self._write(row, row.values[(row.place + by) % len(row.values)].value)
