"""The stepper: a search, one step at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from engine.full_tree import full_tree_size
from tracer.board import board_at
from tracer.breakpoints import Breakpoints
from tracer.counts_so_far import RunningCounts
from tracer.figure.branches import is_drawn_whole
from tracer.lines import lines_run
from tracer.narration import holder_of
from tracer.number_line import number_line, scale_of
from tracer.pseudocode import listing
from tui.actions import Action, bindings, in_group
from tui.glyphs import plain
from tui.screens.help import HelpScreen
from tui.stepper import changing, comparing, finding, playing, predicting, stepping, taking, viewing
from tui.widgets.board_pane import BoardPane
from tui.widgets.counts_pane import CountsPane
from tui.widgets.number_line import NumberLinePane
from tui.widgets.predict_pane import PredictPane
from tui.widgets.pseudocode_pane import PseudocodePane
from tui.widgets.sentence_bar import SentenceBar
from tui.widgets.stack_pane import StackPane
from tui.widgets.tree_canvas import TreeCanvas
from tui.widgets.whole_footer import WholeFooter

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["StepperScreen"]

#: Seconds for which the nodes of the full tree are counted; many games have too many.
_PATIENCE = 3.0
#: Seconds between two blocks of a long log that are counted ahead.
_AHEAD = 0.05


class StepperScreen(
    stepping.Stepping,
    playing.Playing,
    finding.Finding,
    viewing.Viewing,
    comparing.Comparing,
    changing.Changing,
    taking.Taking,
    predicting.Predicting,
):
    """A search, one step at a time: the tree, the stack, the pseudocode and the step in words.

    Args:
        trace: the search.
        step: the step to begin at, from 0.
        heading: what to call the search; by itself what was searched.
        way_back: what is said at first; where the stepper stands above another screen, how to
            come back to it.

    Raises:
        IndexError: there is no such step.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        *in_group("Moving", stepping.ACTIONS),
        *in_group("Running", playing.ACTIONS),
        *in_group("Finding", finding.ACTIONS),
        *in_group("Changing", changing.ACTIONS),
        *in_group("Comparing", comparing.ACTIONS),
        *in_group("Seeing", viewing.ACTIONS),
        *in_group("Predicting", predicting.ACTIONS),
        *in_group("Taking away", taking.ACTIONS),
        Action(("question_mark",), "?", "help", "Help", "List the keys and the signs.", "help"),
        Action(("q",), "q", "leave", "Quit", "Leave the stepper; Ctrl+C leaves plytrace.", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (9, "-low"),
        (18, "-usual"),
        (28, "-tall"),
    ]

    def __init__(
        self, trace: Trace, step: int = 0, *, heading: str = "", way_back: str = ""
    ) -> None:
        super().__init__()
        self._heading = heading
        self._way_back = way_back
        self.trace = trace
        self.snapshot = trace.at(step)
        self.breakpoints = Breakpoints(trace)
        self._line = 0  # the place among the step's lines of the one that is marked
        self._listing = listing(trace)
        self._counts = RunningCounts(trace)
        self._scale = scale_of(trace)
        self._room = 0  # the cells of the status line: it grows and does not shrink

    def compose(self) -> ComposeResult:
        """The panes, from the top down."""
        with Horizontal(id="title-line"):
            yield Static(id="title")
            yield Static(id="status", markup=False)
        with Horizontal(id="middle"):
            yield TreeCanvas(self.trace, id="tree")
            yield BoardPane(id="board")
        yield NumberLinePane(id="line")
        with Horizontal(id="panes"):
            yield StackPane(self.trace, id="stack")
            yield PseudocodePane(self._listing, id="pseudocode")
        yield CountsPane(id="counts")
        yield PredictPane(id="predict")
        yield SentenceBar(id="words")
        with Horizontal(id="bottom-line"):
            yield WholeFooter(show_command_palette=False)
            yield Static(id="message", markup=False)

    def glyphs_changed(self) -> None:
        """Draw again, with the signs that the application now has."""
        self.query_one(TreeCanvas).ascii = bool(getattr(self.app, "ascii", False))
        self._show()

    def on_mount(self) -> None:
        """Show the step to begin at, and count ahead."""
        self.query_one(TreeCanvas).ascii = bool(getattr(self.app, "ascii", False))
        if self.settings is not None:
            self.speed = self.settings.speed
        self.hide_as_set()
        self._begin()
        self.go_to(self.step)
        self.say(self._way_back)

    def _begin(self) -> None:
        """What a trace needs once."""
        trace = self.trace
        self._room = 0
        how = f"{trace.search} · {trace.settings.convention.name}"
        if trace.settings.order != "given":
            how += f" · {trace.settings.order}"
        if trace.stopped:
            how += " · stopped"
        self.query_one("#title", Static).update(
            Content.assemble(
                (plain(self, self._heading or trace.source), "bold"), plain(self, f" · {how}")
            )
        )
        drawn = is_drawn_whole(trace.game)
        self.query_one(BoardPane).set_class(drawn, "-nothing")
        if len(trace.log) > 1 << 16:
            self.set_timer(_AHEAD, partial(self._count_ahead, self._counts))
        self._count_full_tree()

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
            self.app.call_from_thread(self._show_counts)

    def put(self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None) -> None:
        """Show another trace in the place of this one."""
        self.trace = trace
        self.snapshot = trace.at(step)
        self.breakpoints.load(trace)
        self._listing = listing(trace)
        self._counts = RunningCounts(trace)
        self._scale = scale_of(trace)
        self.query_one(TreeCanvas).load(trace, changed)
        self.query_one(StackPane).load(trace)
        self.query_one(PseudocodePane).load(self._listing)
        self._begin()
        self.go_to(step)

    # A step ------------------------------------------------------------------------------

    def go_to(self, step: int) -> None:
        """Show a step."""
        self.snapshot = self.trace.at(step)
        self._line = 0
        self._show()
        self.say("")
        self.moved()
        self.forget_question()

    def _show(self) -> None:
        """Show the step on every pane."""
        trace, now = self.trace, self.snapshot
        self.query_one(TreeCanvas).show(now.step)
        self.query_one(StackPane).show(now.stack, now.step, holder_of(trace, now.event))
        self.query_one(SentenceBar).show(now.sentence, now.note)
        self.query_one(NumberLinePane).show(number_line(trace, now, self._scale))
        board = self.query_one(BoardPane)
        if not board.has_class("-nothing"):
            board.show(board_at(trace, self.row), self._about_board())
        self._show_line()
        self._show_counts()
        self._show_status()

    def _show_status(self) -> None:
        trace, now = self.trace, self.snapshot
        passes = ""
        if trace.has_passes:
            number = trace.pass_at(now.event.row)
            passes = f"pass {number:,} of {len(trace.roots):,} · "
        steps, visits = len(trace.replay), len(trace.log)
        told = (
            f"{self.pauses}{passes}step {now.step:,} of {steps - 1:,}"
            f" · visit {now.visited:,} of {visits:,}"
        )
        status = self.query_one("#status", Static)
        wider = len(told) > self._room
        self._room = max(self._room, len(told))
        status.update(plain(self, told).rjust(self._room), layout=wider)

    def breakpoints_changed(self) -> None:
        """Show how many breakpoints there are now."""
        self._room = 0
        self._show_status()

    def _about_board(self) -> str:
        """Whose turn it is at the node in question, and by which move it was reached."""
        trace, row = self.trace, self.row
        move, state = trace.move_name(row), trace.state(row)
        reached = f"after {move}" if move else "the root"
        if trace.game.is_terminal(state):
            return f"{reached}\nthe game is over"
        return f"{reached}\n{trace.game.labels[trace.game.to_move(state)]} to move"

    def _show_counts(self) -> None:
        self.query_one(CountsPane).show(self._counts.at(self.snapshot))

    def _show_line(self) -> None:
        line = self.lines[self._line] if self.lines_too else self.snapshot.line
        self.query_one(PseudocodePane).show(line)

    @property
    def lines(self) -> Sequence[int]:
        """The numbers of the lines of pseudocode that run at this step, in order."""
        return lines_run(self.trace, self._listing, self.snapshot)

    def go_line(self, by: int) -> bool:
        """Mark a later or an earlier line of this step, where it is stepped line by line."""
        if not self.lines_too:
            return False
        place = min(max(self._line + by, 0), len(self.lines) - 1)
        if place == self._line:
            return False
        self._line = place
        self._show_line()
        self.say("")
        return True

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        if message != self.said:
            self.said = message
            self.query_one("#message", Static).update(plain(self, message))
            self.set_class(bool(message), "-says")

    # The rest ----------------------------------------------------------------------------

    def action_help(self) -> None:
        """List the keys and the signs."""
        self.app.push_screen(HelpScreen(self.ACTIONS))

    def action_leave(self) -> None:
        """Leave: for the screen that this one was opened from, or for good."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()

    @on(TreeCanvas.NodeClicked)
    def _go_to_node(self, event: TreeCanvas.NodeClicked) -> None:
        self.go_to(self.trace.replay.entered_at(event.row))
