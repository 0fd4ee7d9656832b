"""What graders of all kinds of problems share, and the grader of problems without a search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import UsageError
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.answers import SheetReading, read_answers
from tracer.marking.reading.formats import read_again
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.results.record import (
    NOT_READ,
    MarkedSheet,
    NamedMisconception,
    PartMark,
    mark_unanswered,
)
from tracer.mistakes import LETTER_MISTAKES, MISTAKES
from tracer.questions.fact_item import FactItem


class ProblemGrader(ABC):
    """Grader of one problem."""

    def __init__(
        self, problem: Problem, parts: Iterable[str], kind: str, *, diagnoses: bool = True
    ) -> None:
        self.problem = problem
        self.diagnoses = diagnoses
        expected = [*parts]
        for part in problem.parts or ():
            if part not in expected:
                raise UsageError(f"{kind} no part {part!r}", expected=", ".join(expected))

    @property
    @abstractmethod
    def usual_parts(self) -> list[str]:
        """The parts of a form if the key names none."""

    @property
    def has_spaced_names(self) -> bool:
        """Whether names of nodes contain spaces."""
        return False

    @abstractmethod
    def describe_part(self, part: str) -> str:
        """Return the instruction for a part."""

    @abstractmethod
    def blank(self, part: str) -> Any:
        """Return an empty answer to a part, for a form."""

    def has_blanks(self, part: str) -> bool:
        """Return whether a part is about each node of a tree of which a search may skip some."""
        return False

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        try:
            sheet = self._read_again(sheet).corrected
            marked = MarkedSheet("", error=sheet.error) if sheet.error else self._mark_read(sheet)
        except Exception as error:
            marked = MarkedSheet("", error=reason_for(error, done="marked"))
        return replace(marked, sheet=sheet.name, student=sheet.student)

    def _read_again(self, sheet: Sheet) -> Sheet:
        """Return a sheet as it is read once its problem is known."""
        return read_again(sheet, self.problem.labels)

    @abstractmethod
    def _mark_read(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet that could be read; its name and its student are added."""

    @abstractmethod
    def contradicts(self, slug: str, marked: MarkedSheet) -> bool:
        """Return whether answers that do not bear a mistake speak against it."""


class FactGrader(ProblemGrader):
    """Grader of a payoff matrix, an MCTS run by hand, or a question about a letter."""

    def __init__(
        self, problem: Problem, items: Mapping[str, FactItem[Any]], *, diagnoses: bool = True
    ) -> None:
        super().__init__(problem, items, f"{problem.label} has", diagnoses=diagnoses)
        self.items = items

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form if the key names none."""
        return list(self.items)

    def describe_part(self, part: str) -> str:
        """Return the instruction for a part."""
        return self.items[part].about

    def blank(self, part: str) -> Any:
        """Return an empty answer to a part, for a form."""
        return self.items[part].blank()

    def _mark_read(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet that could be read."""
        points = self.problem.parts or self._find_answered(sheet)
        if not points:
            names = ", ".join(self.items)
            error = f"{sheet.name}: the sheet answers no part of the problem; expected {names}"
            return MarkedSheet("", error=error)
        reading = read_answers(sheet, points, None, self.items)
        marks = tuple(self._mark_item(name, most, reading) for name, most in points.items())
        return MarkedSheet(
            "",
            parts=marks,
            findings=tuple(self._list_findings(marks, reading.claims)) if self.diagnoses else (),
            notes=reading.notes,
            unread=reading.unread,
        )

    def _find_answered(self, sheet: Sheet) -> dict[str, float]:
        """Return the items that a sheet answers, a point for each."""
        labels = sheet.answers.keys()
        return {
            name: 1.0
            for name, item in self.items.items()
            if not labels.isdisjoint((name, *item.also))
        }

    # Marks ----------------------------------------------------------------------------------

    def _mark_item(self, name: str, most: float, reading: SheetReading) -> PartMark:
        item, claims = self.items[name], reading.claims
        right = item.show(item.right)
        if name not in claims:
            pending = reading.may_hold(name)
            return replace(mark_unanswered(name, most, is_pending=pending), right=right)
        tally = item.tally(claims[name])
        share, message, read = (
            tally.share(),
            item.message(claims[name], tally),
            item.show(claims[name]),
        )
        hint = "" if share == 1 else item.hint(claims[name])
        mark = PartMark(name, most * share, most, message, read=read, right=right, hint=hint)
        if share < 1 and reading.may_hold(name):
            # More of it may be in a line that was not read.
            mark = replace(mark, message=f"{message}; {NOT_READ}", pending=True)
        return mark

    def _list_findings(
        self, marks: Iterable[PartMark], claims: Mapping[str, Any]
    ) -> Iterator[NamedMisconception]:
        """Yield the mistakes that lead to all wrong claims."""
        wrong = [
            self.items[mark.part].mistakes(claims[mark.part])
            for mark in marks
            if mark.read and not mark.ok
        ]
        for slug in wrong[0] if wrong else ():
            if all(slug in others for others in wrong):
                mistake = MISTAKES[slug]
                title = f"{mistake.title[:1].upper()}{mistake.title[1:]}"
                text = f"{title}. {mistake.explanation}"
                yield NamedMisconception(slug, 1.0, 0, text, mistake.hint)

    def contradicts(self, slug: str, marked: MarkedSheet) -> bool:
        """Return whether an answer about a letter is wrong in another way, or right after all."""
        is_wrong = self.problem.kind == "ask" and not marked.ok
        return is_wrong or any(item.can_show(slug) for item in self.items.values())


def common_findings(
    graders: Mapping[str, ProblemGrader], marks: Mapping[str, MarkedSheet]
) -> tuple[NamedMisconception, ...]:
    """Return the mistakes that all wrong answers bear and no right answer refutes.

    Of these, those that explain most. A problem in which a mistake cannot show says nothing about
    it, and neither does a problem without answers.
    """
    answered = {
        name: grader
        for name, grader in graders.items()
        if grader.diagnoses and any(part.read for part in marks[name].parts)
    }
    borne = {
        name: {one.slug: one for one in (*marks[name].findings, *marks[name].others)}
        for name in answered
    }
    common: dict[str, NamedMisconception] = {}
    fits: dict[str, float] = {}
    for slug in dict.fromkeys((*LETTER_MISTAKES, *MISTAKES)):
        bearing = {name: each[slug] for name, each in borne.items() if slug in each}
        silent = answered.keys() - bearing.keys()
        if not bearing or any(answered[name].contradicts(slug, marks[name]) for name in silent):
            continue
        name, best = max(bearing.items(), key=lambda pair: round(pair[1].fit, 9))
        common[slug] = replace(best, problem=name)
        fits[slug] = round(sum(one.fit for one in bearing.values()) / len(bearing), 9)
    most = max(fits.values(), default=0)
    return tuple(one for slug, one in common.items() if fits[slug] == most)
