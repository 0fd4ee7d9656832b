"""The size of a whole game tree, which is what minimax visits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import AnyGame

__all__ = ["full_tree_size"]

#: Ways into a position that are looked at; beyond, nobody knows the size.
_MOST_LOOKED_AT = 1_000_000
#: How many between two questions whether to go on.
_SLICE = 256


def full_tree_size(
    game: AnyGame, depth: int | None = None, go_on: Callable[[], bool] = lambda: True
) -> int | None:
    """Count the nodes of a game's tree, each once for every way that leads to it.

    A position that is reached again is not gone through again, so that the 549,946 nodes of
    tic-tac-toe take the time of its 5,478 positions.

    Args:
        game: the game, from its initial state.
        depth: plies below which nothing is counted; None for no limit.
        go_on: asked now and then whether anybody still wants to know.

    Returns:
        The number of nodes, the root included; None where there are too many positions, or nobody
        wants to know.
    """
    known: dict[Any, int] = {}  # the size below each position, itself included
    # The way down to where it is: a position, its moves that are left, and what they have come to.
    way = [_Open(game, game.initial, depth)]
    looked = 0
    while True:
        looked += 1
        if looked % _SLICE == 0 and (looked > _MOST_LOOKED_AT or not go_on()):
            return None
        last = way[-1]
        if not last.left:
            known[last.key] = last.size
            way.pop()
            if not way:
                return last.size
            way[-1].size += last.size
            continue
        below = _Open(game, game.result(last.state, last.left.pop()), last.plies_below)
        if below.key in known:
            last.size += known[below.key]
            continue
        way.append(below)


class _Open:
    """A position that is being counted.

    Args:
        game: the game.
        state: the position.
        plies: the plies that may follow; None for any number.
    """

    __slots__ = ("key", "left", "plies_below", "size", "state")

    def __init__(self, game: AnyGame, state: Any, plies: int | None) -> None:
        self.state = state
        self.key = state if plies is None else (state, plies)
        self.plies_below = None if plies is None else plies - 1
        self.size = 1
        ends = plies == 0 or game.is_terminal(state)
        self.left = [] if ends else list(game.moves(state))
