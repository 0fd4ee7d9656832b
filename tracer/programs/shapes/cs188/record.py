"""The shape of CS 188's agents."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame
from engine.wrappers.wrapped import base_of
from tracer.programs.shapes.program_shape import ProgramShape
from trees.hand_tree import HandTree

__all__ = ["SHAPE"]


class Cs188(ProgramShape):
    """Agents that move in turn, the first of whom is MAX."""

    def check(self, game: AnyGame) -> None:
        """Refuse a game in which MAX does not begin."""
        if game.to_move(game.initial) is not MAX:
            raise InvalidInput(
                f"MAX does not begin in {game}",
                expected="a game in which MAX moves first, who is agent 0 of CS 188",
                hint="Set max: to-move in the key of a game, or root: max in a tree",
            )

    def action(self, game: AnyGame, action: Any) -> str:
        """Return a move by its name, since all moves of the project are texts."""
        return game.name_of(action)

    def text(self, game: AnyGame, state: Any) -> list[Any]:
        """Return the name of a state, and True if it is won, False if lost, otherwise None.

        A `.test` file says so itself. In other games, a terminal state with a value of at least 0
        is won.
        """
        name, tree = game.format(state), base_of(game)
        if isinstance(tree, HandTree) and tree.won is not None:
            return [name, tree.won.get(tree.parse(name))]
        return [name, game.utility(state, MAX) >= 0 if game.is_terminal(state) else None]

    def facts(self, game: AnyGame) -> Mapping[str, Any]:
        """Return the number of agents."""
        return {"agents": _turns(game)}


def _turns(game: AnyGame) -> int:
    """Return the plies until MAX moves again."""
    state = game.initial
    for plies in count(1):
        if game.is_terminal(state):
            break
        state = game.result(state, game.moves(state)[0])
        if game.to_move(state) is MAX:
            return plies
    return max(plies, game.plies_per_round)


SHAPE: Final = Cs188(
    "cs188",
    "agents with a getAction over CS 188's states, as in its project's multiAgents.py",
    unanswered=("utility", "line"),
    list_place=4,
    try_place=6,
)
