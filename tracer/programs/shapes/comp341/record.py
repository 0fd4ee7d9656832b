"""The shape of functions over a state and the functions of its game, as in COMP 341."""

from __future__ import annotations

from typing import Final

from engine.game import AnyGame
from tracer.programs.shapes.program_shape import ProgramShape

__all__ = ["SHAPE"]


class Comp341(ProgramShape):
    """The lecture's functions: decisions return an action, the others a value."""

    def untold(self, game: AnyGame, search: str, function: str | None) -> tuple[str, ...]:
        """Return the parts that the function does not show; a decision returns no value."""
        own = super().untold(game, search, function)
        return (*own, "utility") if function is None and search in _DECISIONS else own


#: Searches for which the lecture has a decision.
_DECISIONS: Final = ("minimax", "alphabeta")

SHAPE: Final = Comp341(
    "comp341",
    "functions over a state and its game's functions, as in COMP 341's lecture",
    list_place=9,
    try_place=6,
)
