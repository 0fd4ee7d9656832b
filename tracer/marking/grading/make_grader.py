"""Factory of graders for any kind of key."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias, overload

from engine.errors import PlytraceError, UsageError, add_place
from engine.running.control import Control
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.problem_grader import FactGrader, common_findings
from tracer.marking.grading.program_grader import ProgramGrader, nothing_unless_right, share_fresh
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import ProblemSet, in_problem
from tracer.marking.keys.variants import Variants
from tracer.marking.reading.formats import read_again
from tracer.marking.reading.sections import begins_with_number, is_blank, split_sheet
from tracer.marking.reading.sheet import Sheet, SheetLine
from tracer.marking.results.overrides import waiting_parts
from tracer.marking.results.record import NOT_ANSWERED, MarkedSheet, PartMark, of_problem
from tracer.questions.visits import Visits

# The grader of a problem set: one grader per problem, one record per sheet.

OneGrader: TypeAlias = Grader | FactGrader


class SetGrader:
    """Grader of a problem set."""

    def __init__(self, problem: ProblemSet, graders: Mapping[str, OneGrader]) -> None:
        self.problem = problem
        self.graders = graders

    @property
    def most(self) -> float:
        """The maximum points, as far as the problems state them."""
        return sum(sum((one.problem.parts or {}).values()) for one in self.graders.values())

    def split_sheet(self, sheet: Sheet) -> Sheet:
        """Return a sheet with its answers to each problem, or with the reason why it has none."""
        problem = self.problem
        sheet = read_again(sheet, problem.labels)
        parts = {number: grader.problem.parts for number, grader in self.graders.items()}
        return split_sheet(sheet, parts, title=problem.title, titles=problem.titles)

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        marked = self._mark_problems(sheet)
        strict = self.problem.all_or_nothing and self.problem.of_programs
        return nothing_unless_right(marked) if strict else marked

    def _mark_problems(self, sheet: Sheet) -> MarkedSheet:
        """Mark the problems of a sheet."""
        split = self.split_sheet(sheet)
        if split.error:
            who = split.student or sheet.student
            return MarkedSheet(sheet.name, who, error=split.error, unscored_most=self.most)
        marks = self._mark_sections(split)
        parts = tuple(
            replace(part, part=f"{number} {part.part}")
            for number, one in marks.items()
            for part in one.parts
        )
        errors = [of_problem(number, one.error) for number, one in marks.items() if one.error]
        if not parts:
            error = "; ".join(errors)
            return MarkedSheet(sheet.name, split.student, error=error, unscored_most=self.most)
        departures = tuple(
            replace(departure, problem=number, part=f"{number} {departure.part}")
            for number, one in marks.items()
            for departure in one.departures
        )
        return MarkedSheet(
            sheet.name,
            split.student,
            _convention(marks),
            parts,
            departures,
            common_findings(self.graders, marks),
            diagnosed=bool(departures) and marks[departures[0].problem].diagnosed,
            notes=(
                *split.notes,
                *errors,
                *_join_notes({number: mark.notes for number, mark in marks.items()}),
            ),
            sources=(*_join_notes({number: mark.sources for number, mark in marks.items()}),),
            unread=tuple(sorted({line for one in marks.values() for line in one.unread})),
        )

    def _mark_sections(self, split: Sheet) -> dict[str, MarkedSheet]:
        """Return the marks of each problem.

        A line that was not read may be about any problem that has no section, and about the one
        whose number it begins with.
        """
        sections = {
            number: (split.sections or {}).get(number, Sheet(split.name)) for number in self.graders
        }
        marks = {
            number: self._mark(number, section)
            for number, section in sections.items()
            if not is_blank(section)
        }
        unread = {line for one in marks.values() for line in one.unread}
        for number, section in sections.items():
            mark = marks.get(number)
            others = {
                SheetLine(*line)
                for line in unread - ({*mark.unread} if mark else set())
                if mark is None or begins_with_number(line[0], split.whole, number)
            }
            if mark is None or others:
                lines = tuple(sorted({*section.outside, *others}))
                marks[number] = self._mark(number, replace(section, outside=lines))
        return {number: marks[number] for number in self.graders}

    def _mark(self, number: str, section: Sheet) -> MarkedSheet:
        """Return the marks of one problem."""
        grader = self.graders[number]
        marked = grader.mark(section)
        parts = grader.problem.parts
        if marked.error and self.problem.of_programs:  # a person can read no more in it
            message = marked.error.removeprefix(f"{section.name}: ")
            points = parts or {Visits.name: 1.0}  # which count if the key names none
            failed = (PartMark(part, 0.0, points[part], message, unread=True) for part in points)
            return MarkedSheet(section.name, parts=tuple(failed))
        if not marked.error or not parts:
            return marked
        # An unreadable problem must not hide the marks of the others.
        message = f"pending: it could not be read: {marked.error}"
        return MarkedSheet(section.name, parts=waiting_parts(parts, message))


def _convention(marks: Mapping[str, MarkedSheet]) -> str | None:
    """Return the common convention of all problems, or each with its problem.

    Unanswered problems are ignored if any problem is answered.
    """
    named = {number: one.convention for number, one in marks.items() if one.convention}
    answered = {
        number: name
        for number, name in named.items()
        if any(part.message != NOT_ANSWERED for part in marks[number].parts)
    }
    used = answered or named
    if len({*used.values()}) <= 1:
        return next(iter(used.values()), None)
    return ", ".join(f"{number}: {name}" for number, name in used.items())


def _join_notes(notes: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield each note once: of the whole sheet, or with the problems that it is about."""
    problems: dict[str, list[str]] = {}
    for number, of_one in notes.items():
        for note in dict.fromkeys(of_one):
            problems.setdefault(note, []).append(number)
    for note, numbers in problems.items():
        if len(numbers) == len(notes) > 1:
            yield note
        elif len(numbers) > 1:
            yield f"Problems {', '.join(numbers[:-1])} and {numbers[-1]}: {note}"
        else:
            yield of_problem(numbers[0], note)


# The grader of a folder of variants: each sheet is graded by its own key.

#: Graders that are kept; usually more than a class has variants.
_MOST_KEPT: Final = 64


class VariantGrader:
    """Grader of a folder of variants."""

    def __init__(
        self, problem: Variants, grader_of: Callable[[Problem | ProblemSet], OneGrader | SetGrader]
    ) -> None:
        self.problem = problem
        self._grader_of = grader_of
        #: Graders, or errors of keys, by key file; the most recently used one is last.
        self._kept: OrderedDict[Path, OneGrader | SetGrader | PlytraceError] = OrderedDict()

    def grader_for(self, sheet: Sheet) -> OneGrader | SetGrader:
        """Return the grader of a sheet's variant."""
        return self._grader(self.problem.file_for(sheet))

    def grader_of_variant(self, name: str) -> OneGrader | SetGrader:
        """Return the grader of a named variant."""
        return self._grader(self.problem.file_of_variant(name))

    def _grader(self, file: Path) -> OneGrader | SetGrader:
        found = self._kept.pop(file, None)
        if found is None:
            try:
                found = self._grader_of(self.problem.read(file))
            except PlytraceError as error:
                found = error
        self._kept[file] = found
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        if isinstance(found, PlytraceError):
            raise found
        return found

    def mark(self, sheet: Sheet) -> MarkedSheet:
        """Mark a sheet; never raises, whatever the sheet contains."""
        if sheet.error and sheet.whole is None and not sheet.corrections:
            return MarkedSheet(sheet.name, sheet.student, error=sheet.error)
        try:
            grader = self.grader_for(sheet)
        except PlytraceError as error:
            return MarkedSheet(sheet.name, sheet.student, error=str(error))
        marked = grader.mark(sheet)
        if not marked.error or marked.unscored_most:
            return marked
        return replace(marked, unscored_most=sum((grader.problem.parts or {}).values()))


AnyGrader: TypeAlias = OneGrader | SetGrader | VariantGrader


@overload
def grader_of(
    problem: Problem, *, diagnoses: bool = True, control: Control | None = None
) -> OneGrader: ...
@overload
def grader_of(
    problem: Problem | ProblemSet, *, diagnoses: bool = True, control: Control | None = None
) -> OneGrader | SetGrader: ...
@overload
def grader_of(
    problem: AnyKey, *, diagnoses: bool = True, control: Control | None = None
) -> AnyGrader: ...
def grader_of(
    problem: AnyKey, *, diagnoses: bool = True, control: Control | None = None
) -> AnyGrader:
    """Return a grader for a problem, a set, or a folder of variants."""
    if isinstance(problem, Variants):
        return VariantGrader(
            problem, lambda key: grader_of(key, diagnoses=diagnoses, control=control)
        )
    if isinstance(problem, ProblemSet):
        graders = {}
        for number, one in problem.problems.items():
            try:
                graders[number] = _grader_of(one, diagnoses, control)
            except PlytraceError as error:
                raise in_problem(error, number, problem.places.get(number, "")) from error
        share_fresh(graders.values())
        return SetGrader(problem, graders)
    return _grader_of(problem, diagnoses, control)


def _grader_of(problem: Problem, diagnoses: bool, control: Control | None) -> OneGrader:
    with add_place(lambda error: problem.place_of(error) or problem.label):
        return _grader_in(problem, diagnoses, control)


def _grader_in(problem: Problem, diagnoses: bool, control: Control | None) -> OneGrader:
    if problem.kind == "matrix":
        from tracer.matrix.analysis import analyse  # late: most problems are searches
        from tracer.questions.matrix import list_matrix_items

        analysis = analyse(problem.open_setup())
        matrix_items = list_matrix_items(analysis, problem.tolerance)
        if "equilibria" in (problem.parts or ()) and "equilibria" not in matrix_items:
            raise UsageError(f"{problem.label} has no known equilibria: {analysis.unsolved}")
        return FactGrader(problem, matrix_items)
    if problem.kind == "mcts":
        from tracer.questions.mcts import list_run_items

        return FactGrader(problem, list_run_items(problem.open_setup(), problem.tolerance))
    if problem.kind == "ask":
        from tracer.marking.facts.numbers import list_letter_items

        return FactGrader(problem, list_letter_items(problem), diagnoses=diagnoses)
    kind = ProgramGrader if problem.of_programs else Grader
    return kind(problem, diagnoses=diagnoses, control=control)


def graders_of_sheet(grader: AnyGrader, sheet: Sheet) -> dict[str, tuple[OneGrader, Sheet]]:
    """Return the grader and the section of each problem that a sheet answers."""
    if isinstance(grader, VariantGrader):
        grader = grader.grader_for(sheet)
    if not isinstance(grader, SetGrader):
        return {"": (grader, sheet)}
    sections = grader.split_sheet(sheet).sections or {}
    return {number: (grader.graders[number], section) for number, section in sections.items()}
