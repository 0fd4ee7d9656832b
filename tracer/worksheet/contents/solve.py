"""The solution of a problem: the results of its search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.errors import PlytraceError
from engine.matrix.game import NormalForm
from tracer.drawing.print.diagram_model import Diagram, Show
from tracer.drawing.print.diagrams import diagram_of
from tracer.marking.facts.grader import FactGrader
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import OneGrader
from tracer.marking.keys.problem import ANY
from tracer.worksheet.contents.answers import answer_to, answers_of_items
from tracer.worksheet.contents.common_mistakes import list_letter_mistakes, list_mistakes
from tracer.worksheet.contents.explanations import (
    explain_bands,
    explain_matrix,
    explain_run,
    explain_search,
)
from tracer.worksheet.contents.keys import rubric
from tracer.worksheet.contents.model import (
    Answer,
    KeyNote,
    SheetProblem,
    SheetQuestion,
    Solution,
)
from tracer.worksheet.contents.problem_setup import (
    MOST_DRAWN,
    MadeProblem,
    SearchSetup,
    placed,
    setup_of,
)
from tracer.worksheet.contents.questions import NODE_COLUMNS, counts_asked


def solve(
    made: MadeProblem, task: SheetProblem, grader: OneGrader, *, explains: bool = True
) -> Solution:
    """Return the solution of a problem."""
    try:
        found = _solved(made, task, grader)
        return replace(found, notes=_notes(made, grader, found.answers)) if explains else found
    except PlytraceError as error:
        raise placed(error, made.spec) from error


def _solved(made: MadeProblem, task: SheetProblem, grader: OneGrader) -> Solution:
    """Return the solution of a problem, without notes."""
    if isinstance(grader, Grader):
        return _of_search(made, task, grader)
    assert isinstance(grader, FactGrader), "the problem of a worksheet is a search or has facts"
    right = answers_of_items(grader.items)
    return Solution(None, {question.part: right[question.part] for question in task.questions})


def _of_search(made: MadeProblem, task: SheetProblem, grader: Grader) -> Solution:
    version = grader.preferred
    counts = counts_asked(made.spec)
    answers = {
        question.part: _in_rows(question, answer_to(question.part, version, counts))
        for question in task.questions
    }
    return Solution(_figure(task, version), answers, _remark(made, version))


def _notes(
    made: MadeProblem, grader: OneGrader, answers: Mapping[str, Answer]
) -> tuple[KeyNote, ...]:
    """Return the notes for graders: those that have a text."""
    mistakes = ""
    if isinstance(grader, Grader):
        reasons = explain_search(grader.preferred, answers)
        mistakes = list_mistakes(grader, counts_asked(made.spec), answers)
    elif made.problem.kind == "ask":
        reasons = explain_bands(grader)
        mistakes = list_letter_mistakes(grader)
    else:
        given = setup_of(made)
        assert not isinstance(given, SearchSetup), "a search has another grader"
        if isinstance(given, NormalForm):
            reasons = explain_matrix(given, answers)
        else:
            reasons = explain_run(given)
    texts = {"Points": rubric(grader), "Explanation": reasons, "Common mistakes": mistakes}
    return tuple(KeyNote(title, text) for title, text in texts.items() if text)


def _in_rows(question: SheetQuestion, answer: Answer) -> Answer:
    """Return an answer with the rows of its table in the worksheet's order."""
    if question.part not in NODE_COLUMNS:
        return answer
    found = {row[0]: row for row in answer.cells}
    none = ("–",) * (len(question.blank.columns) - 1)
    rows = tuple(found.get(name, (name, *none)) for name in question.blank.rows)
    return replace(answer, cells=rows)


def _figure(task: SheetProblem, version: ProblemVersion) -> Diagram | None:
    """Return the tree with the search's results; None if the worksheet has no tree."""
    if task.figure is None or len(task.figure.nodes) == 1:
        return None
    show: Show = "windows" if version.trace.has_window else "key"
    found = diagram_of(version.trace, show=show, most=MOST_DRAWN)
    return replace(found, title=task.figure.title)


def _remark(made: MadeProblem, version: ProblemVersion) -> str:
    """State the convention, the other accepted conventions, and the origin of the tree."""
    sentences = [f"Solved under the `{version.task.convention.name}` convention."]
    others = [one.name for one in made.problem.accept[1:]]
    if made.problem.accept is ANY:
        sentences.append("Any other course's convention is accepted too.")
    elif others:
        sentences.append(f"Also accepted: {', '.join(f'`{one}`' for one in others)}.")
    if made.remark:
        sentences.append(f"The tree was made by `{made.remark}`.")
    return " ".join(sentences)
