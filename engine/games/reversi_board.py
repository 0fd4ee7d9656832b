"""Legal placements and flips on a Reversi board.

A set of cells is a number: bit `row * columns + column` for each cell in it. A step in one of the
eight directions shifts the whole set, and a mask removes cells that left the board or wrapped
around its edge. On four columns, the step to the lower right shifts by 5 and keeps the columns 1–3:

    1 0 0 1      0 0 0 0
    0 1 0 0  ->  0 1 0 0
    0 0 0 0      0 0 1 0
    0 1 0 0      0 0 0 0
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from engine.game import Player
from engine.games.memo_table import MemoTable

#: B's discs, W's discs, and whose turn it is.
Position: TypeAlias = tuple[int, int, Player]

#: The most rows or columns of a board.
MAX_SIDE: Final = 8

#: The directions in which the numbers of the cells grow, by rows down and columns to the right.
_UPWARD: Final = ((0, 1), (1, -1), (1, 0), (1, 1))


class ReversiCells:
    """The cells of a board of one size."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        self.full = (1 << self.cells) - 1
        #: For each of these directions the bits of a step, and the cells at which it can arrive,
        #: going there and coming back.
        self._steps = tuple(
            (
                down * columns + right,
                self._find_arrival_cells(down, right),
                self._find_arrival_cells(-down, -right),
            )
            for down, right in _UPWARD
        )
        #: For each cell, the cells in each such direction and in each opposite direction.
        self._rays = [self._rays_from(*divmod(cell, columns)) for cell in range(self.cells)]
        #: `placements`, cached by the two sides: `is_terminal` and `actions` both need it.
        self.placed = MemoTable[tuple[int, int], int](lambda sides: self.placements(*sides))

    def placements(self, mine: int, theirs: int) -> int:
        """Return the empty cells where a disc of mine would flip at least one of theirs."""
        targets = 0
        for step, up, down in self._steps:
            front = mine << step & up & theirs
            while front:
                front = front << step & up
                targets |= front
                front &= theirs
            front = mine >> step & down & theirs
            while front:
                front = front >> step & down
                targets |= front
                front &= theirs
        return targets & ~(mine | theirs)

    def flips(self, mine: int, theirs: int, cell: int) -> int:
        """Return the discs of theirs that a disc of mine, placed at an empty cell, would flip."""
        flipped, others = 0, ~theirs
        upward, downward = self._rays[cell]
        for ray in upward:
            stop = ray & others
            stop &= -stop  # the nearest is the lowest
            if stop & mine:
                flipped |= ray & stop - 1
        for ray in downward:
            stop = 1 << (ray & others).bit_length() >> 1  # the nearest is the highest
            if stop & mine:
                flipped |= ray & -2 * stop
        return flipped

    def cells_of(self, cells: int) -> list[int]:
        """Return the numbers of the cells in a set, row by row."""
        numbers = []
        while cells:
            lowest = cells & -cells
            numbers.append(lowest.bit_length() - 1)
            cells ^= lowest
        return numbers

    def _rays_from(self, row: int, column: int) -> tuple[list[int], list[int]]:
        """Return the cells from one on to the edge, in each direction upward, in each downward."""
        # Rays of one cell are dropped, since they cannot enclose a disc.
        upward, downward = (
            [self._ray(row, column, sign * down, sign * right) for down, right in _UPWARD]
            for sign in (1, -1)
        )
        return [r for r in upward if r.bit_count() > 1], [r for r in downward if r.bit_count() > 1]

    def _ray(self, row: int, column: int, down: int, right: int) -> int:
        """Return the cells in a direction, as far as the edge."""
        cells = 0
        row, column = row + down, column + right
        while 0 <= row < self.rows and 0 <= column < self.columns:
            cells |= 1 << row * self.columns + column
            row, column = row + down, column + right
        return cells

    def _find_arrival_cells(self, down: int, right: int) -> int:
        """Return the cells that have a neighbour to come from in this direction."""
        return sum(
            1 << row * self.columns + column
            for row in range(self.rows)
            for column in range(self.columns)
            if 0 <= row - down < self.rows and 0 <= column - right < self.columns
        )


@lru_cache
def make_cells(rows: int, columns: int) -> ReversiCells:
    """Return the board of that size, made once."""
    return ReversiCells(rows, columns)
