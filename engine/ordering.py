"""In which order a node's moves are searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from engine.errors import chosen
from engine.game import AnyGame, Player

__all__ = ["ORDERS", "Ordering", "ordering"]

#: Gives the places of a state's moves in the order in which they are to be searched.
Ordering: TypeAlias = Callable[[AnyGame, Any, Sequence[Any]], Sequence[int]]


def _given(_game: AnyGame, _state: Any, moves: Sequence[Any]) -> Sequence[int]:
    return range(len(moves))


def _right_to_left(_game: AnyGame, _state: Any, moves: Sequence[Any]) -> Sequence[int]:
    return range(len(moves) - 1, -1, -1)


def _static(game: AnyGame, state: Any, moves: Sequence[Any]) -> Sequence[int]:
    return sorted(range(len(moves)), key=lambda place: game.priority(state, moves[place]))


#: The orders by name, each with one line of what it does; the default first.
ORDERS: dict[str, tuple[Ordering, str]] = {
    "given": (_given, "as the tree or the game lists them, left to right"),
    "right-to-left": (_right_to_left, "the reverse of that"),
    "static": (_static, "by the game's own rank: centre, corners, edges in tic-tac-toe"),
}


def ordering(name: str) -> Ordering:
    """The order of that name; the outcomes of chance stay as they are given.

    Raises:
        UsageError: there is none.
    """
    order = chosen(name, ORDERS, "order")[0]

    def of_players(game: AnyGame, state: Any, moves: Sequence[Any]) -> Sequence[int]:
        if game.has_chance and game.to_move(state) is Player.CHANCE:
            return range(len(moves))
        return order(game, state, moves)

    return of_players
