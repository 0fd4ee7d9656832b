"""Finding a node: a line to type in, and the matching visits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.widgets import Input

from engine.errors import PlytraceError
from tracer.steps.navigation import find_nodes
from tui.dialogs.pick_list import FilterListScreen

if TYPE_CHECKING:
    from tracer import Trace


_HINT = "Type a name such as C, a value such as = 3 or ≤ 3, or cutoffs, as in cutoffs C."


class FindNodeScreen(FilterListScreen):
    """A list of the visits that match the typed text; returns the step of one."""

    def __init__(self, trace: Trace) -> None:
        super().__init__("Find", _HINT, "Enter to go there")
        self._trace = trace

    def on_mount(self) -> None:
        """Show what may be typed."""
        super().on_mount()
        self.show_rows([], [], _HINT)

    @on(Input.Changed)
    def _find(self, event: Input.Changed) -> None:
        if not event.value.strip():
            self.show_rows([], [], _HINT)
            return
        try:
            found = find_nodes(self._trace, event.value)
        except PlytraceError as error:
            self.show_rows([], [], str(error))
            return
        rows = [Text.assemble((one.name, "bold"), "  ", one.about) for one in found]
        about = f"{len(found)} found" if found else "no match"
        self.show_rows(rows, [one.step for one in found], about)
