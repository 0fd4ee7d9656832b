"""Worksheets and keys in Markdown that GitHub, Canvas and most editors show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from tracer.marking.reading.part_names import printed_mark
from tracer.worksheet.contents.model import (
    Answer,
    Blank,
    SheetProblem,
    SheetQuestion,
    Solution,
    Solutions,
    Worksheet,
)
from tracer.worksheet.contents.statements import format_points, md_text
from tracer.worksheet.formats.answer_space import outline
from tracer.worksheet.formats.worksheet_format import WorksheetFormat

#: A line to write on; alone, it is a rule across the page.
_LINE, _NAME = "_" * 60, "_" * 40


def write(
    worksheet: Worksheet,
    solutions: Solutions | None,
    picture: Callable[[int], str] | None = None,
) -> str:
    """Return the worksheet, or the key if solutions are given."""
    blocks = [*_head(worksheet, is_key=solutions is not None)]
    for place, task in enumerate(worksheet.tasks):
        solution = None if solutions is None else solutions[place]
        blocks += _task(task, solution, picture)
    return "\n\n".join(blocks) + "\n"


def _head(worksheet: Worksheet, *, is_key: bool) -> Iterator[str]:
    yield f"# {md_text(worksheet.title)}{': key' if is_key else ''}"
    facts = [worksheet.course, worksheet.date, format_points(worksheet.points)]
    about = " · ".join(md_text(one) for one in facts if one)
    yield printed_mark([about, worksheet.instructions])
    yield about
    if worksheet.variant:
        yield f"Variant: **{md_text(worksheet.variant)}**"
    if not is_key:
        yield f"Name: {_NAME}"
    if worksheet.instructions:
        yield worksheet.instructions


def _task(
    task: SheetProblem, solution: Solution | None, picture: Callable[[int], str] | None
) -> Iterator[str]:
    title = f": {md_text(task.title)}" if task.title else ""
    yield f"## Problem {task.number}{title} ({format_points(task.points)})"
    given = [*_given(task, solution, picture)]
    mark = printed_mark(given)
    yield from [mark, *given] if mark else given
    for place, question in enumerate(task.questions):
        letter = chr(ord("a") + place) if place < 26 else str(place + 1)
        yield f"**{letter})** {question.text} ({format_points(question.points)})"
        if solution is None:
            yield from _room(question)
        else:
            yield from _answer(question, solution.answers[question.part])
    if solution is not None and solution.notes:
        notes = [block for one in solution.notes for block in (f"### {one.title}", one.text)]
        yield from [printed_mark(notes), *notes]


def _given(
    task: SheetProblem, solution: Solution | None, picture: Callable[[int], str] | None
) -> Iterator[str]:
    """Yield the statement, the figure and the table; on a key also the convention."""
    if task.statement:
        yield task.statement
    figure = (solution.figure if solution else None) or task.figure
    if figure is not None:
        if picture is None:
            yield f"```text\n{outline(figure)}\n```"
        else:
            yield f"![The figure of problem {task.number}](<{picture(task.number)}>)"
    if task.table:
        yield _table(task.table[0], task.table[1:])
    if solution is not None and solution.remark:
        yield f"*Key.* {solution.remark}"


def _room(question: SheetQuestion) -> Iterator[str]:
    """Yield the space for an answer."""
    blank = question.blank
    if blank.columns:
        rows = [(name, *[""] * (len(blank.columns) - 1)) for name in blank.rows]
        yield f"{question.part}:"  # a table alone does not say which part it answers
        yield _table(blank.columns, rows)
        return
    yield f"{question.part}: {_LINE}"
    yield from [_LINE] * (blank.lines - 1)


def _answer(question: SheetQuestion, answer: Answer) -> Iterator[str]:
    """Yield the answer instead of the space for it."""
    blank = question.blank
    if blank.columns and answer.cells:
        yield f"**{question.part}:**"
        yield _table(blank.columns, _as_wide(answer.cells, blank))
    else:
        lines = "\\\n".join(md_text(line) for line in answer.text.split("\n"))
        yield f"**{question.part}:** {lines}"
    if answer.remark:
        yield f"*{md_text(answer.remark)}*"


def _as_wide(cells: Sequence[Sequence[str]], blank: Blank) -> list[list[str]]:
    """Pad rows to one cell per column."""
    width = range(len(blank.columns))
    return [[cell for cell, _ in zip_longest(row, width, fillvalue="")] for row in cells]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(map(md_text, head))} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join(map(md_text, row))} |" for row in rows]
    return "\n".join(lines)


#: The record of the format.
FORMAT: Final = WorksheetFormat(
    "md", "Markdown, with figures in SVG beside it", ".md", write, pictures=True
)
