"""Grader of problems that are not searches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tracer.marking.keys.problem import Problem
from tracer.marking.problem_grader import ProblemGrader
from tracer.marking.reading.answers import is_title, label_notes, line_of
from tracer.marking.reading.sheet import Sheet, SheetLine
from tracer.marking.results.record import (
    NOT_READ,
    MarkedSheet,
    NamedMisconception,
    PartMark,
    mark_unanswered,
)
from tracer.mistakes import MISTAKES
from tracer.questions.base import PartReading
from tracer.questions.entries import list_unread
from tracer.questions.fact_item import FactItem, unread_texts

#: The letter or number of a question before an answer: `(a)`, `2.`
_QUESTION: Final = re.compile(r"^\s*(?:\(?[a-h]\)|\(\d{1,2}\)|\d{1,2}[.)])\s+")


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
        labels = {also: item.name for item in self.items.values() for also in item.also}
        answers = [(labels.get(label, label), given) for label, given in sheet.answers.items()]
        points = self.problem.parts or {name: 1.0 for name in self.items if name in dict(answers)}
        if not points:
            names = ", ".join(self.items)
            error = f"{sheet.name}: the sheet answers no part of the problem; expected {names}"
            return MarkedSheet("", error=error)
        claims, unread = self._read_answers(answers, sheet, points)
        marks = tuple(self._mark_item(name, most, claims, unread) for name, most in points.items())
        lines = sorted(unread, key=lambda line: line.number)
        return MarkedSheet(
            "",
            parts=marks,
            findings=tuple(self._list_findings(marks, claims)) if self.diagnoses else (),
            notes=(*sheet.notes, *label_notes(lines)),
            unread=tuple(lines),
        )

    # Reading --------------------------------------------------------------------------------

    def _read_answers(
        self, answers: list[tuple[str, Any]], sheet: Sheet, points: Mapping[str, float]
    ) -> tuple[dict[str, Any], dict[SheetLine, _Unread]]:
        """Return the claims of the answers, and the lines that were not read."""
        unlabelled = [*sheet.unlabelled]
        is_answered = not points.keys().isdisjoint(dict(answers))
        if not is_answered and (line := self._find_only_answer(unlabelled)):
            answers = [*answers, (next(iter(self.items)), _QUESTION.sub("", line.text))]
            unlabelled.remove(line)
            is_answered = True
        lines = [line for line in unlabelled if not (is_answered and is_title(line))]
        unread = dict.fromkeys((*lines, *sheet.unread), _Unread())
        claims: dict[str, Any] = {}
        for name, given in answers:
            item = self.items.get(name)
            if item is None or name in claims:
                unread |= dict.fromkeys(_list_lines(given), _Unread())
            elif not item.is_blank(given):
                reading = _read_item(item, given)
                asked = name if name in points else ""
                unread |= {
                    line_of(given, text.place, text.text): _Unread(asked, text.place > 0)
                    for text in reading.unread
                }
                if reading.claim is not None:
                    claims[name] = reading.claim
        if points.keys() - claims.keys():  # a required part may have another label
            for name, given in answers:
                if name in claims and name not in points:
                    unread |= dict.fromkeys(_list_lines(given, f"{name}: "), _Unread())
        return claims, unread

    def _find_only_answer(self, unlabelled: Iterable[SheetLine]) -> SheetLine | None:
        """Return the line of an answer without a label, if the problem has one item.

        None if no line can be read as its answer, or several can.
        """
        if len(self.items) > 1:
            return None
        (item,) = self.items.values()
        lines = [
            line
            for line in unlabelled
            if _read_item(item, _QUESTION.sub("", line.text)).claim is not None
        ]
        return lines[0] if len(lines) == 1 else None

    # Marks ----------------------------------------------------------------------------------

    def _mark_item(
        self, name: str, most: float, claims: Mapping[str, Any], unread: Mapping[SheetLine, _Unread]
    ) -> PartMark:
        item = self.items[name]
        right = item.show(item.right)
        if name not in claims:
            # The first line of another item that was read answers that one.
            pending = any(
                place.item == name or place.item not in claims or place.is_below
                for place in unread.values()
            )
            return replace(mark_unanswered(name, most, is_pending=pending), right=right)
        tally = item.tally(claims[name])
        share, message, read = (
            tally.share(),
            item.message(claims[name], tally),
            item.show(claims[name]),
        )
        hint = "" if share == 1 else item.hint(claims[name])
        mark = PartMark(name, most * share, most, message, read=read, right=right, hint=hint)
        if share < 1 and any(place.item == name for place in unread.values()):
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


class _Unread(NamedTuple):
    """Where a line that was not read stands."""

    item: str = ""  # the asked item under whose label it is; empty without a label
    #: Whether it is not the first line there, so that it may have a label of its own.
    is_below: bool = False


def _read_item(item: FactItem[Any], given: Any) -> PartReading:
    """Read an answer; a fault in reading leaves only this answer unread."""
    try:
        return item.read(given)
    except Exception:
        return PartReading(None, unread_texts(given, [f"{given}".strip()]))


def _list_lines(given: Any, label: str = "") -> Iterator[SheetLine]:
    """Yield the lines of an answer that is not read."""
    for place, text in list_unread(given):
        yield line_of(given, place, f"{label}{text}")
