"""The shape of MP 520's modules, as this side knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.reversi import Reversi
from tracer.programs.shapes.base import ParentShape, innermost

__all__ = ["Mp520"]


class Mp520(ParentShape):
    """MP 520's: a board is its cells, a move a row and a column."""

    def check(self, game: AnyGame) -> None:
        """Refuse what is not Reversi with black as MAX."""
        if not isinstance(innermost(game), Reversi) or game.labels[MAX] != "B":
            raise InvalidInput(
                f"programs of the shape mp520 play Reversi by their own rules, and not {game}",
                expected="a key whose source is reversi:4 or reversi@POSITION, B as MAX",
            )

    def action(self, game: AnyGame, action: Any) -> Any:
        """Row and column; -1 and -1 for a pass."""
        return [*(game.cell_of(action) or (-1, -1))]

    def text(self, game: AnyGame, state: Any) -> Any:
        """The cells, row by row: B, W and `.`."""
        return "".join(sign for row in game.cells(state) for sign in row)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """The size of the board."""
        cells = game.cells(game.initial)
        return {"rows": len(cells), "columns": len(cells[0])}
