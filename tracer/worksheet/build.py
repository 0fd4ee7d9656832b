"""The worksheet of a spec: what is handed out, made from what is given alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import PlytraceError
from engine.search import default_search, find_search
from tracer.worksheet.given import Given, GivenSearch, given_in
from tracer.worksheet.making import Made, placed
from tracer.worksheet.model import Task, Worksheet
from tracer.worksheet.questions import questions_of
from tracer.worksheet.spec import Spec
from tracer.worksheet.statements import statement_of, table_of
from tracer.worksheet.wording import rules_of
from trees.sources import open_source

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


def build_worksheet(
    spec: Spec, made: Sequence[Made], tasks: Sequence[Task], variant: str = ""
) -> Worksheet:
    """The whole set as it is handed out.

    Args:
        spec: the spec.
        made: its problems.
        tasks: the same as they are handed out.
        variant: what tells it from the other variants; empty without.
    """
    return Worksheet(
        title=spec.title,
        course=spec.course,
        date=spec.date,
        variant=variant,
        instructions=spec.instructions or _instructions(spec, made, tasks),
        tasks=tuple(tasks),
    )


def _instructions(spec: Spec, made: Sequence[Made], tasks: Sequence[Task]) -> str:
    """What the convention says for all problems; nothing where no problem is a search."""
    problems = [one.problem for one in made if one.problem.kind == "search"]
    if not problems:
        return ""
    told = []
    as_drawn = [one.options.get("order", "given") == "given" for one in problems]
    if any(as_drawn):
        unless = "" if all(as_drawn) else ", unless the problem says otherwise"
        told.append(f"Children are visited from left to right{unless}.")
    windowed = any(
        find_search(one.search or default_search(open_source(one.source).game)).has_window
        for one in problems
    )
    told.append(rules_of(spec.convention, windowed=windowed))
    if {"windows", "cutoffs"} & {question.part for task in tasks for question in task.questions}:
        told.append("Infinity may be written as inf.")
    return " ".join(told)
