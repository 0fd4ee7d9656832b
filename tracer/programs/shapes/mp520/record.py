"""The shape of MP 520's modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.games.reversi import Reversi
from engine.wrappers.wrapped import base_of
from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE"]


class Mp520(ProgramShape):
    """MP 520's modules; a board is passed as its cells, a move as a row and a column."""

    def check(self, game: AnyGame) -> None:
        """Refuse everything except Reversi with black as MAX."""
        if not isinstance(base_of(game), Reversi) or game.labels[MAX] != "B":
            raise InvalidInput(
                f"programs of the shape mp520 play Reversi by their own rules, not {game}",
                expected="a key whose source is reversi:4 or reversi@POSITION, with B as MAX",
            )

    def action(self, game: AnyGame, action: Any) -> Any:
        """Return row and column; -1 and -1 for a pass."""
        return [*(game.cell_of(action) or (-1, -1))]

    def text(self, game: AnyGame, state: Any) -> Any:
        """Return the cells, row by row: B, W and `.`."""
        return "".join(sign for row in game.cells(state) for sign in row)

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return the size of the board."""
        cells = game.cells(game.initial)
        return {"rows": len(cells), "columns": len(cells[0])}


SHAPE: Final = Mp520(
    "mp520",
    "a module with Reversi and its searches, as in Rutgers' MP 520, problem 4",
    unanswered=(),
    own_boards=True,
    list_place=3,
    try_place=3,
)
