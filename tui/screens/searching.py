"""A search under way: how far it is, and the means to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.errors import PlytraceError
from tui.actions import Action, bindings
from tui.searches import BackgroundSearch, SearchPlan

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["SearchingScreen", "carry_out"]

_Made = TypeVar("_Made")

#: Seconds before a search says that it is there: most are done by then.
_PATIENCE = 0.25
#: Seconds between two looks at it.
_INTERVAL = 0.1


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
        source: any SOURCE, a game, or nested lists; or a search, which may have begun.
        options: the other arguments of `tracer.trace`, without `control`.
        called: what to call the source.
        tells: whether a refusal is said here; otherwise the screen closes, and whoever opened it
            asks the search.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(
            ("escape", "enter"),
            "Esc Enter",
            "stop",
            "Stop",
            "Stop, and show what there is; Ctrl+C does too, and a second one leaves plytrace.",
        ),
        Action(("q",), "q", "discard", "Give up", "Stop, and forget what there is."),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(
        self,
        source: Any,
        options: dict[str, Any] | None = None,
        called: str = "",
        *,
        tells: bool = True,
    ) -> None:
        super().__init__()
        given = isinstance(source, BackgroundSearch)
        self._search = source if given else BackgroundSearch(source, options or {}, called)
        self._tells = tells
        self._wanted = True
        self._stopping = False
        self._ended = False

    def compose(self) -> ComposeResult:
        """The box, hidden at first."""
        with Vertical(id="searching", classes="box") as box:
            box.border_title = f"Searching {self._search.called}"
            box.border_subtitle = "Esc stops and shows what there is · q gives up"
            box.display = False
            yield Static(id="so-far")

    def on_mount(self) -> None:
        """Begin."""
        self._search.begin()
        self.set_interval(_INTERVAL, self._look)
        self.set_timer(0.01, self._look)
        self.set_timer(0.03, self._look)

    def on_unmount(self) -> None:
        """End the search with the screen, however that was left: nobody would ever ask for it."""
        self._search.cancel()

    def _look(self) -> None:
        """See how far the search is."""
        if self._ended:
            return
        if self._search.is_done():
            self._ended = True
            self._end()
        elif self._search.took > _PATIENCE:
            self.query_one("#searching").display = True
            self.query_one("#so-far", Static).update(self._told())

    def _end(self) -> None:
        search = self._search
        if self._wanted and self._tells and search.fault is not None:
            raise search.fault
        if not self._wanted or search.fault is not None:
            self.dismiss(None)
        elif search.refusal is None:
            self.dismiss(search.found())
        elif not self._tells:
            self.dismiss(None)
        else:
            self._say(search.refusal)

    def _say(self, refusal: PlytraceError) -> None:
        """Say what is wrong, in the place of what has been found."""
        box = self.query_one("#searching")
        box.border_title = f"{self._search.called} cannot be searched"
        box.border_subtitle = "Esc closes"
        box.display = True
        box.remove_children()
        box.mount(Static(Text(str(refusal)), id="refusal"))

    def _told(self) -> Table:
        from tracer.best_yet import best_yet  # late: the screen is painted first

        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="dim")
        table.add_column()
        took = self._search.took
        now = self._search.so_far()
        if now is not None:
            table.add_row("visits", f"{now.visits:,}   {now.visits / took:,.0f} a second")
            table.add_row("depth", f"{now.depth:,}")
            if told := best_yet(now):
                table.add_row("best yet", told)
        table.add_row("time", f"{took:.1f} s")
        return table

    def action_stop(self) -> None:
        """Stop, and give what there is."""
        self._search.cancel()
        if self._ended:  # and stays only to say what is wrong
            self.dismiss(None)
        elif not self._stopping:
            self._stopping = True
            self.query_one("#searching").border_subtitle = "Stopping · Ctrl+C leaves plytrace"

    def action_discard(self) -> None:
        """Stop, and give nothing."""
        self._wanted = False
        self.action_stop()

    def interrupt(self) -> bool:
        """Ctrl-C: end the search as Esc does; a second one is not for this screen."""
        if self._stopping or self._ended:
            return False
        self.action_stop()
        return True


def carry_out(
    app: App[Any],
    plan: SearchPlan[_Made],
    then: Callable[[_Made], object],
    otherwise: Callable[[BaseException | None], object],
    *,
    begun: BackgroundSearch | None = None,
    tells: bool = False,
) -> None:
    """Run the searches of a plan one after the other, each behind a `SearchingScreen`.

    Args:
        app: where the screens open.
        plan: what asks for the searches.
        then: is called with what was made.
        otherwise: is called where nothing was: with what was refused, or with None where the
            person gave up.
        begun: a search that the plan has asked for already.
        tells: whether a search that is refused says so itself, and `otherwise` is given None.
    """

    def go_on(trace: Trace | None) -> None:
        try:
            search = next(plan) if trace is None else plan.send(trace)
        except StopIteration as made:
            then(made.value)
        except PlytraceError as refusal:
            otherwise(refusal)
        else:
            show(search)

    def show(search: BackgroundSearch) -> None:
        def take(trace: Trace | None) -> None:
            if trace is None:
                plan.close()
                otherwise(None if tells else search.refusal or search.fault)
            else:
                go_on(trace)

        app.push_screen(SearchingScreen(search, tells=tells), take)

    if begun is None:
        go_on(None)
    else:
        show(begun)
