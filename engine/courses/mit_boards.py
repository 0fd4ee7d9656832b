"""The notebook's classes of MIT's problem set 5, in plain Python.

Students' programs get this file too, so it imports the standard library alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

__all__ = ["game_state", "tic_tac_toe_board"]  # what `from utils import *` gives

_LINES: Final = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


class tic_tac_toe_board:  # noqa: N801 (the notebook's name)
    """A tic-tac-toe board of nine symbols: `'x'`, `'o'` and `' '`, row by row."""

    def __init__(self, symbols: Sequence[str]) -> None:
        self.moves = list(symbols)

    def successors(self, player: int) -> list[tic_tac_toe_board]:
        """Return the boards with one more mark, cell by cell: x for player 1, o for player 2."""
        boards = []
        for cell, symbol in enumerate(self.moves):
            if symbol == " ":
                after = self.moves.copy()
                after[cell] = "x" if player == 1 else "o"
                boards.append(type(self)(after))
        return boards

    def terminal_check(self) -> bool:
        """Return whether there is a line, or no free cell."""
        return " " not in self.moves or _winner("".join(self.moves)) != " "

    def score(self) -> int:
        """Return 1 if x has a line, −1 if o has one, 0 for a tie or an unfinished game."""
        return {"x": 1, "o": -1, " ": 0}[_winner("".join(self.moves))]

    def __str__(self) -> str:
        return draw(self.moves)


def draw(symbols: Sequence[str]) -> str:
    """Return nine symbols as a board of text."""
    rows = (" | ".join(symbols[start : start + 3]) for start in (0, 3, 6))
    return "\n--+---+--\n".join(rows)


@cache
def _winner(symbols: str) -> str:
    """Return the player with a line, x first; a space if there is none."""
    lines = {"".join(symbols[cell] for cell in line) for line in _LINES}
    return "x" if "xxx" in lines else "o" if "ooo" in lines else " "


class game_state:  # noqa: N801 (the notebook's name)
    """A board of any two-player game, and whose turn it is."""

    def __init__(self, board: Any, parent: game_state | None = None) -> None:
        self.board = board
        self.parent = parent
        #: The player to move: 1, who maximizes the score, or 2. It can be set.
        self.player: int = getattr(board, "player", 1 if parent is None else 3 - parent.player)

    def successors(self) -> list[game_state]:
        """Return the states after each move of the player, in the board's order."""
        return [type(self)(board, self) for board in self.board.successors(self.player)]

    def terminal_check(self) -> bool:
        """Return whether the game is over."""
        return bool(self.board.terminal_check())

    def score(self) -> float:
        """Return the board's value for player 1."""
        value: float = self.board.score()
        return value

    def __str__(self) -> str:
        return f"{self.board}\n"
