"""A search under way: how far it is, and the means to stop it."""

from __future__ import annotations

import math
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.control import Control
from engine.errors import PlytraceError
from tui.actions import Action, bindings

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["SWITCH_INTERVAL", "SearchingScreen"]

#: Seconds before a search says that it is there: most are done by then.
_PATIENCE = 0.25
#: Seconds between two looks at it.
_INTERVAL = 0.1
#: Seconds for which a thread keeps the interpreter: short, so that keys are heard at once.
SWITCH_INTERVAL = 0.0005


class SearchingScreen(ModalScreen["Trace | None"]):
    """Runs `tracer.trace` beside the screen and gives its trace; None where there is none.

    A search that is stopped gives what it has. What a source or an option is refused for is said
    here.

    ```
        ╭─ Searching reversi:5 ──────────────────────╮
        │   visits  1,204,224   312,004 a second     │
        │    depth  17                               │
        │ best yet  (1,3), worth 4                   │
        │     time  3.9 s                            │
        ╰─ Esc stops and shows what there is ────────╯
    ```

    Args:
        source: any SOURCE, a game, or nested lists.
        options: the other arguments of `tracer.trace`, without `control`.
        called: what to call the source.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("escape", "enter"), "Esc Enter", "stop", "Stop", "Stop, and show what there is."),
        Action(("q",), "q", "discard", "Give up", "Stop, and forget what there is."),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(self, source: Any, options: dict[str, Any], called: str = "") -> None:
        super().__init__()
        self._source = source
        self._options = dict(options)
        self._called = called or (source if isinstance(source, str) else str(source))
        budget = {name: self._options.pop(name, None) for name in ("max_visits", "seconds")}
        self._control = Control(budget["max_visits"], seconds=budget["seconds"])
        self._began = time.monotonic()
        self._result: Trace | None = None
        self._refusal: PlytraceError | None = None
        self._fault: BaseException | None = None
        self._wanted = True
        self._ended = False
        # A daemon: a game's own method that does not return must not keep the program alive.
        self._thread = threading.Thread(target=self._search, daemon=True)

    def compose(self) -> ComposeResult:
        """The box, hidden at first."""
        with Vertical(id="searching", classes="box") as box:
            box.border_title = f"Searching {self._called}"
            box.border_subtitle = "Esc stops and shows what there is · q gives up"
            box.display = False
            yield Static(id="so-far")

    def on_mount(self) -> None:
        """Begin."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._thread.start()
        self.set_interval(_INTERVAL, self._look)
        self.set_timer(0.01, self._look)
        self.set_timer(0.03, self._look)

    def _search(self) -> None:
        from tracer import trace  # late: the screen is painted first

        try:
            self._result = trace(self._source, control=self._control, **self._options)
        except PlytraceError as refusal:
            self._refusal = refusal
        except BaseException as fault:  # it belongs to the thread of the screen
            self._fault = fault

    def _look(self) -> None:
        """See how far the search is."""
        if self._ended:
            return
        if not self._thread.is_alive():
            self._ended = True
            self._end()
        elif time.monotonic() - self._began > _PATIENCE:
            self.query_one("#searching").display = True
            self.query_one("#so-far", Static).update(self._told())

    def _end(self) -> None:
        if self._fault is not None:
            raise self._fault
        if self._refusal is None or not self._wanted:
            self.dismiss(self._result if self._wanted else None)
            return
        box = self.query_one("#searching")
        box.border_title = f"{self._called} cannot be searched"
        box.border_subtitle = "Esc closes"
        box.display = True
        box.remove_children()
        box.mount(Static(Text(str(self._refusal)), id="refusal"))

    def _told(self) -> Table:
        from tracer.values import show_number

        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="dim")
        table.add_column()
        took = time.monotonic() - self._began
        running = self._control.running
        if running is None:
            table.add_row("time", f"{took:.1f} s")
            return table
        now = running.so_far()
        rate = now.visits / took
        table.add_row("visits", f"{now.visits:,}   {rate:,.0f} a second")
        table.add_row("depth", f"{now.depth:,}")
        if now.value is not None and not math.isnan(now.value):
            table.add_row("best yet", f"{now.move}, worth {show_number(now.value)}")
        table.add_row("time", f"{took:.1f} s")
        return table

    def action_stop(self) -> None:
        """Stop, and give what there is."""
        self._control.cancel()
        if self._ended:  # and stays only to say what is wrong
            self.dismiss(None)

    def action_discard(self) -> None:
        """Stop, and give nothing."""
        self._wanted = False
        self.action_stop()
