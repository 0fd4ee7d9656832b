"""A problem set as plain data: the questions and, separately, the right answers.

A `Worksheet` is made from the games alone. The results of searches are in `Solutions`, a separate
object that a worksheet does not refer to, so a writer of a worksheet cannot leak answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tracer.drawing.print.contents.diagram_model import Diagram

__all__ = [
    *("Answer", "Blank", "KeyNote", "SheetProblem", "SheetQuestion", "Solution", "Solutions"),
    "Worksheet",
]


@dataclass(frozen=True, slots=True)
class Blank:
    """The space for an answer. Its size depends on the game alone, never on the answer.

    Args:
        columns: the headings of a table; empty for lines to write on.
        rows: the first cell of each row; empty texts for empty rows.
        lines: number of lines to write on, if there is no table.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    lines: int = 1


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """One question of a problem.

    Args:
        part: name of the part in `tracer.check`.
        label: label on the sheet and the answer form, such as `visits`.
        points: the points that it is worth, 0 or more.
        text: the question, a sentence or two of Markdown.
        blank: the space for the answer.
    """

    part: str
    label: str
    points: float
    text: str
    blank: Blank


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """One problem of a set.

    Args:
        number: its number, from 1.
        title: its title; may be empty.
        statement: the problem statement, in Markdown.
        figure: the given tree or position; None if nothing is drawn.
        table: the given table, the headings first; empty if there is none.
        questions: the questions.
    """

    number: int
    title: str
    statement: str
    figure: Diagram | None
    table: tuple[tuple[str, ...], ...]
    questions: tuple[SheetQuestion, ...]

    @property
    def points(self) -> float:
        """The points of all its questions."""
        return sum(question.points for question in self.questions)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A problem set as students get it.

    Args:
        title: its title.
        course: the course; may be empty.
        date: a date, or another text beside the course; may be empty.
        variant: label of the variant, a number or a student; empty for a single sheet.
        instructions: instructions for all problems, in Markdown; may be empty.
        tasks: the problems.
    """

    title: str
    course: str
    date: str
    variant: str
    instructions: str
    tasks: tuple[SheetProblem, ...]

    @property
    def points(self) -> float:
        """The points of all tasks."""
        return sum(task.points for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Answer:
    """The right answer to a question.

    Args:
        text: the answer as a student would write it after the label, even for a table.
        cells: the filled-in cells of the table, without headings; empty if the answer is a text.
        remark: a note for marking; may be empty.
    """

    text: str
    cells: tuple[tuple[str, ...], ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class KeyNote:
    """A note for graders below the answers to a problem.

    Args:
        title: its heading.
        text: its text, in Markdown.
    """

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Solution:
    """The right answers to one problem.

    Args:
        figure: the tree with the results of the search; None if no tree is drawn.
        answers: the answers by part.
        remark: a note on the convention and the others that are accepted; may be empty.
        notes: notes on the points, the reasons and the common mistakes.
    """

    figure: Diagram | None
    answers: Mapping[str, Answer]
    remark: str = ""
    notes: tuple[KeyNote, ...] = ()


#: The solutions of all problems, in order.
Solutions = tuple[Solution, ...]
