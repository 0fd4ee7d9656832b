"""Grader of a search problem: conventions, marks, credit for slips, and diagnosis."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sized
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from engine.errors import UsageError
from engine.running.control import Control
from tracer.answers.answers import Answers
from tracer.marking.grading.accepted_conventions import ProblemVersion, ProblemVersions
from tracer.marking.grading.feedback import departure_of, named_misconception
from tracer.marking.grading.marks import SheetMarks
from tracer.marking.grading.problem_grader import ProblemGrader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.answers import SheetReading, read_answers
from tracer.marking.reading.formats import read_again
from tracer.marking.reading.part_names import part_meant
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import (
    NOT_READ,
    MarkedSheet,
    PartMark,
    mark_unanswered,
)
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.conclusions import Diagnosis, Scope, diagnose, find_scope
from tracer.mistakes.engine import SAME, Mistakes, Suspect
from tracer.questions import PARTS
from tracer.questions.base import LEAVE_BLANK, Tally, WrongAt, hashable
from tracer.questions.nodes import CompleteValues
from tracer.questions.visits import Visits
from tracer.runs.forecasts import MOST_VISITS
from tracer.runs.search_trace import Trace
from trees.text import quote

#: Marks that are kept: many students submit the same answers.
_MOST_KEPT: Final = 3_000
#: Claims with more entries are not kept.
_LONGEST_KEPT: Final = 1_000
#: The misconception that any search may show, and that no right answer refutes.
_ONE_SLIP: Final = "arithmetic-slip"
#: Visits of a search whose right answers are shown whole.
_MOST_SHOWN: Final = 300


class Grader(ProblemGrader):
    """Grader of one search problem; shared work is done once.

    Args:
        problem: problem to grade.
        diagnoses: whether to search for misconceptions.
        control: object that can cancel the searches.

    Raises:
        PlytraceError: the problem cannot be searched, or its search was cancelled.
    """

    def __init__(
        self, problem: Problem, *, diagnoses: bool = True, control: Control | None = None
    ) -> None:
        kind = f"{problem.label} is a search, and has"
        super().__init__(problem, PARTS, kind, diagnoses=diagnoses)
        if problem.parts == {}:
            raise UsageError(
                "the only part is time, which only programs answer",
                expected="another part, or plytrace check-code",
            )
        self._versions = ProblemVersions(problem, control)
        self._rules = self._versions.first.rules
        complete = [part for part in problem.parts or () if isinstance(PARTS[part], CompleteValues)]
        if complete and self._rules.players:
            raise UsageError(
                f"the part {complete[0]} needs one value per leaf, and {problem.label} has vectors",
                expected="the part values",
            )
        self._memo: dict[Any, MarkedSheet] = {}

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
    def has_spaced_names(self) -> bool:
        """Whether names of nodes contain spaces."""
        return self._rules.names.spaced

    def describe_part(self, part: str) -> str:
        """Return the instruction for a part."""
        more = f"; {LEAVE_BLANK}" if self.has_blanks(part) else ""
        return f"{PARTS[part].instruction(self._rules)}{more}"

    def has_blanks(self, part: str) -> bool:
        """Return whether a part is about each node of a tree of which the search may skip some."""
        trace = self.trace
        return PARTS[part].is_of_visited and (trace.has_window or trace.uses_playouts)

    def blank(self, part: str) -> Any:
        """Return an empty answer to a part, for a form."""
        return PARTS[part].blank(self._versions.first.answers, self._rules)

    def points(self, sheet: Sheet, reading: SheetReading) -> dict[str, float]:
        """Return the points of each part that counts for a sheet."""
        if self.problem.parts is not None:
            return dict(self.problem.parts)
        return {
            name: 1.0
            for name, part in PARTS.items()
            if (name in sheet.answers or name in reading.claims)
            and (self.problem.of_programs or not part.is_of_programs)
        }

    # Marking --------------------------------------------------------------------------------

    def _read_again(self, sheet: Sheet) -> Sheet:
        """Return a sheet as it is read with the names of the nodes of its problem first."""
        names = self._rules.names
        mark = names.mark if names.has_signs else None
        return read_again(sheet, self.problem.labels, mark)

    def _mark_read(self, sheet: Sheet) -> MarkedSheet:
        """Read a sheet and mark it, unless the marks of equal claims are kept."""
        reading = self.read(sheet)
        marked = self._mark_claims(self.points(sheet, reading), reading)
        notes = [*reading.notes, *(() if marked.ok else self._notes_of_versions())]
        notes += () if self.problem.of_programs else self._notes_of_idle_parts(reading)
        unmark = self._rules.names.unmark
        unread = tuple(line._replace(text=unmark(line.text)) for line in reading.unread)
        return replace(marked, notes=tuple(map(unmark, notes)), unread=unread)

    def mark_answers(self, answers: Answers, parts: Iterable[str]) -> MarkedSheet:
        """Return the marks of a complete set of answers.

        Args:
            answers: answers to grade.
            parts: submitted parts; ignored if the key gives points per part.
        """
        points = self.problem.parts or dict.fromkeys(parts, 1.0)
        claims = {part: PARTS[part].wrote(answers, self._rules) for part in points}
        return self._marked(claims, (), points)

    def _notes_of_versions(self) -> Iterator[str]:
        """Yield a warning if conventions were skipped because their search is too long."""
        if names := ", ".join(one.name for one in self._versions.skipped):
            yield (
                f"it was not compared with {names}: under these conventions the search makes "
                f"over {MOST_VISITS:,} visits; choose the conventions with accept: in the key"
            )

    def _notes_of_idle_parts(self, reading: SheetReading) -> Iterator[str]:
        """Yield the parts of a person's sheet or of the key that do not count."""
        idle = self.problem.programs.parts
        for part in idle:
            yield f"the part {part} does not count, since only programs answer it"
        points = self.problem.parts
        for part in reading.claims:
            is_of_form = part == "values" and "cutoffs" in (points or ())
            if points is not None and part not in points and part not in idle and not is_of_form:
                yield f"{part} is not asked for"

    def read(self, sheet: Sheet) -> SheetReading:
        """Read the claims of a sheet."""
        asked = self.problem.parts or [*self.usual_parts, "windows"]
        return read_answers(sheet, asked, self._rules)

    def _mark_claims(self, points: Mapping[str, float], reading: SheetReading) -> MarkedSheet:
        """Mark the claims of a sheet, unless the marks of equal ones are kept."""
        if not points:
            known = ", ".join(name for name, part in PARTS.items() if not part.is_of_programs)
            words = [line.text.partition(":")[0] for line in reading.unread[:5]]
            only = f", only {', '.join(quote(word, 30) for word in words)}" if words else ""
            error = (
                f"the sheet answers no part of the problem{only}; expected one or more of {known}"
            )
            hint = part_meant(words[0]) if words else ""
            return MarkedSheet("", error=f"{error}. {hint}" if hint else error)
        pending = frozenset(filter(reading.may_hold, points))
        doubted = frozenset(filter(reading.may_contradict, points))
        said = ((part, hashable(one)) for part, one in reading.claims.items())
        key = (*points, pending, doubted, *said)
        marked = self._memo.get(key)
        if marked is None:
            marked = self._marked(reading.claims, pending, points, doubted)
            sizes = (len(claim) for claim in reading.claims.values() if isinstance(claim, Sized))
            if len(self._memo) < _MOST_KEPT and max(sizes, default=0) <= _LONGEST_KEPT:
                self._memo[key] = marked
        return marked

    def _marked(
        self,
        claims: Mapping[str, Any],
        pending: Collection[str],
        points: Mapping[str, float],
        doubted: Collection[str] = (),
    ) -> MarkedSheet:
        """Return the marks of some claims, of which parts may wait for a person.

        Args:
            claims: what a sheet says of each part.
            pending: the parts that wait unless they have full marks.
            points: the points of each part.
            doubted: the parts of which the sheet may say something else too; they wait.
        """
        marks = self._best(claims, points)
        parts = tuple(
            self._part(
                part, points[part], marks, is_pending=part in pending, is_doubted=part in doubted
            )
            for part in points
        )
        diagnosis = self._diagnosis(marks) if self.diagnoses else Diagnosis()
        of_program = self.problem.of_programs
        departure = departure_of(marks, of_program=of_program)
        findings, others = (
            tuple(named_misconception(one, marks, of_program=of_program) for one in suspects)
            for suspects in (diagnosis.suspects, diagnosis.others)
        )
        return MarkedSheet(
            "",
            convention=marks.mixture.first.task.convention.name,
            parts=parts,
            departure=departure,
            findings=findings,
            others=others,
            diagnosed=self.diagnoses
            and departure is not None
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
        marks = self._best(reading.claims, self.points(sheet, reading))
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

    def _part(
        self, part: str, most: float, marks: SheetMarks, *, is_pending: bool, is_doubted: bool
    ) -> PartMark:
        if part not in marks.claims:
            mark = mark_unanswered(part, most, is_pending=is_pending)
        else:
            read = PARTS[part].show(marks.claims[part])
            score = 0.0 if is_doubted else most * marks.final[part]  # two answers are none
            text, follows = marks.message(part), marks.follows(part)
            mark = PartMark(part, score, most, text, follows=follows, read=read)
            if is_doubted or (is_pending and not mark.ok):
                mark = replace(mark, message=f"{text}; {NOT_READ}", pending=True)
        if mark.ok and not mark.follows:
            return mark
        asked = PARTS[part]
        if self.problem.of_programs and part in marks.claims and isinstance(asked, Visits):
            read, order = asked.show_difference(marks.claims[part], marks.mixture.right(part))
            return replace(mark, read=read, right=order)
        return replace(mark, right=self._right(part, marks.mixture.first))

    def _right(self, part: str, version: ProblemVersion) -> str:
        """Return the right answer to a part in canonical form; empty if it is long."""
        if len(version.answers.visits) > _MOST_SHOWN:
            return ""
        return PARTS[part].show(PARTS[part].wrote(version.answers, version.rules))

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
        return diagnose(found, marks.direct, marks.weights())

    def _suspected(self, marks: SheetMarks, scope: Scope) -> list[Suspect]:
        """Return the misconceptions that may be named, once each."""
        if scope.is_of_ties:
            ties = marks.mixture.first.readings_of_ties
            found = [max(map(marks.suspect, ties), key=lambda one: one.fit)] if ties else []
        else:
            found = self._mistakes.behind_sheet(
                marks.claims,
                marks.weights(),
                marks.mixture,
                marks.first_departure,
                marks.right_parts,
            )
            if self.problem.of_programs:  # which treat all nodes alike
                people = {slug for slug, one in MISCONCEPTIONS.items() if one.only_of_people}
                found = [one for one in found if one.reading.slug not in people]
            else:
                slip = marks.slip_suspect()
                found += [slip] if slip else []
                found = [one for one in found if marks.explains_a_mistake(one)]
        return [one for one in found if scope.admits(one)]
