"""A two-player game in normal form, explained: what is known about it, in words and records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TextIO

from tracer.matrix.analysis import MatrixAnalysis, analyse

__all__ = ["MATRIX_FORMATS", "Layout", "MatrixAnalysis", "analyse", "write_matrix"]

#: The formats by name, the default first, and what each is.
MATRIX_FORMATS: dict[str, str] = {
    "text": "for a terminal: the matrix and everything about it in sentences",
    "md": "the same as Markdown",
    "json": "everything, schema plytrace.matrix/1, for other programs",
    "csv": "the equilibria, one strategy of one player a row, for spreadsheets",
}


@dataclass(frozen=True, slots=True)
class Layout:
    """How to write.

    Args:
        source: what the person named, for JSON.
        width: columns that text may take, at least 20.
        ascii: use no signs beyond ASCII in text.
    """

    source: str = ""
    width: int = 80
    ascii: bool = False


def write_matrix(
    analysis: MatrixAnalysis, format_name: str, out: TextIO, layout: Layout | None = None
) -> None:
    """Write what is known about a game to an open text file.

    Args:
        analysis: what is known.
        format_name: one of `MATRIX_FORMATS`.
        out: the file.
        layout: how to write it.
    """
    writer: Callable[[MatrixAnalysis, TextIO, Layout], None]
    writer = import_module(f"{__name__}.{format_name}").write
    writer(analysis, out, layout or Layout())
