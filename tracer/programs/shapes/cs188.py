"""The shape of CS 188's agents, as this side knows it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from tracer.programs.shapes.base import ParentShape

__all__ = ["Cs188"]


class Cs188(ParentShape):
    """Agents that take turns, the first of whom is MAX."""

    def check(self, game: AnyGame) -> None:
        """Refuse a game in which MAX does not begin."""
        if game.to_move(game.initial) is not MAX:
            raise InvalidInput(
                f"MAX does not begin in {game}",
                expected="a game in which MAX is to move, which is agent 0 of CS 188",
                hint="A key of a game may say max: to-move; a tree root: max",
            )

    def action(self, game: AnyGame, action: Any) -> str:
        """A move by its name, as all of the project's are texts."""
        return game.name_of(action)

    def more(self, game: AnyGame) -> Mapping[str, Any]:
        """How many agents there are."""
        return {"agents": _turns(game)}


def _turns(game: AnyGame) -> int:
    """The plies until MAX moves again."""
    state = game.initial
    for plies in count(1):
        if game.is_terminal(state):
            break
        state = game.result(state, game.moves(state)[0])
        if game.to_move(state) is MAX:
            return plies
    return max(plies, game.plies_per_round)
