"""The size of a whole game tree, which is what minimax visits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import AnyGame
from engine.recursion import deep_recursion

__all__ = ["full_tree_size"]

#: Positions that are remembered at most; beyond, nobody knows the size.
_MOST_STATES = 300_000


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
    known: dict[Any, int] = {}

    def size(state: Any, left: int | None) -> int:
        if left == 0 or game.is_terminal(state):
            return 1
        key = state if left is None else (state, left)
        if key not in known:
            if len(known) >= _MOST_STATES or (len(known) % 256 == 0 and not go_on()):
                raise _TooLarge
            below = None if left is None else left - 1
            total = 1 + sum(size(game.result(state, move), below) for move in game.moves(state))
            known[key] = total
        return known[key]

    try:
        with deep_recursion():
            return size(game.initial, depth)
    except (_TooLarge, RecursionError):
        return None


class _TooLarge(Exception):
    """Raised out of the count."""
