"""The choice of a computer player's move, by a search or at random."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import Any

from engine.errors import UsageError
from engine.game import AnyGame, Player
from engine.log.best_play import actions_along, best_rows, find_best_child
from engine.log.visit_log import Flag, VisitLog
from engine.match.players import Human, Participant, RandomPlayer, SearchPlayer, searches_for
from engine.match.position import start_at
from engine.running.control import Control, PartialResult, RunningSearch, StopReason
from engine.search import find_search, run_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.minimax import Expectimax
from engine.searches.settings import OPTION_NAMES
from engine.searches.solve import Solve
from engine.wrappers.changed import change, changes_of, max_to_move


@dataclass(frozen=True, slots=True)
class SearchOfMove:
    """A search that chose a move: its result, and the arguments to run it again.

    The player's visit budget is that of the search, or the visit at which it was stopped.
    `tracer.trace(searched.game, **searched.arguments)` repeats the search and returns its trace; a
    stopped search stops at the same visit.
    """

    game: AnyGame
    player: SearchPlayer
    value: float
    line: tuple[str, ...]
    visits: int
    cutoffs: int
    seconds: float
    stopped: StopReason | None = None
    passes: int | None = None
    is_whole: bool = True

    @property
    def is_turned(self) -> bool:
        """Whether MAX and MIN were swapped for the search, as for MIN's expectimax."""
        return changes_of(self.game).max is not None

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `tracer.trace`, except the game, that repeat this search."""
        settings = self.player.settings
        return {
            "search": self.player.search,
            "convention": settings.convention,
            **{name: getattr(settings, name) for name in OPTION_NAMES},
            "max_visits": self.player.max_visits,
        }

    @property
    def how_it_ended(self) -> str:
        """A clause that says why the search stopped early and which move was chosen; else empty."""
        # A deepening search that uses up its time has not stopped early.
        if self.stopped is None:
            return ""
        how = self.stopped.description.partition(" (")[0]  # without the option that sets it
        if self.stopped is StopReason.TOO_DEEP:
            how = "because the game did not end"
        stopped = f"stopped {how}"
        if math.isnan(self.value):
            return f"{stopped} before any move was searched: the first legal move"
        kind = find_search(self.player.search)
        # Such a search uses its whole budget.
        is_in_time = self.stopped is not StopReason.CANCELLED and (
            kind.deepens or kind.uses_playouts
        )
        return "" if is_in_time and self.is_whole else f"{stopped}: the best move so far"


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A move that was chosen."""

    state: Any
    action: Any
    name: str
    by: str
    searched: SearchOfMove | None = None


class MoveSearch:
    """The search for one move, to run in this or another thread."""

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        player: Participant,
        tries: Sequence[SearchPlayer] = (),
        seed: int = 0,
        draw: str = "",
    ) -> None:
        if isinstance(player, Human):
            raise UsageError("a human player cannot be run", expected="a search or random")
        self.game = game
        self.state = state
        self.player = player
        self._seed = seed
        self._draw = draw
        self._cancelled = False
        self._control = Control()
        self._placed = start_at(game, state)
        self._tries: tuple[SearchPlayer, ...] = ()
        if isinstance(player, SearchPlayer):
            self._tries = tuple(
                self._add_seed(search_player)
                for search_player in tries or searches_for(player, self._placed)
            )

    def cancel(self) -> None:
        """Stop the search with the best move found; safe from any thread."""
        self._cancelled = True
        self._control.cancel()

    def so_far(self) -> PartialResult | None:
        """Return the result so far, while the search runs; None before it starts."""
        running = self._control.running
        return running.so_far() if running else None

    @property
    def running(self) -> RunningSearch | None:
        """The running search; None before it starts."""
        return self._control.running

    def run(self) -> ChosenMove:
        """Choose a move. It may take long; `cancel` stops it."""
        if isinstance(self.player, RandomPlayer):
            return self._draw_move(self.player)
        searched: tuple[Any, SearchOfMove] | None = None
        is_lost = False
        for search_player in self._tries:
            if is_lost and search_player is not self._tries[-1]:
                continue
            choice = self._search_move(search_player)
            # Keep the first search if a later one found nothing.
            if searched is None or not math.isnan(choice[1].value):
                searched = choice
            ended = choice[1].stopped is None
            is_exact = ended and search_player.search in (AlphaBeta.name, Solve.name)
            is_lost = is_exact and self._is_lost(choice[1].value)
            if (ended and not is_lost) or self._cancelled:
                break
        assert searched is not None
        action, search = searched
        return ChosenMove(self.state, action, self.game.name_of(action), str(self.player), search)

    def _is_lost(self, value: float) -> bool:
        """Return whether nothing is worse for the side to move, so that all moves are equal."""
        # Iterative deepening then plays on: it prefers moves whose loss is far away.
        low, high = self.game.unless_rules_changed("value_range")
        return bool(value == (high if self.game.to_move(self.state) is Player.MIN else low))

    def _add_seed(self, player: SearchPlayer) -> SearchPlayer:
        if player.settings.seed is None and "seed" in find_search(player.search).takes:
            return replace(player, settings=replace(player.settings, seed=self._seed))
        return player

    def _draw_move(self, player: RandomPlayer) -> ChosenMove:
        chances = change(self.game, opponent=player.weights).chances(self.state)
        seed = self._seed if player.seed is None else player.seed
        action = random_outcome(chances, seed, self._draw)
        return ChosenMove(self.state, action, self.game.name_of(action), str(player))

    def _search_move(self, player: SearchPlayer) -> tuple[Any, SearchOfMove]:
        """Return a move and the search that chose it."""
        game, kind = player.apply_evaluation(self._placed), find_search(player.search)
        # Expectimax replaces MIN by chance, so it can only choose MAX's moves.
        turned = player.search == Expectimax.name and game.to_move(self.state) is Player.MIN
        game = max_to_move(game) if turned else game
        self._control = control = Control(player.max_visits, seconds=player.seconds)
        if self._cancelled:
            control.cancel()
        began = perf_counter()
        result = run_search(game, player.search, player.settings, control)
        seconds, log = perf_counter() - began, result.log
        rows, is_whole = _find_best(player, log)
        moves = [action for _, action in actions_along(result.game, log, rows)[:-1]]
        value = log.value[rows[0] if is_whole else rows[1]] if moves else math.nan
        if kind.uses_playouts and moves:
            value = kind.outcome(log, player.settings.convention.ties).value
        searched = SearchOfMove(
            game,
            player if result.stopped is None else replace(player, max_visits=len(log)),
            -value if turned else value,
            tuple(self.game.name_of(move) for move in moves),
            result.counts.visited,
            result.counts.cutoffs,
            seconds,
            result.stopped,
            _count_passes(log) if kind.deepens else None,
            is_whole,
        )
        return moves[0] if moves else self.game.actions(self.state)[0], searched


def random_outcome(chances: Sequence[tuple[Any, Any]], seed: int, draw: str) -> Any:
    """Return one of several outcomes, drawn by their probabilities."""
    # A text seed is hashed in full; only `random` is guaranteed not to change.
    number = Random(f"{seed}/{draw}").random()
    sums = list(accumulate(float(probability) for _, probability in chances))
    return chances[min(bisect_right(sums, number * sums[-1]), len(sums) - 1)][0]


def _find_best(player: SearchPlayer, log: VisitLog) -> tuple[list[int], bool]:
    """Return the rows of best play, the root first, and whether the root's value is known."""
    # If no root is complete, take the best of its complete children.
    kind, ties = find_search(player.search), player.settings.convention.ties
    rows = kind.outcome(log, ties).rows
    if kind.uses_playouts or not log.flags[rows[0]] & Flag.INCOMPLETE:
        return rows, True
    whole = (row for row in log.children(0) if not log.flags[row] & Flag.INCOMPLETE)
    best = find_best_child(log, 0, whole, ties)
    return ([0] if best is None else [0, *best_rows(log, best, ties)]), False


def _count_passes(log: VisitLog) -> int:
    """Return how many passes of a search were completed."""
    return sum(1 for root in log.roots() if not log.flags[root] & Flag.INCOMPLETE)
