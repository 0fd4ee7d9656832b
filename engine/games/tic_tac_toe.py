"""Tic-tac-toe: the 3,3,3 game. X is MAX, O is MIN, and a win is worth 1.

Cells are numbered row by row, as on CS480's sheet:

    1 2 3
    4 5 6
    7 8 9
"""

from __future__ import annotations

from engine.errors import InvalidInput
from engine.games.lines import open_lines, weighted_lines
from engine.games.mnk import MNK

__all__ = ["TicTacToe", "make"]


class TicTacToe(MNK):
    """Three in a row on three by three.

    Args:
        position: a board as `parse` reads it, such as `xox|xxo|o..`; the empty one by default.
        to_move: X or O if the position does not say it.

    Raises:
        InvalidInput: not nine cells of x, o and `.` in three rows, or an unknown side.
    """

    name = "tic-tac-toe"
    static_order = "the centre, then the corners, then the edges"

    def __init__(self, position: str = "", to_move: str = "") -> None:
        self._lay_out(3, 3, 3)  # the size is fixed
        self.evaluations = {
            "open-lines": open_lines(self.lines),
            "aima": weighted_lines(self.lines, scaled=False),
        }
        self._start(position, to_move)

    def _describe_expected(self, rows: int, columns: int) -> str:
        return "nine cells in three rows, such as xox|xxo|o.."


def make(size: str, position: str, to_move: str) -> TicTacToe:
    """Return the game of a source.

    Raises:
        InvalidInput: a size, which tic-tac-toe does not have, or a board that cannot be read.
    """
    if size:
        raise InvalidInput(
            f"tic-tac-toe cannot have the size {size!r}",
            expected="tic-tac-toe without a size: it is 3 by 3",
            hint="Other boards are games of mnk, such as mnk:4,4,3",
        )
    return TicTacToe(position, to_move)
