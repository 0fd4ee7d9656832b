"""Choosing the questions of predict mode."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from tracer.predict import KINDS, QuestionKind
from tui.widgets.option_list import RobustOptionList


class QuestionKindsScreen(ModalScreen["list[QuestionKind] | None"]):
    """A list of the kinds of question, each with a box to tick.

    Returns the ticked kinds; None if the user leaves it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("q", "leave", "Close"),
        ("space", "tick", "Tick"),
        ("a", "all", "All"),
    ]

    def __init__(self, asked: Collection[QuestionKind]) -> None:
        super().__init__()
        self._asked = set(asked)

    def compose(self) -> ComposeResult:
        """Yield the list, with a box before each kind: a tick needs no colour."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = "Ask about"
            box.border_subtitle = "Space to tick, a for all, Enter to accept, Esc to cancel"
            # Not "[x]": brackets would be read as markup.
            yield RobustOptionList(*map(self._row, KINDS.values()), id="choices", markup=False)
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Focus the list."""
        self.query_one(OptionList).focus()
        self.query_one("#about", Static).display = False

    def _row(self, kind: QuestionKind) -> str:
        return f"[{'x' if kind in self._asked else ' '}] {kind.id}: {kind.about}"

    def action_tick(self) -> None:
        """Tick or untick the selected kind."""
        place = self.query_one(OptionList).highlighted
        if place is not None:
            self._asked ^= {list(KINDS.values())[place]}
            self._draw()

    def action_all(self) -> None:
        """Tick all."""
        self._asked = set(KINDS.values())
        self._draw()

    def _draw(self) -> None:
        option_list = self.query_one(OptionList)
        for place, kind in enumerate(KINDS.values()):
            option_list.replace_option_prompt_at_index(place, self._row(kind))
        about = self.query_one("#about", Static)
        about.display = not self._asked
        about.update("✗ Tick at least one kind.")
        about.add_class("-wrong")

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        if self._asked:
            self.dismiss([kind for kind in KINDS.values() if kind in self._asked])

    def action_leave(self) -> None:
        """Close without a choice."""
        self.dismiss(None)
