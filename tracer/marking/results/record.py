"""The record of a checked sheet: schema `plytrace.check/1`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

SCHEMA: Final = "plytrace.check/1"

#: Messages about parts without a claim.
NOT_ANSWERED: Final = "not answered"
#: Start of the reason why a part waits for a person.
PENDING: Final = "pending: "
NOT_READ: Final = f"{PENDING}a person must read the lines that could not be read"
NO_ENTRY: Final = "no entry could be read"
#: Message about a part that a person marked.
BY_HAND: Final = "marked by hand"

#: Message about a first mistake without a misconception that explains it.
UNEXPLAINED: Final = "No common mistake explains this."
UNEXPLAINED_SET: Final = "No common mistake explains all of the wrong answers."

#: Start of a note about what a program did (other notes are about unread text).
OF_PROGRAM: Final = "the program: "
#: Start of such a note about the function that was called.
CALLED: Final = "plytrace called "

Feedback = Literal["score", "hint", "full"]

#: Levels of feedback, from least to most, each with a description.
FEEDBACK: Final[Mapping[str, str]] = {
    "score": "points only",
    "hint": "where the sheet goes wrong, with hints but without answers",
    "full": "everything",
}

#: How much of a part is right, at the start of its message or after credit for a slip.
_COUNT: Final = re.compile(r"^([\d.]+ of \d+ (?:[a-z ]*\bright(?: order)?|found))(?=;|$)")
#: Decimal places of a score.
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class PartMark:
    """The marks of a part."""

    part: str
    score: float
    most: float
    message: str
    unread: bool = False
    follows: bool = False
    hint: str = ""
    read: str = ""
    pending: bool = False
    right: str = ""
    overridden: bool = False

    @property
    def ok(self) -> bool:
        """Whether the part has full points."""
        return self.score >= self.most and not self.pending

    @property
    def sign(self) -> str:
        """The sign of the part: right, right from the student's own slip on, wrong, or waiting."""
        return sign_of(is_pending=self.pending, is_ok=self.ok, follows=self.follows)

    def wait(self, reason: str = NOT_READ) -> PartMark:
        """Return the part as one that waits for a person."""
        message = reason if self.unread else f"{self.message}; {reason}"
        return replace(self, pending=True, message=message)

    def hide_until_read(self) -> PartMark:
        """Return a pending part with why it waits, and nothing of what is right."""
        return replace(self, message=self.message if self.unread else NOT_READ, right="", hint="")

    def drop_pending(self) -> PartMark:
        """Return the part with what was read of it, and no more."""
        if not self.pending:
            return self
        message = NO_ENTRY if self.unread else self.message.partition(f"; {PENDING}")[0]
        return replace(self, pending=False, message=message)

    def decide(self, score: float) -> PartMark:
        """Return the part with the points of a person, whose reasons the grader does not know."""
        settled = replace(self.drop_pending(), score=score, overridden=True)
        agrees = score == self.score and not self.unread
        is_plain = agrees and not (self.follows and score >= self.most)
        return settled if is_plain else replace(settled, message="", hint="", follows=False)

    def message_at(self, feedback: Feedback) -> str:
        """Return the message at a feedback level; a hint never contains a right answer."""
        if self.overridden:
            more = self.message if feedback == "full" else ""
            return f"{BY_HAND}; {more}" if more else BY_HAND
        message = self._without_hint(feedback)
        return f"{message}; {self.hint}" if self.hint and message and not self.ok else message

    def _without_hint(self, feedback: Feedback) -> str:
        if feedback == "full" or self.unread:
            return self.message
        if feedback == "score" or self.ok:
            return "it follows from your own slip" if self.follows and feedback == "hint" else ""
        count = _COUNT.search(self.message)
        if count is None:
            return "not right" if not self.score else "partly right"
        right, _, most = count[1].split()[:3]
        text = f"{count[1]}, plus entries that should not be there" if right == most else count[1]
        return f"{text}; some of the rest follows from your own slip" if self.follows else text


def mark_unanswered(part: str, most: float, right: str = "") -> PartMark:
    """Return the marks of a part without a claim."""
    return PartMark(part, 0.0, most, NOT_ANSWERED, unread=True, right=right)


@dataclass(frozen=True, slots=True)
class Departure:
    """The first mistake of a sheet."""

    step: int
    node: str
    message: str
    part: str
    #: Why the right answer is right, without what was written; empty if that is not known.
    reason: str
    problem: str = ""
    is_missing: bool = False  # whether nothing is written there
    tree: str = ""  # the name of a fresh tree


@dataclass(frozen=True, slots=True)
class NamedMisconception:
    """A misconception that may explain a sheet."""

    slug: str
    fit: float
    first_shows_at: int
    message: str
    hint: str
    problem: str = ""
    node: str = ""  # the one node at which the mistake is made; empty if it is a rule


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """A sheet with its marks."""

    sheet: str
    student: str = ""
    convention: str | None = None
    parts: tuple[PartMark, ...] = ()
    #: The first mistake of a sheet, and then the first of each other part and problem.
    departures: tuple[Departure, ...] = ()
    findings: tuple[NamedMisconception, ...] = ()
    others: tuple[NamedMisconception, ...] = ()
    error: str = ""
    notes: tuple[str, ...] = ()
    #: Long notes, which only full feedback has: fresh trees as SOURCEs.
    sources: tuple[str, ...] = ()
    unscored_most: float = 0.0
    diagnosed: bool = False
    unread: tuple[tuple[int, str], ...] = ()
    remark: str = ""
    final: bool = False

    @property
    def departure(self) -> Departure | None:
        """The first mistake."""
        return next(iter(self.departures), None)

    @property
    def alike(self) -> tuple[str, ...]:
        """The slugs of the findings if there are several, which fit equally well."""
        return tuple(one.slug for one in self.findings) if len(self.findings) > 1 else ()

    @property
    def score(self) -> float:
        """The points of the parts that do not wait for a person."""
        return sum(part.score for part in self.parts if not part.pending)

    @property
    def most(self) -> float:
        """The maximum score."""
        return sum(part.most for part in self.parts)

    @property
    def ok(self) -> bool:
        """Whether everything is right."""
        return not self.error and all(part.ok for part in self.parts)

    def without_pending(self) -> MarkedSheet:
        """Return the sheet with pending parts as parts that earn nothing."""
        if not any(part.pending for part in self.parts):
            return self
        return replace(self, parts=tuple(part.drop_pending() for part in self.parts))

    def for_student(self) -> MarkedSheet:
        """Return the sheet without what is right in parts that a person must still read.

        The student may still be asked about these parts.
        """
        pending = {part.part for part in self.parts if part.pending}
        if not pending:
            return self
        parts = (part.hide_until_read() if part.pending else part for part in self.parts)
        shown = replace(self, parts=tuple(parts))
        if self.departure is None or self.departure.part not in pending:
            return shown
        return replace(shown, departures=(), findings=(), others=(), diagnosed=False)

    def without_refuted(self) -> MarkedSheet:
        """Return the sheet without a mistake in a part for which a person gave full points."""
        right = {part.part for part in self.parts if part.overridden and part.ok}
        if self.departure.part not in right if self.departure else not self.ok:
            return self
        left = tuple(one for one in self.departures if one.part not in right)
        return replace(self, departures=left, findings=(), others=(), diagnosed=False)

    def record(self, feedback: Feedback = "full", most: float | None = None) -> dict[str, Any]:
        """Return the record of schema `plytrace.check/1`."""
        full, silent = feedback == "full", feedback == "score"
        record: dict[str, Any] = {
            "schema": SCHEMA,
            "sheet": self.sheet,
            "student": self.student,
            "score": _points(self.score),
            "max_score": _points(self.most or self.unscored_most or most or 0),
            "convention": self.convention,
            "parts": [
                {
                    "part": part.part,
                    "score": _points(part.score),
                    "max_score": _points(part.most),
                    "ok": part.ok,
                    **({"follows": True} if part.follows else {}),
                    "message": part.message_at(feedback),
                }
                for part in self.parts
            ],
            "departure": None,
            "misconceptions": [],
            "indistinguishable": [],
        }
        if self.departure and not silent:
            first = self.departure
            where = f" on {first.tree}" if first.tree else ""
            at = f"The first mistake{where} is at {first.node} (step {first.step})."
            message = self.departure.message if full else at
            if full and self.diagnosed and not self.findings:
                message += f" {UNEXPLAINED_SET if self.departure.problem else UNEXPLAINED}"
            record["departure"] = {
                **_in_a_set(self.departure.problem),
                "step": self.departure.step,
                "node": self.departure.node,
                "message": of_problem(self.departure.problem, message),
            }
        if not silent:
            record["misconceptions"] = [
                {
                    **_in_a_set(one.problem),
                    "id": one.slug,
                    "fit": round(one.fit, _DIGITS),
                    "first_shows_at": one.first_shows_at,
                    "message": of_problem(
                        one.problem, f"{one.message} {one.hint}" if full else one.hint
                    ),
                }
                for one in self.findings
            ]
            record["indistinguishable"] = list(self.alike)
        record["read"] = {part.part: part.read for part in self.parts if part.read}
        if full:
            record["right"] = {
                part.part: part.right
                for part in self.parts
                if part.right and (part.follows or not part.ok)
            }
        record["unread"] = [{"line": line, "text": text} for line, text in self.unread]
        record["pending"] = [part.part for part in self.parts if part.pending]
        if overridden := [part.part for part in self.parts if part.overridden]:
            record["overridden"] = overridden
        if self.remark:
            record["remark"] = self.remark
        if self.final:
            record["final"] = True
        if notes := [*self.notes, *(self.sources if full else ())]:
            record["notes"] = notes
        if self.error:
            record["error"] = self.error
        return record


#: Largest number of points in a record that is believed.
_MOST_POINTS: Final = 1e12


def is_record(record: Any) -> bool:
    """Return whether something is a record with all that tallies, reports and gradebooks read."""
    if not isinstance(record, Mapping) or record.get("schema") != SCHEMA:
        return False
    try:
        marks, reasons, place = record["parts"], record["misconceptions"], record["departure"]
        texts = [record["sheet"], record["student"], *record["indistinguishable"]]
        texts += [text for part in marks for text in (part["part"], part["message"])]
        texts += [text for reason in reasons for text in (reason["id"], reason["message"])]
        texts += [*record.get("pending", ()), record.get("error", "")]
        texts += [place["node"], place["message"]] if place else []
        points = [number for one in (record, *marks) for number in (one["score"], one["max_score"])]
        steps = [place["step"]] if place else []
        flags = [part["ok"] for part in marks]
    except (AttributeError, LookupError, TypeError):
        return False
    return (
        all(isinstance(text, str) for text in texts)
        and all(type(step) is int for step in steps)
        and all(isinstance(flag, bool) for flag in flags)
        and all(type(one) in (int, float) and abs(one) < _MOST_POINTS for one in points)
    )


def sign_of(*, is_pending: bool, is_ok: bool, follows: bool) -> str:
    """Return the sign of a part.

    `✓` for right, `↪` for full points of which some follow from a slip, `✗` for the rest, and `?`
    while a person must read it.
    """
    if is_pending:
        return "?"
    if not is_ok:
        return "✗"
    return "↪" if follows else "✓"


def of_problem(number: str, text: str) -> str:
    """Prefix a text with the number of a set's problem, if there is one."""
    return f"Problem {number}: {text}" if number else text


def _in_a_set(number: str) -> dict[str, str]:
    """Return the extra field of a set's record."""
    return {"problem": number} if number else {}


def _points(score: float) -> int | float:
    """Round points, to an integer if possible."""
    rounded = round(score, _DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded
