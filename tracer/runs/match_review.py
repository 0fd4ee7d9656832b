"""The review of a match: the value of every position, the mistakes, and better lines.

A position is searched completely if it is small enough. Otherwise it is searched to a fixed depth,
and the position after the move to one ply less: both searches then evaluate the same positions, so
that the best move never loses anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import SearchRefused
from engine.game import AnyGame, Player
from engine.match.choosing import MoveSearch, SearchOfMove
from engine.match.match import Match, PlayedMove, find_result
from engine.match.players import SearchPlayer, searches_for
from engine.match.position import start_at
from engine.search import default_search
from engine.searches.transposition import Transposition
from engine.wrappers.changed import change

#: Visits of an exact search with a transposition table, tried if the tree is too large.
_EXACT_VISITS: Final = 100_000
#: Worth of a win where the quickest one is sought: more than any evaluation.
_WIN: Final = 10**9
#: The smallest loss that is a mistake, if the values are estimated: half a pawn or disc, or half
#: the way from an even position to a lost one.
SMALLEST_ESTIMATED_LOSS: Final = 0.5


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a match and its value."""

    played: PlayedMove
    before: float
    after: float
    depth: int | None = None
    searched: SearchOfMove | None = None
    best: tuple[str, ...] = ()
    reply: tuple[str, ...] = ()

    @property
    def loss(self) -> float:
        """What the move loses for the player who made it; 0 if it is as good as any."""
        if self.played.kind != "chosen" or not self.is_known:
            return 0.0
        lost = self.before - self.after
        return max(0.0, lost if self.played.player is Player.MAX else -lost)

    @property
    def is_known(self) -> bool:
        """Whether both values are known."""
        return not (math.isnan(self.before) or math.isnan(self.after))

    @property
    def is_mistake(self) -> bool:
        """Whether another move was better.

        If the values are estimated, the loss must be large enough, and no deeper search may have
        chosen the move: it knows more than the review.
        """
        if self.depth is None:
            return self.loss > 0
        search = self.played.choice.searched if self.played.choice else None
        depth = max(search.player.settings.depth or 0, search.passes or 0) if search else 0
        return self.loss >= SMALLEST_ESTIMATED_LOSS and depth <= self.depth


@dataclass(frozen=True, slots=True)
class _Position:
    """A searched position: its value for MAX, best play, and the search if one was needed."""

    value: float
    line: tuple[str, ...] = ()
    searched: SearchOfMove | None = None


class _Searches:
    """Several searches of positions of a game, one after the other."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._running: MoveSearch | None = None
        self._is_cancelled = False

    def cancel(self) -> None:
        """Stop after what is known so far; safe from any thread."""
        self._is_cancelled = True
        if self._running is not None:
            self._running.cancel()

    def _run_search(self, game: AnyGame, state: Any, player: SearchPlayer) -> SearchOfMove | None:
        self._running = MoveSearch(game, state, player, (player,))
        if self._is_cancelled:
            self._running.cancel()
        return self._running.run().searched


class MoveValues(_Searches):
    """The exact value for MAX of every move of a position, each searched with a full window."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        super().__init__(game)
        self.state = state

    def run(self) -> dict[Any, float]:
        """Return the value of each move; empty if the search was cancelled."""
        game = self._game
        values: dict[Any, float] = {}
        if game.is_terminal(self.state):
            return {}
        for action in game.moves(self.state):
            after = game.result(self.state, action)
            value = float(game.utility(after, Player.MAX)) if game.is_terminal(after) else None
            values[action] = self._search(after) if value is None else value
            if self._is_cancelled:
                return {}
        return values

    def _search(self, state: Any) -> float:
        name = default_search(self._game) if self._game.has_chance else Transposition.name
        player = SearchPlayer(name, max_visits=_EXACT_VISITS)
        is_endless = self._game.may_not_end
        searched = None if is_endless else self._run_search(self._game, state, player)
        if searched is None or (searched.stopped is not None and not self._is_cancelled):
            raise SearchRefused(
                "This position is too large to search to the end: its moves have no exact values"
            )
        return searched.value


class MatchReview(_Searches):
    """The reviewed moves of a match, searched one after the other."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game)
        self._played = match.moves
        self._states = match.states
        self._exact: dict[int, _Position | None] = {}
        self._limits: dict[int, SearchPlayer] = {}
        #: The moves reviewed so far, in the order of the match.
        self.moves: list[ReviewedMove] = []

    def is_review_of(self, match: Match) -> bool:
        """Return whether it reviews these moves of a match."""
        return self._game is match.game and self._played == match.moves

    @property
    def is_complete(self) -> bool:
        """Whether all moves are reviewed."""
        return len(self.moves) == len(self._played)

    def run(self) -> list[ReviewedMove]:
        """Review the moves that are left. It may take long; `cancel` stops it."""
        for place in range(len(self.moves), len(self._played)):
            reviewed = self._review(place)
            if self._is_cancelled:
                break
            self.moves.append(reviewed)
        return self.moves

    def _review(self, place: int) -> ReviewedMove:
        """Review the move at an index."""
        played = self._played[place]
        depth, before = None, self._solve(place)
        after = None if before is None else self._solve(place + 1)
        if before is None or after is None:
            player = self._limited(place)
            if player.settings.depth is None:  # the game has no evaluation
                before = after = _Position(math.nan)
            else:
                depth = player.settings.depth
                before = self._estimate(place, player)
                if before.line[:1] == (played.name,):  # best play: its value is known
                    after = _Position(before.value, before.line[1:])
                else:
                    after = self._estimate(place + 1, player, 1)
        value = before.value
        if place == len(self._played) - 1:
            # A search sees no earlier positions, so it cannot see a draw by repetition.
            ended = find_result(self._game, self._states)
            if ended is not None and ended.value is not None:
                after = _Position(float(ended.value))
                better = max if played.player is Player.MAX else min
                value = value if played.player is Player.CHANCE else better(value, after.value)
        return ReviewedMove(
            played, value, after.value, depth, before.searched, before.line, after.line
        )

    def _solve(self, place: int) -> _Position | None:
        """Return the exact value of a position; None if it is too large."""
        if place not in self._exact:
            self._exact[place] = self._solve_position(place)
        return self._exact[place]

    def _solve_position(self, place: int) -> _Position | None:
        state = self._states[place]
        if self._game.is_terminal(state):
            return self._make_ended_position(state)
        player = self._limited(place)
        if player.settings.depth is None and not player.has_budget:
            return self._search(state, player)
        if self._game.has_chance or self._game.may_not_end:
            return None
        exact = SearchPlayer(Transposition.name, max_visits=_EXACT_VISITS)
        position = self._search(state, exact)
        is_whole = position.searched is not None and position.searched.stopped is None
        return position if is_whole else None

    def _limited(self, place: int) -> SearchPlayer:
        """Return alpha-beta, or its relative for chance, with the limit for a position."""
        if place not in self._limits:
            placed = start_at(self._game, self._states[place])
            player = SearchPlayer(default_search(placed), evaluation=self._game.played_by)
            self._limits[place] = searches_for(player, placed)[0]
        return self._limits[place]

    def _estimate(self, place: int, player: SearchPlayer, less: int = 0) -> _Position:
        """Return the value of a position by a search to a depth, less some plies."""
        state = self._states[place]
        if self._game.is_terminal(state):
            return self._make_ended_position(state)
        depth = (player.settings.depth or 0) - less
        if depth == 0:
            seen = player.apply_evaluation(start_at(self._game, state))
            return _Position(float(seen.evaluate(state)))
        settings = replace(player.settings, depth=depth)
        return self._search(state, replace(player, settings=settings))

    def _search(self, state: Any, player: SearchPlayer) -> _Position:
        search = self._run_search(self._game, state, player)
        assert search is not None
        line = search.line
        if search.stopped is None and self._game.has_wins and self._is_decided(state, line):
            line = self._find_quickest_line(state, player) or line
        return _Position(search.value, line, search)

    def _is_decided(self, state: Any, line: tuple[str, ...]) -> bool:
        """Return whether a line from a state leads to the win of a side."""
        for name in line:
            actions = self._game.actions(state)
            state = self._game.result(
                state, next(action for action in actions if self._game.name_of(action) == name)
            )
        return self._game.is_terminal(state) and self._game.utility(state, Player.MAX) != 0

    def _find_quickest_line(self, state: Any, player: SearchPlayer) -> tuple[str, ...]:
        """Return the line that wins soonest, or loses latest; empty if it takes too long."""
        # Among moves of one value a search keeps the first, even if another wins at once.
        game = change(player.apply_evaluation(start_at(self._game, state)), win=_WIN)
        plain = replace(player, evaluation="")
        search = self._run_search(game, game.initial, plain)
        return search.line if search is not None and search.stopped is None else ()

    def _make_ended_position(self, state: Any) -> _Position:
        return _Position(float(self._game.utility(state, Player.MAX)))
