"""The stepper: a search, one step at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from engine.errors import PlytraceError
from engine.tree_size import full_tree_size
from tracer.drawing.canvas.canvas_views import ZoomLevel
from tracer.recording.rerun import unwrapped_game
from tracer.steps.breakpoints import Breakpoints
from tracer.steps.pseudocode import executed_lines, listing
from tracer.steps.replay import RunningCounts
from tracer.steps.result_words import search_words
from tracer.steps.step_views import value_range
from tracer.text.printable_text import begin_sentence
from tui.actions import Action, read_actions
from tui.appearance.theme import with_symbols
from tui.dialogs.pick_list import PickListScreen
from tui.panes import PANES
from tui.panes.board import SearchMap
from tui.panes.pane import Area, Pane, StepView
from tui.panes.words import Legend
from tui.screens.stepper import changing, finding, stepping, viewing
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.tree_canvas import TreeCanvas

if TYPE_CHECKING:
    from tracer import Trace
    from tui.screens.stepper.side_by_side_screen import SideBySideScreen


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
    viewing.Exporting,
):
    """A search, one step at a time: tree, stack, pseudocode and explanation."""

    KEYS: ClassVar[Sequence[str]] = (
        *("stepping", "autoplay", "finding", "explaining", "changing", "comparing"),
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
        self.breakpoints = Breakpoints(trace)
        self._line = 0  # index of the marked line among the step's lines
        self._panes: dict[str, Pane] = {}  # panes of this search, by id
        self._listing = listing(trace)
        self._counts = RunningCounts(trace)
        self._scale = value_range(trace)
        self._room = 0  # width of the status line in cells: it never shrinks

    @classmethod
    def list_actions(cls) -> list[Action]:
        """Return the actions in the order of the help; every pane has one."""
        last = read_actions("working", "exporting", "stepper")
        return [*super().list_actions(), *viewing.PANE_ACTIONS, *last]

    def compose(self) -> ComposeResult:
        """Yield the panes from top to bottom."""
        yield make_title_line()
        with Horizontal(id="middle"):
            yield TreeCanvas(self.trace, id="tree")
            yield from self._panes_in("beside")
        yield from self._panes_in("under")
        yield from self._panes_in("above")
        with Horizontal(id="panes"):
            with LeftColumn(id="left-column"):
                yield from self._panes_in("left")
            yield from self._panes_in("columns")
        yield from self._panes_in("below")
        yield BottomLine()

    def _panes_in(self, area: Area) -> Iterator[Widget]:
        return (pane.make(self.trace) for pane in PANES if pane.area == area)

    def glyphs_changed(self) -> None:
        """Redraw with the application's symbols."""
        self._show()

    def on_mount(self) -> None:
        """Show the first step, and count in advance."""
        if self.settings is not None:
            self.speed = self.settings.speed
        self.hide_panes_as_set()
        self._begin()
        self.go_to(self.step)
        self.say(self._way_back)

    def _begin(self) -> None:
        """Prepare the screen for a trace."""
        trace = self.trace
        self._room = 0
        how = " · ".join(search_words(trace))
        self.query_one("#title", Static).update(
            Content.assemble(
                (with_symbols(self, self._heading or trace.source), "bold"),
                with_symbols(self, f" · {how}"),
            )
        )
        self._panes = {pane.id: pane for pane in PANES if pane.is_for(trace)}
        for pane in PANES:
            self.query_one(f"#{pane.id}").set_class(pane.id not in self._panes, "-nothing")
        self.show_what_fits()
        self.fit_tree()
        if len(trace.log) > 1 << 16:
            self.set_timer(_AHEAD, partial(self._count_ahead, self._counts))
        self._count_full_tree()

    def show_what_fits(self) -> None:
        """Show the map and the legend if there is room for them."""
        self.query_one(LeftColumn).show_what_fits()

    def _count_ahead(self, counts: RunningCounts) -> None:
        if counts is self._counts and counts.advance():
            self.set_timer(_AHEAD, partial(self._count_ahead, counts))

    @work(thread=True, exclusive=True, group="full-tree")
    def _count_full_tree(self) -> None:
        trace, counts, worker = self.trace, self._counts, get_current_worker()
        if trace.has_passes:
            return
        limit = trace.settings.depth_limit(trace.game)
        end = monotonic() + _PATIENCE

        def go_on() -> bool:
            return not worker.is_cancelled and monotonic() < end

        counts.full = full_tree_size(trace.game, limit, go_on)
        if not worker.is_cancelled:
            self.show_from_thread(self._show_on, "counts")

    def show_trace(
        self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None
    ) -> None:
        """Show another trace."""
        self.trace = trace
        self.snapshot = trace.at(step)
        self.forget_jumps()
        self.breakpoints.load(trace)
        self._listing = listing(trace)
        self._counts = RunningCounts(trace)
        self._scale = value_range(trace)
        self.query_one(TreeCanvas).load(trace, changed)
        for pane in PANES:
            pane.load(self.query_one(f"#{pane.id}"), trace)
        self._begin()
        self.go_to(step)

    # A step ------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show a step."""
        self.snapshot = self.trace.at(step)
        self._line = 0
        self.forget_origin()
        self._show()
        self.say("")
        self.step_changed()

    def _show(self) -> None:
        """Show the step on all panes."""
        self.query_one(TreeCanvas).show(self.step)
        self._show_on(*self._panes)
        self._show_status()

    def _show_on(self, *panes: str) -> None:
        """Show the step on some panes, given by id."""
        line = self.lines[self._line] if self.steps_by_line else self.snapshot.line
        counts = self._counts.at(self.snapshot)
        view = StepView(self.trace, self.snapshot, self.row, line, counts, self._scale)
        for pane in panes:
            self._panes[pane].show(self.query_one(f"#{pane}"), view)

    def _show_status(self) -> None:
        trace, now = self.trace, self.snapshot
        passes = ""
        if trace.has_passes:
            passes = f"pass {trace.pass_at(now.event.row):,} of {len(trace.roots):,} · "
        text = (
            f"{self.breakpoints_text}{passes}step {now.step:,} of {len(trace.replay) - 1:,}"
            f" · visit {now.visited:,} of {len(trace.log):,}"
        )
        status = self.query_one("#status", Static)
        wider = len(text) > self._room
        self._room = max(self._room, len(text))
        status.update(with_symbols(self, text).rjust(self._room), layout=wider)

    def status_changed(self) -> None:
        """Show the current step again, and the number of breakpoints."""
        self._room = 0
        self._show()

    @property
    def lines(self) -> Sequence[int]:
        """The numbers of the lines of pseudocode that run at this step, in order."""
        return executed_lines(self.trace, self._listing, self.snapshot)

    def go_line(self, by: int) -> bool:
        """Mark another line of this step if stepping by line."""
        if not self.steps_by_line:
            return False
        place = min(max(self._line + by, 0), len(self.lines) - 1)
        if place == self._line:
            return False
        self._line = place
        self._show_on("pseudocode")
        self.say("")
        return True

    # The rest ----------------------------------------------------------------------------

    @on(TreeCanvas.NodeClicked)
    def _go_to_node(self, event: TreeCanvas.NodeClicked) -> None:
        self.go_to(self.trace.replay.entered_at(event.row))

    # Other screens: two searches side by side, and work by hand --------------------------

    def action_compare(self) -> None:
        """Choose another convention, search or order, and show both side by side."""
        choices = changing.other_searches(self.trace)
        self.ask(PickListScreen("Compare with", choices), self._search_other)

    def _search_other(self, changed: dict[str, Any]) -> None:
        options = self.with_options(changed)
        self.search_again(unwrapped_game(self.trace), options, self._show_side_by_side)

    def _show_side_by_side(self, trace: Trace) -> None:
        # Late: rarely needed.
        from tui.screens.stepper.side_by_side_screen import SideBySideScreen

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
        from tracer.hands.judging import right_events_until
        from tracer.hands.session import HandSession
        from tracer.hands.suitable import check_suitable
        from tui.screens.stepper.hands_screen import HandsScreen

        try:
            check_suitable(self.trace)
        except PlytraceError as error:
            self.say(f"{begin_sentence(error.found, self.trace.source)}.")
            return
        events = right_events_until(self.trace, self.step)
        self.app.push_screen(HandsScreen(HandSession(self.trace, before=events)))


#: The fewest rows of the stack and of the map, with their borders.
_STACK, _MAP = 7, 7


class LeftColumn(Vertical):
    """The stack, and below it the map of the search and the legend if there is room for them."""

    def on_resize(self) -> None:
        """Show what fits."""
        self.show_what_fits()

    def show_what_fits(self) -> None:
        """Show the map if it fits below the stack, and the legend if it fits below both.

        The tree may be zoomed out to a map itself; then there is no second one.
        """
        trees = self.screen.query(TreeCanvas).exclude("#map")
        is_map = any(tree.level is ZoomLevel.DENSITY for tree in trees)
        search_map, legend = self.query_one(SearchMap), self.query_one(Legend)
        signs = legend.count_rows(max(1, self.size.width - 2)) + 1
        legend.styles.height = signs
        rows = self.size.height - _STACK
        if _show(search_map, fits=rows >= _MAP and not is_map):
            rows -= _MAP
        _show(legend, fits=rows >= signs)


def _show(pane: Widget, *, fits: bool) -> bool:
    """Show or hide a pane, and return whether it takes room."""
    pane.set_class(not fits, "-cramped")
    return fits and not (pane.has_class("-hidden") or pane.has_class("-nothing"))
