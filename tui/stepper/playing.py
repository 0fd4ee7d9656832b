"""Autoplay: step after step by itself."""

from __future__ import annotations

from math import ceil

from textual.timer import Timer

from tui.actions import Action
from tui.stepper.base import StepperBase

__all__ = ["ACTIONS", "SPEEDS", "Playing"]

ACTIONS = (
    Action(("space",), "Space", "autoplay", "Autoplay", "Step by itself, or stop.", "play"),
    Action(("greater_than_sign",), ">", "faster", "Faster", "Autoplay faster."),
    Action(("less_than_sign",), "<", "slower", "Slower", "Autoplay more slowly."),
)

#: Steps a second.
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)

#: Seconds for which autoplay leaves alone what something else has said.
_READ = 3.0


class Playing(StepperBase):
    """The keys of autoplay. It ends at the last step, at a breakpoint, and when a person moves."""

    _ticking: Timer | None = None
    _by_itself = False
    _kept = ""  # what something else has said, which the next steps leave in the last line
    _keep_for = 0  # how many steps more

    @property
    def plays(self) -> bool:
        """Whether it is stepping by itself."""
        return self._ticking is not None

    def action_autoplay(self) -> None:
        """Start, or stop."""
        if self.plays:
            self.pause()
        elif self.step + 1 >= len(self.trace.replay):
            self.say("This is the last step: Home goes back to the first.")
        else:
            self._start()

    def action_faster(self) -> None:
        """Autoplay faster."""
        self._change(1)

    def action_slower(self) -> None:
        """Autoplay more slowly."""
        self._change(-1)

    def moved(self) -> None:
        """Take notice that another step is shown."""
        if self.plays and not self._by_itself:
            self.pause()

    def pause(self) -> None:
        """Stop stepping by itself."""
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
        if self.plays:
            self._start()
        else:
            self.say(f"Autoplay: {self.speed:g} steps a second.")

    def _start(self) -> None:
        if self._ticking is not None:
            self._ticking.stop()
        self._ticking = self.set_interval(1 / self.speed, self._tick)
        self.say(self._told_speed)

    @property
    def _told_speed(self) -> str:
        return f"Playing, {self.speed:g} steps a second."

    def _to_say(self) -> str:
        """What the last line says at the next step: why a key was refused is to be read first."""
        said = self.said
        if said in ("", self._told_speed):
            self._kept = ""
            return self._told_speed
        if said != self._kept:
            self._kept, self._keep_for = said, ceil(_READ * self.speed)
        self._keep_for -= 1
        return said if self._keep_for >= 0 else self._told_speed

    def _tick(self) -> None:
        if self.app.screen is not self:
            self.pause()
            return
        to_say = self._to_say()
        if not self.go_line(1):
            if self.step + 1 >= len(self.trace.replay):
                self.pause()
                return
            if self.asks():
                self.pause()
                return
            self._by_itself = True
            self.go_to(self.step + 1)
            self._by_itself = False
            if self.breakpoints and self.breakpoints.holds(self.step):
                self.pause()
                self.say("Paused at a breakpoint.")
                return
        self.say(to_say)
