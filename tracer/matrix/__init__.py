"""Explanations of two-player games in normal form, as text and as records.

The solvers are in `engine.matrix`; `trees.other_inputs` reads matrices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TextIO

from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.matrix.article import make_article
from tracer.text.article.formats import ARTICLE_FORMATS

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


@dataclass(frozen=True, slots=True)
class MatrixLayout:
    """Settings of the output."""

    source: str = ""
    width: int = 80
    ascii: bool = False


def write_matrix(
    analysis: MatrixAnalysis, format_name: str, out: TextIO, layout: MatrixLayout | None = None
) -> None:
    """Write the analysis of a game to an open text file."""
    if format_name in ARTICLE_FORMATS:
        out.write(ARTICLE_FORMATS[format_name](make_article(analysis)))
        return
    writer: Callable[[MatrixAnalysis, TextIO, MatrixLayout], None]
    writer = import_module(f"{__name__}.{format_name}").write
    writer(analysis, out, layout or MatrixLayout())
