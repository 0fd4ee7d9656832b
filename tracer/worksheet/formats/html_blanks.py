"""The blanks of a worksheet in HTML: lines and empty cells, to write on by hand."""

from __future__ import annotations

from typing import Final

from tracer.worksheet.contents.model import SheetProblem, SheetQuestion, Worksheet
from tracer.worksheet.formats.answer_space import AnswerSpace


_WRITTEN: Final = '<div class="line"></div>'


class Blanks:
    """The blanks of a page to print; a page to fill in has fields instead."""

    #: Whether long tables are folded, to save space.
    folds = True
    #: Whether there is a table to write the scores into.
    scores = True

    def head_lines(self) -> list[str]:
        """Return further lines of the page's head."""
        return []

    def end_lines(self, worksheet: Worksheet) -> list[str]:
        """Return further lines below the problems."""
        return []

    def name_lines(self, worksheet: Worksheet) -> list[str]:
        """Return the lines for the student's name and ID."""
        return [
            '<div class="who"><span>Name:</span><span class="line"></span>'
            '<span>ID:</span><span class="line"></span></div>'
        ]

    def problem_attributes(self, task: SheetProblem) -> str:
        """Return further attributes of a problem's section."""
        return ""

    def question_attributes(self, task: SheetProblem, question: SheetQuestion) -> str:
        """Return further attributes of a question."""
        return ""

    def text_lines(
        self, task: SheetProblem, question: SheetQuestion, room: AnswerSpace, label: str
    ) -> list[str]:
        """Return the space for an answer that is a text."""
        return [
            f'<div class="first">{label}{_WRITTEN}</div>',
            *[_WRITTEN] * (room.lines - 1),
        ]

    def cell(
        self, task: SheetProblem, question: SheetQuestion, room: AnswerSpace, row: int, column: int
    ) -> str:
        """Return the content of an empty cell."""
        return ""

    def table_note(self, task: SheetProblem, question: SheetQuestion) -> list[str]:
        """Return a note below a table."""
        return []
