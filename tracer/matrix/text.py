"""Plain text for a terminal: the matrix and its analysis in sentences."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.report import introduce_matrix, list_sections, make_matrix_table
from tracer.text.ascii import to_ascii

if TYPE_CHECKING:
    from tracer.matrix import MatrixLayout


def write(analysis: MatrixAnalysis, out: TextIO, layout: MatrixLayout) -> None:
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
