"""The common base of all parts of the stepper."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from tui.dialogs.help import NODE_SIGNS
from tui.screens.screen_base import SteppedScreen

if TYPE_CHECKING:
    from tracer import Trace
    from tracer.steps.breakpoints import Breakpoints
    from tracer.steps.snapshot import Snapshot
    from tui.saved.settings import UserSettings


class StepperBase(SteppedScreen):
    """A screen that shows one step of a trace.

    Each part of the stepper derives from it, and implements its actions in methods `action_…`.
    `tui.screens.stepper.stepper_screen` combines the parts.
    """

    SIGNS: ClassVar[Sequence[tuple[str, str]]] = NODE_SIGNS

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
    def step(self) -> int:  # type: ignore[override]
        """The number of the step shown."""
        return self.snapshot.step

    @property
    def step_count(self) -> int:
        """The number of steps."""
        return len(self.trace.replay)

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

    @property
    def settings(self) -> UserSettings | None:
        """The user's settings; None in an application without settings."""
        return getattr(self.app, "settings", None)

    def keep_settings(self) -> None:
        """Write the settings to their file if the application has one."""
        keep = getattr(self.app, "keep_settings", None)
        if keep is not None:
            keep()

    @property
    def row(self) -> int:
        """The row of the current node: the one entered, or the one returned to."""
        event = self.snapshot.event
        entered = event.entering or event.parent < 0
        return event.row if entered else event.parent
