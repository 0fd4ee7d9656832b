"""A problem set as plain data: what is asked, and apart from it what is right.

A `Worksheet` is made from the games alone. What a search has found stands in `Solutions`, an object
of its own that a worksheet does not refer to: whoever writes a worksheet is not handed it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tracer.diagram.model import Diagram

__all__ = ["Answer", "Blank", "Question", "Solution", "Solutions", "Task", "Worksheet"]


@dataclass(frozen=True, slots=True)
class Blank:
    """The room for an answer. Its size follows from the game alone, never from the answer.

    Args:
        columns: the headings of a table; empty where the room is lines to write on.
        rows: what stands in the first column of each row; empty texts for rows that are to be
            filled in wholly.
        lines: how many lines to write on, where it is no table.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Question:
    """One part of a task that is asked for.

    Args:
        part: its name as `tracer.check` knows it.
        label: what it is labelled on the sheet and the answer form, such as `visits`.
        points: the points that it is worth, 0 or more.
        text: what is asked, a sentence or two of Markdown.
        blank: the room for the answer.
    """

    part: str
    label: str
    points: float
    text: str
    blank: Blank


@dataclass(frozen=True, slots=True)
class Task:
    """One problem of a set.

    Args:
        number: its number, from 1.
        title: its title; may be empty.
        statement: what is given and what is to be done, in Markdown.
        figure: the tree or the position that is given, as a worksheet shows it; None where there
            is none to be drawn.
        table: what is given as a table, the headings first; empty where nothing is.
        questions: what is asked.
    """

    number: int
    title: str
    statement: str
    figure: Diagram | None
    table: tuple[tuple[str, ...], ...]
    questions: tuple[Question, ...]

    @property
    def points(self) -> float:
        """The points of all its questions."""
        return sum(question.points for question in self.questions)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A problem set as it is handed out.

    Args:
        title: its title.
        course: the course; may be empty.
        date: a date or what else stands beside the course; may be empty.
        variant: what tells it from the other variants, a number or a student; empty without.
        instructions: what is said once for all problems, in Markdown; may be empty.
        tasks: the problems.
    """

    title: str
    course: str
    date: str
    variant: str
    instructions: str
    tasks: tuple[Task, ...]

    @property
    def points(self) -> float:
        """The points of all tasks."""
        return sum(task.points for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Answer:
    """The right answer to a question.

    Args:
        text: the answer as a student would write it behind the label; for a table, too.
        cells: the cells of the table that is filled in, without its headings; empty where the
            answer is a text.
        remark: what else is to be known to mark it; may be empty.
    """

    text: str
    cells: tuple[tuple[str, ...], ...] = ()
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """What is right in one task.

    Args:
        figure: the tree with what the search found; None where there is none to be drawn.
        answers: the answers by the names of the parts.
        remark: by which convention, and which others are accepted; may be empty.
    """

    figure: Diagram | None
    answers: Mapping[str, Answer]
    remark: str = ""


#: The solutions of all tasks, in their order.
Solutions = tuple[Solution, ...]
