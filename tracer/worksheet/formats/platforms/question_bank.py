"""A question bank as plain data: questions with everything that is accepted as an answer.

All platforms write from this model, so they accept the same answers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final, TypeAlias

from tracer.answers.shares import Shares
from tracer.drawing.print.diagram_model import Diagram
from tracer.drawing.print.diagram_words import description
from tracer.drawing.print.svg_figure import svg_of
from tracer.text.numbers import show_number
from tracer.text.printable_text import printable_text
from tracer.worksheet.contents.model import SheetProblem
from tracer.worksheet.formats.html import html_prose
from tracer.worksheet.spec.class_list import Variant
from tracer.worksheet.spec.spec import Spec

#: The answer for a node that the search does not visit.
NOT_VISITED = "not visited"


@dataclass(frozen=True, slots=True)
class AcceptedText:
    """A text that earns points."""

    text: str
    share: float = 1.0
    remark: str = ""


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """A line of text."""

    accepted: tuple[AcceptedText, ...]
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    """A finite number."""

    accepted: tuple[float, ...]
    tolerance: float


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table to fill in."""

    heading: str
    right: str
    accepted: tuple[str, ...]
    number: float | None = None
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table to fill in."""

    name: str
    cells: tuple[TableCell, ...]

    @property
    def right(self) -> str:
        """The right cells as one text, such as `(3, +∞)`."""
        texts = [cell.right for cell in self.cells]
        if len(texts) == 1 or set(texts) == {NOT_VISITED}:
            return texts[0]
        return f"({', '.join(texts)})"


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """A table to fill in."""

    heading: str
    rows: tuple[TableRow, ...]
    choices: tuple[str, ...] = ()

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
BankAnswer: TypeAlias = TextAnswer | NumberAnswer | TableAnswer | ChoiceAnswer | WrittenAnswer


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """A question with its answer."""

    part: str
    points: float
    text: str
    answer: BankAnswer


@dataclass(frozen=True, slots=True)
class BankProblem:
    """A problem with its questions.

    Args:
        task: the problem on a worksheet; its statement has the instructions too.
        questions: the questions that have points.
    """

    task: SheetProblem
    questions: tuple[BankQuestion, ...]


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


# The spellings of an answer that platforms compare letter by letter.

_INFINITE: Final = ("inf", "∞", "+∞", "+inf", "infinity", "+infinity")
_NEGATIVE: Final = ("-inf", "−∞", "-∞", "−inf", "-infinity", "−infinity")
_LARGEST_DENOMINATOR: Final = 10_000
#: The spellings of the answer for a node that the search does not visit.
BLANK_SPELLINGS: Final = (NOT_VISITED, "-", "–", "none")


def number_spellings(value: float) -> tuple[str, ...]:
    """Return the spellings of a number, the usual one first."""
    if math.isinf(value):
        return _INFINITE if value > 0 else _NEGATIVE
    size = abs(value)
    if size == int(size):
        texts = [str(int(size)), f"{int(size)}.0", f"{int(size)}.00"]
    else:
        texts = [show_number(size), *(f"{size:.{digits}f}" for digits in (2, 3, 4))]
        fraction = Fraction(size).limit_denominator(_LARGEST_DENOMINATOR)
        texts += [str(fraction)] if math.isclose(float(fraction), size, rel_tol=1e-12) else []
        texts += [text.removeprefix("0") for text in texts if text.startswith("0.")]
        texts += [text.replace(".", ",") for text in texts if "." in text]
    if value < 0:
        return tuple(dict.fromkeys(f"{sign}{text}" for sign in "-−" for text in texts))
    return tuple(dict.fromkeys(texts))


def share_spellings(shares: Shares) -> tuple[str, ...]:
    """Return the spellings of a vector, the usual one first; after a cutoff also as a bound."""
    texts = [*map(show_number, shares)]
    plain = [text.replace("−", "-") for text in texts]
    found = [
        f"{left}{joint.join(each)}{right}"
        for each in (texts, plain)
        for left, right in ("()", "[]", ("", ""))
        for joint in (", ", ",", " ", "; ", ";")
    ]
    if shares.known:
        share = texts[shares.known.mover]
        found += [f"{sign}{gap}{share}" for sign in ("≥", ">=") for gap in (" ", "")]
    return tuple(dict.fromkeys(found))


def tolerance_of(values: Iterable[float], wanted: float | None = None) -> float:
    """Return the tolerance for numbers: that of the key, or for two decimals."""
    if wanted is not None:
        return wanted
    return 0.0 if all(value == int(value) for value in values) else 0.005


def list_spellings(names: Sequence[str], *, spaced: bool) -> tuple[str, ...]:
    """Return the spellings of a list, the usual one first."""
    joints = (", ", ",") if spaced else (" ", ", ", ",")
    return tuple(dict.fromkeys(joint.join(names) for joint in joints))


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


def html_text(text: str) -> str:
    """Escape a text for HTML."""
    return escape(printable_text(text))


def html_table(table: tuple[tuple[str, ...], ...]) -> str:
    """Return a table as HTML, the headings first."""
    return join_cells([[*map(html_text, row)] for row in table])


def join_cells(table: Sequence[Sequence[str]]) -> str:
    """Return a table whose cells are HTML, the headings first."""
    head, *rows = table
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for name, *cells in rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def figure_file(figure: Diagram) -> bytes:
    """Return a figure as SVG, for a white page."""
    return svg_of(figure, theme="light").encode()


def html_figure(figure: Diagram, address: str) -> str:
    """Return the HTML of a figure, with its description for screen readers."""
    return f'<p><img src="{html_text(address)}" alt="{html_text(description(figure))}"></p>'


def html_statement(task: SheetProblem, address: str) -> str:
    """Return all that a problem gives, as HTML, with its figure at an address."""
    parts = [html_prose(task.statement)] if task.statement else []
    if task.table:
        parts.append(html_table(task.table))
    if task.figure is not None:
        parts.append(html_figure(task.figure, address))
    return "\n".join(parts)


def question_name(
    bank: QuestionBank, problem: BankProblem, variant: BankVariant | None, more: str = ""
) -> str:
    """Return the name of a question in a bank."""
    texts = (f"{bank.title}, {problem.task.heading}", variant.label if variant else "", more)
    return printable_text(", ".join(text for text in texts if text))
