"""The common base of all parts of the stepper."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen

from tui.appearance.theme import GlyphScreen

if TYPE_CHECKING:
    from tracer import Trace
    from tracer.steps.breakpoints import Breakpoints
    from tracer.steps.snapshot import Snapshot
    from tui.saved.settings import UserSettings


class StepperBase(GlyphScreen, Screen[None]):
    """A screen that shows one step of a trace.

    Each part of the stepper derives from it, lists its actions in `ACTIONS`, and implements them in
    methods `action_…`. `tui.screens.stepper.stepper_screen` combines the parts.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""  # keys go to the screen

    #: The search shown.
    trace: Trace
    #: The step shown.
    snapshot: Snapshot
    #: Breakpoints of the run.
    breakpoints: Breakpoints
    #: Whether stepping is by line instead of by event.
    steps_by_line: bool = False
    #: Autoplay's steps a second.
    speed: float = 2.0

    @property
    def step(self) -> int:
        """The number of the step shown."""
        return self.snapshot.step

    @abstractmethod
    def go_to(self, step: int) -> None:
        """Show a step."""

    @abstractmethod
    def show_trace(
        self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None
    ) -> None:
        """Show another trace."""

    @property
    @abstractmethod
    def lines(self) -> Sequence[int]:
        """The numbers of the lines of pseudocode that run at this step, in order."""

    @abstractmethod
    def go_line(self, by: int) -> bool:
        """Mark another line of this step if stepping by line."""

    @abstractmethod
    def status_changed(self) -> None:
        """Show the current step again, and the number of breakpoints."""

    def fit_tree(self) -> None:
        """Place the sentence directly under a tree that is drawn whole."""

    def show_what_fits(self) -> None:
        """Show the panes for which there is room at this zoom."""

    @abstractmethod
    def say(self, message: str) -> None:
        """Show a short message in the last line, until the next step."""

    def go_if(self, step: int | None, message: str) -> None:
        """Show a step, or a message if there is none."""
        if step is not None and 0 <= step < len(self.trace.replay):
            self.go_to(step)
        else:
            self.say(message)

    @property
    def settings(self) -> UserSettings | None:
        """The user's settings; None in an application without settings."""
        return getattr(self.app, "settings", None)

    def keep_settings(self) -> None:
        """Write the settings to their file if the application has one."""
        keep = getattr(self.app, "keep_settings", None)
        if keep is not None:
            keep()

    def action_leave(self) -> None:
        """Return to the screen below, or leave plytrace."""
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()

    @property
    def row(self) -> int:
        """The row of the current node: the one entered, or the one returned to."""
        event = self.snapshot.event
        entered = event.entering or event.parent < 0
        return event.row if entered else event.parent
