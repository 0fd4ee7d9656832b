"""The m,n,k games: k in a row on a board of m columns and n rows.

Cells are numbered row by row, as on CS480's sheet of tic-tac-toe, here with m = 4 and n = 3:

    1  2  3  4
    5  6  7  8
    9 10 11 12

A side's marks are a number with bit `cell - 1` for each cell it holds. J. W. H. M. Uiterwijk and
H. J. van den Herik, "The advantage of the initiative", *Information Sciences* 122 (2000), list the
values of these games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.errors import InvalidInput
from engine.game import MAX, MIN, Number
from engine.games.in_a_row import MAX_CELLS, InARow, Position
from engine.games.lines import open_lines, weighted_lines
from engine.games.memo_table import Table, memo_table
from engine.games.source_texts import read_size, source_text
from engine.games.symmetries import symmetries


class MNK(InARow):
    """k in a row on m columns and n rows."""

    name = "mnk"
    move_naming = "Cells are numbered row by row from 1, at the top left."
    given_order = "the free cells row by row from the top, each row from the left"
    static_order = "the cells on the most lines first"

    def __init__(self, position: str = "", size: str = "", to_move: str = "") -> None:
        columns, rows, length = _read_size(size, source_text(self.name, size, position))
        self.size = f"{columns},{rows},{length}"
        self._lay_out(columns, rows, length)
        self.evaluations = {
            "open-lines": open_lines(self.lines),
            "weighted-lines": weighted_lines(self.lines, scaled=True),
        }
        self._start(position, to_move)

    def _lay_out(self, columns: int, rows: int, length: int) -> None:
        cells = range(rows * columns)
        bits = (tuple(cells[start : start + columns]) for start in cells[::columns])
        super().__init__(tuple(bits), length)
        self.columns = columns
        self.symmetries = symmetries(self._bits, lambda cell: cell - 1, lambda bit: bit + 1)
        self._free = _free_cells(len(cells))
        self._rank = [-self.lines.count_lines_through(bit) for bit in cells]

    def actions(self, state: Position) -> Sequence[int]:
        """Return the free cells in the order of their numbers."""
        return self._free[state[0] | state[1]]

    def result(self, state: Position, action: int) -> Position:
        x, o, player = state
        if player is MAX:
            return x | 1 << (action - 1), o, MIN
        return x, o | 1 << (action - 1), MAX

    def cell_of(self, action: int) -> tuple[int, int]:
        return divmod(action - 1, self.columns)

    def priority(self, state: Position, action: int) -> Number:
        """Rank cells on more lines first: on three by three, centre, corners, edges (Lab 3)."""
        return self._rank[action - 1]

    def draw(self, state: Position) -> str:
        """Return the board as the courses print it."""
        between = "\n" + "-+-".join("-" * self.columns) + "\n"
        return between.join(" | ".join(row) for row in self.cells(state)).replace(".", " ")


make = MNK


@lru_cache(maxsize=32)
def _free_cells(cells: int) -> Table[tuple[int, ...]]:
    """Return a table of the free cells, by the taken ones, for a board of this size."""

    def free(taken: int) -> tuple[int, ...]:
        return tuple(cell for cell in range(1, cells + 1) if not taken >> (cell - 1) & 1)

    return memo_table(free, 1 << cells)


def _read_size(size: str, where: str) -> tuple[int, int, int]:
    expected = "columns, rows and how many in a row win, such as 4,4,3"
    columns, rows, length = read_size(size or "3,3,3", 3, where, expected)
    if not 1 <= columns * rows <= MAX_CELLS:
        raise InvalidInput(
            f"a board cannot have {columns} × {rows} cells",
            where=where,
            expected=f"1 to {MAX_CELLS} cells",
        )
    if not 1 <= length <= max(columns, rows):
        raise InvalidInput(
            f"{length} in a row do not fit on {columns} × {rows} cells",
            where=where,
            expected=f"1 to {max(columns, rows)} in a row, so that a line fits the board",
        )
    return columns, rows, length
