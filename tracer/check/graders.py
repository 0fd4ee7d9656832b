"""The grader of a key, whatever kind of problem or problems it is about."""

from __future__ import annotations

from typing import TypeAlias, overload

from engine.control import Control
from engine.errors import InvalidInput, PlytraceError
from tracer.check.facts.grader import FactGrader
from tracer.check.grader import Grader
from tracer.check.key import AnyKey
from tracer.check.problem import Problem
from tracer.check.problem_set import ProblemSet, in_problem
from tracer.check.set_grader import OneGrader, SetGrader
from tracer.check.variant_grader import VariantGrader
from tracer.check.variants import Variants

__all__ = ["AnyGrader", "grader_of"]

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
    """What marks sheets about a problem, a set of them, or variants of one.

    Args:
        problem: the key.
        diagnoses: whether misconceptions are looked for, where it is a search.
        control: what may cancel the searches of the problems, one after another.

    Raises:
        InvalidInput: the problem cannot be worked, asks for what it has not, or its search was
            cancelled. Of variants that is only known when one is marked.
    """
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
    try:
        return _grader_of(problem, diagnoses, control)
    except InvalidInput:
        raise
    except PlytraceError as error:  # what would be wrong use on a command line is wrong input here
        where = error.where or problem.label
        raise InvalidInput(
            error.found, where=where, expected=error.expected, hint=error.hint
        ) from error


def _grader_of(problem: Problem, diagnoses: bool, control: Control | None) -> OneGrader:
    if problem.kind == "matrix":
        from tracer.check.facts.matrix import matrix_facts  # late: solving a game takes a library
        from tracer.matrix.analysis import analyse
        from trees.matrix_sources import open_matrix

        source = problem.source
        game = open_matrix(source).game if isinstance(source, str) else source
        return FactGrader(problem, matrix_facts(analyse(game)))
    if problem.kind == "mcts":
        from tracer.check.facts.mcts import mcts_facts
        from trees.hand_run import open_hand_run

        source = problem.source
        run = open_hand_run(source, problem.options) if isinstance(source, str) else source
        return FactGrader(problem, mcts_facts(run))
    return Grader(problem, diagnoses=diagnoses, control=control)
