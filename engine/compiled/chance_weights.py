"""Weights of chance nodes in the form that the kernel reads."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

from engine.compiled.known_games import KnownGame, turns
from engine.errors import PlytraceError
from engine.game import Player
from engine.kernel.unsupported import Unsupported
from engine.searches.checks import whole_weights


#: Up to this many moves per node, weights are prepared for every number of moves.
_MOST_WEIGHED: Final = 256
#: The largest weight: 64-bit integers hold it with room for the sum of two.
_MOST: Final = 2**62

#: The integer weights of a chance node's moves and their sum; None for other nodes.
_Weights = tuple[list[int], int] | None


def read_chance_weights(kernel: ModuleType, kernel_game: KnownGame, board: Any) -> Any:
    """Return the weights of chance nodes, by number of moves or (in a tree) by node.

    A tree's weights are cached with its layout for later searches.
    """
    opponent = kernel_game.opponent
    if opponent is None and not board.has_chance:
        return None
    if kernel_game.board != "TreeBoard":
        if board.widest > _MOST_WEIGHED:
            raise Unsupported
        counts = range(1, board.widest + 1)
        return kernel.Chances([None, *(_opponents(kernel_game, moves) for moves in counts)])
    game: Any = kernel_game.game
    of = (game.probabilities, opponent and tuple(opponent.weights), kernel_game.turned)
    stored = board.layout.chances
    if stored is None or stored[0][0] is not of[0] or stored[0][1:] != of[1:]:
        stored = board.layout.chances = of, kernel.Chances(list(weights_by_node(kernel_game)))
    return stored[1]


def weights_by_node(kernel_game: KnownGame) -> Iterator[_Weights]:
    """Yield the weights at each node of a tree."""
    game: Any = kernel_game.game
    whose = turns(kernel_game)
    of_opponents: dict[int, _Weights] = {}
    for node, value in enumerate(game.values):
        if value is not None or whose[game.to_move(node)] is not Player.CHANCE:
            yield None
        elif game.to_move(node) is Player.CHANCE:
            try:
                chances = game.chances(node)
            except (PlytraceError, LookupError):  # the plain search says what is missing
                raise Unsupported from None
            yield _as_integers(kernel_game, chances, node)
        else:
            moves = len(game.actions(node))
            if moves not in of_opponents:
                of_opponents[moves] = _opponents(kernel_game, moves)
            yield of_opponents[moves]


def _opponents(kernel_game: KnownGame, moves: int) -> _Weights:
    """Return the weights of a random opponent with this many moves."""
    assert kernel_game.opponent is not None
    return _as_integers(
        kernel_game, list(enumerate(kernel_game.opponent.probabilities(moves))), kernel_game.state
    )


def _as_integers(kernel_game: KnownGame, pairs: Any, state: Any) -> _Weights:
    """Return the weights of a chance node as 64-bit integers."""
    try:
        weights, common = whole_weights(kernel_game.game, pairs, state)
    except PlytraceError:
        raise Unsupported from None
    if common >= _MOST or max(weights) >= _MOST:
        raise Unsupported
    return weights, common
