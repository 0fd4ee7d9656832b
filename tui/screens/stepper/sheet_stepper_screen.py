"""The stepper on the correct search, with the errors of an answer sheet in a pane."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from tracer import Trace
from tracer.questions.base import WrongAt
from tui.screens.stepper.stepper_screen import StepperScreen


class SheetStepperScreen(StepperScreen):
    """Step through the correct search, and show the errors of a sheet."""

    KEYS = ("sheet", *StepperScreen.KEYS)

    def __init__(
        self, trace: Trace, wrong: Sequence[WrongAt], title: str, unread: Sequence[str] = ()
    ) -> None:
        super().__init__(trace, wrong[0].step if wrong else len(trace.replay) - 1)
        self._wrong = wrong
        self._sheet_of = trace
        self._sheet_title = title
        self._unread = unread

    def compose(self) -> ComposeResult:
        """Yield the stepper's panes, and the sheet's above the sentence."""
        for widget in super().compose():
            if widget.id == "words":
                sheet = Static(id="sheet", markup=False)
                sheet.border_title = Text(self._sheet_title, end="")
                sheet.border_subtitle = "w next, W previous"
                yield sheet
            yield widget

    def step_changed(self) -> None:
        """Show the errors at this step."""
        super().step_changed()
        errors, place = self._claims_here()
        self.put_text("sheet", f"{place} {'; '.join(errors)}." if errors else place)

    def _claims_here(self) -> tuple[Sequence[str], str]:
        if self.trace is not self._sheet_of:
            return [], "The sheet belongs to another search."
        steps = sorted({one.step for one in self._wrong})
        here = [one for one in self._wrong if one.step == self.step]
        if not steps and self._unread:
            return self._unread, "No other errors:"
        if not steps:
            return [], "The sheet has no errors."
        if not here:
            later = sum(step > self.step for step in steps)
            rest = f"{later} of {len(steps)} errors come later."
            return self._unread, f"No error at this step; {rest}"
        errors = dict.fromkeys(f"you {one.claim}" for one in here)
        return [*errors], f"{steps.index(self.step) + 1} of {len(steps)}:"

    def action_wrong(self, by: int) -> None:
        """Go to the next step at which the sheet is wrong, or to the previous one."""
        if self.trace is not self._sheet_of:
            self.say("The sheet belongs to another search.")
            return
        steps = [one.step for one in self._wrong if (one.step - self.step) * by > 0]
        nearest = min(steps, key=lambda step: abs(step - self.step), default=None)
        self.go_if(nearest, "There are no more errors.")
