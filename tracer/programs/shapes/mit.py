"""The shape of MIT's functions over `game_state`, as this side knows it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.game import MAX, AnyGame
from engine.games.tic_tac_toe import TicTacToe
from tracer.programs.shapes.base import ParentShape, innermost

__all__ = ["Mit"]


class Mit(ParentShape):
    """MIT's: a state draws itself, as the notebook's board where it is tic-tac-toe."""

    def action(self, game: AnyGame, action: Any) -> Any:
        """Of tic-tac-toe the cell, from 0; else nothing, since programs are shown no moves."""
        return _cell(game, action) if _is_tic_tac_toe(game) else None

    def text(self, game: AnyGame, state: Any) -> Any:
        """Of tic-tac-toe the symbols of the root and MAX's; the other side plays on from them."""
        if not _is_tic_tac_toe(game):
            return game.draw(state) if game.columns else game.format(state)
        if state != game.initial:
            return None
        signs = [sign for row in game.cells(state) for sign in row]
        symbols = [sign.lower() if sign.lower() in "xo" else " " for sign in signs]
        return [*symbols, game.labels[MAX].lower()]


@lru_cache(maxsize=8)  # asked at every node
def _is_tic_tac_toe(game: AnyGame) -> bool:
    return isinstance(innermost(game), TicTacToe)


def _cell(game: AnyGame, action: Any) -> int:
    row, column = game.cell_of(action) or (0, 0)
    return 3 * row + column
