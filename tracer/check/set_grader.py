"""Marks sheets to a problem set: each problem by its own grader, and one record of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from tracer.check.facts.grader import FactGrader
from tracer.check.grader import Grader
from tracer.check.problem_set import ProblemSet
from tracer.check.record import Finding, Marked, PartMark, of_problem
from tracer.check.sections import Sections, sections_of
from tracer.check.sheet import Sheet
from tracer.check.tell import NOT_ANSWERED

__all__ = ["OneGrader", "SetGrader"]

OneGrader: TypeAlias = Grader | FactGrader


class SetGrader:
    """Marks answers to a problem set.

    Args:
        problem: the set.
        graders: the graders of its problems, by their numbers.
    """

    def __init__(self, problem: ProblemSet, graders: Mapping[str, OneGrader]) -> None:
        self.problem = problem
        self.graders = graders

    @property
    def most(self) -> float:
        """The points that can be had, as far as the problems say."""
        return sum(sum((one.problem.parts or {}).values()) for one in self.graders.values())

    def sections(self, sheet: Sheet) -> Sections:
        """A sheet taken apart into what it says to each problem.

        Args:
            sheet: the sheet.
        """
        problem = self.problem
        return sections_of(sheet, [*self.graders], title=problem.title, titles=problem.titles)

    def mark(self, sheet: Sheet) -> Marked:
        """Mark a sheet. Whatever is on it, this hands back marks and never raises."""
        sections = self.sections(sheet)
        if sections.error:
            who = sections.student or sheet.student
            return Marked(sheet.name, who, error=sections.error, owed=self.most)
        marks = {number: self._mark(number, sections, sheet.name) for number in self.graders}
        parts = tuple(
            replace(part, part=f"{number} {part.part}")
            for number, one in marks.items()
            for part in one.parts
        )
        errors = [of_problem(number, one.error) for number, one in marks.items() if one.error]
        if not parts:
            told = "; ".join(errors)
            return Marked(sheet.name, sections.student, error=told, owed=self.most)
        departed = ((number, one.departure) for number, one in marks.items())
        findings, alike = _findings(marks)
        return Marked(
            sheet.name,
            sections.student,
            _convention(marks),
            parts,
            next((replace(one, problem=number) for number, one in departed if one), None),
            findings,
            alike,
            notes=(*sections.notes, *errors, *_notes(marks)),
        )

    def _mark(self, number: str, sections: Sections, name: str) -> Marked:
        """The marks of one problem."""
        grader = self.graders[number]
        section = sections.sheets.get(number) or Sheet(name)
        marked = grader.mark(section)
        if not marked.error or not grader.problem.parts:
            return marked
        # It owes these parts: that they could not be read is no reason to leave the others out.
        told = f"could not be read: {marked.error}"
        parts = tuple(
            PartMark(part, 0.0, most, told, unread=True)
            for part, most in grader.problem.parts.items()
        )
        return Marked(name, parts=parts)


def _convention(marks: Mapping[str, Marked]) -> str | None:
    """The convention by which all was graded, or each with its problem.

    Of a problem to which nothing is said, none is told where another has one.
    """
    named = {number: one.convention for number, one in marks.items() if one.convention}
    answered = {
        number: name
        for number, name in named.items()
        if any(part.told != NOT_ANSWERED for part in marks[number].parts)
    }
    told = answered or named
    if len({*told.values()}) <= 1:
        return next(iter(told.values()), None)
    return ", ".join(f"{number}: {name}" for number, name in told.items())


def _findings(marks: Mapping[str, Marked]) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """The misconceptions of all problems, each once, and those that cannot be told from the first.

    The best fit comes first; of equal ones that which is found in more problems, since one person
    worked them all.
    """
    found = [
        replace(one, problem=number) for number, marked in marks.items() for one in marked.findings
    ]
    best: dict[str, Finding] = {}
    for one in found:
        if one.slug not in best or round(one.fit, 9) > round(best[one.slug].fit, 9):
            best[one.slug] = one
    problems = {slug: sum(one.slug == slug for one in found) for slug in best}
    ranked = sorted(best.values(), key=lambda one: (-round(one.fit, 9), -problems[one.slug]))
    if not ranked:
        return (), ()
    alike = marks[ranked[0].problem].alike
    return tuple(ranked), alike if ranked[0].slug in alike else ()


def _notes(marks: Mapping[str, Marked]) -> Iterator[str]:
    for number, one in marks.items():
        yield from (of_problem(number, note) for note in one.notes)
