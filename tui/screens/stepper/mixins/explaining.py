"""Why is it so: from a number at the current node to the step that made it, and back."""

from __future__ import annotations

from tracer.steps.origin import (
    NodeQuantity,
    Origin,
    find_origin,
    numbers,
    show_quantity,
    skipped_name,
)
from tui.actions import Action
from tui.panes.sentence import SentenceBar
from tui.screens.stepper.mixins.base import StepperBase
from tui.widgets.tree_canvas import TreeCanvas

__all__ = ["ACTIONS", "Explaining"]

ACTIONS = (
    Action(
        ("w",),
        "w",
        "why(1)",
        "Why is it so?",
        "Explain a number of this node: since which step, and how; again for the next number.",
        "why",
    ),
    Action(("W",), "W", "why(-1)", "Previous number", "Explain the previous number of this node."),
    Action(
        ("t",), "t", "origin", "To its origin", "Go to the step that made the explained number."
    ),
    Action(
        ("backspace",),
        "Backspace",
        "return",
        "Back again",
        "Go back to the step before the last jump to an origin.",
    ),
)


class Explaining(StepperBase):
    """The keys that explain a number and follow it to its origin."""

    _origin: Origin | None = None
    #: Steps from which the user jumped to an origin, with the number explained there.
    _jumps: tuple[tuple[int, NodeQuantity], ...] = ()

    def action_why(self, by: int) -> None:
        """Explain the first, next or previous number of the current node."""
        subjects = numbers(self.trace, self.row, self.step)
        place = 0 if by > 0 else -1
        if self._origin is not None and self._origin.subject in subjects:
            place = (subjects.index(self._origin.subject) + by) % len(subjects)
        self._explain(subjects[place])

    def _explain(self, subject: NodeQuantity) -> None:
        origin = find_origin(self.trace, subject, self.step)
        self._origin = origin
        self.query_one(TreeCanvas).mark_chain(frozenset(link.row for link in origin.links))
        every = list(dict.fromkeys(link.step for link in origin.links))
        steps = ", ".join(f"{step:,}" for step in every[:_MOST_STEPS])
        more = ", …" if len(every) > _MOST_STEPS else ""
        chain = f"The chain: step{'s' if len(every) > 1 else ''} {steps}{more}."
        self.query_one(SentenceBar).show(f"{origin.sentence} {chain}")
        number = skipped_name(self.trace, subject) if subject.child else show_quantity(origin)
        self.say(f"{number}: t to step {origin.since:,}, w for the next number")

    def action_origin(self) -> None:
        """Go to the step that made the explained number."""
        if self._origin is None:
            self.say("Nothing is explained. Press w for a number of this node.")
            return
        origin, subject = self._origin, self._origin.subject
        jumps = (*self._jumps, (self.step, subject))
        if origin.since == self.step:
            self.say(f"This is step {origin.since:,}, which made it.")
            return
        self.go_to(origin.since)
        self._jumps = jumps
        self.say(f"{origin.sentence} Backspace goes back.")

    def action_return(self) -> None:
        """Go back to the step before the last jump, and explain the same number."""
        if not self._jumps:
            self.say("There is no jump to go back from.")
            return
        *earlier, (step, subject) = self._jumps
        self.go_to(step)
        self._jumps = tuple(earlier)
        self._explain(subject)

    def forget_origin(self) -> None:
        """Forget the explained number when another step is shown."""
        if self._origin is not None:
            self._origin = None
            self.query_one(TreeCanvas).mark_chain(frozenset())

    def forget_jumps(self) -> None:
        """Forget the jumps when another trace is shown."""
        self._jumps = ()


#: Steps of a chain that are listed.
_MOST_STEPS = 8
