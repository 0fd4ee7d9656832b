"""The keys that open another screen: two searches side by side, and work by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import PlytraceError
from tracer.recording.rerun import unwrapped_game
from tui.dialogs.pick_list import PickListScreen
from tui.screens.stepper.mixins.base import StepperBase
from tui.screens.stepper.mixins.changing import Changing, other_searches

if TYPE_CHECKING:
    from tracer import Trace
    from tui.screens.stepper.side_by_side_screen import SideBySideScreen


class Comparing(Changing):
    """The key that shows two searches side by side."""

    def action_compare(self) -> None:
        """Choose another convention, search or order, and show both side by side."""
        choices = other_searches(self.trace)
        self.app.push_screen(PickListScreen("Compare with", choices), self._search_other)

    def _search_other(self, changed: dict[str, Any] | None) -> None:
        if changed is not None:
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
