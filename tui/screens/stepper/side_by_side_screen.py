"""Two searches of the same tree side by side, locked to the same node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Event, Lock

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key
from textual.timer import Timer
from textual.widgets import Static

from tracer import Trace
from tracer.compare.differences import Differences
from tracer.compare.side_by_side import SideBySide
from tracer.steps.step_views import value_range
from tui.actions import Action, read_actions
from tui.appearance.theme import with_symbols
from tui.background import BackgroundJob
from tui.screens.stepper import changing, finding, stepping, viewing
from tui.screens.stepper.search_side import SearchSide
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.tree_canvas import TreeCanvas

#: Seconds to search for the first difference before the screen is painted.
_FIRST_WAIT = 0.05
#: Seconds that the thread compares before it checks for cancellation.
_SLICE = 0.05
#: Seconds between two checks of the comparison's progress.
_POLL_INTERVAL = 0.1

_FOOTER = ("forward", "cut(1)", "difference(1)", "lead", "help", "leave")

#: Keys that only the stepper has, with the titles of their actions.
_STEPPER_ALONE = {
    key: action.title
    for action in (
        *read_actions(
            *("lines", "explaining", "changing", "working"),
            *("zooming", "folding", "panning", "boards"),
        ),
        *viewing.PANE_ACTIONS,
    )
    for key in action.keys
}


class SideBySideScreen(
    stepping.Stepping,
    stepping.Autoplay,
    finding.Finding,
    viewing.Zooming,
    changing.Changing,
):
    """Two searches of the same tree: the keys move one side, and the other follows."""

    KEYS = (
        *("stepping", "side-by-side", "autoplay", "finding"),
        *("zooming", "panning", "closing"),
    )
    MARKS_CHANGES = False  # differences refer to the other side

    _polling: Timer

    def __init__(
        self,
        left: Trace,
        right: Trace,
        step: int = 0,
        *,
        labels: tuple[str, str] | None = None,
    ) -> None:
        super().__init__()
        self._pair = SideBySide(left, right, labels)
        self._scale = _common_scale(self._pair)
        self._leading = 0
        self._wanted = 0  # 1 or −1 while waiting for the next or the previous difference
        self._comparing = Lock()
        self.trace = left
        self.snapshot = left.at(step)

    @classmethod
    def list_actions(cls) -> list[Action]:
        """Return the actions of the help: the stepper's are about both sides."""
        return [
            replace(
                action,
                footer=action.footer if action.name in _FOOTER else "",
                help=action.help.replace("the view", "both views"),
            )
            for action in super().list_actions()
        ]

    def compose(self) -> ComposeResult:
        """Yield the two sides, and the lines about both."""
        yield make_title_line()
        with Container(id="sides"):
            yield SearchSide(id="side-0")
            yield SearchSide(id="side-1")
        yield Static(id="difference", markup=False)
        yield Static(id="summary", markup=False)
        yield BottomLine()

    def on_mount(self) -> None:
        """Show the first step, and start the comparison."""
        self._polling = self.set_interval(_POLL_INTERVAL, self._poll, pause=True)
        for side, trace in zip(self._columns, self._pair.sides, strict=True):
            side.load(trace)
            self._count_ahead(side)
        self.speed = self.app.settings.speed
        self._compare()
        self.show()

    def show(self) -> None:
        """Redraw with the application's symbols."""
        self.go_to(self.step)

    @property
    def _columns(self) -> list[SearchSide]:
        return list(self.query(SearchSide))

    def _count_ahead(self, side: SearchSide) -> None:
        if side.count_ahead():
            self.set_timer(_SLICE, partial(self._count_ahead, side))

    # Comparing -----------------------------------------------------------------------------

    @property
    def _differences(self) -> Differences:
        return self._pair.differences[self._leading]

    def _compare(self) -> None:
        """Find the differences in the order of the leading side, the first one at once."""
        if self._comparing.acquire(blocking=False):
            self._differences.first(_FIRST_WAIT)
            self._comparing.release()
        stop = Event()
        find = partial(self._find_differences, stop)
        self.run_job("compare", BackgroundJob(find, stop=stop.set), str)
        self._polling.resume()

    def _find_differences(self, stop: Event) -> None:
        """Compare the searches in the order of one side, then of the other."""
        for differences in (self._differences, self._pair.differences[1 - self._leading]):
            more = not differences.done
            while more and not stop.is_set():
                with self._comparing:  # the previous thread may not have noticed its end
                    more = differences.advance(_SLICE)

    def _poll(self) -> None:
        """Show the progress, and go to the difference that the user requested."""
        if self._pair.is_counted:
            self._polling.pause()
        self._show_summary()
        if self._wanted:
            self.action_difference(self._wanted)

    def action_difference(self, by: int) -> None:
        """Go to the next or previous step at which the two differ."""
        found, here = self._differences, self.step
        # In this order: the thread may find more in between.
        known = found.done if by > 0 else found.known_before(here)
        step = found.after(here) if by > 0 else found.before(here)
        if not known and (by < 0 or step is None):
            self._wanted = by
            self.say(f"Comparing: {found.progress:.0%}.")
        elif step is not None:
            self.go_to(step)
        else:
            self._wanted = 0
            where = "later" if by > 0 else "earlier"
            same = "The two searches are the same, visit by visit."
            self.say(same if self._pair.is_same else f"There is no {where} difference.")

    def action_lead(self) -> None:
        """Let the keys move the other side."""
        step = self._pair.matching_step(self._leading, self.step).step
        self._lead(1 - self._leading)
        self.go_to(step)

    def _lead(self, side: int) -> None:
        if side != self._leading:
            self._leading = side
            self.trace = self._pair.sides[side]
            self._compare()

    def step_of(self, trace: Trace) -> int | None:
        """Return the current step of one of the two searches; None for any other."""
        if trace is self.trace:
            return self.step
        if trace is self._pair.sides[1 - self._leading]:
            return self._pair.matching_step(self._leading, self.step).step
        return None

    def show_trace(
        self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None
    ) -> None:
        """Show another search on the leading side."""
        sides = list(self._pair.sides)
        sides[self._leading] = trace
        self._pair = SideBySide(sides[0], sides[1])
        self._scale = _common_scale(self._pair)
        self.trace = trace
        column = self._columns[self._leading]
        column.load(trace)
        self._count_ahead(column)
        self._compare()
        self.go_to(step)

    def _keep(self) -> None:
        """Do nothing: c itself reverts a change."""

    # A step --------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show a step of the leading side, and the same point on the other."""
        self._wanted = 0
        self.snapshot = self.trace.at(step)
        locked = self._pair.matching_step(self._leading, self.step)
        other = self._pair.sides[1 - self._leading].at(locked.step)
        for side, column in enumerate(self._columns):
            if side == self._leading:
                column.show(self.snapshot, "", self._scale, leads=True)
            else:
                column.show(other, locked.note, self._scale, leads=False)
        text = self._pair.sentences(self._leading, self.step)
        difference = self.query_one("#difference", Static)
        text = f"≠ {text}" if text else "= No difference at this step."
        difference.update(with_symbols(self, text))
        difference.set_class(bool(text), "-differs")
        self._show_summary()
        self.say("")
        self.step_changed()

    def _show_summary(self) -> None:
        title = f"{self._pair.sides[0].source}: {' vs. '.join(self._pair.labels)}"
        self.put_text("title", title)
        status = f"step {self.step:,} of {len(self.trace.replay) - 1:,}"
        if self._pair.count:
            more = "" if self._pair.is_counted else "+"
            place = self._pair.count_at(self._leading, self.step)
            status += f" · difference {place:,} of {self._pair.count:,}{more}"
        self.put_text("status", status)
        self.put_text("summary", self._pair.summary(self._leading))

    @on(TreeCanvas.NodeClicked)
    def _go_to_node(self, event: TreeCanvas.NodeClicked) -> None:
        self._lead(self.canvases.index(event.canvas))
        self.go_to(self.trace.tour.entered_at(event.row))

    def on_key(self, event: Key) -> None:
        """Explain where a key works that only the stepper has."""
        title = _STEPPER_ALONE.get(event.key)
        if title is not None and event.key not in self._bindings.key_to_bindings:
            beneath = len(self.app.screen_stack) > 1
            where = "press q to return to it" if beneath else "run plytrace step without --against"
            self.say(f"{title} works only in the stepper ({where}).")


def _common_scale(pair: SideBySide) -> tuple[float, float]:
    """Return the ends of a number line that fits the values of both searches."""
    lows, highs = zip(*(value_range(trace) for trace in pair.sides), strict=True)
    return min(lows), max(highs)
