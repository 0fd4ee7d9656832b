"""Finding a node: a line to type in, and what answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from engine.errors import PlytraceError
from tracer.finding import Found, find

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["FindScreen"]

_HINT = "a node's name · = and a value · cutoffs, perhaps with either"


class FindScreen(ModalScreen["int | None"]):
    """Lists the visits that answer what is typed; gives the step to look at one of them.

    Args:
        trace: the search.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self._trace = trace
        self._found: list[Found] = []

    def compose(self) -> ComposeResult:
        """The line, the list, and what there is to say."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = "Find"
            box.border_subtitle = "Enter goes there · Esc leaves"
            yield Input(placeholder=_HINT, id="line")
            yield OptionList(id="choices")
            yield Static(_HINT, id="about", markup=False)

    def on_mount(self) -> None:
        """Keys go to the line."""
        self.query_one(OptionList).can_focus = False

    @on(Input.Changed)
    def _look(self, event: Input.Changed) -> None:
        about = _HINT
        self._found = []
        if event.value.strip():
            try:
                self._found = find(self._trace, event.value)
                about = f"{len(self._found)} found" if self._found else "nothing found"
            except PlytraceError as error:
                about = str(error)
        self.query_one("#about", Static).update(about)
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(_row(one)) for one in self._found])
        if self._found:
            listed.highlighted = 0

    @on(Input.Submitted)
    def _take(self) -> None:
        place = self.query_one(OptionList).highlighted
        if place is not None and self._found:
            self.dismiss(self._found[place].step)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._found[event.option_index].step)

    def action_move(self, by: int) -> None:
        """Go up or down the list."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)


def _row(found: Found) -> Text:
    return Text.assemble((found.name, "bold"), "  ", (found.about, "dim"))
