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


class TicTacToe(MNK):
    """Three in a row on three by three."""

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


def make(position: str, size: str, to_move: str) -> TicTacToe:
    """Return the game of a source."""
    if size:
        raise InvalidInput(
            f"tic-tac-toe cannot have the size {size!r}",
            expected="tic-tac-toe without a size: it is 3 by 3",
            hint="Other boards are games of mnk, such as mnk:4,4,3",
        )
    return TicTacToe(position, to_move)
