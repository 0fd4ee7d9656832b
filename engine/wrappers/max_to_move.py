"""MAX is whoever moves first from here: the point of view of AIMA's and CS480's programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.evaluation import Term
from engine.game import MIN, AnyGame, Number, Player
from engine.wrappers.wrapped import Wrapped

__all__ = ["MaxToMove", "max_to_move"]


class MaxToMove(Wrapped):
    """The same game with MAX and MIN exchanged, values included.

    Args:
        inner: a game in which MIN is to move.
    """

    option = "max"

    @property
    def asked(self) -> str:
        """Who MAX is."""
        return "to-move"

    def __init__(self, inner: AnyGame) -> None:
        super().__init__(inner)
        self.labels = {player: inner.labels[player.opponent] for player in inner.labels}

    def to_move(self, state: Any) -> Player:
        """The inner game's other player; chance stays chance."""
        return self.inner.to_move(state).opponent

    def utility(self, state: Any, player: Player) -> Number:
        """What the state is worth to the inner game's other player."""
        return self.inner.utility(state, player.opponent)

    def evaluate(self, state: Any) -> Number:
        """The inner evaluation, negated."""
        return -self.inner.evaluate(state)

    def terms(self, state: Any) -> Sequence[Term]:
        """The inner terms with the amounts as the other player sees them."""
        return [replace(term, amount=-term.amount) for term in self.inner.terms(state)]


def max_to_move(game: AnyGame) -> AnyGame:
    """The game as the side to move sees it: itself where MAX is to move already."""
    return MaxToMove(game) if game.to_move(game.initial) is MIN else game
