"""Where a line of a program is, as its author knows it: in a notebook, the cell and its line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

__all__ = ["note_cells", "place_of"]

#: Of each notebook, by its path: the lines with which its cells begin, and the cells' numbers.
_CELLS: Final[dict[str, tuple[list[int], list[int]]]] = {}


def note_cells(path: str, starts: Sequence[tuple[int, int]]) -> None:
    """Remember how the lines of a notebook's code are numbered.

    Args:
        path: the notebook's.
        starts: of each cell the line, from 0, before its first one, and the cell's number, from 1
            with cells of text counted; in order.
    """
    _CELLS[path] = [line for line, _ in starts], [cell for _, cell in starts]


def place_of(path: str, shown: str, line: int | None) -> str:
    """A line, such as `prog.py:12` or `notebook.ipynb, cell 4, line 3`.

    Args:
        path: the file's.
        shown: what to call the file.
        line: from 1; None where none is known.
    """
    if line is None:
        return shown
    if path not in _CELLS:
        return f"{shown}:{line}"
    starts, cells = _CELLS[path]
    at = bisect_right(starts, line - 1) - 1
    return f"{shown}, cell {cells[at]}, line {line - starts[at]}" if at >= 0 else shown
