"""The weights of chance nodes, as the kernel looks them up."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

from engine.errors import PlytraceError
from engine.game import Player
from engine.kernel.seen import Seen, turns
from engine.kernel.unsuited import Unsuited
from engine.searches.expectiminimax import Expectiminimax

__all__ = ["chances_of"]

#: The most moves of a node for which the weights of every number of moves are laid out.
_MOST_WEIGHED: Final = 256
#: What whole numbers of 64 bits hold, with room for the sum of two.
_MOST: Final = 2**62

#: The whole weights of a chance node's moves and what they are parts of; None for another node.
_Weights = tuple[list[int], int] | None


def chances_of(kernel: ModuleType, search: Expectiminimax, found: Seen, board: Any) -> Any:
    """The weights of chance nodes: by the number of moves, or of a tree by node.

    A tree's are kept beside its layout, for the next search of it.

    Args:
        kernel: the compiled kernel.
        search: the search that asks.
        found: its game.
        board: the game's compiled form.

    Returns:
        A `Chances` of the kernel; None where no node is one of chance.

    Raises:
        Unsuited: they do not sum to 1, which the plain search tells where it comes to it, or are
            larger than 64 bits.
    """
    opponent = found.opponent
    if opponent is None and not board.has_chance:
        return None
    if found.board != "TreeBoard":
        if board.widest > _MOST_WEIGHED:
            raise Unsuited
        counts = range(1, board.widest + 1)
        return kernel.Chances([None, *(_opponents(search, found, moves) for moves in counts)])
    game: Any = found.game
    of = (game.probabilities, opponent and tuple(opponent.weights), found.turned)
    kept = board.layout.chances
    if kept is None or kept[0][0] is not of[0] or kept[0][1:] != of[1:]:
        kept = board.layout.chances = of, kernel.Chances(list(_by_node(search, found)))
    return kept[1]


def _by_node(search: Expectiminimax, found: Seen) -> Iterator[_Weights]:
    """The weights at each node of a tree."""
    game: Any = found.game
    whose = turns(found)
    of_opponents: dict[int, _Weights] = {}
    for node, value in enumerate(game.values):
        if value is not None or whose[game.to_move(node)] is not Player.CHANCE:
            yield None
        elif game.to_move(node) is Player.CHANCE:
            try:
                chances = game.chances(node)
            except (PlytraceError, LookupError):  # the plain search says what is missing
                raise Unsuited from None
            yield _whole(search, chances, node)
        else:
            moves = len(game.actions(node))
            if moves not in of_opponents:
                of_opponents[moves] = _opponents(search, found, moves)
            yield of_opponents[moves]


def _opponents(search: Expectiminimax, found: Seen, moves: int) -> _Weights:
    """The weights of a random opponent's so many moves."""
    assert found.opponent is not None
    return _whole(search, list(enumerate(found.opponent.probabilities(moves))), found.state)


def _whole(search: Expectiminimax, pairs: Any, state: Any) -> _Weights:
    """The weights of a chance node as numbers that the kernel can hold."""
    try:
        weights, common = search.weights(pairs, state)
    except PlytraceError:
        raise Unsuited from None
    if common >= _MOST or max(weights) >= _MOST:
        raise Unsuited
    return weights, common
