"""A question bank as plain data: questions with everything that is accepted as an answer.

All platforms write from this model, so they accept the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tracer.drawing.print.diagram_model import Diagram, description
from tracer.drawing.print.svg_figure import svg_of
from tracer.text.numbers import format_points
from tracer.text.printable_text import printable_text
from tracer.worksheet.class_list import Variant
from tracer.worksheet.contents.model import SheetProblem
from tracer.worksheet.formats.sheet_data import letter_of
from tracer.worksheet.rendering import Prose, call_macro, html_prose
from tracer.worksheet.spec import Spec

#: The answer for a node that the search does not visit.
NOT_VISITED = "not visited"


@dataclass(frozen=True, slots=True)
class AcceptedText:
    """A text that earns points."""

    text: str
    share: float = 1.0
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A line of text, or a cell of a table, with everything that is accepted in it."""

    accepted: tuple[AcceptedText, ...]
    #: The right numbers, if the field may refuse everything else.
    numbers: tuple[float, ...] = ()
    tolerance: float = 0.0
    #: The heading of its column.
    heading: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table to fill in."""

    name: str
    cells: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """A table to fill in."""

    heading: str
    rows: tuple[TableRow, ...]

    @property
    def headings(self) -> list[str]:
        """The headings of all columns."""
        return [self.heading, *(cell.heading for cell in self.rows[0].cells)]


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice."""

    text: str
    right: bool | None


@dataclass(frozen=True, slots=True)
class ChoiceAnswer:
    """Choices to tick."""

    choices: tuple[Choice, ...]
    several: bool

    @property
    def right(self) -> list[str]:
        """The right choices."""
        return [one.text for one in self.choices if one.right]


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """A free text, which a person marks."""

    key: str


#: An answer of any kind.
BankAnswer: TypeAlias = Field | TableAnswer | ChoiceAnswer | WrittenAnswer


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """A question with its answer."""

    part: str
    points: float
    text: str
    answer: BankAnswer


@dataclass(frozen=True, slots=True)
class BankProblem:
    """A problem with its questions."""

    task: SheetProblem  # its statement has the instructions of the worksheet too
    questions: tuple[BankQuestion, ...]  # those that have points


@dataclass(frozen=True, slots=True)
class BankVariant(Variant):
    """The problems of one variant."""

    problems: tuple[BankProblem, ...] = ()

    @property
    def label(self) -> str:
        """The name in question names: `variant 3`, or the student's name."""
        return f"variant {self.name}" if self.name and not self.student else self.name


@dataclass(frozen=True, slots=True)
class QuestionBank:
    """The questions of a set."""

    spec: Spec
    variants: tuple[BankVariant, ...]

    @property
    def title(self) -> str:
        """The title of the set."""
        return self.spec.title

    def problems(self) -> list[list[tuple[BankVariant | None, BankProblem]]]:
        """Return the versions of each problem, with their variants.

        A problem that does not vary has one version, without a variant.
        """
        return [
            [(None, self.variants[0].problems[place])]
            if spec.order is None
            else [(variant, variant.problems[place]) for variant in self.variants]
            for place, spec in enumerate(self.spec.problems)
        ]

    def name_question(self, problem: BankProblem, variant: BankVariant | None) -> str:
        """Return the name of a problem's question in the bank."""
        texts = (self.title, problem.task.heading, variant.label if variant else "")
        return printable_text(", ".join(filter(None, texts)))

    @property
    def of_a_class(self) -> bool:
        """Whether each variant is for one student."""
        return any(one.student for one in self.variants)

    def notes(self) -> list[str]:
        """Return a note for each part that is asked in another way than on paper."""
        notes: dict[str, None] = {}
        for variant in self.variants:
            for problem in variant.problems:
                for question in problem.questions:
                    place = f"problem {problem.task.number}, {question.part}"
                    if isinstance(question.answer, WrittenAnswer):
                        notes[f"{place}: a free text, which a person must grade"] = None
                    elif question.part == "cutoffs":
                        notes[f"{place}: asks for the pruned children, not for α and β"] = None
        return [*notes]


# The record of a platform's format, and what its questions share.


@dataclass(frozen=True, slots=True)
class PlatformFormat:
    """A format of question banks."""

    name: str
    summary: str
    write: Callable[[QuestionBank], Mapping[str, bytes]]
    notes: Callable[[QuestionBank], list[str]] = QuestionBank.notes
    names_students: bool = True


def plain_number(value: float) -> str:
    """Return a number in ASCII, such as -1.5."""
    return f"{value:.12g}"


def html_table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML, the headings first; a cell may be markup."""
    return call_macro("given.html", "cells", rows)


def html_given(texts: Iterable[str], task: SheetProblem, address: str = "") -> str:
    """Return texts and all that a problem gives, as HTML, with its figure at an address."""
    alt = description(task.figure) if task.figure else ""
    shown = address if task.figure else ""
    return call_macro("given.html", "given", [*map(Prose, texts)], task.table, shown, alt)


def html_question(text: str, points: float, place: int, count: int, mark: str = "") -> str:
    """Return a question with its letter and its points, as HTML."""
    letter = letter_of(place, count)
    head = f"{mark}({letter}){mark} " if letter else ""
    return html_prose(f"{head}{text} ({format_points(points)})")


def figure_file(figure: Diagram) -> bytes:
    """Return a figure as SVG, for a white page."""
    return svg_of(figure, theme="light").encode()
