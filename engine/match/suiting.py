"""Which search, and how far, suits a game where nobody says.

`search` is iterative deepening, best moves of the last pass first, for a second a move; in chess by
the evaluation `features`, elsewhere by the usual one. A game
without an evaluation cannot be cut off at a depth: there it is an exact search with a table of
positions for a second, and where that does not come to an end, MCTS for another second. The same
holds for games with chance, with expectiminimax.

A search that is named and given no limit runs to the end where the tree has at most a million
nodes. In a larger tree it stops at the deepest ply down to which the game has at most 6,000
positions (3 in chess, 5 in Reversi and Connect Four), or, without an evaluation, after a second.
`deepening` and `mcts` know a move at any time, so that a second is all they are given.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.errors import SearchRefused
from engine.full_tree import full_tree_size
from engine.game import AnyGame
from engine.match.players import AUTO, SearchPlayer
from engine.search import default_search, find_search
from engine.searches.deepening import Deepening
from engine.searches.expectiminimax import Expectiminimax
from engine.searches.mcts import Mcts
from engine.searches.transposition import Transposition

__all__ = ["LARGEST_TREE", "MOST_POSITIONS", "SECONDS", "suited"]

#: Seconds that a move may take where nobody says.
SECONDS: Final = 1.0

#: The nodes of a tree that is searched to its end where nobody says: minimax takes some seconds.
LARGEST_TREE: Final = 1_000_000

#: Positions that are looked at to find out how large a game is.
MOST_POSITIONS: Final = 6_000

#: The plies of a game whose nodes are counted; deeper trees are hardly ever small.
_DEEPEST: Final = 200

#: The evaluations that `search` plays by where the usual one makes dull moves: material alone sees
#: no difference between the first moves of a game of chess.
_PLAYED_BY: Final = {"chess": "features"}


def suited(player: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    """The searches that choose a player's move, each with its limits.

    Args:
        player: the player as it was named.
        game: the game from where the match begins.

    Returns:
        One search, or an exact one and another that is asked where that one was stopped.
    """
    if player.search == AUTO:
        return _automatic(player, game)
    settings, kind = player.settings, find_search(player.search)
    in_time = player if player.has_budget else replace(player, seconds=SECONDS)
    if kind is Deepening or kind is Mcts:
        return (player if settings.iterations is not None else in_time,)
    if settings.depth is not None or settings.rounds is not None:
        return (player,)
    seen = player.seen_by(game)
    levels, is_all = _levels(seen)
    if is_all and levels <= _DEEPEST and _has_few_nodes(seen):
        return (player,)
    if not is_all and "depth" in kind.takes and _has_evaluation(seen):
        return (replace(player, settings=replace(settings, depth=levels)),)
    return (in_time,)


def _automatic(player: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    settings = player.settings
    if settings.depth is not None or settings.rounds is not None:
        return (replace(player, search=default_search(game)),)
    if settings.iterations is not None or settings.exploration is not None:
        return (replace(player, search=Mcts.name),)
    limited = player if player.has_budget else replace(player, seconds=SECONDS)
    if not game.has_chance and _has_evaluation(player.seen_by(game)):
        if not player.evaluation:
            limited = replace(limited, evaluation=_PLAYED_BY.get(game.name, ""))
        if settings.order == "given":
            settings = replace(settings, order="best-first")
        settings = replace(settings, seed=None)
        return (replace(limited, search=Deepening.name, settings=settings),)
    exact = Expectiminimax if game.has_chance else Transposition
    first = replace(limited, search=exact.name, settings=replace(settings, seed=None))
    usual = replace(settings, order="given", opponent="uniform")
    return first, replace(limited, search=Mcts.name, settings=usual)


def _has_evaluation(game: AnyGame) -> bool:
    """Whether a search of the game can be cut off at a depth."""
    if game.evaluations or game.is_terminal(game.initial):
        return True
    try:
        game.evaluate(game.initial)
    except SearchRefused:
        return False
    return True


def _levels(game: AnyGame) -> tuple[int, bool]:
    """The plies down to which there are few positions, at least 1, and whether those are all."""
    seen: set[Any] = set()
    level, depth = [game.initial], 0
    while level:
        below = []
        for state in level:
            if game.is_terminal(state):
                continue
            for move in game.moves(state):
                after = game.result(state, move)
                try:
                    if after in seen:
                        continue
                    seen.add(after)
                except TypeError:  # states that cannot be looked up are all counted
                    seen.add(len(seen))
                if len(seen) > MOST_POSITIONS:
                    return max(1, depth), False
                below.append(after)
        level, depth = below, depth + 1
    return depth, True


def _has_few_nodes(game: AnyGame) -> bool:
    try:
        size = full_tree_size(game)
    except TypeError:  # states that cannot be looked up; there were few of them one by one
        return True
    return size is not None and size <= LARGEST_TREE
