"""A problem set as plain data: the questions and, separately, the right answers.

A `Worksheet` is made from the games alone. The results of searches are in `Solutions`, a separate
object that a worksheet does not refer to, so a writer of a worksheet cannot leak answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tracer.drawing.print.diagram_model import Diagram
from tracer.questions.items import Form


@dataclass(frozen=True, slots=True)
class Blank:
    """The space for an answer. Its size depends on the game alone, never on the answer."""

    columns: tuple[str, ...] = ()  # the headings of a table; empty for lines of text
    rows: tuple[str, ...] = ()  # the first cell of each row; empty if students fill it in
    lines: int = 1
    form: Form = Form.TEXT

    @property
    def names_rows(self) -> bool:
        """Whether it is a table of which the first cells are filled in."""
        return any(self.rows)


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """One question of a problem."""

    part: str
    points: float
    text: str
    blank: Blank


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """One problem of a set."""

    number: int
    title: str
    statement: str
    figure: Diagram | None
    table: tuple[tuple[str, ...], ...]
    questions: tuple[SheetQuestion, ...]

    @property
    def heading(self) -> str:
        """The number and the title."""
        return f"Problem {self.number}" + (f". {self.title}" if self.title else "")

    @property
    def points(self) -> float:
        """The points of all its questions."""
        return sum(question.points for question in self.questions)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A problem set as students get it."""

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
    """The right answer to a question."""

    text: str
    cells: tuple[tuple[str, ...], ...] = ()
    remark: str = ""


@dataclass(frozen=True)
class Solution:
    """The right answers to one problem."""

    figure: Diagram | None
    answers: Mapping[str, Answer]
    remark: str = ""
    #: Returns the notes. They take most of the time, and questions for platforms have none.
    list_notes: Callable[[], Mapping[str, str]] = field(default=dict, compare=False)

    @cached_property
    def notes(self) -> Mapping[str, str]:
        """The notes for graders by their titles, made when they are first asked for."""
        return self.list_notes()


#: The solutions of all problems, in order.
Solutions = tuple[Solution, ...]
