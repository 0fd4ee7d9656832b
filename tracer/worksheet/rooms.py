"""What all writers of worksheets and keys have alike: heads, points, letters, rooms for answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from tracer.worksheet.model import Answer, Question, Solution, Solutions, Task, Worksheet

__all__ = [
    "KEY",
    "Cell",
    "Room",
    "has_scores",
    "heading_of",
    "in_points",
    "letter_of",
    "paired",
    "room_of",
    "share_of",
    "shortened",
    "variant_of",
]

#: What a key is marked with on every page.
KEY: Final = "Answer key"

#: Rows from which on a narrow table is folded, so that it does not take half a page.
_LONG: Final = 6

#: How many tables stand side by side at most, by how many columns each has.
_BESIDE: Final = {1: 4, 2: 3, 3: 2}

#: Letters at each side of the head of a page, with the mark of a key between them.
_MOST_LETTERS: Final = 36

#: Problems that a table of the points on the first page has room for.
_MOST_SCORES: Final = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Args:
        text: what stands in it; empty where it is to be filled in.
        answers: whether that is an answer, and not given.
    """

    text: str
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """The room for an answer, empty on a worksheet and filled in on a key.

    Args:
        label: the label of the answer.
        heads: the headings of a table; empty where the room is lines.
        rows: its cells.
        folds: how many tables it is side by side; its columns are that many times those asked for.
        lines: how many lines to write on, where it is no table.
        answer: the lines of the answer beside the label; none on a worksheet, and where it stands
            in the table.
        remark: what else there is to say of it; empty on a worksheet.
    """

    label: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    folds: int
    lines: int
    answer: tuple[str, ...]
    remark: str


def room_of(question: Question, answer: Answer | None) -> Room:
    """The room for the answer to a question.

    Args:
        question: what is asked.
        answer: the right answer, on a key; None on a worksheet.
    """
    blank = question.blank
    # An answer without cells, such as "none", stands there alone.
    heads = blank.columns if answer is None or answer.cells else ()
    columns = len(heads)
    rows: list[tuple[Cell, ...]] = []
    if columns and answer is not None and answer.cells:
        for number, cells in enumerate(answer.cells):
            given = blank.rows[number] if number < len(blank.rows) else ""
            row = [Cell(text, answers=True) for text in cells]
            if given and cells and cells[0] == given:
                row[0] = Cell(given)
            rows.append(_filled(row, columns))
    elif columns:
        rows = [_filled([Cell(text)], columns) for text in blank.rows or ("",)]
    folds = 1
    if len(rows) >= _LONG:
        folds = min(_BESIDE.get(columns, 1), ceil(len(rows) / (_LONG // 2)))
    return Room(
        label=question.label,
        heads=heads * folds,
        rows=_folded(rows, folds, columns),
        folds=folds,
        lines=max(1, blank.lines),
        answer=() if answer is None or columns else tuple(answer.text.split("\n")),
        remark="" if answer is None else answer.remark,
    )


def paired(worksheet: Worksheet, solutions: Solutions | None) -> list[tuple[Task, Solution | None]]:
    """The tasks, each with what is right in it; None on a worksheet."""
    if solutions is None:
        return [(task, None) for task in worksheet.tasks]
    return list(zip(worksheet.tasks, solutions, strict=True))


def letter_of(number: int, count: int) -> str:
    """What a question of a task is called: `a` to `z`, `aa` and so on; nothing where it is alone.

    Args:
        number: its number, from 0.
        count: how many the task has.
    """
    if count == 1:
        return ""
    letters = ""
    while number >= 0:
        number, place = divmod(number, 26)
        letters = chr(ord("a") + place) + letters
        number -= 1
    return letters


def in_points(points: float) -> str:
    """Points in words: `1 point`, `2.5 points`; nothing for 0."""
    return "" if not points else f"{points:g} point{'' if points == 1 else 's'}"


def variant_of(worksheet: Worksheet) -> str:
    """What tells a sheet from the others: `Variant 3`, or a student's name as it is."""
    variant = worksheet.variant
    return f"Variant {variant}" if len(variant) == 1 or variant.isdigit() else variant


def has_scores(worksheet: Worksheet) -> bool:
    """Whether the first page has a table of the points of the problems."""
    return 2 <= len(worksheet.tasks) <= _MOST_SCORES and worksheet.points > 0


def _filled(row: Sequence[Cell], columns: int) -> tuple[Cell, ...]:
    return (*row[:columns], *[Cell("")] * (columns - len(row)))


def _folded(
    rows: Sequence[tuple[Cell, ...]], folds: int, columns: int
) -> tuple[tuple[Cell, ...], ...]:
    """Rows in several tables side by side, from the top of the first to the foot of the last."""
    height = ceil(len(rows) / folds) if rows else 0
    padded = [*rows, *[(Cell(""),) * columns] * (height * folds - len(rows))]
    return tuple(
        tuple(cell for fold in range(folds) for cell in padded[fold * height + place])
        for place in range(height)
    )


def heading_of(task: Task) -> str:
    """A problem's number and title."""
    return f"Problem {task.number}. {task.title}" if task.title else f"Problem {task.number}"


def share_of(room: Room) -> float:
    """The part of the line that a table takes: narrow ones need not run across the page."""
    columns = len(room.heads)
    return 1.0 if room.folds > 1 else min(1.0, 0.28 * columns + 0.1)


def shortened(text: str) -> str:
    """A title or a variant for the head of a page, which is one line."""
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
