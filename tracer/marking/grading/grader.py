"""Grader of a search problem: conventions, marks, credit for slips, and diagnosis."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from engine.errors import UsageError
from engine.running.control import Control
from engine.search import find_search
from tracer.answers.answers import Answers, Window
from tracer.marking.grading.accepted_conventions import ProblemVersion, ProblemVersions
from tracer.marking.grading.feedback import departures_of, named_misconception
from tracer.marking.grading.marks import SheetMarks
from tracer.marking.grading.problem_grader import ProblemGrader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.answers import read_answers
from tracer.marking.reading.sheet import Sheet
from tracer.marking.reading.unread_lines import SheetReading
from tracer.marking.results.record import (
    MarkedSheet,
    PartMark,
    mark_unanswered,
)
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.engine import SAME, Diagnosis, Mistakes, Scope, Suspect, diagnose, find_scope
from tracer.questions import PARTS
from tracer.questions.base import LEAVE_BLANK, Part, Tally, WrongAt
from tracer.questions.nodes import CompleteValues
from tracer.questions.rules import Rules
from tracer.questions.visits import NodeOrder
from tracer.runs.forecasts import MOST_VISITS
from tracer.runs.search_trace import Trace

#: The misconception that any search may show, and that no right answer refutes.
_ONE_SLIP: Final = "arithmetic-slip"
#: Visits of a search whose right answers are shown whole.
_MOST_SHOWN: Final = 300


class Grader(ProblemGrader[Part[Any]]):
    """Grader of one search problem; shared work is done once.

    Args:
        problem: problem to grade.
        diagnoses: whether to search for misconceptions.
        control: object that can cancel the searches.

    Raises:
        PlytraceError: the problem cannot be searched, or its search was cancelled.
    """

    rules: Rules

    def __init__(
        self, problem: Problem, *, diagnoses: bool = True, control: Control | None = None
    ) -> None:
        super().__init__(problem, PARTS, diagnoses=diagnoses)
        if problem.parts == {}:
            raise UsageError(
                "the only part is time, which only programs answer",
                expected="another part, or plytrace check-code",
            )
        self._versions = ProblemVersions(problem, control)
        self.rules = self._versions.first.rules
        complete = [part for part in problem.parts or () if isinstance(PARTS[part], CompleteValues)]
        if complete and self.rules.players:
            raise UsageError(
                f"the part {complete[0]} needs one value per leaf, and {problem.label} has vectors",
                expected="the part values",
            )

    # The problem ----------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The right trace under the preferred convention."""
        return self._versions.first.trace

    @property
    def preferred(self) -> ProblemVersion:
        """The problem under the preferred convention."""
        return self._versions.first

    @property
    def versions(self) -> ProblemVersions:
        """The problem under each accepted convention, the preferred one first."""
        return self._versions

    @cached_property
    def _mistakes(self) -> Mistakes:
        versions = (one for one in self._versions if one.task.convention.ties != "last")
        return Mistakes(*(task for version in versions for task in version.both_updates))

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form if the key names none."""
        windowed = self.trace.has_window
        return [
            name
            for name, part in PARTS.items()
            if part.is_usual and (windowed or not part.needs_window)
        ]

    @property
    def root_window(self) -> Window | None:
        """The window at the root, if known bounds of the leaves or the key narrow it."""
        trace = self.trace
        if not trace.has_window or trace.vectors is not None or find_search(trace.search).narrows:
            return None
        window = trace.log.alpha[trace.root], trace.log.beta[trace.root]
        return None if window == (-math.inf, math.inf) else window

    def describe_part(self, part: str) -> str:
        """Return the instruction for a part."""
        more = f"; {LEAVE_BLANK}" if self.has_blanks(part) else ""
        return f"{super().describe_part(part)}{more}"

    def has_blanks(self, part: str) -> bool:
        """Return whether a part is about each node of a tree of which the search may skip some."""
        trace = self.trace
        return PARTS[part].is_of_visited and (trace.has_window or trace.uses_playouts)

    # Marking --------------------------------------------------------------------------------

    def mark_answers(self, answers: Answers, parts: Iterable[str]) -> MarkedSheet:
        """Return the marks of a complete set of answers.

        Args:
            answers: answers to grade.
            parts: submitted parts; ignored if the key gives points per part.
        """
        points = self.problem.parts or dict.fromkeys(parts, 1.0)
        claims = {part: PARTS[part].wrote(answers, self.rules) for part in points}
        return self._mark_all(claims, points)

    def _list_notes(self, reading: SheetReading, marked: MarkedSheet) -> Iterator[str]:
        """Yield what does not count, and conventions skipped because their search is too long."""
        if not marked.ok and (names := ", ".join(one.name for one in self._versions.skipped)):
            yield (
                f"it was not compared with {names}: under these conventions the search makes "
                f"over {MOST_VISITS:,} visits; choose the conventions with accept: in the key"
            )
        yield from super()._list_notes(reading, marked)

    def read(self, sheet: Sheet) -> SheetReading:
        """Read the claims of a sheet."""
        asked = self.problem.parts or [*self.usual_parts, "windows"]
        return read_answers(sheet, asked, self.rules)

    def _mark_all(self, claims: Mapping[str, Any], points: Mapping[str, float]) -> MarkedSheet:
        """Return the marks of some claims."""
        marks = self._best(claims, points)
        parts = tuple(self._part(part, most, marks) for part, most in points.items())
        diagnosis = self._diagnosis(marks) if self.diagnoses else Diagnosis()
        of_program = self.problem.of_programs
        departures = tuple(departures_of(marks, of_program=of_program))
        findings, others = (
            tuple(named_misconception(one, marks, of_program=of_program) for one in suspects)
            for suspects in (diagnosis.suspects, diagnosis.others)
        )
        return MarkedSheet(
            "",
            convention=marks.mixture.first.task.convention.name,
            parts=parts,
            departures=departures,
            findings=findings,
            others=others,
            diagnosed=self.diagnoses
            and bool(departures)
            and (of_program or bool(marks.mistaken_parts))
            and self._mistakes.can_explain(marks.wrong_parts),
        )

    def contradicts(self, slug: str, marked: MarkedSheet) -> bool:
        """Return whether answers that do not bear a misconception speak against it.

        Right answers do if each reading of it leads to others, and wrong ones if it could show.
        """
        parts = [one.part for one in marked.parts if one.read and PARTS[one.part].is_of_search]
        by_name = {one.task.convention.name: one for one in self._versions}
        version = by_name.get(marked.convention or "", self.preferred)
        rules = replace(version.rules, ways=())
        differing = self._mistakes.list_differing(slug, parts, version.answers, rules)
        if marked.departure is None:
            return bool(differing) and all(differing)
        return slug == _ONE_SLIP or any(differing)

    def wrong(self, sheet: Sheet) -> tuple[Trace, list[WrongAt]]:
        """Return the right trace for a sheet, and its mistakes that lose points, by step."""
        sheet = self._read_again(sheet).corrected
        reading = self.read(sheet)
        marks = self._best(reading.claims, self.points(reading))
        return marks.mixture.first.trace, marks.charged()

    def _best(self, claims: Mapping[str, Any], points: Mapping[str, float]) -> SheetMarks:
        """Return the marks under the accepted conventions that give the most points."""
        alone: dict[int, SheetMarks] = {}
        kept: dict[Any, Tally] = {}
        for version in self._versions:  # the later ones need not be searched for a right sheet
            marks = SheetMarks(version.alone, claims, points, kept)
            if marks.is_right or not marks.claims:
                return marks
            alone[id(version)] = marks
        best: SheetMarks | None = None
        for mixture in self._versions.mixtures:
            versions = mixture.versions
            marks = alone[id(versions[0])]
            if len(versions) > 1:
                marks = SheetMarks(mixture, claims, points, kept)
            marks.follow(best.total if best else 0.0)
            if best is None or marks.total > best.total + SAME:
                best = marks
        assert best is not None, "at least one convention"
        nearest = max(best.mixture.versions, key=lambda one: alone[id(one)].unfollowed)
        best.mixture = best.mixture.led_by(nearest)
        return best

    def _part(self, part: str, most: float, marks: SheetMarks) -> PartMark:
        """Return the marks of a part; of a program's order, what is around its mistake."""
        if part not in marks.claims:
            return mark_unanswered(part, most, self._right(part, marks))
        asked, claim = PARTS[part], marks.claims[part]
        score, follows = most * marks.final[part], marks.follows(part)
        is_right = score >= most and not follows
        if self.problem.of_programs and isinstance(asked, NodeOrder):
            read, right = asked.show_difference(claim, marks.mixture.right(part))
        else:
            read, right = asked.show(claim), "" if is_right else self._right(part, marks)
        text = marks.message(part)
        return PartMark(part, score, most, text, follows=follows, read=read, right=right)

    def show_right(self, part: str, version: ProblemVersion | None = None) -> str:
        """Return the right answer to a part in canonical form."""
        version = version or self.preferred
        return PARTS[part].show(PARTS[part].wrote(version.answers, version.rules))

    def _right(self, part: str, marks: SheetMarks) -> str:
        """Return the right answer to a part; empty if it is long."""
        version = marks.mixture.first
        is_long = len(version.answers.visits) > _MOST_SHOWN
        return "" if is_long else self.show_right(part, version)

    def _diagnosis(self, marks: SheetMarks) -> Diagnosis:
        """Return the misconceptions that explain a sheet."""
        claims = {name: one for name, one in marks.claims.items() if PARTS[name].is_of_search}
        if len(claims) < len(marks.claims):
            marks = SheetMarks(marks.mixture, claims, marks.points)
        if not marks.claims or marks.is_right:
            return Diagnosis()
        scope = find_scope(marks.claims, marks.wrong_parts, marks.mistaken_parts)
        of_program = self.problem.of_programs
        found = [] if scope is None else self._suspected(marks, scope)
        if not found and of_program and (scope is None or scope.is_of_ties):
            # A wrong value of a person may be an accident; that of a program is a bug.
            scope = Scope(only_whole=True)
            found = self._suspected(marks, scope)
        mistaken = marks.wrong_parts if of_program else marks.mistaken_parts
        return diagnose(found, marks.direct, marks.weights(), mistaken)

    def _suspected(self, marks: SheetMarks, scope: Scope) -> list[Suspect]:
        """Return the misconceptions that may be named, once each."""
        first = marks.first_departure
        if scope.is_of_ties:
            ties = marks.mixture.first.readings_of_ties
            found = [max(map(marks.suspect, ties), key=lambda one: one.fit)] if ties else []
        elif first is None:
            found = []
        else:
            found = self._mistakes.behind_sheet(
                marks.claims,
                marks.weights(),
                marks.mixture,
                first,
                marks.right_parts,
            )
            if self.problem.of_programs:  # which treat all nodes alike
                people = {slug for slug, one in MISCONCEPTIONS.items() if one.only_of_people}
                found = [one for one in found if one.reading.slug not in people]
            else:
                slip = marks.slip_suspect()
                found += [slip] if slip else []
                found = [one for one in found if marks.may_be_behind(one)]
        return [one for one in found if scope.admits(one)]
