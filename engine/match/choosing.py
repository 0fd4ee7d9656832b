"""How a side that is no person comes to its move: the search for it, or the draw."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import Any

from engine.best_play import actions_along, best_of, best_rows
from engine.control import Control, StopReason
from engine.errors import UsageError
from engine.game import AnyGame, Player
from engine.log import Flag, VisitLog
from engine.match.players import Human, Participant, RandomPlayer, SearchPlayer
from engine.match.positions import at_state
from engine.match.suiting import suited
from engine.search import SearchResult, find_search, run_search
from engine.searches.expectimax import Expectimax
from engine.settings import Settings
from engine.so_far import SoFar
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.max_to_move import MaxToMove, max_to_move
from engine.wrappers.random_opponent import RandomOpponent
from engine.wrappers.wrapped import Wrapped

__all__ = ["Choice", "Searched", "Thinking", "drawn"]


@dataclass(frozen=True, slots=True)
class Searched:
    """A search that chose a move: what it found, and all that is needed to run it again.

    `tracer.trace(searched.game, **searched.arguments)` runs that very search and gives its trace:
    a search that was stopped stops at the same visit.

    Args:
        game: the game from the position on, as the search was given it.
        search: the search's name.
        settings: how it searched.
        value: what the move is worth to MAX, the game's first player; NaN where nothing was found.
        line: the names of the moves of best play, the chosen one first.
        visits: the nodes visited.
        cutoffs: the early returns that skipped a child.
        seconds: how long it took.
        stopped: why it ended before its end; None where it did not.
        passes: how many passes it made, each a ply deeper; None where it makes no such passes.
        is_whole: whether the value is that of a whole search or pass, or of MCTS; where it is not,
            only some of the moves were searched, and the best of them was taken.
        max_visits: the visit at which it stopped, or its budget; None where it has none.
        budget_seconds: its budget of time; None where it had none.
    """

    game: AnyGame
    search: str
    settings: Settings
    value: float
    line: tuple[str, ...]
    visits: int
    cutoffs: int
    seconds: float
    stopped: StopReason | None = None
    passes: int | None = None
    is_whole: bool = True
    max_visits: int | None = None
    budget_seconds: float | None = None

    @property
    def evaluation(self) -> str:
        """The name of the evaluation that was asked for; empty for the game's usual one."""
        game = self.game
        while isinstance(game, Wrapped):
            if isinstance(game, EvaluatedBy):
                return str(game.asked)
            game = game.inner
        return ""

    @property
    def is_turned(self) -> bool:
        """Whether it was given the game with MAX and MIN exchanged, as expectimax is for MIN."""
        return isinstance(self.game, MaxToMove)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `tracer.trace`, beside the game, that run this search again."""
        settings = self.settings
        return {
            "search": self.search,
            "convention": settings.convention,
            "window": settings.window,
            "depth": settings.depth,
            "rounds": settings.rounds,
            "order": settings.order,
            "opponent": settings.opponent,
            "iterations": settings.iterations,
            "exploration": settings.exploration,
            "seed": settings.seed,
            "max_visits": self.max_visits,
        }

    @property
    def how_it_ended(self) -> str:
        """A clause on why it ended early and what was then taken; empty where it did not.

        A search that deepens until its time is spent has not been stopped early.
        """
        if self.stopped is None:
            return ""
        stopped = f"stopped {_STOPS[self.stopped]}"
        if math.isnan(self.value):
            return f"{stopped} before any move was searched: the first legal move"
        is_early = self.stopped is StopReason.CANCELLED or not self.knows_a_move_at_any_time
        return f"{stopped}: the best move so far" if is_early or not self.is_whole else ""

    @property
    def knows_a_move_at_any_time(self) -> bool:
        """Whether it goes on for as long as it is given, so that a budget is no early end."""
        return find_search(self.search).several_roots


_STOPS = {
    StopReason.BUDGET: "by its budget of visits",
    StopReason.TIME: "by its budget of time",
    StopReason.CANCELLED: "by hand",
    StopReason.TOO_DEEP: "where the game has no end",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was chosen.

    Args:
        state: where.
        action: the move.
        name: what people call it.
        by: the text form of who chose it: a player, as `engine.match.players` writes it.
        searched: the search that chose it; None where it was drawn.
    """

    state: Any
    action: Any
    name: str
    by: str
    searched: Searched | None = None


class Thinking:
    """The choice of one move, to be run now or in another thread.

    Args:
        game: the game.
        state: where; a player is to move there.
        player: who chooses: anybody but a human.
        tries: the searches that choose, the first that comes to its end; those that suit the game
            from here by default.
        seed: what is drawn from where the player says no seed.
        draw: what tells this draw from the others of a match.

    Raises:
        UsageError: a person was asked, or the search does not suit the game.
    """

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
            raise UsageError("a person chooses the move", expected="a search or random")
        self.game = game
        self.state = state
        self.player = player
        self._seed = seed
        self._draw = draw
        self._cancelled = False
        self._control = Control()
        self._placed = at_state(game, state)
        self._tries: tuple[SearchPlayer, ...] = ()
        if isinstance(player, SearchPlayer):
            self._tries = tuple(self._seeded(one) for one in tries or suited(player, self._placed))

    def cancel(self) -> None:
        """Ask the search to stop with the best move that it knows; safe from any thread."""
        self._cancelled = True
        self._control.cancel()

    def so_far(self) -> SoFar | None:
        """What the search has found, to be asked while it runs; None before it begins."""
        running = self._control.running
        return running.so_far() if running else None

    def run(self) -> Choice:
        """Choose. It may take long; `cancel` ends it.

        Raises:
            SearchRefused: the search does not suit the game.
            InvalidInput: the game breaks its own rules.
        """
        if isinstance(self.player, RandomPlayer):
            return self._drawn(self.player)
        searched: tuple[Any, Searched] | None = None
        for one in self._tries:
            found = self._searched(one)
            # A second search that found nothing is no reason to forget the first.
            if searched is None or not math.isnan(found[1].value):
                searched = found
            if found[1].stopped is None or self._cancelled:
                break
        assert searched is not None
        action, what = searched
        return Choice(self.state, action, self.game.name_of(action), str(self.player), what)

    def _seeded(self, player: SearchPlayer) -> SearchPlayer:
        if player.settings.seed is None and "seed" in find_search(player.search).takes:
            return replace(player, settings=replace(player.settings, seed=self._seed))
        return player

    def _drawn(self, player: RandomPlayer) -> Choice:
        chances = RandomOpponent(self.game, player.weights).chances(self.state)
        seed = self._seed if player.seed is None else player.seed
        action = drawn(chances, seed, self._draw)
        return Choice(self.state, action, self.game.name_of(action), str(player))

    def _searched(self, player: SearchPlayer) -> tuple[Any, Searched]:
        """A move and the search that chose it."""
        game = player.seen_by(self._placed)
        # Expectimax puts chance in MIN's place, so that only MAX can ask it for a move.
        turned = player.search == Expectimax.name and game.to_move(self.state) is Player.MIN
        game = max_to_move(game) if turned else game
        self._control = control = Control(player.max_visits, seconds=player.seconds)
        if self._cancelled:
            control.cancel()
        began = perf_counter()
        result = run_search(game, player.search, player.settings, control)
        seconds = perf_counter() - began
        rows, is_whole = _best(player, result)
        way = actions_along(result.game, result.log, rows)
        moves = [action for _, action in way[:-1]]
        value = result.log.value[rows[0] if is_whole else rows[1]] if moves else math.nan
        if player.search == "mcts" and moves:
            value = _outcome_value(player, result)
        stopped, budget = result.stopped, player.max_visits
        deepens = find_search(player.search).deepens
        what = Searched(
            game,
            player.search,
            player.settings,
            -value if turned else value,
            tuple(self.game.name_of(move) for move in moves),
            result.counts.visited,
            result.counts.cutoffs,
            seconds,
            stopped,
            _whole_passes(result.log) if deepens else None,
            is_whole,
            len(result.log) if stopped is not None else budget,
            player.seconds,
        )
        return moves[0] if moves else self.game.actions(self.state)[0], what


def drawn(chances: Sequence[tuple[Any, Any]], seed: int, draw: str) -> Any:
    """One of several outcomes, drawn by their probabilities.

    Args:
        chances: pairs of an outcome and its probability.
        seed: the same seed and draw give the same outcome.
        draw: what tells this draw from the others, such as its number.
    """
    # A text as a seed is hashed in full; only `random` is promised to stay what it is.
    number = Random(f"{seed}/{draw}").random()
    sums = list(accumulate(float(probability) for _, probability in chances))
    return chances[min(bisect_right(sums, number * sums[-1]), len(sums) - 1)][0]


def _best(player: SearchPlayer, result: SearchResult) -> tuple[list[int], bool]:
    """The rows of best play, the root first, and whether the root's value is known.

    Where no root is whole, the best of those children is taken that are.
    """
    log, ties = result.log, player.settings.convention.ties
    kind = find_search(player.search)
    rows = kind.outcome(log, ties).rows
    if kind.plays_out or not log.flags[rows[0]] & Flag.INCOMPLETE:
        return rows, True
    whole = (row for row in log.children(0) if not log.flags[row] & Flag.INCOMPLETE)
    best = best_of(log, 0, whole, ties)
    return ([0] if best is None else [0, *best_rows(log, best, ties)]), False


def _outcome_value(player: SearchPlayer, result: SearchResult) -> float:
    return find_search(player.search).outcome(result.log, player.settings.convention.ties).value


def _whole_passes(log: VisitLog) -> int:
    return sum(1 for root in log.roots() if not log.flags[root] & Flag.INCOMPLETE)
