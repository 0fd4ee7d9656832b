"""Explanations of two-player games in normal form, as text and as records.

The solvers are in `engine.matrix`; `trees.other_inputs` reads matrices.
"""

from __future__ import annotations

from typing import TextIO

from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.matrix.writers import WRITERS, MatrixLayout, make_article
from tracer.text.article import ARTICLE_FORMATS

__all__ = ["MATRIX_FORMATS", "MatrixAnalysis", "MatrixLayout", "analyse", "write_matrix"]

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
    WRITERS[format_name](analysis, out, layout or MatrixLayout())
