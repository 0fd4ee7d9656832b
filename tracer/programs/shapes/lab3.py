"""Lab 3's functions: which games they can be given, and in which form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.mnk import MNK
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.max_to_move import MaxToMove
from tracer.programs.shapes.base import ParentShape

__all__ = ["Lab3", "cell_number", "layers_of"]

_MARKS: Final = {"X": 1, "O": -1}


def layers_of(game: AnyGame) -> list[AnyGame]:
    """A game and the games inside it, the innermost last."""
    found = [game]
    while hasattr(found[-1], "inner"):
        found.append(found[-1].inner)
    return found


def cell_number(game: AnyGame, action: Any) -> int:
    """The number of the cell that a move takes, from 1, row by row."""
    cell = game.cell_of(action)
    assert cell is not None  # every move of these games takes one
    return cell[0] * game.columns + cell[1] + 1


class Lab3(ParentShape):
    """Lab 3's functions over its TicTacToe."""

    def check(self, game: AnyGame) -> None:
        """Refuse what is no tic-tac-toe, and a MAX who is not X.

        Raises:
            InvalidInput: it is one of these.
        """
        layers = layers_of(game)
        if not isinstance(layers[-1], MNK):
            raise InvalidInput(
                f"{game} cannot be given to Lab 3's functions",
                expected="a position of tic-tac-toe or of mnk",
            )
        if any(isinstance(one, MaxToMove) for one in layers):
            raise InvalidInput(
                "MAX is O by this key, and X in Lab 3's programs", expected="a key without max:"
            )

    def action(self, game: AnyGame, action: Any) -> int:
        """The cell of a move."""
        return cell_number(game, action)

    def text(self, game: AnyGame, state: Any) -> int | None:
        """Who has won: 1 for X, -1 for O, 0 for neither; None where the game goes on."""
        if not game.is_terminal(state):
            return None
        value = game.utility(state, MAX)
        return (value > 0) - (value < 0)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """The board at the root, and whether a win is worth less the later it comes."""
        rows = game.cells(game.initial)
        return {
            "rows": [[_MARKS.get(mark.upper(), 0) for mark in row] for row in rows],
            "win": next((one.win for one in layers_of(game) if isinstance(one, DepthAdjusted)), 0),
        }
