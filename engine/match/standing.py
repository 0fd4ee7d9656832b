"""Where a match stands: everything that can be asked of it without changing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import AnyGame, Player
from engine.match.history import History, Played
from engine.match.naming import LegalMove, legal_moves
from engine.match.players import Human, Participant
from engine.match.results import Result, resigned_result, result_of

__all__ = ["Standing"]


class Standing:
    """A game, who plays it, and the moves so far.

    Args:
        game: the game; the match begins at its initial state.
        first: who plays MAX.
        second: who plays MIN.
    """

    def __init__(self, game: AnyGame, first: Participant, second: Participant) -> None:
        self.game = game
        self._players = {Player.MAX: first, Player.MIN: second}
        self._history = History()
        self._resigned: Player | None = None

    @property
    def players(self) -> Mapping[Player, Participant]:
        """Who plays MAX and MIN."""
        return self._players

    @property
    def moves(self) -> tuple[Played, ...]:
        """The moves so far."""
        return tuple(self._history.done)

    @property
    def undone(self) -> tuple[Played, ...]:
        """The moves that were taken back, in the order in which `redo` makes them again."""
        return tuple(reversed(self._history.undone))

    @property
    def states(self) -> list[Any]:
        """The states from the first to the present one: one more than there are moves."""
        return [self.game.initial, *(played.after for played in self._history.done)]

    @property
    def state(self) -> Any:
        """The present state."""
        return self._history.done[-1].after if self._history.done else self.game.initial

    @property
    def last(self) -> Played | None:
        """The last move; None before there is one."""
        return self._history.done[-1] if self._history.done else None

    @property
    def to_move(self) -> Player:
        """Whose turn it is; at the end, whose turn it would be."""
        return self.game.to_move(self.state)

    @property
    def participant(self) -> Participant:
        """Who is to choose the next move."""
        return self._players[self.to_move]

    @property
    def is_humans_turn(self) -> bool:
        """Whether a person is to move now."""
        return not self.is_over and isinstance(self._players.get(self.to_move), Human)

    @property
    def result(self) -> Result | None:
        """How it ended; None where it goes on."""
        if self._resigned is not None:
            return resigned_result(self.game, self._resigned)
        return result_of(self.game, self.states)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.result is not None

    @property
    def score_line(self) -> str:
        """How it stands in a few words, such as `B 5, W 2`; empty where the game says none."""
        return self.game.score_line(self.state, self.game.initial)

    def label(self, player: Player) -> str:
        """What the game calls a player: X, B, White, first, chance."""
        return self.game.labels[player]

    def legal_moves(self) -> list[LegalMove]:
        """The legal moves, with their names and cells; none where the match is over."""
        return [] if self.is_over else legal_moves(self.game, self.state)

    @property
    def is_pass_forced(self) -> bool:
        """Whether a pass is all that the side to move can do."""
        if self.is_over or self.to_move is Player.CHANCE:
            return False
        actions = self.game.actions(self.state)
        return len(actions) == 1 and self.game.is_pass(actions[0])
