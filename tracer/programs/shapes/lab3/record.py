"""The shape of Lab 3's functions: the games that they can search, and their form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.wrappers.changed import changes_of
from engine.wrappers.wrapped import base_of
from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE", "cell_number"]

_MARKS: Final = {"X": 1, "O": -1}


def cell_number(game: AnyGame, action: Any) -> int:
    """Return the number of the cell that a move takes, from 1, row by row."""
    cell = game.cell_of(action)
    assert cell is not None  # every move of these games takes a cell
    return cell[0] * game.columns + cell[1] + 1


class Lab3(ProgramShape):
    """Lab 3's functions over its TicTacToe."""

    def check(self, game: AnyGame) -> None:
        """Refuse games other than tic-tac-toe, and keys in which MAX is not X.

        Raises:
            InvalidInput: if the game is refused.
        """
        if not isinstance(base_of(game), MNK):
            raise InvalidInput(
                f"Lab 3's functions cannot play {game}",
                expected="a position of tic-tac-toe or of mnk",
            )
        if changes_of(game).max:
            raise InvalidInput(
                "MAX is O in this key, but X in Lab 3's programs", expected="a key without max:"
            )

    def action(self, game: AnyGame, action: Any) -> int:
        """Return the cell of a move."""
        return cell_number(game, action)

    def text(self, game: AnyGame, state: Any) -> int | None:
        """Return who has won: 1 for X, -1 for O, 0 for a draw; None if the game is not over."""
        if not game.is_terminal(state):
            return None
        value = game.utility(state, MAX)
        return (value > 0) - (value < 0)

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return the board at the root, and whether later wins are worth less."""
        rows = game.cells(game.initial)
        return {
            "rows": [[_MARKS.get(mark.upper(), 0) for mark in row] for row in rows],
            "win": changes_of(game).win or 0,
        }


SHAPE: Final = Lab3(
    "lab3",
    "Lab 3's functions over its TicTacToe, in a notebook or a file",
    list_place=6,
    try_place=4,
)
