"""Moving through a trace: the base of all parts of the stepper, steps, lines, autoplay."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from math import ceil
from typing import ClassVar

from textual.timer import Timer

from tracer import Trace
from tracer.steps.navigation import sibling
from tracer.steps.snapshot import Snapshot
from tui.screens.screen_base import NODE_SIGNS, SteppedScreen
from tui.widgets.footer import BottomLine


class StepperBase(SteppedScreen):
    """A screen that shows one step of a trace.

    Each part of the stepper derives from it, and implements its actions in methods `action_…`.
    `tui.screens.stepper.stepper_screen` combines the parts.
    """

    SIGNS: ClassVar[Sequence[tuple[str, str]]] = NODE_SIGNS

    trace: Trace
    snapshot: Snapshot
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

    def go_line(self, by: int) -> bool:
        """Mark another line of this step if there is one, and stepping is by line."""
        return False

    @property
    def row(self) -> int:
        """The row of the current node: the one entered, or the one returned to."""
        event = self.snapshot.event
        entered = event.entering or event.parent < 0
        return event.row if entered else event.parent


class Stepping(StepperBase):
    """The keys that move."""

    def action_forward(self) -> None:
        """Go to the next step."""
        stopped = self.trace.stopped
        self.go_if(
            self.step + 1,
            f"Stopped {stopped.description}." if stopped else "This is the last step.",
        )

    def action_cut(self, by: int) -> None:
        """Go to the next or previous step at which the cutoff test succeeds."""
        replay, where = self.trace.replay, "later" if by > 0 else "earlier"
        step = replay.next_cut(self.step) if by > 0 else replay.previous_cut(self.step)
        self.go_if(step, f"There is no {where} cutoff.")

    def action_sibling(self, by: int) -> None:
        """Go to the step that enters the right or left sibling."""
        row = sibling(self.trace, self.row, by)
        step = None if row is None else self.trace.tour.entered_at(row)
        self.go_if(step, f"No sibling is visited {'after' if by > 0 else 'before'} this one.")

    def action_parent(self) -> None:
        """Go to the step that enters the parent."""
        parent = self.trace.log.parent[self.row]
        step = None if parent < 0 else self.trace.tour.entered_at(parent)
        self.go_if(step, "This is the root.")


#: Steps a second.
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)

#: Seconds for which autoplay keeps another message.
_READ = 3.0


class Autoplay(StepperBase):
    """The keys of autoplay: it stops at the last step, and when the user moves."""

    _ticking: Timer | None = None
    _by_itself = False
    _kept = ""  # another message, which the next steps keep
    _keep_for = 0  # number of steps left

    @property
    def is_playing(self) -> bool:
        """Whether autoplay is running."""
        return self._ticking is not None

    def action_autoplay(self) -> None:
        """Start or stop autoplay."""
        if self.is_playing:
            self.pause()
        elif self.step + 1 >= len(self.trace.replay):
            self.say("This is the last step. Press Home to go to the first.")
        else:
            self._start()

    def step_changed(self) -> None:
        """Stop autoplay if the user has moved."""
        if self.is_playing and not self._by_itself:
            self.pause()

    def pause(self) -> None:
        """Stop autoplay."""
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
            self.say("Paused.")

    def action_speed(self, by: int) -> None:
        """Speed autoplay up, or slow it down."""
        place = min(range(len(SPEEDS)), key=lambda at: abs(SPEEDS[at] - self.speed))
        self.speed = SPEEDS[min(max(place + by, 0), len(SPEEDS) - 1)]
        self.app.settings.speed = self.speed
        self.app.keep_settings()
        if self.is_playing:
            self._start()
        else:
            self.say(f"Autoplay: {self.speed:g} steps a second.")

    def _start(self) -> None:
        if self._ticking is not None:
            self._ticking.stop()
        self._ticking = self.set_interval(1 / self.speed, self._tick)
        self.say(self._speed_text)

    @property
    def _speed_text(self) -> str:
        return f"Playing at {self.speed:g} steps a second."

    def _to_say(self) -> str:
        """Return the message at the next step; other messages stay for some seconds."""
        message = self.query_one(BottomLine).message
        if message in ("", self._speed_text):
            self._kept = ""
            return self._speed_text
        if message != self._kept:
            self._kept, self._keep_for = message, ceil(_READ * self.speed)
        self._keep_for -= 1
        return message if self._keep_for >= 0 else self._speed_text

    def _tick(self) -> None:
        if self.app.screen is not self:
            self.pause()
            return
        to_say = self._to_say()
        if not self.go_line(1):
            if self.step + 1 >= len(self.trace.replay):
                self.pause()
                return
            self._by_itself = True
            self.go_to(self.step + 1)
            self._by_itself = False
        self.say(to_say)
