"""Factory of graders for any kind of key."""

from __future__ import annotations

from typing import TypeAlias, overload

from engine.errors import PlytraceError, add_place
from engine.running.control import Control
from tracer.check.facts.grader import FactGrader
from tracer.check.grading.grader import Grader
from tracer.check.grading.program_grader import ProgramGrader
from tracer.check.grading.set_grader import OneGrader, SetGrader
from tracer.check.grading.variant_grader import VariantGrader
from tracer.check.keys.key import AnyKey
from tracer.check.keys.problem import Problem
from tracer.check.keys.problem_set import ProblemSet, in_problem
from tracer.check.keys.variants import Variants
from tracer.check.reading.sheet import Sheet


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
        return SetGrader(problem, graders)
    return _grader_of(problem, diagnoses, control)


def _grader_of(problem: Problem, diagnoses: bool, control: Control | None) -> OneGrader:
    with add_place(lambda error: problem.place_of(error) or problem.label):
        return _grader_in(problem, diagnoses, control)


def _grader_in(problem: Problem, diagnoses: bool, control: Control | None) -> OneGrader:
    if problem.kind == "matrix":
        from tracer.check.facts.matrix import matrix_facts  # late: solving a game needs a library
        from tracer.matrix.analysis import analyse
        from trees.other_inputs.matrix_sources import open_matrix

        source = problem.source
        game = open_matrix(source).game if isinstance(source, str) else source
        return FactGrader(problem, matrix_facts(analyse(game), problem.tolerance))
    if problem.kind == "mcts":
        from tracer.check.facts.mcts import mcts_facts
        from trees.other_inputs.hand_run import open_hand_run

        source = problem.source
        run = open_hand_run(source, problem.options) if isinstance(source, str) else source
        return FactGrader(problem, mcts_facts(run, problem.tolerance))
    if problem.kind == "ask":
        from tracer.check.facts.numbers import number_facts

        return FactGrader(problem, number_facts(problem), diagnoses=diagnoses)
    kind = ProgramGrader if problem.of_programs else Grader
    return kind(problem, diagnoses=diagnoses, control=control)


def graders_of_sheet(grader: AnyGrader, sheet: Sheet) -> dict[str, tuple[OneGrader, Sheet]]:
    """Return the grader and the section of each problem that a sheet answers."""
    if isinstance(grader, VariantGrader):
        grader = grader.grader_for(sheet)
    if not isinstance(grader, SetGrader):
        return {"": (grader, sheet)}
    found = grader.sections(sheet).sheets
    return {
        number: (one, found[number]) for number, one in grader.graders.items() if number in found
    }
