"""The analysis of a game as an article, CSV, JSON, or text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.records import exact, matrix_record
from tracer.matrix.report import introduce_matrix, list_sections, make_matrix_table
from tracer.text.article import (
    BOLD,
    Article,
    Block,
    Bullets,
    Heading,
    Paragraph,
    Table,
)
from tracer.text.document import Document, Layout, align_columns
from tracer.text.printable_text import csv_cell, to_ascii


def make_article(analysis: MatrixAnalysis) -> Article:
    """Return the matrix as a table and the analysis as lists."""
    game = analysis.game
    best = "Best responses are bold; a pair in which both are is an equilibrium."
    head, *rows = make_matrix_table(analysis, (BOLD, BOLD))
    head[0] = f"{game.rows.name} \\ {game.columns.name}"
    blocks: list[Block] = [
        Paragraph(text) for text in (game.description, introduce_matrix(analysis), best) if text
    ]
    blocks.append(Table(head, rows, frozenset(range(len(head)))))
    for section in list_sections(analysis):
        blocks += [Heading(section.title), Bullets(section.lines)]
    return Article(game.name or "Payoff matrix", blocks)


_USUAL: Final = Layout()
#: The columns of CSV. Each fraction has a decimal too: a spreadsheet may read 1/3 as a date.
FIELDS: Final = (
    "equilibrium",
    "pure",
    "player",
    "strategy",
    "probability",
    "probability_exact",
    "payoff",
    "payoff_exact",
)


def _list_rows(analysis: MatrixAnalysis) -> Iterator[dict[str, Any]]:
    """Yield all extreme equilibria, or only the pure ones if the others were not computed."""
    game = analysis.game
    equilibria = analysis.pure if analysis.extreme is None else analysis.extreme
    for number, played in enumerate(equilibria, 1):
        for side in game.order:
            payoff = played.payoffs[side]
            for name, weight in zip(game.chooser(side).strategies, played.mixes[side], strict=True):
                row = (
                    number,
                    "yes" if played.is_pure else "no",
                    csv_cell(game.chooser(side).name),
                    csv_cell(name),
                    float(weight),
                    exact(weight),
                    float(payoff),
                    exact(payoff),
                )
                yield dict(zip(FIELDS, row, strict=True))


def _lines(analysis: MatrixAnalysis, width: int) -> list[str]:
    game = analysis.game
    lines: list[str] = []
    for sentence in (
        game.name,
        game.description,
        introduce_matrix(analysis),
        "* marks a best response; a pair with two marks is an equilibrium.",
    ):
        lines += textwrap.wrap(sentence, width)
    lines += ["", *matrix_lines(analysis)]
    for section in list_sections(analysis):
        lines += ["", *textwrap.wrap(section.title, width)]
        for line in section.lines:
            lines += textwrap.wrap(
                line, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False
            )
    return lines


def matrix_lines(analysis: MatrixAnalysis, marks: tuple[str, str] = ("", "*")) -> list[str]:
    """Return the lines of the matrix; its rows are never wrapped."""
    game = analysis.game
    table = make_matrix_table(analysis, marks)
    margin = len(game.rows.name) + 2
    names = max(len(name) for name, *_ in table)
    aligned = align_columns(table, left=range(len(table[0])), gap="   ")
    starts = ["", game.rows.name, *[""] * (len(table) - 2)]
    return [
        " " * (margin + names + 3) + game.columns.name,
        *(f"{start:<{margin}}{row}".rstrip() for start, row in zip(starts, aligned, strict=True)),
    ]


def write_matrix(
    analysis: MatrixAnalysis,
    format_name: str,
    out: TextIO,
    layout: Layout = _USUAL,
    source: str = "",
) -> None:
    """Write the analysis of a game in one of `DOCUMENT_FORMATS`."""

    def text() -> str:
        lines = "\n".join(_lines(analysis, layout.width)) + "\n"
        return to_ascii(lines) if layout.ascii else lines

    Document(
        text,
        lambda: make_article(analysis),
        lambda: (FIELDS, _list_rows(analysis)),
        lambda: matrix_record(analysis, source),
        is_flat=True,
    ).write(format_name, out)
