"""The worksheet of a spec: what is handed out, made from what is given alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import PlytraceError
from tracer.worksheet.given import Given, GivenSearch, given_in
from tracer.worksheet.making import Made, placed
from tracer.worksheet.model import Task, Worksheet
from tracer.worksheet.questions import questions_of
from tracer.worksheet.spec import Spec
from tracer.worksheet.statements import statement_of, table_of
from tracer.worksheet.wording import rules_of

__all__ = ["build_task", "build_worksheet"]


def build_task(made: Made) -> Task:
    """One problem as it is handed out. Nothing is searched for it.

    Raises:
        PlytraceError: it makes no sense, with the problem's place.
    """
    spec = made.spec
    try:
        given: Given = given_in(made)
        figure = None
        if isinstance(given, GivenSearch):
            figure = given.figure(spec.drawn, spec.title or spec.label)
            if figure is not None:
                figure = replace(figure, title=spec.title or spec.label)
        return Task(
            number=spec.number,
            title=spec.title,
            statement=statement_of(spec, given, drawn=figure is not None),
            figure=figure,
            table=table_of(given),
            questions=questions_of(made, given),
        )
    except PlytraceError as error:
        raise placed(error, spec) from error


def build_worksheet(spec: Spec, tasks: Sequence[Task], variant: str = "") -> Worksheet:
    """The whole set as it is handed out.

    Args:
        spec: the spec.
        tasks: its problems.
        variant: what tells it from the other variants; empty without.
    """
    return Worksheet(
        title=spec.title,
        course=spec.course,
        date=spec.date,
        variant=variant,
        instructions=spec.instructions or _instructions(spec, tasks),
        tasks=tuple(tasks),
    )


def _instructions(spec: Spec, tasks: Sequence[Task]) -> str:
    """What the convention says for all problems; nothing where no problem is a search."""
    searches = [
        (one, task)
        for one, task in zip(spec.problems, tasks, strict=True)
        if not {"matrix", "mcts"} & one.file.entries.keys()
    ]
    if not searches:
        return ""
    told = []
    if any(one.file.entries.get("order") in (None, "given") for one, _ in searches):
        told.append("Children are visited from left to right.")
    asked = {question.part for _, task in searches for question in task.questions}
    windowed = bool({"windows", "cutoffs"} & asked) or any(
        (one.file.entries.get("search") or "alphabeta")
        in ("alphabeta", "negamax", "pvs", "transposition", "deepening")
        for one, _ in searches
    )
    told.append(rules_of(spec.convention, windowed=windowed))
    if {"windows", "cutoffs"} & asked:
        told.append("Infinity may be written as inf.")
    return " ".join(told)
