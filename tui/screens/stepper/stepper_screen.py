"""The stepper: a search, one step at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Event
from time import monotonic
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from engine.errors import PlytraceError
from engine.tree_size import full_tree_size
from tracer import Trace
from tracer.steps.pseudocode import executed_lines, listing
from tracer.steps.replay import RunningCounts
from tracer.steps.result_words import search_words
from tracer.steps.step_views import value_range
from tracer.text.printable_text import begin_sentence
from tui.actions import Action, read_actions
from tui.appearance.theme import with_symbols
from tui.background import BackgroundJob
from tui.panes import PANES
from tui.panes.pane import Area, Pane, StepView
from tui.screens.stepper import changing, finding, stepping, viewing
from tui.screens.stepper.side_by_side_screen import SideBySideScreen
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.tree_canvas import TreeCanvas

#: Seconds to count the nodes of the full tree; many games have too many.
_PATIENCE = 3.0
#: Seconds between two blocks of a long log counted in advance.
_AHEAD = 0.05


class StepperScreen(
    stepping.Stepping,
    stepping.Autoplay,
    finding.Finding,
    viewing.Viewing,
    changing.Changing,
    finding.Explaining,
):
    """A search, one step at a time: tree, stack, pseudocode and explanation."""

    KEYS: ClassVar[Sequence[str]] = (
        *("stepping", "lines", "autoplay", "finding", "explaining", "changing", "comparing"),
        *("zooming", "folding", "panning", "boards"),
    )

    def __init__(
        self, trace: Trace, step: int = 0, *, heading: str = "", way_back: str = ""
    ) -> None:
        super().__init__()
        self._heading = heading
        self._way_back = way_back
        self.trace = trace
        self.snapshot = trace.at(step)
        #: Whether stepping is by line instead of by event.
        self.steps_by_line = False
        self._line = 0  # index of the marked line among the step's lines
        self._panes: dict[str, Pane] = {}  # panes of this search, by id

    @classmethod
    def list_actions(cls) -> list[Action]:
        """Return the actions in the order of the help; every pane has one."""
        last = read_actions("working", "stepper")
        return [*super().list_actions(), *viewing.PANE_ACTIONS, *last]

    def compose(self) -> ComposeResult:
        """Yield the panes from top to bottom."""
        yield make_title_line()
        with Horizontal(id="middle"):
            yield TreeCanvas(id="tree")
            yield from self._panes_in("beside")
        yield from self._panes_in("under")
        yield from self._panes_in("above")
        with Horizontal(id="panes"):
            yield from self._panes_in("columns")
        yield from self._panes_in("below")
        yield BottomLine()

    def _panes_in(self, area: Area) -> Iterator[Widget]:
        return (pane.widget(id=pane.id) for pane in PANES if pane.area == area)

    def on_mount(self) -> None:
        """Show the first step, and count in advance."""
        self.speed = self.app.settings.speed
        self.hide_panes_as_set()
        self._begin()
        self.go_to(self.step)
        self.say(self._way_back)

    def _begin(self, changed: Callable[[int], bool] | None = None) -> None:
        trace = self.trace
        self._listing = listing(trace)
        self._counts = RunningCounts(trace)
        self._scale = value_range(trace)
        self._room = 0  # width of the status line in cells: it never shrinks
        self.query_one(TreeCanvas).load(trace, changed)
        self.put_title(self._heading or trace.source, " · ".join(search_words(trace)))
        self._panes = {pane.id: pane for pane in PANES if pane.is_for(trace)}
        for pane in PANES:
            widget = self.query_one(f"#{pane.id}")
            widget.set_class(pane.id not in self._panes, "-nothing")
            pane.load(widget, trace)
        self.fit_tree()
        if len(trace.log) > 1 << 16:
            self.set_timer(_AHEAD, partial(self._count_ahead, self._counts))
        self._count_full_tree()

    def _count_ahead(self, counts: RunningCounts) -> None:
        if counts is self._counts and counts.advance():
            self.set_timer(_AHEAD, partial(self._count_ahead, counts))

    def _count_full_tree(self) -> None:
        trace, stop = self.trace, Event()
        self.stop_job("full-tree")
        if trace.has_passes:
            return
        limit = trace.settings.depth_limit(trace.game)
        end = monotonic() + _PATIENCE

        def go_on() -> bool:
            return not stop.is_set() and monotonic() < end

        def take(size: int | None) -> None:
            self._counts.full = size
            self._show_on("counts")

        count = partial(full_tree_size, trace.game, limit, go_on)
        self.run_job("full-tree", BackgroundJob(count, stop=stop.set), take)

    def show_trace(
        self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None
    ) -> None:
        """Show another trace."""
        self.trace = trace
        self.snapshot = trace.at(step)
        self.forget_jumps()
        self._begin(changed)
        self.go_to(step)

    # A step ------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show a step."""
        self.snapshot = self.trace.at(step)
        self._line = 0
        self.forget_origin()
        self.show()
        self.say("")
        self.step_changed()

    def show(self) -> None:
        """Show the step on all panes."""
        self.query_one(TreeCanvas).show(self.step)
        self._show_on(*self._panes)
        self._show_status()

    def _show_on(self, *panes: str) -> None:
        """Show the step on some panes, given by id."""
        line = self.lines[self._line] if self.steps_by_line else self.snapshot.line
        counts = self._counts.at(self.snapshot)
        text = self._listing.lines
        view = StepView(self.trace, self.snapshot, self.row, text, line, counts, self._scale)
        for pane in panes:
            self._panes[pane].show(self.query_one(f"#{pane}"), view)

    def _show_status(self) -> None:
        trace, now = self.trace, self.snapshot
        passes = ""
        if trace.has_passes:
            passes = f"pass {trace.pass_at(now.event.row):,} of {len(trace.roots):,} · "
        text = (
            f"{passes}step {now.step:,} of {len(trace.replay) - 1:,}"
            f" · visit {now.visited:,} of {len(trace.log):,}"
        )
        status = self.query_one("#status", Static)
        wider = len(text) > self._room
        self._room = max(self._room, len(text))
        status.update(with_symbols(self, text).rjust(self._room), layout=wider)

    @property
    def lines(self) -> Sequence[int]:
        """The numbers of the lines of pseudocode that run at this step, in order."""
        return executed_lines(self.trace, self._listing, self.snapshot)

    def go_line(self, by: int) -> bool:
        """Mark another line of this step if there is one, and stepping is by line."""
        place = min(max(self._line + by, 0), len(self.lines) - 1)
        if not self.steps_by_line or place == self._line:
            return False
        self._line = place
        self._show_on("pseudocode")
        self.say("")
        return True

    def action_forward(self) -> None:
        """Go to the next line of this step, or to the next step."""
        if not self.go_line(1):
            super().action_forward()

    def action_back(self) -> None:
        """Go to the previous line of this step, or to the last one of the previous step."""
        if not self.go_line(-1):
            before = self.step
            super().action_back()
            if self.step < before:
                self.go_line(len(self.lines))

    def action_by_line(self) -> None:
        """Switch between stepping by pseudocode line and by event."""
        self.steps_by_line = not self.steps_by_line
        self.go_to(self.step)
        self.say("Stepping line by line." if self.steps_by_line else "Stepping event by event.")

    @on(TreeCanvas.NodeClicked)
    def _go_to_node(self, event: TreeCanvas.NodeClicked) -> None:
        self.go_to(self.trace.replay.entered_at(event.row))

    # Other screens: two searches side by side, and work by hand --------------------------

    def action_compare(self) -> None:
        """Choose another convention, search or order, and show both side by side."""
        self.choose_search("Compare with", self._show_side_by_side)

    def _show_side_by_side(self, trace: Trace) -> None:
        try:
            screen = SideBySideScreen(self.trace, trace, self.step)
        except PlytraceError as error:
            self.say(str(error))
            return
        self.app.push_screen(screen, partial(self._come_back, screen))

    def _come_back(self, screen: SideBySideScreen, _: None) -> None:
        """Go to the step at which the comparison was closed."""
        step = screen.step_of(self.trace)
        if step is not None:
            self.go_to(step)

    def action_work(self) -> None:
        """Continue this search by hand, or say why it has no form by hand."""
        # Late: slow to import, and not every session uses it.
        from tracer.hands.judging import right_events
        from tracer.hands.session import HandSession
        from tracer.hands.suitable import check_suitable
        from tui.screens.stepper.hands_screen import HandsScreen

        try:
            check_suitable(self.trace)
        except PlytraceError as error:
            self.say(f"{begin_sentence(error.found, self.trace.source)}.")
            return
        events = right_events(self.trace, self.step)
        self.app.push_screen(HandsScreen(HandSession(self.trace, before=events)))
