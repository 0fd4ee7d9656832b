"""The analysis of a game as an article, CSV, JSON, or text for a terminal."""

from __future__ import annotations

import csv
import json
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.records import exact, matrix_record
from tracer.matrix.report import introduce_matrix, list_sections, make_matrix_table
from tracer.text.article import (
    ARTICLE_FORMATS,
    BOLD,
    Article,
    Block,
    Bullets,
    Heading,
    Paragraph,
    Table,
)
from tracer.text.printable_text import csv_cell, to_ascii


@dataclass(frozen=True, slots=True)
class MatrixLayout:
    """Settings of the output: its source for JSON, the columns of text, and only ASCII in it."""

    source: str = ""
    width: int = 80
    ascii: bool = False


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


# CSV: the equilibria, one row per player and strategy.

#: The columns. Each fraction has a decimal too, since a spreadsheet may read 1/3 as a date.
FIELDS = (
    "equilibrium",
    "pure",
    "player",
    "strategy",
    "probability",
    "probability_exact",
    "payoff",
    "payoff_exact",
)


def write_csv(analysis: MatrixAnalysis, out: TextIO, _layout: MatrixLayout) -> None:
    """Write all extreme equilibria, or only the pure ones if the others were not computed."""
    game = analysis.game
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    equilibria = analysis.pure if analysis.extreme is None else analysis.extreme
    for number, played in enumerate(equilibria, 1):
        for side in game.order:
            payoff = played.payoffs[side]
            for name, weight in zip(game.chooser(side).strategies, played.mixes[side], strict=True):
                writer.writerow(
                    (
                        number,
                        "yes" if played.is_pure else "no",
                        csv_cell(game.chooser(side).name),
                        csv_cell(name),
                        float(weight),
                        exact(weight),
                        float(payoff),
                        exact(payoff),
                    )
                )


# JSON, schema `plytrace.matrix/1`: one object with one field per line.


def write_json(analysis: MatrixAnalysis, out: TextIO, layout: MatrixLayout) -> None:
    """Write the analysis of a game as JSON."""
    dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    fields = matrix_record(analysis, layout.source).items()
    out.write("{" + ",".join(f"\n {dump(key)}: {dump(value)}" for key, value in fields) + "\n}\n")


# Plain text for a terminal: the matrix and its analysis in sentences.


def write_text(analysis: MatrixAnalysis, out: TextIO, layout: MatrixLayout) -> None:
    """Write the analysis of a game as text."""
    text = "\n".join(_lines(analysis, layout.width)) + "\n"
    out.write(to_ascii(text) if layout.ascii else text)


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
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    corner = game.rows.name
    margin = len(corner) + 2
    lines = [" " * (margin + widths[0] + 3) + game.columns.name]
    for number, row in enumerate(table):
        start = corner if number == 1 else ""
        cells = [cell.ljust(size) for cell, size in zip(row, widths, strict=True)]
        lines.append((start.ljust(margin) + "   ".join(cells)).rstrip())
    return lines


#: The formats by name, the default first, and a summary of each.
MATRIX_FORMATS: dict[str, str] = {
    "text": "for a terminal: the matrix and everything about it in sentences",
    "md": "the same as Markdown",
    "html": "the same as a page of HTML",
    "latex": "the same as a LaTeX document",
    "json": "everything, schema plytrace.matrix/1, for other programs",
    "csv": "the equilibria, one row per player and strategy, for spreadsheets",
}


def write_matrix(
    analysis: MatrixAnalysis, format_name: str, out: TextIO, layout: MatrixLayout | None = None
) -> None:
    """Write the analysis of a game to an open text file."""
    if format_name in ARTICLE_FORMATS:
        out.write(ARTICLE_FORMATS[format_name](make_article(analysis)))
        return
    _WRITERS[format_name](analysis, out, layout or MatrixLayout())


#: The formats without an article.
_WRITERS: Final[Mapping[str, Callable[[MatrixAnalysis, TextIO, MatrixLayout], None]]] = {
    "text": write_text,
    "json": write_json,
    "csv": write_csv,
}
