"""The default search and its limits for a game.

`search` first tries plain alpha-beta, the search that courses teach, for `ALPHA_BETA_VISITS`. If
that does not finish, it has one second. In the first half it tries to prove a best move with
`solve`. If it cannot, or if the position is lost, it uses the other half for iterative deepening,
best moves of the last pass first, with the evaluation `features` in chess, the default one
elsewhere. A game that may last hundreds of moves has only iterative deepening. A game without an
evaluation cannot be cut off at a depth: there `search` is `solve` for one second. If that does not
finish, MCTS runs for another second. Games with chance use only expectiminimax and MCTS.

A search chosen by name without a limit runs to the end if the tree has at most a million nodes.
In a larger tree it stops at the deepest ply down to which the game has at most 6,000
positions (3 in chess, 5 in Reversi and Connect Four), or, without an evaluation, after a second.
`deepening` and `mcts` can stop at any time and always get one second.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import AnyGame
from engine.match.players import AUTO, Participant, RandomPlayer, SearchPlayer
from engine.search import default_search, find_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.deepening import Deepening
from engine.searches.expectiminimax import Expectiminimax
from engine.searches.mcts import Mcts
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from engine.searches.solve import Solve
from engine.searches.transposition import Transposition
from engine.tree_size.full_tree import full_tree_size
from engine.wrappers.random_opponent import RandomOpponent


#: The default seconds per move.
SECONDS: Final = 1.0

#: Visits within which alpha-beta must finish to be the default search of a position: under a second
#: even without the kernel. Measured on two cores, in seconds without and with it: tic-tac-toe
#: (18,297 visits) 0.16 and 0.02, Reversi 4 (11,219) 0.28 and 0.002, a stopped Connect Four 0.45
#: and 0.003.
ALPHA_BETA_VISITS: Final = 25_000

#: The largest tree, in nodes, that is searched completely by default; minimax takes some seconds.
LARGEST_TREE: Final = 1_000_000

#: Positions examined to estimate the size of a game.
MOST_POSITIONS: Final = 6_000

#: Plies down to which nodes are counted; deeper trees are hardly ever small.
_DEEPEST: Final = 200


def check_player(player: Participant, game: AnyGame) -> None:
    """Check that a player supports a game: its search and settings, or its weights."""
    if isinstance(player, RandomPlayer):
        RandomOpponent(game, player.weights)
    elif isinstance(player, SearchPlayer):
        for search_player in searches_for(player, game):
            search_player.try_on(game)


def searches_for(player: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    """Return the searches that choose a player's move, each with its limits."""
    if player.search == AUTO:
        return _automatic(player, game)
    settings, kind = player.settings, find_search(player.search)
    in_time = player if player.has_budget else replace(player, seconds=SECONDS)
    if kind is Deepening or kind is Mcts:
        return (player if settings.iterations is not None else in_time,)
    if settings.depth is not None or settings.rounds is not None:
        return (player,)
    seen = player.apply_evaluation(game)
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
    if limited.seconds is not None and _can_use_alphabeta(settings, game):
        plain = replace(settings, seed=None)
        visits = min(ALPHA_BETA_VISITS, player.max_visits or ALPHA_BETA_VISITS)
        first = replace(limited, search=AlphaBeta.name, settings=plain, max_visits=visits)
        return first, *_larger(player, limited, game)
    return _larger(player, limited, game)


def _larger(player: SearchPlayer, limited: SearchPlayer, game: AnyGame) -> tuple[SearchPlayer, ...]:
    """Return the searches of positions that are too large for alpha-beta."""
    settings = player.settings
    if not game.has_chance and _has_evaluation(player.apply_evaluation(game)):
        if not player.evaluation:
            limited = replace(limited, evaluation=game.played_by)
        if settings.order == "given":
            settings = replace(settings, order="best-first")
        settings = replace(settings, seed=None)
        deepening = replace(limited, search=Deepening.name, settings=settings)
        if limited.seconds is None or game.may_not_end or not _can_solve(settings):
            return (deepening,)
        half = limited.seconds / 2
        first = replace(limited, search=Solve.name, evaluation=player.evaluation, seconds=half)
        return replace(first, settings=_adapt_to_solve(settings)), replace(deepening, seconds=half)
    exact = Expectiminimax if game.has_chance else Solve if _can_solve(settings) else Transposition
    search_settings = _adapt_to_solve(settings) if exact is Solve else replace(settings, seed=None)
    first = replace(limited, search=exact.name, settings=search_settings)
    usual = replace(settings, order="given", opponent="uniform")
    return first, replace(limited, search=Mcts.name, settings=usual)


def _can_use_alphabeta(settings: Settings, game: AnyGame) -> bool:
    """Return whether alpha-beta can be tried with these settings."""
    if game.has_chance or game.may_not_end or default_search(game) != AlphaBeta.name:
        return False
    if ORDERS[settings.order].learns_from == "passes":
        return False
    return settings.non_defaults().keys() <= {*AlphaBeta.takes, "seed"}


def _can_solve(settings: Settings) -> bool:
    """Return whether `solve` can be tried with these settings."""
    convention = settings.convention
    is_plain = convention.cutoff == ">=" and convention.returns == "fail-soft"
    return is_plain and settings.non_defaults().keys() <= {*Solve.takes, "order", "seed"}


def _adapt_to_solve(settings: Settings) -> Settings:
    """Return the settings that `solve` takes."""
    return replace(settings, order="given", seed=None)


def _has_evaluation(game: AnyGame) -> bool:
    """Return whether a search of the game can be cut off at a depth."""
    if game.evaluations or game.is_terminal(game.initial):
        return True
    try:
        game.evaluate(game.initial)
    except SearchRefused:
        return False
    return True


def _levels(game: AnyGame) -> tuple[int, bool]:
    """Return the plies (at least 1) with few enough positions, and whether they are all plies."""
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
                except TypeError:  # unhashable states are all counted
                    seen.add(len(seen))
                if len(seen) > MOST_POSITIONS:
                    return max(1, depth), False
                below.append(after)
        level, depth = below, depth + 1
    return depth, True


def _has_few_nodes(game: AnyGame) -> bool:
    try:
        size = full_tree_size(game)
    except TypeError:  # unhashable states; there were few of them
        return True
    return size is not None and size <= LARGEST_TREE
