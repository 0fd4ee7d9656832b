"""Working the search by hand from the step that is shown."""

from __future__ import annotations

from engine.errors import PlytraceError
from tui.actions import Action
from tui.screens.stepper.mixins.base import StepperBase

ACTIONS = (
    Action(
        ("i",),
        "i",
        "work",
        "Work by hand",
        "Continue this search by hand from the step that is shown, with covered leaves.",
        "work",
    ),
)


class Working(StepperBase):
    """The key that hands the search over to the student."""

    def action_work(self) -> None:
        """Continue this search by hand, or say why it has no form by hand."""
        # Late: slow to import, and not every session uses it.
        from tracer.hands.judging import right_events_until
        from tracer.hands.session import HandSession
        from tracer.hands.suitable import check_suitable
        from tui.screens.stepper.hands.hands_screen import HandsScreen

        try:
            check_suitable(self.trace)
        except PlytraceError as error:
            self.say(f"{error.found[0].upper()}{error.found[1:]}.")
            return
        events = right_events_until(self.trace, self.step)
        self.app.push_screen(HandsScreen(HandSession(self.trace, before=events)))
