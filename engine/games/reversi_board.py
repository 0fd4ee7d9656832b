"""Where discs can be placed on a Reversi board, and what they flip.

A set of cells is a number: bit `row * columns + column` for each cell in it. A step in one of the
eight directions shifts the whole set, and a mask takes away what left the board or came back in on
the other side. On four columns, the step to the lower right shifts by 5 and keeps the columns 1–3:

    1 0 0 1      0 0 0 0
    0 1 0 0  ->  0 1 0 0
    0 0 0 0      0 0 1 0
    0 1 0 0      0 0 0 0
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from engine.game import Player

__all__ = ["MAX_SIDE", "Board", "Position", "board_of"]

#: B's discs, W's discs, and whose turn it is.
Position: TypeAlias = tuple[int, int, Player]

#: The most rows or columns of a board.
MAX_SIDE: Final = 8


class Board:
    """The cells of a board of one size.

    Args:
        rows: how many rows, 1 to `MAX_SIDE`.
        columns: how many columns, 1 to `MAX_SIDE`.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        self.full = (1 << self.cells) - 1
        #: For each direction: bits to shift to the left, bits to shift to the right (one of the two
        #: is 0), and the cells at which such a step can arrive.
        self._steps = tuple(
            (
                max(down * columns + right, 0),
                max(-down * columns - right, 0),
                self._arrivals(down, right),
            )
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if down or right
        )

    def placements(self, mine: int, theirs: int) -> int:
        """The empty cells where a disc of mine would flip at least one of theirs."""
        found = 0
        for left, right, arrivals in self._steps:
            front = (mine << left >> right) & arrivals & theirs
            while front:
                front = (front << left >> right) & arrivals
                found |= front
                front &= theirs
        return found & ~(mine | theirs)

    def flips(self, mine: int, theirs: int, cell: int) -> int:
        """The discs of theirs that a disc of mine, placed at an empty cell, would flip."""
        flipped = 0
        for left, right, arrivals in self._steps:
            run = 0
            front = (1 << cell << left >> right) & arrivals
            while front & theirs:
                run |= front
                front = (front << left >> right) & arrivals
            if front & mine:
                flipped |= run
        return flipped

    def cells_of(self, cells: int) -> list[int]:
        """The numbers of the cells in a set, row by row."""
        numbers = []
        while cells:
            lowest = cells & -cells
            numbers.append(lowest.bit_length() - 1)
            cells ^= lowest
        return numbers

    def _arrivals(self, down: int, right: int) -> int:
        """The cells that have a neighbour to come from in this direction."""
        return sum(
            1 << row * self.columns + column
            for row in range(self.rows)
            for column in range(self.columns)
            if 0 <= row - down < self.rows and 0 <= column - right < self.columns
        )


@lru_cache
def board_of(rows: int, columns: int) -> Board:
    """The board of that size, made once."""
    return Board(rows, columns)
