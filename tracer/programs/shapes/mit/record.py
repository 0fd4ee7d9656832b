"""The shape of MIT's functions over `game_state`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from engine.game import MAX, AnyGame
from engine.games.tic_tac_toe import TicTacToe
from engine.wrappers.wrapped import base_of
from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE"]


class Mit(ProgramShape):
    """MIT's functions; the state of a tic-tac-toe key is printed as the notebook's board."""

    def action(self, game: AnyGame, action: Any) -> Any:
        """Return the cell, from 0, for tic-tac-toe; otherwise None, since moves are not shown."""
        return _cell(game, action) if _is_tic_tac_toe(game) else None

    def text(self, game: AnyGame, state: Any) -> Any:
        """Return the symbols at the root and MAX's symbol for tic-tac-toe; otherwise a drawing."""
        if not _is_tic_tac_toe(game):
            return game.draw(state) if game.columns else game.format(state)
        if state != game.initial:
            return None
        signs = [sign for row in game.cells(state) for sign in row]
        symbols = [sign.lower() if sign.lower() in "xo" else " " for sign in signs]
        return [*symbols, game.labels[MAX].lower()]


@lru_cache(maxsize=8)  # called at every node
def _is_tic_tac_toe(game: AnyGame) -> bool:
    return isinstance(base_of(game), TicTacToe)


def _cell(game: AnyGame, action: Any) -> int:
    row, column = game.cell_of(action) or (0, 0)
    return 3 * row + column


SHAPE: Final = Mit(
    "mit",
    "functions over game_state, as in MIT's Principles of Autonomy, problem set 5",
    unanswered=(),
    list_place=2,
    try_place=2,
)
