"""The stepper on the right search, with what a sheet claims beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from tracer.check.parts import WrongAt
from tui.actions import Action, bindings, in_group
from tui.screens.stepper import StepperScreen
from tui.widgets.sheet_pane import SheetPane
from tui.widgets.tree_canvas import TreeCanvas

if TYPE_CHECKING:
    from tracer import Trace

__all__ = ["SheetStepperScreen"]


class SheetStepperScreen(StepperScreen):
    """Steps through the right search, and tells where a sheet has it otherwise.

    Args:
        trace: the right search.
        wrong: what is wrong with the sheet, in the order of steps.
        title: what the sheet is called.
        unread: what could not be looked at, each as a clause.
    """

    _SHEET = (
        Action(("w",), "w", "wrong(1)", "Next wrong place", "Go where the sheet is wrong next."),
        Action(("W",), "W", "wrong(-1)", "Wrong place before", "Go where it was wrong before."),
    )
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        *in_group("The sheet", _SHEET),
        *StepperScreen.ACTIONS,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(
        self, trace: Trace, wrong: Sequence[WrongAt], title: str, unread: Sequence[str] = ()
    ) -> None:
        super().__init__(trace, wrong[0].step if wrong else len(trace.replay) - 1)
        self._wrong = wrong
        self._sheet_of = trace
        self._sheet_title = title
        self._unread = unread

    def compose(self) -> ComposeResult:
        """The stepper's panes, and the sheet's above the sentence."""
        for widget in super().compose():
            if widget.id == "words":
                yield SheetPane(self._sheet_title, id="sheet")
            yield widget

    def moved(self) -> None:
        """Tell what the sheet has at this step."""
        super().moved()
        self.query_one(SheetPane).show(*self._told())

    def _told(self) -> tuple[list[str], str]:
        if self.trace is not self._sheet_of:
            return [], "Another search is shown than the one that the sheet is about."
        steps = sorted({one.step for one in self._wrong})
        here = [one for one in self._wrong if one.step == self.step]
        if not steps and self._unread:
            return [*self._unread], "Nothing else is wrong:"
        if not steps:
            return [], "All of it is right."
        if not here:
            later = sum(step > self.step for step in steps)
            rest = f"{later} of {len(steps)} wrong places are still to come."
            return [*self._unread], f"Nothing here; {rest}"
        said = dict.fromkeys(one.said or f"nothing is said of {one.node}" for one in here)
        return [*said], f"{steps.index(self.step) + 1} of {len(steps)}:"

    def action_wrong(self, by: int) -> None:
        """Go to the next step at which the sheet is wrong, or to the one before."""
        steps = sorted({one.step for one in self._wrong})
        if by < 0:
            steps.reverse()
        found = next((step for step in steps if (step - self.step) * by > 0), None)
        if self.trace is not self._sheet_of or found is None:
            self.say("no more of them" if self.trace is self._sheet_of else "another search")
            return
        self.go_to(found)
        self.query_one(TreeCanvas).focus()
