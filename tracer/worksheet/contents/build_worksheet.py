"""The worksheet of a spec, made without searching anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.errors import PlytraceError
from engine.game import AnyGame
from engine.search import default_search, find_search
from tracer.check.keys.problem import Problem
from tracer.worksheet.contents.answers import check_answerable
from tracer.worksheet.contents.model import SheetProblem, Worksheet
from tracer.worksheet.contents.problem_setup import (
    MadeProblem,
    ProblemSetup,
    SearchSetup,
    placed,
    setup_of,
)
from tracer.worksheet.contents.questions import questions_of
from tracer.worksheet.contents.statements import rules_of, statement_of, table_of
from tracer.worksheet.spec.spec import Spec
from trees.sources import open_source

#: The kinds of problems about a search.
_SEARCHED: Final = ("search", "ask")


def build_task(made: MadeProblem) -> SheetProblem:
    """Return one problem as students get it; nothing is searched."""
    spec = made.spec
    try:
        given: ProblemSetup = setup_of(made)
        figure = None
        if isinstance(given, SearchSetup):
            figure = given.figure(spec.drawn, spec.title or spec.label)
            if figure is not None:
                figure = replace(figure, title=spec.title or spec.label)
        check_answerable(spec, given, drawn=figure is not None)
        return SheetProblem(
            number=spec.number,
            title=spec.title,
            statement=statement_of(made, given),
            figure=figure,
            table=table_of(given),
            questions=questions_of(made, given),
        )
    except PlytraceError as error:
        raise placed(error, spec) from error


def build_worksheet(
    spec: Spec, made: Sequence[MadeProblem], tasks: Sequence[SheetProblem], variant: str = ""
) -> Worksheet:
    """Return the whole set as students get it."""
    return Worksheet(
        title=spec.title,
        course=spec.course,
        date=spec.date,
        variant=variant,
        instructions=spec.instructions or _instructions(spec, made, tasks),
        tasks=tuple(tasks),
    )


def _game_of(problem: Problem) -> AnyGame:
    return open_source(problem.source, letters=problem.kind == "ask").game


def _has_window(problem: Problem) -> bool:
    """Return whether MAX and MIN test windows; several players have their own rule."""
    kind = find_search(problem.search or default_search(_game_of(problem)))
    return kind.has_window and not kind.takes_vectors


def _instructions(spec: Spec, made: Sequence[MadeProblem], tasks: Sequence[SheetProblem]) -> str:
    """State the convention for all problems; empty if no problem is a search."""
    problems = [one.problem for one in made if one.problem.kind in _SEARCHED]
    if not problems:
        return ""
    sentences = []
    as_drawn = [one.options.get("order", "given") == "given" for one in problems]
    if any(as_drawn):
        unless = "" if all(as_drawn) else ", unless the problem says otherwise"
        sentences.append(f"Children are visited from left to right{unless}.")
    windowed = any(map(_has_window, problems))
    sentences.append(rules_of(spec.convention, windowed=windowed))
    if {"windows", "cutoffs"} & {question.part for task in tasks for question in task.questions}:
        sentences.append("Infinity may be written as inf.")
    return " ".join(sentences)
