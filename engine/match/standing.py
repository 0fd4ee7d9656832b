"""The state of a match: everything that can be read without changing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import AnyGame, Player
from engine.match.history import MatchHistory, MatchResult, PlayedMove, find_result, resigned_result
from engine.match.naming import LegalMove, legal_moves
from engine.match.players import Human, Participant


class MatchState:
    """A game, its players, and the moves so far."""

    def __init__(self, game: AnyGame, first: Participant, second: Participant) -> None:
        self.game = game
        self._players = {Player.MAX: first, Player.MIN: second}
        self._history = MatchHistory()
        self._resigned: Player | None = None

    @property
    def players(self) -> Mapping[Player, Participant]:
        """The players of MAX and MIN."""
        return self._players

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        """The moves so far."""
        return tuple(self._history.done)

    @property
    def undone_moves(self) -> tuple[PlayedMove, ...]:
        """The moves that were taken back, in the order of `redo`."""
        return tuple(reversed(self._history.undone))

    @property
    def states(self) -> list[Any]:
        """The states from the first to the current one: one more than the moves."""
        return [self.game.initial, *(played.after for played in self._history.done)]

    @property
    def state(self) -> Any:
        """The current state."""
        return self._history.done[-1].after if self._history.done else self.game.initial

    @property
    def last(self) -> PlayedMove | None:
        """The last move; None if there is none."""
        return self._history.done[-1] if self._history.done else None

    @property
    def to_move(self) -> Player:
        """Whose turn it is; at the end, whose turn it would be."""
        return self.game.to_move(self.state)

    @property
    def participant(self) -> Participant:
        """The player who chooses the next move."""
        return self._players[self.to_move]

    @property
    def is_humans_turn(self) -> bool:
        """Whether a human is to move now."""
        return not self.is_over and isinstance(self._players.get(self.to_move), Human)

    @property
    def result(self) -> MatchResult | None:
        """The result; None if the match is not over."""
        if self._resigned is not None:
            return resigned_result(self.game, self._resigned)
        return find_result(self.game, self.states)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.result is not None

    @property
    def score_line(self) -> str:
        """A short score, such as `B 5, W 2`; empty if the game has none."""
        return self.game.score_line(self.state, self.game.initial)

    def label(self, player: Player) -> str:
        """Return a player's name in the game: X, B, White, first, chance."""
        return self.game.labels[player]

    def legal_moves(self) -> list[LegalMove]:
        """Return the legal moves, with their names and cells; none if the match is over."""
        return [] if self.is_over else legal_moves(self.game, self.state)

    @property
    def is_pass_forced(self) -> bool:
        """Whether the side to move can only pass."""
        if self.is_over or self.to_move is Player.CHANCE:
            return False
        actions = self.game.actions(self.state)
        return len(actions) == 1 and self.game.is_pass(actions[0])
