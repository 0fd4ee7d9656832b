"""The progress of slow work, in a box: of a reader, of a search, of the first searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from engine.errors import PlytraceError
from tui.actions import HasKeys
from tui.background import BackgroundJob, BackgroundSearch, SearchPlan
from tui.settings_app import EarlyKeys
from tui.widgets.laid_out_once import LaidOutOnce

if TYPE_CHECKING:
    from tracer import Trace


#: Seconds between two checks.
_READ_INTERVAL = 0.05


class ReadProgressScreen(
    HasKeys, LaidOutOnce["BackgroundJob[Any] | None"], ModalScreen["BackgroundJob[Any] | None"]
):
    """Wait for a thread and return its job; None if the user cancelled."""

    KEYS = ("read-progress",)

    def __init__(self, source: str, job: BackgroundJob[Any]) -> None:
        super().__init__()
        self._source = source
        self._job = job

    def compose(self) -> ComposeResult:
        """Yield the box."""
        with Vertical(id="reading", classes="box") as box:
            box.border_title = f"Reading {self._source}".replace("[", r"\[")
            box.border_subtitle = "Esc to cancel"
            yield Static(self._waiting_text, id="elapsed", markup=False)

    def on_mount(self) -> None:
        """Check the job regularly."""
        self.set_interval(_READ_INTERVAL, self._poll)

    @property
    def _waiting_text(self) -> str:
        return f"{self._job.seconds:.1f} s so far; a custom game may load slowly"

    def _poll(self) -> None:
        if not self.is_current:  # a list above it is closed first
            return
        if self._job.is_done():
            self.dismiss(self._job)
        else:
            self.query_one("#elapsed", Static).update(self._waiting_text)

    def action_leave(self) -> None:
        """Stop waiting; discard the result of the read."""
        self.dismiss(None)

    def interrupt(self) -> bool:
        """Cancel (Ctrl-C)."""
        self.action_leave()
        return True


_Result = TypeVar("_Result")

#: Seconds before the progress is shown: most searches are done by then.
_DELAY = 0.25
#: Seconds between two checks.
_INTERVAL = 0.1


class SearchProgressScreen(HasKeys, LaidOutOnce["Trace | None"], ModalScreen["Trace | None"]):
    """Run a search in its thread and return its trace; None if there is none.

    A stopped search returns the part that it has traced. Errors in a source or an option are shown
    in the box.
    """

    KEYS = ("search-progress",)
    #: Its own keys work before the first screen is drawn; see `tui.settings_app`.
    HANDLES_EARLY_KEYS: ClassVar[bool] = True

    def __init__(self, search: BackgroundSearch, *, shows_errors: bool = True) -> None:
        super().__init__()
        self._search = search
        self._shows_errors = shows_errors
        self._wanted = True
        self._stopping = False
        self._ended = False

    def compose(self) -> ComposeResult:
        """Yield the box, hidden at first."""
        with Vertical(id="searching", classes="box") as box:
            box.border_title = f"Searching {self._search.title}"
            box.border_subtitle = "Esc to stop and show, q to discard"
            box.display = False
            yield Static(id="progress")

    def on_mount(self) -> None:
        """Start the search."""
        self._search.start()
        self.set_interval(_INTERVAL, self._poll)
        self._search.call_at_end(lambda: self.call_later(self._poll))

    def on_unmount(self) -> None:
        """Stop the search when the screen closes: nothing else would use its result."""
        self._search.cancel()

    def _poll(self) -> None:
        if self._ended:
            return
        if self._search.is_done():
            self._ended = True
            self._end()
        elif self._search.seconds > _DELAY:
            self.query_one("#searching").display = True
            self.query_one("#progress", Static).update(self._progress_table())

    def _end(self) -> None:
        search = self._search
        if self._wanted and self._shows_errors and search.fault is not None:
            raise search.fault
        if not self._wanted or search.fault is not None:
            self.dismiss(None)
        elif search.refusal is None:
            self.dismiss(search.result())
        elif not self._shows_errors:
            self.dismiss(None)
        else:
            self._show_error(search.refusal)

    def _show_error(self, refusal: PlytraceError) -> None:
        """Show an error instead of the progress."""
        box = self.query_one("#searching")
        box.border_title = f"{self._search.title} cannot be searched"
        box.border_subtitle = "Esc to close"
        box.display = True
        box.remove_children()
        box.mount(Static(Text(str(refusal)), id="refusal"))

    def _progress_table(self) -> Table:
        # Late: the screen is painted first.
        from tracer.steps.result_words import LONG, best_so_far

        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="dim")
        table.add_column()
        took = self._search.seconds
        now = self._search.so_far()
        if now is not None:
            table.add_row("visits", f"{now.visits:,}   {now.visits / took:,.0f} a second")
            table.add_row("depth", f"{now.depth:,}")
            if text := best_so_far(now):
                table.add_row("best so far", text)
        table.add_row("time", f"{took:.1f} s")
        if took > LONG and (advice := self._search.depth_advice()):
            table.add_row("shorter", f"Esc, then {advice}")
        return table

    def action_stop(self) -> None:
        """Stop, and return the part searched so far."""
        self._search.cancel()
        if self._ended:  # the box is only showing an error
            self.dismiss(None)
        elif not self._stopping:
            self._stopping = True
            self.query_one("#searching").border_subtitle = "Stopping; Ctrl+C to quit plytrace"

    def action_discard(self) -> None:
        """Stop, and return nothing."""
        self._wanted = False
        self.action_stop()

    def interrupt(self) -> bool:
        """Stop the search as Esc does; a second Ctrl-C is left to the application."""
        if self._stopping or self._ended:
            return False
        self.action_stop()
        return True


def run_search_plan(
    app: App[Any],
    plan: SearchPlan[_Result],
    on_result: Callable[[_Result], object],
    on_failure: Callable[[BaseException | None], object],
    *,
    started: BackgroundSearch | None = None,
    shows_errors: bool = False,
) -> None:
    """Run the searches of a plan one after the other, each behind a `SearchProgressScreen`."""

    def advance(trace: Trace | None) -> None:
        try:
            search = next(plan) if trace is None else plan.send(trace)
        except StopIteration as made:
            on_result(made.value)
        except PlytraceError as refusal:
            on_failure(refusal)
        else:
            show(search)

    def show(search: BackgroundSearch) -> None:
        def take(trace: Trace | None) -> None:
            if trace is None:
                plan.close()
                on_failure(None if shows_errors else search.refusal or search.fault)
            else:
                advance(trace)

        app.push_screen(SearchProgressScreen(search, shows_errors=shows_errors), take)

    if started is None:
        advance(None)
    else:
        show(started)


class FirstSearchScreen(Screen[None]):
    """An empty screen behind the searches of a plan; the screen that they produce hides it.

    If the user gives up or a search is refused, the program ends; the refusal is its `failure`.
    """

    app: EarlyKeys
    #: Whether keys are kept for a screen that will follow.
    is_waiting = True

    def __init__(self, plan: SearchPlan[Screen[None]], search: BackgroundSearch) -> None:
        super().__init__()
        self._plan = plan
        self._search = search
        #: Exception that ended the plan early.
        self.failure: BaseException | None = None

    def on_mount(self) -> None:
        """Run the searches of the plan."""
        run_search_plan(self.app, self._plan, self._show, self._leave, started=self._search)

    def _show(self, screen: Screen[None]) -> None:
        """Open the screen of the plan; leaving it ends the program."""
        self.app.push_screen(screen, lambda _: self.app.exit())
        self.app.deliver_keys(screen)

    def _leave(self, failure: BaseException | None) -> None:
        self.failure = failure
        self.app.exit()
