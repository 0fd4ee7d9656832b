"""What predict mode asks about."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from tracer.predict import Asks
from tui.widgets.choices import Choices

__all__ = ["KindsScreen"]

_ABOUT: Final = {
    Asks.NEXT: "which node is visited next",
    Asks.VALUE: "what v, or a mean, comes to",
    Asks.WINDOW: "what the window of a node is",
    Asks.CUT: "whether a node returns, and by whose bound",
    Asks.AGAIN: "whether a scout is repeated (PVS)",
    Asks.RESULT: "what the root is worth, and by which move",
}


class KindsScreen(ModalScreen["list[Asks] | None"]):
    """A list of the kinds of question, each with a box to tick.

    Args:
        asked: those that are asked now.

    Gives those that are to be asked; None where the person leaves it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("q", "leave", "Close"),
        ("space", "tick", "Tick"),
        ("a", "all", "All"),
    ]

    def __init__(self, asked: Collection[Asks]) -> None:
        super().__init__()
        self._asked = set(asked)

    def compose(self) -> ComposeResult:
        """The list, with a box before each: its tick is no matter of colour."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = "Ask about"
            box.border_subtitle = "Space ticks · a all · Enter takes it · Esc leaves"
            # Not "[x]": brackets would be taken for markup.
            yield Choices(*map(self._row, _ABOUT), id="choices", markup=False)
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Keys go to the list."""
        self.query_one(OptionList).focus()
        self.query_one("#about", Static).display = False

    def _row(self, kind: Asks) -> str:
        return f"[{'x' if kind in self._asked else ' '}] {kind.value}: {_ABOUT[kind]}"

    def action_tick(self) -> None:
        """Tick the kind that is marked, or no longer."""
        place = self.query_one(OptionList).highlighted
        if place is not None:
            self._asked ^= {list(_ABOUT)[place]}
            self._draw()

    def action_all(self) -> None:
        """Tick all."""
        self._asked = set(Asks)
        self._draw()

    def _draw(self) -> None:
        listed = self.query_one(OptionList)
        for place, kind in enumerate(_ABOUT):
            listed.replace_option_prompt_at_index(place, self._row(kind))
        about = self.query_one("#about", Static)
        about.display = not self._asked
        about.update("✗ Nothing would be asked: tick one.")
        about.add_class("-wrong")

    @on(OptionList.OptionSelected)
    def _take(self) -> None:
        if self._asked:
            self.dismiss([kind for kind in Asks if kind in self._asked])

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)
