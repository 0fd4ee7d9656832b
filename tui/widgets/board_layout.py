"""The size of a board's cells, the cells in view, and their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.match.board_view import BoardView


#: Columns and rows of a cell with lines around it, the largest first.
_FRAMED = ((19, 9), (15, 7), (11, 5), (9, 4), (7, 3), (5, 1), (3, 1))
#: Columns and rows of a square of a chequered board, without lines.
_SQUARES = ((17, 8), (15, 7), (13, 6), (11, 5), (9, 4), (8, 4), (7, 3))
#: The smallest cell, without lines.
_SMALLEST = (2, 1)


class CellSize(NamedTuple):
    """The size of a cell."""

    width: int
    height: int
    framed: bool

    @property
    def is_smallest(self) -> bool:
        """Whether a cell has room for only one character."""
        return self[:2] == _SMALLEST


def full_size(view: BoardView, cell: CellSize) -> tuple[int, int]:
    """Return the columns and rows of a whole board with its rulers."""
    rows, columns, framed = len(view.cells), len(view.cells[0]), cell.framed
    return (
        _label_width(view) + columns * (cell.width + framed) + framed,
        1 + rows * (cell.height + framed) + framed,
    )


def best_size(view: BoardView, room: tuple[int, int]) -> CellSize | None:
    """Return the largest cells with which the whole board fits."""
    framed = [CellSize(*size, True) for size in _FRAMED]
    if view.ground == "squares":
        framed = [*(CellSize(*size, False) for size in _SQUARES), CellSize(3, 1, True)]
    for cell in (*framed, CellSize(*_SMALLEST, False)):
        full = full_size(view, cell)
        if full[0] <= room[0] and full[1] <= room[1]:
            return cell
    return None


def _label_width(view: BoardView) -> int:
    """Return the width of the row labels."""
    return max((len(label) for label in view.rows), default=0) + 1


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of a board."""

    width: int
    height: int
    framed: bool
    x: int
    y: int
    rows: Sequence[int]
    columns: Sequence[int]


def lay_out_board(
    view: BoardView,
    room: tuple[int, int],
    cursor: tuple[int, int] | None = None,
    *,
    turned: bool = False,
) -> BoardLayout:
    """Return the largest cells with which the whole board fits, or else a part of it."""
    width_here, height_here = room
    rows, columns = len(view.cells), len(view.cells[0])
    left = _label_width(view)
    step = -1 if turned else 1
    cell = best_size(view, room)
    if cell is not None:
        full_x, full_y = full_size(view, cell)
        x = (width_here - full_x) // 2 + left
        y = (height_here - full_y) // 2 + 1
        return BoardLayout(*cell, x, y, range(rows)[::step], range(columns)[::step])
    header = int(any(view.columns) and height_here > 2)
    seen_rows = min(rows, max(1, height_here - header))
    seen_columns = min(columns, max(1, (width_here - left) // 2))
    last = [
        (row, column)
        for row, cells in enumerate(view.cells)
        for column, cell in enumerate(cells)
        if cell.last
    ]
    row, column = cursor or (last[0] if last else (rows // 2, columns // 2))
    near_row, near_column = last[0] if last else (row, column)
    return BoardLayout(
        *_SMALLEST,
        False,
        max(0, (width_here - left - seen_columns * 2) // 2) + left,
        max(0, (height_here - header - seen_rows) // 2) + header,
        window(row, near_row, seen_rows, rows)[::step],
        window(column, near_column, seen_columns, columns)[::step],
    )


def window(wanted: int, near: int, room: int, count: int) -> range:
    """Return the visible rows or columns: around one, and with another if both fit."""
    middle = (wanted + near) // 2 if abs(wanted - near) < room else wanted
    first = min(max(0, middle - room // 2), count - room)
    if abs(wanted - near) < room:  # rounding must not lose either
        first = max(min(first, wanted, near), max(wanted, near) - room + 1)
    return range(first, first + room)
