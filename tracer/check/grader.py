"""Marks sheets: which convention they follow, what is right, what follows, what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from engine.control import Control
from engine.errors import PlytraceError, UsageError, did_you_mean
from tracer.check.answers import Answers
from tracer.check.diagnosis import SAME, Scope, Suspect, Suspects, diagnose, hashable, scope_of
from tracer.check.explaining import departure_of, finding_of
from tracer.check.marks import Marks
from tracer.check.parts import PARTS, WrongAt
from tracer.check.problem import Problem
from tracer.check.record import Finding, Marked, PartMark
from tracer.check.settling import settled
from tracer.check.sheet import Sheet
from tracer.check.versions import Version, Versions
from tracer.search_trace import Trace
from trees.quoting import quoted

__all__ = ["Grader"]

_USUAL: Final = ("visits", "values", "cutoffs", "move", "line", "utility")
#: Of all points: conventions by which that much less is right are not followed through.
_NEAR: Final = 0.1
#: Misconceptions of whoever writes a sheet, which no program can have.
OF_PEOPLE: Final = frozenset({"rewritten-window", "arithmetic-slip"})
#: Answers whose marks are kept: in a class, many hand in the same.
_MOST_KEPT: Final = 3_000
#: Characters of such answers.
_LONGEST_KEPT: Final = 2_000


class Grader:
    """Marks answers to one problem; what can be worked out once is.

    Args:
        problem: the problem.
        diagnoses: whether misconceptions are looked for.
        control: what may cancel the searches of the problem.

    Raises:
        PlytraceError: the problem cannot be searched, or its search was cancelled.
    """

    def __init__(
        self, problem: Problem, *, diagnoses: bool = True, control: Control | None = None
    ) -> None:
        self.problem = problem
        self.diagnoses = diagnoses
        for part in problem.parts or ():
            if part not in PARTS:
                raise UsageError(
                    f"{problem.label} is a search, and has no part {part!r}",
                    expected=", ".join(PARTS),
                )
        self._versions = Versions(problem, control)
        self._rules = self._versions.first.rules
        self._memo: dict[Any, Marked] = {}

    # The problem ----------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The right trace under the preferred convention."""
        return self._versions.first.trace

    @property
    def preferred(self) -> Version:
        """The problem under the preferred convention."""
        return self._versions.first

    @cached_property
    def _suspects(self) -> Suspects:
        return Suspects(
            task
            for version in self._versions
            if version.task.convention.ties != "last"
            for task in version.both_updates
        )

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form where the key names none."""
        return [part for part in _USUAL if part != "cutoffs" or self.trace.has_window]

    @property
    def spaced(self) -> bool:
        """Whether names of nodes have spaces of their own."""
        return self._rules.names.spaced

    def about(self, part: str) -> str:
        """What a part asks for."""
        return PARTS[part].about

    def blank(self, part: str) -> Any:
        """An empty answer to a part, for a form."""
        return PARTS[part].blank(self._versions.first.answers, self._rules)

    @property
    def most(self) -> float | None:
        """The points that can be had; None where that depends on the sheet."""
        return None if self.problem.parts is None else sum(self.problem.parts.values())

    def points(self, sheet: Sheet) -> dict[str, float]:
        """The points of each part that counts for a sheet."""
        if self.problem.parts is not None:
            return dict(self.problem.parts)
        return {part: 1.0 for part in PARTS if part in sheet.answers}

    # Marking --------------------------------------------------------------------------------

    def mark(self, sheet: Sheet) -> Marked:
        """Mark a sheet. Whatever is on it, this hands back marks and never raises."""
        if sheet.error:
            return Marked(sheet.name, sheet.student, error=sheet.error)
        as_typed = repr((sheet.answers, sheet.loose, sheet.unknown, sheet.notes))
        found = self._memo.get(as_typed)
        if found is None:
            keeps = len(as_typed) <= _LONGEST_KEPT
            read = settled(sheet, self._rules.names)
            found = replace(self._looked_at(read, keeps=keeps), notes=read.notes)
            self._keep(as_typed, found, keeps=keeps)
        return replace(found, sheet=sheet.name, student=sheet.student)

    def mark_answers(self, answers: Answers, parts: Iterable[str]) -> Marked:
        """The marks of somebody who writes down all of some answers.

        Args:
            answers: what they came to.
            parts: the parts that they hand in; of a key with points those that it asks for.
        """
        points = self.problem.parts or dict.fromkeys(parts, 1.0)
        claims = {part: PARTS[part].wrote(answers, self._rules) for part in points}
        return self._marked(claims, {}, points)

    def _keep(self, key: Any, found: Marked, *, keeps: bool) -> None:
        if keeps and len(self._memo) < _MOST_KEPT:
            self._memo[key] = found

    def _looked_at(self, sheet: Sheet, *, keeps: bool) -> Marked:
        """The marks of answers that nobody has typed in the same way before."""
        points = self.points(sheet)
        if not points:
            known = ", ".join(PARTS)
            told = "it answers nothing that is asked"
            if sheet.unknown:
                told += f", only {', '.join(quoted(word, 30) for word in sheet.unknown[:5])}"
            hint = did_you_mean(sheet.unknown[0][:60], PARTS) if sheet.unknown else ""
            expected = f"{told}; expected one or more of {known}"
            return Marked("", error=f"{expected}. {hint}" if hint else expected)
        claims, unread = self._read(sheet, points)
        key = (*points, *unread.items(), *((part, hashable(one)) for part, one in claims.items()))
        found = self._memo.get(key)
        if found is None:
            found = self._marked(claims, unread, points)
            self._keep(key, found, keeps=keeps)
        return found

    def _marked(
        self, claims: dict[str, Any], unread: Mapping[str, str], points: Mapping[str, float]
    ) -> Marked:
        """The marks of some claims, whoever makes them."""
        marks = self._best(claims, points)
        parts = tuple(self._part(part, points[part], marks, unread) for part in points)
        findings, alike = self._findings(marks) if self.diagnoses else ((), ())
        convention = marks.version.task.convention.name
        return Marked("", "", convention, parts, departure_of(marks), findings, alike)

    def wrong(self, sheet: Sheet) -> tuple[Trace, list[WrongAt]]:
        """The right trace by which a sheet is graded, and what costs it points, step by step."""
        sheet = settled(sheet, self._rules.names)
        points = self.points(sheet)
        marks = self._best(self._read(sheet, points)[0], points)
        return marks.version.trace, marks.charged()

    def _read(
        self, sheet: Sheet, points: Mapping[str, float]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """The claims that can be read, and what is wrong with those that cannot."""
        claims: dict[str, Any] = {}
        unread: dict[str, str] = {}
        rules = self._rules
        for part in points:
            given = sheet.answers.get(part)
            try:
                if PARTS[part].is_blank(given):
                    unread[part] = "not answered"
                    continue
                claims[part] = PARTS[part].read(given, rules)
            except PlytraceError as error:
                unread[part] = f"could not be read: {error}"
            except RecursionError:
                unread[part] = "could not be read: it is nested too deeply"
        return claims, unread

    def _best(self, claims: Mapping[str, Any], points: Mapping[str, float]) -> Marks:
        """The marks under the convention by which the sheet earns most, followed through."""
        tried: list[Marks] = []
        for version in self._versions:
            if self.problem.of_programs and version.is_hybrid and self._never_cuts(version):
                continue  # a program of no course's rules that searches all is minimax
            marks = Marks(version, claims, points)
            if marks.is_right or not claims:
                return marks
            if not version.is_hybrid:
                tried.append(marks)
        # By which most is right; the preferred one among equals.
        tried.sort(key=lambda one: -round(one.total(followed=False), 9))
        best = tried[0]
        near = best.total(followed=False) - _NEAR * sum(points.values())
        tried = [one for one in tried if one.total(followed=False) >= near]
        for marks in self._searched_otherwise(tried, claims):
            marks.follow(most=1)  # a second and third slip hardly tell conventions apart
            if marks.total(followed=True) > best.total(followed=True) + SAME:
                best = marks
            if marks.is_one_slip:
                return best
        best.follow()
        return best

    def _never_cuts(self, version: Version) -> bool:
        """Whether a version searches the whole tree, of which the preferred one skips something."""
        skips = (any(cut.skipped for cut in one.answers.cuts) for one in (version, self.preferred))
        return not next(skips) and next(skips)

    @staticmethod
    def _searched_otherwise(tried: Iterable[Marks], claims: Mapping[str, Any]) -> Iterator[Marks]:
        """Those among them that do not merely count otherwise than one before."""
        searched = set()
        for marks in tried:
            searched_so = id(marks.version.answers)
            if searched_so not in searched or "counts" in claims:
                searched.add(searched_so)
                yield marks

    def _part(self, part: str, most: float, marks: Marks, unread: Mapping[str, str]) -> PartMark:
        if part not in marks.claims:
            return PartMark(part, 0.0, most, unread[part], unread=True)
        return PartMark(part, most * marks.final[part], most, marks.told(part))

    def _findings(self, marks: Marks) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        """The misconceptions that explain a sheet, and those that it cannot tell apart."""
        if "time" in marks.claims:  # which no way of searching decides
            others = {part: one for part, one in marks.claims.items() if part != "time"}
            marks = Marks(marks.version, others, marks.points)
        if not marks.claims or marks.is_right:
            return (), ()
        scope = scope_of(marks.claims, marks.wrong_parts, unfinished=self._is_unfinished(marks))
        of_program = self.problem.of_programs
        found = [] if scope is None else self._admitted(marks, scope)
        if not found and of_program and (scope is None or scope.is_of_ties):
            # A person gets a value wrong by chance; a program does by one line of it.
            scope = Scope(only_whole=True)
            found = self._admitted(marks, scope)
        if scope is None:
            return (), ()
        diagnosis = diagnose(found, marks.direct, marks.weights())
        unfinished = self._is_unfinished(marks) and scope.only_whole and not scope.is_of_ties
        findings = (
            finding_of(one, marks, unfinished=unfinished, of_program=of_program)
            for one in diagnosis.suspects
        )
        return tuple(findings), diagnosis.alike

    def _admitted(self, marks: Marks, scope: Scope) -> list[Suspect]:
        """The misconceptions that may be named."""
        return [one for one in self._suspected(marks, scope) if scope.admits(one)]

    @staticmethod
    def _is_unfinished(marks: Marks) -> bool:
        """Whether the order of visits is right as far as it goes, and ends early."""
        right, order = marks.version.answers.visits, marks.claims.get("visits", ())
        return 0 < len(order) < len(right) and order == right[: len(order)]

    def _suspected(self, marks: Marks, scope: Scope) -> list[Suspect]:
        """All that a sheet might come from, each misconception once."""
        if scope.is_of_ties:
            ties = marks.version.readings_of_ties
            found = [marks.suspect(one) for one in ties]
            return sorted(found, key=lambda one: -one.fit)[:1]
        found = list(self._suspects.best(marks.claims, marks.weights(), marks.version.rules))
        if self.problem.of_programs:  # which work every node alike
            return [one for one in found if one.reading.slug not in OF_PEOPLE]
        slip = marks.slip_suspect()
        return [*found, slip] if slip else found
