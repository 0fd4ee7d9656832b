"""Moving through a trace: steps, lines, cutoffs, siblings."""

from __future__ import annotations

from tracer.navigation import sibling
from tui.actions import Action
from tui.stepper.base import StepperBase

__all__ = ["ACTIONS", "Stepping"]

ACTIONS = (
    Action(("right", "l"), "→ l", "forward", "Step forward", "Go to the next step.", "step"),
    Action(("left", "h"), "← h", "back", "Step back", "Go to the step before.", "back"),
    Action(
        ("n",),
        "n",
        "next_cut",
        "Next cutoff",
        "Go to the next early return: a cutoff, or a test that holds after the last child.",
        "cutoff",
    ),
    Action(
        ("p",),
        "p",
        "previous_cut",
        "Previous cutoff",
        "Go to the early return before: a cutoff, or a test that holds after the last child.",
    ),
    Action(
        ("right_square_bracket",),
        "]",
        "next_sibling",
        "Next sibling",
        "Go to the entry of the next child of the same parent.",
    ),
    Action(
        ("left_square_bracket",),
        "[",
        "previous_sibling",
        "Previous sibling",
        "Go to the entry of the child before.",
    ),
    Action(("u",), "u", "parent", "Parent", "Go to the step at which the parent was entered."),
    Action(("home",), "Home", "first", "Start", "Go to the first step."),
    Action(("end",), "End", "last", "End", "Go to the last step."),
    Action(
        ("s",),
        "s",
        "by_line",
        "Step by line or by event",
        "Step by lines of the pseudocode, or again by events.",
    ),
)


class Stepping(StepperBase):
    """The keys that move."""

    def action_forward(self) -> None:
        """Go to the next line of this step, or to the next step."""
        if self.go_line(1) or self.asks():
            return
        stopped = self.trace.stopped
        self.go_if(
            self.step + 1, f"Stopped {stopped.told}." if stopped else "This is the last step."
        )

    def action_back(self) -> None:
        """Go to the line before in this step, or to the step before."""
        if self.go_line(-1):
            return
        before = self.step
        self.go_if(self.step - 1, "This is the first step.")
        if self.step < before:
            self.go_line(len(self.lines))

    def action_next_cut(self) -> None:
        """Go to the next step at which a cutoff test holds."""
        self.go_if(self.trace.replay.next_cut(self.step), "There is no further cutoff.")

    def action_previous_cut(self) -> None:
        """Go to the last step before at which a cutoff test holds."""
        self.go_if(self.trace.replay.previous_cut(self.step), "There is no cutoff before.")

    def action_next_sibling(self) -> None:
        """Go to the entry of the next child of the same parent."""
        self._go_beside(1, "There is no visit to a sibling after this one.")

    def action_previous_sibling(self) -> None:
        """Go to the entry of the child before."""
        self._go_beside(-1, "There is no visit to a sibling before this one.")

    def _go_beside(self, by: int, otherwise: str) -> None:
        row = sibling(self.trace, self.row, by)
        self.go_if(None if row is None else self.trace.tour.entered_at(row), otherwise)

    def action_parent(self) -> None:
        """Go to the step at which the parent was entered."""
        parent = self.trace.log.parent[self.row]
        step = None if parent < 0 else self.trace.tour.entered_at(parent)
        self.go_if(step, "This is the root.")

    def action_first(self) -> None:
        """Go to the first step."""
        self.go_to(0)

    def action_last(self) -> None:
        """Go to the last step."""
        self.go_to(-1)

    def action_by_line(self) -> None:
        """Step by lines of the pseudocode, or again by events."""
        self.lines_too = not self.lines_too
        self.go_to(self.step)
        self.say("Stepping line by line." if self.lines_too else "Stepping event by event.")
