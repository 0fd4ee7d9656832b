"""The time that a program takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import InvalidInput
from tracer.check.answers import Answers
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from tracer.typed_numbers import typed_number

__all__ = ["Time"]


class Time(Part[float]):
    """The processor time of a program's search, in seconds, which is within the key's or not."""

    name = "time"
    aliases = ("running time", "seconds", "processor time")
    about = "the seconds of processor time that a program takes"

    def read(self, given: Any, rules: Rules) -> float:
        """A number of seconds, at least 0."""
        seconds = float(typed_number(str(given)))
        if not 0 <= seconds < float("inf"):
            raise InvalidInput(f"{given!r:.40} seconds", expected="a number, 0 or more")
        return seconds

    def wrote(self, answers: Answers, rules: Rules) -> float:
        """Nothing was measured of a search that is right by itself: it takes no time."""
        return 0.0

    def share(self, claim: float, answers: Answers, rules: Rules) -> float:
        """All or nothing."""
        return float(rules.seconds is None or claim <= rules.seconds)

    def told(self, claim: float, answers: Answers, rules: Rules) -> str:
        """How long it took, and how long it may."""
        if rules.seconds is None:
            return f"{claim:.2f} s"
        return f"{claim:.2f} s of {rules.seconds:g} s"

    def wrong(
        self, claim: float, answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """Nothing: no step of the search decides it."""
        return iter(())

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """Nothing yet."""
        return ""
