"""The grader of a problem, whatever kind of problem it is."""

from __future__ import annotations

from typing import TypeAlias

from engine.errors import InvalidInput, PlytraceError
from tracer.check.facts.grader import FactGrader
from tracer.check.grader import Grader
from tracer.check.problem import Problem

__all__ = ["AnyGrader", "grader_of"]

AnyGrader: TypeAlias = Grader | FactGrader


def grader_of(problem: Problem, *, diagnoses: bool = True) -> AnyGrader:
    """What marks sheets about a problem.

    Args:
        problem: the problem.
        diagnoses: whether misconceptions are looked for, where it is a search.

    Raises:
        InvalidInput: the problem cannot be worked, or asks for what it has not.
    """
    try:
        return _grader_of(problem, diagnoses=diagnoses)
    except InvalidInput:
        raise
    except PlytraceError as error:  # what would be wrong use on a command line is wrong input here
        where = error.where or problem.label
        raise InvalidInput(
            error.found, where=where, expected=error.expected, hint=error.hint
        ) from error


def _grader_of(problem: Problem, *, diagnoses: bool) -> AnyGrader:
    if problem.kind == "matrix":
        from tracer.check.facts.matrix import matrix_facts  # late: solving a game takes a library
        from tracer.matrix.analysis import analyse
        from trees.matrix_sources import open_matrix

        return FactGrader(problem, matrix_facts(analyse(open_matrix(problem.source).game)))
    if problem.kind == "mcts":
        from tracer.check.facts.mcts import mcts_facts
        from trees.hand_run import open_hand_run

        return FactGrader(problem, mcts_facts(open_hand_run(problem.source, problem.options)))
    return Grader(problem, diagnoses=diagnoses)
