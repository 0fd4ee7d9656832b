"""What every part of the stepper can rely on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen

from tui.glyphs import GlyphScreen

if TYPE_CHECKING:
    from tracer import Trace
    from tracer.breakpoints import Breakpoints
    from tracer.steps import Snapshot
    from tui.settings import UserSettings

__all__ = ["StepperBase"]


class StepperBase(GlyphScreen, Screen[None]):
    """A screen that shows one step of a trace.

    A part of the stepper derives from it, lists what a person can do in `ACTIONS`, and says in
    methods `action_…` how. `tui.screens.stepper` puts the parts together.
    """

    AUTO_FOCUS: ClassVar[str | None] = ""  # keys are the screen's

    #: The search that is shown.
    trace: Trace
    #: What is shown of it.
    snapshot: Snapshot
    #: Where a run pauses.
    breakpoints: Breakpoints
    #: Whether it is stepped line by line, not event by event.
    lines_too: bool = False
    #: Autoplay's steps a second.
    speed: float = 2.0

    @property
    def step(self) -> int:
        """The step that is shown."""
        return self.snapshot.step

    @abstractmethod
    def go_to(self, step: int) -> None:
        """Show a step.

        Args:
            step: from 0; a negative one counts from the end.

        Raises:
            IndexError: there is no such step.
        """

    @abstractmethod
    def put(self, trace: Trace, step: int, changed: Callable[[int], bool] | None = None) -> None:
        """Show another trace in the place of this one.

        Args:
            trace: the search.
            step: the step to show of it.
            changed: says of a row of its log whether to mark that node as changed.
        """

    @property
    @abstractmethod
    def lines(self) -> Sequence[int]:
        """The numbers of the lines of pseudocode that run at this step, in order."""

    @abstractmethod
    def go_line(self, by: int) -> bool:
        """Mark a later or an earlier line of this step, where it is stepped line by line.

        Args:
            by: how many lines on; what goes too far stops at the last, or at the first.

        Returns:
            Whether there was one; otherwise it is the turn of another step.
        """

    def asks(self) -> bool:
        """Ask about the next step, where that is wanted; whether a question stands now."""
        return False

    def takes_for_answer(self) -> bool:
        """Whether a number is taken for an answer that nothing asks for; if so, it is said so."""
        return False

    #: The short message in the last line.
    said: str = ""

    @abstractmethod
    def breakpoints_changed(self) -> None:
        """Show how many breakpoints there are now."""

    @abstractmethod
    def say(self, message: str) -> None:
        """Show a short message in the last line, until the next step."""

    def go_if(self, step: int | None, otherwise: str) -> None:
        """Show a step, or say why there is none."""
        if step is not None and 0 <= step < len(self.trace.replay):
            self.go_to(step)
        else:
            self.say(otherwise)

    @property
    def settings(self) -> UserSettings | None:
        """The person's settings; None in an application that has none."""
        return getattr(self.app, "settings", None)

    def keep_settings(self) -> None:
        """Write the settings to their file, where the application has one."""
        keep = getattr(self.app, "keep_settings", None)
        if keep is not None:
            keep()

    @property
    def row(self) -> int:
        """The row of the node in question: the one entered, or the one that is returned to."""
        event = self.snapshot.event
        entered = event.entering or event.parent < 0
        return event.row if entered else event.parent
