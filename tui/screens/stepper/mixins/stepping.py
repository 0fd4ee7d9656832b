"""Moving through a trace: steps, lines, cutoffs, siblings."""

from __future__ import annotations

from tracer.steps.navigation import sibling
from tui.actions import Action
from tui.screens.stepper.mixins.base import StepperBase

ACTIONS = (
    Action(("right", "l"), "→ l", "forward", "Step forward", "Go to the next step.", "step"),
    Action(("left", "h"), "← h", "back", "Step back", "Go to the previous step.", "back"),
    Action(
        ("n",),
        "n",
        "next_cut",
        "Next cutoff",
        "Go to the next step at which the cutoff test succeeds.",
        "cutoff",
    ),
    Action(
        ("p",),
        "p",
        "previous_cut",
        "Previous cutoff",
        "Go to the previous step at which the cutoff test succeeds.",
    ),
    Action(
        ("right_square_bracket",),
        "]",
        "next_sibling",
        "Next sibling",
        "Go to the step that enters the right sibling.",
    ),
    Action(
        ("left_square_bracket",),
        "[",
        "previous_sibling",
        "Previous sibling",
        "Go to the step that enters the left sibling.",
    ),
    Action(("u",), "u", "parent", "Parent", "Go to the step that enters the parent."),
    Action(("home",), "Home", "first", "Start", "Go to the first step."),
    Action(("end",), "End", "last", "End", "Go to the last step."),
    Action(
        ("s",),
        "s",
        "by_line",
        "Change step size",
        "Step by pseudocode line or by event.",
    ),
)


class Stepping(StepperBase):
    """The keys that move."""

    def action_forward(self) -> None:
        """Go to the next line of this step, or to the next step."""
        if self.go_line(1):
            return
        stopped = self.trace.stopped
        self.go_if(
            self.step + 1,
            f"Stopped {stopped.description}." if stopped else "This is the last step.",
        )

    def action_back(self) -> None:
        """Go to the previous line of this step, or to the previous step."""
        if self.go_line(-1):
            return
        before = self.step
        self.go_if(self.step - 1, "This is the first step.")
        if self.step < before:
            self.go_line(len(self.lines))

    def action_next_cut(self) -> None:
        """Go to the next step at which the cutoff test succeeds."""
        self.go_if(self.trace.replay.next_cut(self.step), "There is no later cutoff.")

    def action_previous_cut(self) -> None:
        """Go to the previous step at which the cutoff test succeeds."""
        self.go_if(self.trace.replay.previous_cut(self.step), "There is no earlier cutoff.")

    def action_next_sibling(self) -> None:
        """Go to the step that enters the right sibling."""
        self._go_to_sibling(1, "No sibling is visited after this one.")

    def action_previous_sibling(self) -> None:
        """Go to the step that enters the left sibling."""
        self._go_to_sibling(-1, "No sibling is visited before this one.")

    def _go_to_sibling(self, by: int, message: str) -> None:
        row = sibling(self.trace, self.row, by)
        self.go_if(None if row is None else self.trace.tour.entered_at(row), message)

    def action_parent(self) -> None:
        """Go to the step that enters the parent."""
        parent = self.trace.log.parent[self.row]
        step = None if parent < 0 else self.trace.tour.entered_at(parent)
        self.go_if(step, "This is the root.")

    def action_by_line(self) -> None:
        """Switch between stepping by pseudocode line and by event."""
        self.steps_by_line = not self.steps_by_line
        self.go_to(self.step)
        self.say("Stepping line by line." if self.steps_by_line else "Stepping event by event.")
