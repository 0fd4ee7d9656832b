"""The solution of a problem: what the search finds, which no worksheet is made from."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import PlytraceError
from engine.matrix.game import NormalForm
from tracer.check.grader import Grader
from tracer.check.problem import ANY
from tracer.check.set_grader import OneGrader
from tracer.check.versions import Version
from tracer.diagram.build import diagram_of
from tracer.diagram.model import Diagram
from tracer.export.options import ExportOptions
from tracer.worksheet.answers import answer_to
from tracer.worksheet.facts import matrix_answers, run_answers
from tracer.worksheet.given import MOST_DRAWN, GivenSearch, given_in
from tracer.worksheet.making import Made, placed
from tracer.worksheet.model import Answer, Question, Solution, Task
from tracer.worksheet.questions import NODE_COLUMNS, counts_asked

__all__ = ["solve"]


def solve(made: Made, task: Task, grader: OneGrader) -> Solution:
    """What is right in a problem.

    Args:
        made: the problem.
        task: the same as it is handed out.
        grader: what marks it.

    Raises:
        PlytraceError: an answer would be too long for anybody, with the problem's place.
    """
    try:
        if isinstance(grader, Grader):
            return _of_search(made, task, grader)
        given = given_in(made)
        assert not isinstance(given, GivenSearch), "a search has another grader"
        known = matrix_answers(given) if isinstance(given, NormalForm) else run_answers(given)
        asked = {question.part: known[question.part] for question in task.questions}
        return Solution(None, asked, "")
    except PlytraceError as error:
        raise placed(error, made.spec) from error


def _of_search(made: Made, task: Task, grader: Grader) -> Solution:
    version = grader.preferred
    counts = counts_asked(made.spec)
    answers = {
        question.part: _in_rows(question, answer_to(question.part, version, counts))
        for question in task.questions
    }
    return Solution(_figure(task, version), answers, _remark(made, version))


def _in_rows(question: Question, answer: Answer) -> Answer:
    """An answer with the rows of its table as they stand on the worksheet."""
    if question.part not in NODE_COLUMNS:
        return answer
    found = {row[0]: row for row in answer.cells}
    none = ("–",) * (len(question.blank.columns) - 1)
    rows = tuple(found.get(name, (name, *none)) for name in question.blank.rows)
    return replace(answer, cells=rows)


def _figure(task: Task, version: Version) -> Diagram | None:
    """The tree with what was found, where the worksheet has the tree."""
    if task.figure is None or len(task.figure.nodes) == 1:
        return None
    show = "windows" if version.trace.has_window else "key"
    options = ExportOptions(show=show)  # type: ignore[arg-type]
    found = diagram_of(version.trace, options, most=MOST_DRAWN)
    return replace(found, title=task.figure.title)


def _remark(made: Made, version: Version) -> str:
    """By which convention it was worked, which others are accepted, how its tree was made."""
    told = [f"Worked by the convention `{version.task.convention.name}`."]
    others = [one.name for one in made.problem.accept[1:]]
    if made.problem.accept is ANY:
        told.append("Any other course's is accepted too.")
    elif others:
        told.append(f"Accepted besides: {', '.join(f'`{one}`' for one in others)}.")
    if made.remark:
        told.append(f"The tree was made by `{made.remark}`.")
    return " ".join(told)
