"""Grader of problems that are not searches."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.errors import UsageError
from tracer.answers.common_order import common_in_order
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.answers import label_notes, line_of
from tracer.marking.reading.key_labels import apply_key_labels
from tracer.marking.reading.sheet import Sheet, SheetLine
from tracer.marking.results.record import (
    NOT_ANSWERED,
    NOT_READ,
    MarkedSheet,
    NamedMisconception,
    PartMark,
)
from tracer.mistakes import MISTAKES
from tracer.questions.base import PartReading, Tally
from tracer.questions.entries import Unread
from tracer.questions.typed_text import lines_of

_Claim = TypeVar("_Claim")

#: The letter or number of a question before an answer: `(a)`, `2.`
_QUESTION: Final = re.compile(r"^\s*(?:\(?[a-h]\)|\(\d{1,2}\)|\d{1,2}[.)])\s+")


def clean_text(given: str) -> str:
    """Return an answer with one spelling of each sign, without empty lines."""
    return "\n".join(line.text for line in lines_of(given))


def unread_texts(given: Any, texts: Iterable[str]) -> tuple[Unread, ...]:
    """Return texts of an answer that were not read, each with its line."""
    lines = [*lines_of(given)] if isinstance(given, str) else []
    return tuple(
        Unread(next((at for at, line in lines if text.partition("\n")[0] in line), 0), text)
        for text in texts
    )


def _is_title(line: SheetLine) -> bool:
    """Return whether a line is a heading, which answers nothing."""
    return (line.number == 1 or line.text.startswith("#")) and not re.search("[=:(]", line.text)


class FactPart(ABC, Generic[_Claim]):
    """A part of such a problem."""

    #: Name on sheets, in keys and in records.
    name: ClassVar[str]
    #: One line that says what to answer.
    about: ClassVar[str]
    #: Parts of searches under whose labels sheets answer it.
    also: ClassVar[tuple[str, ...]] = ()
    #: Whether it is a list on a form.
    is_list: ClassVar[bool] = False

    #: The claim that states the right answer.
    right: _Claim

    def is_blank(self, given: Any) -> bool:
        """Return whether nothing has been filled in."""
        if isinstance(given, Mapping):
            return all(map(self.is_blank, given.values()))
        if isinstance(given, list) and given:  # an empty list means "none"
            return all(map(self.is_blank, given))
        return given is None or (isinstance(given, str) and not given.strip())

    @abstractmethod
    def read(self, given: Any) -> PartReading:
        """Read an answer; what is not of the grammar of the part is not read."""

    @abstractmethod
    def entries(self, claim: _Claim) -> list[str]:
        """Return the entries of a claim in canonical form, as they would be typed."""

    def show(self, claim: _Claim) -> str:
        """Return a claim in canonical form."""
        return "; ".join(self.entries(claim)) or "none"

    @abstractmethod
    def marked(self, claim: _Claim) -> tuple[float, str]:
        """Return the right share of a claim, from 0 to 1, and a message."""

    def hint(self, claim: _Claim) -> str:
        """Return what to think about after a wrong claim, without the answer; empty for nothing."""
        return ""

    def mistakes(self, claim: _Claim) -> tuple[str, ...]:
        """Return the slugs of the mistakes that lead to a wrong claim, the likeliest first."""
        return ()

    def blank(self) -> Any:
        """Return an empty answer, for a form."""
        return [] if self.is_list else ""


def _read(part: FactPart[Any], given: Any) -> PartReading:
    """Read an answer; a fault in reading leaves only this answer unread."""
    try:
        return part.read(given)
    except Exception:
        return PartReading(None, unread_texts(given, [f"{given}".strip()]))


class InOrder(FactPart[tuple[str, ...]]):
    """A part with an entry for each iteration, in order."""

    is_list = True

    def is_blank(self, given: Any) -> bool:
        """Return whether there is no entry; every run has one."""
        return given == [] or super().is_blank(given)

    def entries(self, claim: tuple[str, ...]) -> list[str]:
        """Return all in one entry."""
        return [" ".join(claim)] if claim else []

    def marked(self, claim: tuple[str, ...]) -> tuple[float, str]:
        """Grade by the longest common subsequence; what is beyond the last iteration is charged."""
        right = self.right
        common = common_in_order(claim, right)
        extra = max(0, len(claim) - len(right))
        more = f"; {extra} too many" if extra else ""
        share = Tally(len(right), earned=common, charged=extra).share()
        return share, f"{common} of {len(right)} in the right order{more}"


class FactGrader:
    """Grader of one such problem."""

    def __init__(
        self, problem: Problem, parts: Mapping[str, FactPart[Any]], *, diagnoses: bool = True
    ) -> None:
        self.problem = problem
        self.diagnoses = diagnoses
        self.parts = parts
        for part in problem.parts or ():
            if part not in parts:
                raise UsageError(f"{problem.label} has no part {part!r}", expected=", ".join(parts))

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form if the key names none."""
        return list(self.parts)

    #: Whether names of nodes contain spaces.
    spaced = False

    def about(self, part: str) -> str:
        """Return the instruction for a part."""
        return self.parts[part].about

    def has_blanks(self, part: str) -> bool:
        """Return whether a search may skip some of a part's nodes; these problems have none."""
        return False

    def blank(self, part: str) -> Any:
        """Return an empty answer to a part, for a form."""
        return self.parts[part].blank()

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        sheet = apply_key_labels(sheet, self.problem.labels).corrected
        if sheet.error:
            return MarkedSheet(sheet.name, sheet.student, error=sheet.error)
        labels = {also: one.name for one in self.parts.values() for also in one.also}
        answers = [(labels.get(name, name), given) for name, given in sheet.answers.items()]
        given_parts = {name for name, _ in answers}
        points = self.problem.parts or {part: 1.0 for part in self.parts if part in given_parts}
        if not points:
            known = ", ".join(self.parts)
            error = f"{sheet.name}: the sheet answers no part of the problem; expected {known}"
            return MarkedSheet(sheet.name, sheet.student, error=error)
        unlabelled = [*sheet.unlabelled]
        if given_parts.isdisjoint(points) and (answer := self._only_answer(points, unlabelled)):
            name, line = answer
            answers.append((name, _QUESTION.sub("", line.text)))
            unlabelled.remove(line)
        answered = not given_parts.isdisjoint(points)
        unread = [line for line in unlabelled if not (answered and _is_title(line))]
        unread += sheet.unread
        claims = {}
        for name, given in answers:
            part = self.parts.get(name)
            if part is None or name in claims:
                lines = lines_of(given) if isinstance(given, str) else [(0, f"{given!r:.80}")]
                unread += (line_of(given, place, text) for place, text in lines)
            elif not part.is_blank(given):
                read = _read(part, given)
                unread += (line_of(given, one.place, one.text) for one in read.unread)
                if read.claim is not None:
                    claims[name] = read.claim
        if points.keys() - claims.keys():  # a required part may have another label
            for name, given in answers:
                if name in claims and name not in points:
                    lines = lines_of(given) if isinstance(given, str) else [(0, f"{given!r:.80}")]
                    unread += (line_of(given, place, f"{name}: {text}") for place, text in lines)
        unread.sort(key=lambda line: line.number)
        marks = tuple(self._mark(part, most, claims, unread) for part, most in points.items())
        notes = (*sheet.notes, *label_notes(unread))
        findings = tuple(self._findings(marks, claims)) if self.diagnoses else ()
        return MarkedSheet(
            sheet.name,
            sheet.student,
            parts=marks,
            findings=findings,
            alike=tuple(one.slug for one in findings) if len(findings) > 1 else (),
            notes=notes,
            unread=tuple(unread),
        )

    def _only_answer(
        self, points: Iterable[str], unlabelled: Iterable[SheetLine]
    ) -> tuple[str, SheetLine] | None:
        """Return the part and the line of an answer without a label, if the problem has one part.

        None if no line can be read as its answer, or several can.
        """
        if len(self.parts) > 1:
            return None
        name, part = next(iter(self.parts.items()))
        found = [
            line
            for line in unlabelled
            if _read(part, _QUESTION.sub("", line.text)).claim is not None
        ]
        return (name, found[0]) if len(found) == 1 and name in [*points] else None

    def _findings(
        self, marks: Iterable[PartMark], claims: Mapping[str, Any]
    ) -> Iterator[NamedMisconception]:
        """Yield the mistakes that lead to all wrong claims."""
        wrong = [
            self.parts[one.part].mistakes(claims[one.part])
            for one in marks
            if one.read and not one.ok
        ]
        for slug in wrong[0] if wrong else ():
            if all(slug in others for others in wrong):
                one = MISTAKES[slug]
                title = f"{one.title[:1].upper()}{one.title[1:]}"
                yield NamedMisconception(slug, 1.0, 0, f"{title}. {one.explanation}", one.hint)

    def _mark(
        self, name: str, most: float, claims: Mapping[str, Any], unread: Sequence[SheetLine]
    ) -> PartMark:
        part = self.parts[name]
        right = part.show(part.right)
        if name not in claims:
            message = NOT_READ if unread else NOT_ANSWERED
            pending = bool(unread)
            return PartMark(name, 0.0, most, message, unread=True, pending=pending, right=right)
        share, message = part.marked(claims[name])
        read = part.show(claims[name])
        hint = "" if share == 1 else part.hint(claims[name])
        return PartMark(name, most * share, most, message, read=read, right=right, hint=hint)
