"""The record of a platform's format, and what its questions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from tracer.drawing.print.contents.alt_text import description
from tracer.drawing.print.contents.diagram_model import Diagram
from tracer.drawing.print.svg.svg_figure import svg_of
from tracer.text.printable_text import printable_text
from tracer.worksheet.formats.html_prose import html_prose
from tracer.worksheet.formats.platforms.question_bank import (
    BankProblem,
    BankVariant,
    QuestionBank,
)


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
    head, *rows = table
    heads = "".join(f'<th scope="col">{html_text(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{html_text(row[0])}</th>'
        + "".join(f"<td>{html_text(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def figure_file(figure: Diagram) -> bytes:
    """Return a figure as SVG, for a white page."""
    return svg_of(figure, theme="light").encode()


def html_figure(figure: Diagram, address: str) -> str:
    """Return the HTML of a figure, with its description for screen readers."""
    return f'<p><img src="{html_text(address)}" alt="{html_text(description(figure))}"></p>'


def html_statement(problem: BankProblem, address: str) -> str:
    """Return all that a problem gives, as HTML, with its figure at an address."""
    parts = [html_prose(problem.statement)] if problem.statement else []
    if problem.table:
        parts.append(html_table(problem.table))
    if problem.figure is not None:
        parts.append(html_figure(problem.figure, address))
    return "\n".join(parts)


def question_name(
    bank: QuestionBank, problem: BankProblem, variant: BankVariant | None, more: str = ""
) -> str:
    """Return the name of a question in a bank."""
    texts = (f"{bank.title}, {problem.heading}", variant.label if variant else "", more)
    return printable_text(", ".join(text for text in texts if text))
