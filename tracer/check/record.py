"""What is said of a checked sheet: schema `plytrace.check/1`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

__all__ = [
    *("FEEDBACK", "OF_PROGRAM", "SCHEMA", "Departure", "Feedback", "Finding", "Marked", "PartMark"),
    "of_problem",
]

SCHEMA: Final = "plytrace.check/1"

#: How a note begins that is about what a program did, and not about what was not read.
OF_PROGRAM: Final = "the program: "

Feedback = Literal["score", "hint", "full"]

#: How much is said, from least to most, with what each says.
FEEDBACK: Final[Mapping[str, str]] = {
    "score": "points only",
    "hint": "where it goes wrong and what to think about, without the answer",
    "full": "everything",
}

#: How much of a part is right, as its message begins or goes on after what follows from a slip.
_COUNT: Final = re.compile(
    r"(?:^|(; by the key itself, ))(\d+ of \d+ (?:[a-z ]*\bright(?: order)?|found))(?=;|$)"
)
#: Digits of a score after the point.
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class PartMark:
    """The marks of a part.

    Args:
        part: its name.
        score: points.
        most: points that can be had.
        told: what is right and wrong.
        unread: whether there is no answer, or none that can be read; that is told in any case.
    """

    part: str
    score: float
    most: float
    told: str
    unread: bool = False

    @property
    def ok(self) -> bool:
        """Whether all points were had."""
        return self.score >= self.most

    def said(self, feedback: Feedback) -> str:
        """What is said of it at a level: a hint is how much is right, and nothing that is right."""
        if feedback == "full" or self.unread:
            return self.told
        if feedback == "score" or self.ok:
            return ""
        count = _COUNT.search(self.told)
        if count is None:
            return "not right" if not self.score else "not all of it is right"
        right, _, most = count[2].split()[:3]
        told = f"{count[2]}, and more is there than should be" if right == most else count[2]
        return f"{told}; some of the rest follows from a slip" if count[1] else told


@dataclass(frozen=True, slots=True)
class Departure:
    """The first point at which a sheet goes wrong.

    Args:
        step: the step of the right trace, from 0.
        node: the node there.
        claimed: what was claimed instead.
        told: the state at that point, what happens there, and what was claimed.
        problem: the number of the problem in a set; empty where there is one problem.
    """

    step: int
    node: str
    claimed: str
    told: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A misconception that a sheet may come from.

    Args:
        slug: its name.
        fit: how much of the sheet is as it would be with it, from 0 to 1.
        first_shows_at: the first step of the right trace at which such a sheet differs.
        told: what it is, and how well it fits.
        hint: what to think about.
        problem: the number of the problem in a set; empty where there is one problem.
    """

    slug: str
    fit: float
    first_shows_at: int
    told: str
    hint: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A sheet with its marks.

    Args:
        sheet: what the sheet is called.
        student: who handed it in.
        convention: by which convention it was graded; None where it could not be read.
        parts: the marks of each part.
        departure: where it first goes wrong; None where it does not.
        findings: the misconceptions that explain it, best first.
        alike: those that it cannot tell apart.
        error: why it could not be read; empty where it could.
        notes: what of the sheet was not read as an answer.
        owed: the points that can be had where no part says so; 0 where that is not known.
    """

    sheet: str
    student: str = ""
    convention: str | None = None
    parts: tuple[PartMark, ...] = ()
    departure: Departure | None = None
    findings: tuple[Finding, ...] = ()
    alike: tuple[str, ...] = ()
    error: str = ""
    notes: tuple[str, ...] = ()
    owed: float = 0.0

    @property
    def score(self) -> float:
        """All points."""
        return sum(part.score for part in self.parts)

    @property
    def most(self) -> float:
        """All points that can be had."""
        return sum(part.most for part in self.parts)

    @property
    def ok(self) -> bool:
        """Whether all is right."""
        return not self.error and all(part.ok for part in self.parts)

    def record(self, feedback: Feedback = "full", most: float | None = None) -> dict[str, Any]:
        """The record of schema `plytrace.check/1`.

        Args:
            feedback: how much it says.
            most: the points that can be had, where no part says so.
        """
        full, silent = feedback == "full", feedback == "score"
        record: dict[str, Any] = {
            "schema": SCHEMA,
            "sheet": self.sheet,
            "student": self.student,
            "score": _points(self.score),
            "max_score": _points(self.most or self.owed or most or 0),
            "convention": self.convention,
            "parts": [
                {
                    "part": part.part,
                    "score": _points(part.score),
                    "max_score": _points(part.most),
                    "ok": part.ok,
                    "message": part.said(feedback),
                }
                for part in self.parts
            ],
            "departure": None,
            "misconceptions": [],
            "indistinguishable": [],
        }
        if self.departure and not silent:
            at = f"It first goes wrong at step {self.departure.step}, at {self.departure.node}."
            told = self.departure.told if full else at
            record["departure"] = {
                **_in_a_set(self.departure.problem),
                "step": self.departure.step,
                "node": self.departure.node,
                "message": of_problem(self.departure.problem, told),
            }
        if not silent:
            record["misconceptions"] = [
                {
                    **_in_a_set(one.problem),
                    "id": one.slug,
                    "fit": round(one.fit, _DIGITS),
                    "first_shows_at": one.first_shows_at,
                    "message": of_problem(
                        one.problem, f"{one.told} {one.hint}" if full else one.hint
                    ),
                }
                for one in self.findings
            ]
            record["indistinguishable"] = list(self.alike)
        if self.notes:
            record["notes"] = list(self.notes)
        if self.error:
            record["error"] = self.error
        return record


def of_problem(number: str, told: str) -> str:
    """What is said of a problem of a set; as it is where there is one problem."""
    return f"Problem {number}: {told}" if number else told


def _in_a_set(number: str) -> dict[str, str]:
    """The additional field of a set's record."""
    return {"problem": number} if number else {}


def _points(score: float) -> int | float:
    """Points, whole where they are whole."""
    rounded = round(score, _DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded
