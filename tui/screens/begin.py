"""What is to be done with a source, and how it is to be searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracer.plan import Field, Plan
from tui.actions import Action, bindings
from tui.glyphs import plain
from tui.screens.help import HelpScreen
from tui.screens.pick import Choice, PickScreen
from tui.widgets.choices import Choices, field_row

__all__ = ["Begin", "BeginScreen"]

What = Literal["play", "step", "compare", "elsewhere"]

#: What there is to do, with what it is called.
_DEEDS: dict[What, tuple[str, str]] = {
    "play": ("Play", "a match against a search"),
    "step": ("Step", "through the search below"),
    "compare": ("Compare", "the search below with another one, side by side"),
    "elsewhere": ("Another position", "of this game"),
}


@dataclass(frozen=True, slots=True)
class Begin:
    """What a person wants.

    Args:
        what: to play, to step, to compare, or to name another position.
        plan: how to search.
    """

    what: What
    plan: Plan


class BeginScreen(ModalScreen["Begin | None"]):
    """Lists what can be done with a source, and the fields of its search.

    ```
        ╭─ tic-tac-toe@xox|xxo|o.. ────────────────────────────╮
        │  Play           a match against a search             │
        │  Step           through the search below             │
        │                                                      │
        │  Search         ‹ alphabeta ›   skips what cannot …  │
        │  Depth          ‹ to the end ›  no limit             │
        ╰───────────── ← → change · Enter takes it · Esc leaves ╯
    ```

    Args:
        title: what the source is called.
        plan: how it is usually searched.
        deeds: what can be done with it, the usual thing first.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("right", "l"), "→ l", "turn(1)", "Next value", "Take the field's next value."),
        Action(("left", "h"), "← h", "turn(-1)", "Value before", "Take the field's value before."),
        Action(("p",), "p", "do('play')", "Play", "Play a match."),
        Action(("s",), "s", "do('step')", "Step", "Step through the search."),
        Action(("v",), "v", "do('compare')", "Compare", "Compare with another search."),
        Action(("o",), "o", "do('elsewhere')", "Another position", "Name another position."),
        Action(("question_mark", "f1"), "? F1", "help", "Help", "List the keys."),
        Action(("escape", "q"), "Esc q", "leave", "Close", "Go back to the list."),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, title: str, plan: Plan, deeds: Sequence[What]) -> None:
        super().__init__()
        self._title = title
        self._plan = plan
        self._deeds = tuple(deeds)
        self._rows: list[What | Field | None] = []

    def compose(self) -> ComposeResult:
        """The list, and what there is to say about a row of it."""
        with Vertical(id="begin", classes="box") as box:
            box.border_title = Text(self._title)
            box.border_subtitle = "← → change · Enter takes it · Esc leaves"
            yield Choices(id="choices")
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """List everything."""
        self._list(0)

    def on_resize(self) -> None:
        """Use the room that there is now."""
        self._list(self.query_one(OptionList).highlighted or 0)

    def _list(self, highlighted: int) -> None:
        """List the deeds and the fields that the search as chosen has."""
        self._rows = [*self._deeds, None, *self._plan.fields()]
        listed = self.query_one(OptionList)
        listed.clear_options()
        for row in self._rows:
            listed.add_option(
                Option("", disabled=True) if row is None else Option(self._shown(row))
            )
        listed.highlighted = min(highlighted, len(self._rows) - 1)

    def _shown(self, row: What | Field) -> Table:
        if isinstance(row, Field):
            value = self._plan.value(row)
            told = Text.assemble((f"‹ {value.shown} ›", "bold"), f"  {value.about}")
            return field_row(Text(row.title), told, self.size.width)
        title, about = _DEEDS[row]
        return field_row(Text(title, "bold"), Text(about), self.size.width)

    @property
    def _at(self) -> What | Field | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None or place >= len(self._rows) else self._rows[place]

    @on(OptionList.OptionHighlighted)
    def _tell(self) -> None:
        row = self._at
        told = ""
        if isinstance(row, Field):
            value = self._plan.value(row)
            place = f"{row.place(value.value) + 1} of {len(row.values)}"
            told = f"{row.title} {value.shown}: {value.about}. {place}; Enter lists them."
        elif row is not None:
            told = f"{_DEEDS[row][0]} {_DEEDS[row][1]}."
        self.query_one("#about", Static).update(plain(self, told))

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        row = self._at
        if isinstance(row, Field):
            now = self._plan.value(row)
            choices = [
                Choice(one.shown, one.about, one.value, one.value == now.value)
                for one in row.values
            ]
            listed = PickScreen(row.title, choices, empty=now.value)
            self.app.push_screen(listed, partial(self._choose, row))
        elif row is not None:
            self.dismiss(Begin(row, self._plan))

    def _choose(self, field: Field, value: Any) -> None:
        self._put(self._plan.choosing(field.name, value))

    def _put(self, plan: Plan) -> None:
        self._plan = plan
        self._list(self.query_one(OptionList).highlighted or 0)

    def action_turn(self, by: int) -> None:
        """Take the next value of the field, or the one before."""
        row = self._at
        if isinstance(row, Field):
            self._put(self._plan.turned(row, by))

    def action_do(self, what: What) -> None:
        """Do one of the things, where it can be done."""
        if what in self._deeds:
            self.dismiss(Begin(what, self._plan))

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpScreen(self.ACTIONS))

    def action_leave(self) -> None:
        """Do nothing."""
        self.dismiss(None)
