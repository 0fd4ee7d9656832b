"""The stepper: a search, one step at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from tracer.pseudocode import listing
from tui.actions import Action, bindings
from tui.screens.help import HelpScreen
from tui.widgets.pseudocode_pane import PseudocodePane
from tui.widgets.sentence_bar import SentenceBar
from tui.widgets.stack_pane import StackPane
from tui.widgets.tree_canvas import TreeCanvas

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["StepperScreen"]


class StepperScreen(Screen[None]):
    """A search, one step at a time: the tree, the stack, the pseudocode and the step in words.

    Args:
        trace: the search.
        step: the step to begin at, from 0.

    Raises:
        IndexError: there is no such step.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action(("right", "l"), "→ l", "forward", "Step forward", "Go to the next step.", "step"),
        Action(("left", "h"), "← h", "back", "Step back", "Go to the step before.", "back"),
        Action(
            ("n",),
            "n",
            "next_cut",
            "Next cutoff",
            "Go to the next step at which a cutoff test holds.",
            "next cutoff",
        ),
        Action(
            ("p",),
            "p",
            "previous_cut",
            "Previous cutoff",
            "Go to the last step before at which a cutoff test holds.",
        ),
        Action(("home",), "Home", "first", "Start", "Go to the first step."),
        Action(("end",), "End", "last", "End", "Go to the last step."),
        Action(("question_mark",), "?", "help", "Help", "List the keys and the signs.", "help"),
        Action(("q",), "q", "quit", "Quit", "Leave plytrace; Ctrl+C does too.", "quit"),
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-broad"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (9, "-low"),
        (18, "-usual"),
        (28, "-tall"),
    ]

    def __init__(self, trace: Trace, step: int = 0) -> None:
        super().__init__()
        self._trace = trace
        self._step = trace.at(step).step

    def compose(self) -> ComposeResult:
        """The panes, from the top down."""
        trace = self._trace
        how = f"{trace.search} · {trace.settings.convention.name}"
        if trace.stopped:
            how += " · stopped"
        with Horizontal(id="title-line"):
            yield Static(Content.assemble((trace.source, "bold"), f" · {how}"), id="title")
            yield Static(id="status", markup=False)
        yield TreeCanvas(trace, id="tree")
        with Horizontal(id="panes"):
            yield StackPane(trace, id="stack")
            yield PseudocodePane(listing(trace), id="pseudocode")
        yield SentenceBar(id="words")
        with Horizontal(id="bottom-line"):
            yield Footer(show_command_palette=False)
            yield Static(id="message", markup=False)

    def on_mount(self) -> None:
        """Show the step to begin at."""
        self.go_to(self._step)

    @property
    def step(self) -> int:
        """The step that is shown."""
        return self._step

    def go_to(self, step: int) -> None:
        """Show a step.

        Args:
            step: from 0.

        Raises:
            IndexError: there is no such step.
        """
        snapshot = self._trace.at(step)
        self._step = snapshot.step
        steps, visits = len(self._trace.replay), len(self._trace.log)
        self.query_one(TreeCanvas).show(step)
        self.query_one(StackPane).show(snapshot.stack)
        self.query_one(PseudocodePane).show(snapshot.line)
        self.query_one(SentenceBar).show(snapshot.sentence, snapshot.note)
        passes = ""
        if self._trace.has_passes:
            number = self._trace.pass_at(snapshot.event.row)
            passes = f"pass {number:,} of {len(self._trace.roots):,} · "
        self.query_one("#status", Static).update(
            f"{passes}step {step:,} of {steps - 1:,} · visit {snapshot.visited:,} of {visits:,}"
        )
        self._say("")

    def _go_if(self, step: int | None, otherwise: str) -> None:
        """Show a step, or say why there is none."""
        if step is not None and 0 <= step < len(self._trace.replay):
            self.go_to(step)
        else:
            self._say(otherwise)

    def _say(self, message: str) -> None:
        """Show a short message in the last line."""
        self.query_one("#message", Static).update(message)

    def action_forward(self) -> None:
        """Go to the next step."""
        stopped = self._trace.stopped
        self._go_if(
            self._step + 1, f"Stopped {stopped.told}." if stopped else "This is the last step."
        )

    def action_back(self) -> None:
        """Go to the step before."""
        self._go_if(self._step - 1, "This is the first step.")

    def action_next_cut(self) -> None:
        """Go to the next step at which a cutoff test holds."""
        self._go_if(self._trace.replay.next_cut(self._step), "There is no further cutoff.")

    def action_previous_cut(self) -> None:
        """Go to the last step before at which a cutoff test holds."""
        self._go_if(self._trace.replay.previous_cut(self._step), "There is no cutoff before.")

    def action_first(self) -> None:
        """Go to the first step."""
        self.go_to(0)

    def action_last(self) -> None:
        """Go to the last step."""
        self.go_to(len(self._trace.replay) - 1)

    def action_help(self) -> None:
        """List the keys and the signs."""
        self.app.push_screen(HelpScreen(self.ACTIONS))

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()

    @on(TreeCanvas.NodeClicked)
    def _go_to_node(self, event: TreeCanvas.NodeClicked) -> None:
        self.go_to(self._trace.replay.entered_at(event.row))
