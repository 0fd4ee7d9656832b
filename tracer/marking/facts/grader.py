"""Grader of problems that are not searches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tracer.marking.keys.problem import Problem
from tracer.marking.problem_grader import ProblemGrader
from tracer.marking.reading.answers import SheetReading, read_answers
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import (
    NOT_READ,
    MarkedSheet,
    NamedMisconception,
    PartMark,
    mark_unanswered,
)
from tracer.mistakes import MISTAKES
from tracer.questions.fact_item import FactItem


class FactGrader(ProblemGrader):
    """Grader of one such problem."""

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
