"""The player to move becomes MAX, as in AIMA's and CS 480's programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.game import MIN, AnyGame, Number, Player
from engine.values.evaluation import Term
from engine.wrappers.wrapped import Wrapped


class MaxToMove(Wrapped):
    """The same game with MAX and MIN swapped, including values."""

    option = "max"

    @property
    def option_value(self) -> str:
        """The word `to-move`."""
        return "to-move"

    def __init__(self, inner: AnyGame) -> None:
        super().__init__(inner)
        self.labels = {player: inner.labels[player.opponent] for player in inner.labels}
        low, high = self.value_range
        self.value_range = (-high, -low)

    def to_move(self, state: Any) -> Player:
        """Return the inner game's other player; chance stays chance."""
        return self.inner.to_move(state).opponent

    def utility(self, state: Any, player: Player) -> Number:
        """Return the state's value for the inner game's other player."""
        return self.inner.utility(state, player.opponent)

    def bounds_of(self, state: Any) -> tuple[Number, Number]:
        """Return the inner bounds, negated and swapped."""
        low, high = self.inner.bounds_of(state)
        return -high, -low

    def evaluate(self, state: Any) -> Number:
        """Return the inner evaluation, negated."""
        return -self.inner.evaluate(state)

    def terms(self, state: Any) -> Sequence[Term]:
        """Return the inner terms with negated amounts."""
        return [replace(term, amount=-term.amount) for term in self.inner.terms(state)]


def max_to_move(game: AnyGame) -> AnyGame:
    """Return the game with the side to move as MAX; unchanged if MAX is to move."""
    return MaxToMove(game) if game.to_move(game.initial) is MIN else game
