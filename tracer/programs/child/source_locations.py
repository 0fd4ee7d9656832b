"""Locations of lines in a program: file and line, or the cell of a notebook and its line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

__all__ = ["note_cells", "source_location"]

#: For each notebook, by path: the first lines of its cells, and the cells' numbers.
_CELLS: Final[dict[str, tuple[list[int], list[int]]]] = {}


def note_cells(path: str, starts: Sequence[tuple[int, int]]) -> None:
    """Remember how the lines of a notebook's code are numbered.

    Args:
        path: path of the notebook.
        starts: for each cell, the line (from 0) before its first one, and its number, from 1 and
            including text cells; in order.
    """
    _CELLS[path] = [line for line, _ in starts], [cell for _, cell in starts]


def source_location(path: str, shown: str, line: int | None) -> str:
    """Return the location of a line, such as `prog.py:12` or `notebook.ipynb, cell 4, line 3`.

    Args:
        path: path of the file.
        shown: name of the file for people.
        line: line, from 1; None if unknown.
    """
    if line is None:
        return shown
    if path not in _CELLS:
        return f"{shown}:{line}"
    starts, cells = _CELLS[path]
    at = bisect_right(starts, line - 1) - 1
    return f"{shown}, cell {cells[at]}, line {line - starts[at]}" if at >= 0 else shown
