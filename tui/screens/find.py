"""Finding a node: a line to type in, and what answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.widgets import Input

from engine.errors import PlytraceError
from tracer.finding import find
from tui.screens.listed import ListedScreen

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["FindScreen"]

_HINT = "a node's name · = and a value · cutoffs, perhaps with either"


class FindScreen(ListedScreen):
    """Lists the visits that answer what is typed; gives the step to look at one of them.

    Args:
        trace: the search.
    """

    def __init__(self, trace: Trace) -> None:
        super().__init__("Find", _HINT, "Enter goes there")
        self._trace = trace

    def on_mount(self) -> None:
        """Say what may be typed."""
        super().on_mount()
        self.put([], [], _HINT)

    @on(Input.Changed)
    def _look(self, event: Input.Changed) -> None:
        if not event.value.strip():
            self.put([], [], _HINT)
            return
        try:
            found = find(self._trace, event.value)
        except PlytraceError as error:
            self.put([], [], str(error))
            return
        rows = [Text.assemble((one.name, "bold"), "  ", one.about) for one in found]
        about = f"{len(found)} found" if found else "nothing found"
        self.put(rows, [one.step for one in found], about)
