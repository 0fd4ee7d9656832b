"""Autoplay: steps at a steady speed."""

from __future__ import annotations

from math import ceil

from textual.timer import Timer

from tui.actions import Action
from tui.screens.stepper.mixins.base import StepperBase
from tui.widgets.footer import BottomLine

ACTIONS = (
    Action(("space",), "Space", "autoplay", "Autoplay", "Start or stop autoplay.", "play"),
    Action(("greater_than_sign",), ">", "faster", "Faster", "Speed up autoplay."),
    Action(("less_than_sign",), "<", "slower", "Slower", "Slow down autoplay."),
)

#: Steps a second.
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)

#: Seconds for which autoplay keeps another message.
_READ = 3.0


class Autoplay(StepperBase):
    """The keys of autoplay: it stops at the last step, at a breakpoint, and when the user moves."""

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

    def action_faster(self) -> None:
        """Speed up autoplay."""
        self._change(1)

    def action_slower(self) -> None:
        """Slow down autoplay."""
        self._change(-1)

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

    def _change(self, by: int) -> None:
        place = min(range(len(SPEEDS)), key=lambda at: abs(SPEEDS[at] - self.speed))
        self.speed = SPEEDS[min(max(place + by, 0), len(SPEEDS) - 1)]
        if self.settings is not None:
            self.settings.speed = self.speed
            self.keep_settings()
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
            if self.breakpoints and self.breakpoints.pauses_at(self.step):
                self.pause()
                self.say("Paused at a breakpoint.")
                return
        self.say(to_say)
