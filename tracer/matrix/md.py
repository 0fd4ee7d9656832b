"""Markdown: the matrix as a table and the analysis as lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.report import introduction, matrix_table, sections

if TYPE_CHECKING:
    from tracer.matrix import MatrixLayout

__all__ = ["write"]

#: The mark around a best response; no name or number can contain it.
_BEST = "\ue000"


def write(analysis: MatrixAnalysis, out: TextIO, _layout: MatrixLayout) -> None:
    """Write the analysis of a game as Markdown."""
    game = analysis.game
    out.write(f"# {_plain(game.name or 'Payoff matrix')}\n\n")
    for sentence in (game.description, introduction(analysis)):
        if sentence:
            out.write(f"{_plain(sentence)}\n\n")
    out.write("Best responses are bold; a pair in which both are is an equilibrium.\n\n")
    head, *rows = matrix_table(analysis, (_BEST, _BEST))
    head[0] = f"{game.rows.name} \\ {game.columns.name}"
    out.write(f"| {' | '.join(map(_plain, head))} |\n|{' --- |' * len(head)}\n")
    for row in rows:
        out.write(f"| {' | '.join(map(_plain, row))} |\n".replace(_BEST, "**"))
    for section in sections(analysis):
        out.write(f"\n## {section.title}\n\n")
        out.writelines(f"- {_plain(line)}\n" for line in section.lines)


def _plain(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    for sign in "\\|*_<`[":
        text = text.replace(sign, f"\\{sign}")
    return text
