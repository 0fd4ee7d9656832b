"""The parts that only programs answer: their time and their helper functions."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final, TypeVar

from engine.errors import InvalidInput
from tracer.answers.answers import Answers
from tracer.questions.base import Part, PartReading, Statement, Steps, Tally, WrongAt
from tracer.questions.entries import list_unread
from tracer.questions.rules import Right, Rules
from tracer.text.numbers import parse_typed_number

_Claim = TypeVar("_Claim")

#: The helpers of CS50 AI's `tictactoe.py`, in the order of the assignment.
HELPERS: Final = ("player", "actions", "result", "winner", "terminal", "utility")


class _OfProgram(Part[_Claim]):
    """A part that only programs answer, whatever the search."""

    is_of_search = False
    is_of_programs = True

    def wrong(self, claim: _Claim, right: Right, tally: Tally, steps: Steps) -> Iterator[WrongAt]:
        """Yield nothing, since no step of the search decides the part."""
        return iter(())


class Time(_OfProgram[float]):
    """The processor time of a program in seconds, compared with the key's limit."""

    name = "time"
    about = "the seconds of processor time that a program takes"

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read a number of seconds."""
        try:
            seconds = float(parse_typed_number(text))
        except InvalidInput:
            seconds = -1.0
        if not 0 <= seconds < math.inf:
            return PartReading(None, list_unread(text))
        return PartReading(seconds)

    def show(self, claim: float) -> str:
        return f"{claim:g}"

    def wrote(self, answers: Answers, rules: Rules) -> float:
        """Return 0, since a right answer has no measured time."""
        return 0.0

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        return {"time": math.inf if rules.seconds is None else rules.seconds}

    def statements(self, claim: float, right: Right) -> list[Statement]:
        return [Statement("time", claim)]

    def agrees(self, said: float, fact: float, rules: Rules) -> bool:
        return said <= fact

    def message(self, claim: float, right: Right, tally: Tally) -> str:
        limit = right[0][1].seconds
        return f"{claim:.2f} s" if limit is None else f"{claim:.2f} s of {limit:g} s"


class Helpers(_OfProgram[dict[str, str]]):
    """The helper functions of a program, each right or with its first fault."""

    name = "helpers"
    about = "the helper functions of a program, each on many boards"

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        """Read the verdict of each function, as a run of the program has it."""
        pairs = [line.partition(": ") for line in text.split("\n")]
        if not all(verdict for _, _, verdict in pairs):
            return PartReading(None, list_unread(text))
        return PartReading({name: verdict for name, _, verdict in pairs})

    def show(self, claim: dict[str, str]) -> str:
        return ", ".join(name for name, one in claim.items() if one == "right") or "none right"

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, str]:
        return dict.fromkeys(HELPERS, "right")

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        return dict.fromkeys(HELPERS, "right")

    def message(self, claim: dict[str, str], right: Right, tally: Tally) -> str:
        """Name the functions that are wrong, each with its first fault."""
        faults = [f"{one.place} {one.said}" for one in tally.wrong]
        return "; ".join([f"{len(tally.right)} of {len(HELPERS)} right", *faults])
