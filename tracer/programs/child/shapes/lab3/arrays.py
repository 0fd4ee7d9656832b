"""Boards as programs store them: a NumPy array, or rows of cells without NumPy."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from numbers import Real
from typing import Any

from ...failures import ProgramFailure

__all__ = ["board_of", "flat", "rows_of", "set_cell", "shown_board"]


class _Rows(list[Any]):
    """A board without NumPy: rows of cells that also support `board[row, col]`."""

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return super().__getitem__(key)
        row, column = key
        if isinstance(row, slice):
            return [one[column] for one in super().__getitem__(row)]
        return super().__getitem__(row)[column]

    def __setitem__(self, key: Any, mark: Any) -> None:
        if isinstance(key, tuple):
            super().__getitem__(key[0])[key[1]] = mark
        else:
            super().__setitem__(key, mark)

    def copy(self) -> _Rows:
        """Return a copy with new rows, as an array's `copy` does."""
        return _Rows([*row] for row in self)

    def flatten(self) -> list[Any]:
        """Return all cells, row by row."""
        return [cell for row in self for cell in row]

    def tolist(self) -> list[list[Any]]:
        """Return the rows as lists."""
        return [[*row] for row in self]

    ravel = flatten

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self), len(self[0])


def board_of(rows: list[list[int]]) -> Any:
    """Return a board in the lab's form: an array if the program has loaded NumPy."""
    numpy = sys.modules.get("numpy")
    array = getattr(numpy, "array", None)
    if array and hasattr(numpy, "ndarray"):
        return array(rows, dtype=int)
    return _Rows([*row] for row in rows)


def rows_of(board: Any) -> Any:
    """Return a board as a list of lists if it is one or an array; otherwise unchanged."""
    return board if isinstance(board, list) or not hasattr(board, "tolist") else board.tolist()


def set_cell(board: Any, row: int, column: int, mark: int) -> None:
    """Write a cell of an array, or of a list of lists."""
    try:
        board[row][column] = mark
    except (TypeError, IndexError):
        board[row, column] = mark


def flat(board: Any) -> list[int]:
    """Return the cells of a board that the program assigned.

    Raises:
        ProgramFailure: if they are not marks.
    """
    listed = rows_of(board)
    try:
        found = [cell for row in listed for cell in (row if isinstance(row, Iterable) else (row,))]
    except TypeError:
        raise ProgramFailure("refused", f"it assigns {listed!r:.60} to the board") from None
    for cell in found:
        if type(cell) is int and -1 <= cell <= 1:
            continue
        if not isinstance(cell, Real) or cell not in (1, 0, -1):
            raise ProgramFailure(
                "refused", f"it writes {cell!r:.20} into the board; expected 1, -1 or 0"
            )
    return [int(cell) for cell in found]


def shown_board(marks: list[int], columns: int) -> str:
    """Format marks as a position, such as `xo.|...|...`."""
    signs = "".join("x" if mark > 0 else "o" if mark < 0 else "." for mark in marks)
    return "|".join(signs[at : at + columns] for at in range(0, len(signs), columns))
