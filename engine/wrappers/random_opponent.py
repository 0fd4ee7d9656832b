"""MIN moves at random: its turns are chance nodes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.errors import UsageError
from engine.game import CHANCE, MIN, AnyGame, Number, Player
from engine.wrappers.wrapped import Wrapped


class RandomOpponent(Wrapped):
    """A game in which chance makes MIN's moves."""

    option = "opponent"

    @property
    def option_value(self) -> str:
        """The opponent's weights."""
        return self.chooses

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> RandomOpponent:
        """Return the game with that opponent."""
        return cls(inner, saved)

    def __init__(self, inner: AnyGame, weights: str = "uniform") -> None:
        super().__init__(inner)
        self.has_chance = True
        self.chance_plays = not inner.has_chance
        self.labels = {**inner.labels, CHANCE: inner.labels[MIN]}
        self.chooses = weights
        self.weights = _read(weights)
        self._known: dict[int, list[Fraction]] = {}

    def to_move(self, state: Any) -> Player:
        """Return the player to move, chance instead of MIN."""
        player = self.inner.to_move(state)
        return CHANCE if player is MIN else player

    def chances(self, state: Any) -> Sequence[tuple[Any, Number]]:
        """Return MIN's moves by their weights, or the inner game's own outcomes."""
        if self.inner.to_move(state) is CHANCE:
            return self.inner.chances(state)
        moves = self.inner.actions(state)
        return list(zip(moves, self.probabilities(len(moves)), strict=True))

    def probabilities(self, count: int) -> list[Fraction]:
        """Return the probabilities of this many moves."""
        if count not in self._known:
            last = len(self.weights) - 1
            weights = [self.weights[min(place, last)] for place in range(count)]
            if not any(weights):  # all moves have weight 0
                weights = [Fraction(1)] * count
            total = sum(weights, Fraction())
            self._known[count] = [weight / total for weight in weights]
        return self._known[count]


def _read(text: str) -> list[Fraction]:
    if text == "uniform":
        return [Fraction(1)]
    try:
        parts = text.split(",") if isinstance(text, str) else []
        weights = [Fraction(part.strip()) for part in parts]
    except (ValueError, ZeroDivisionError):
        weights = []
    if not weights or any(weight < 0 for weight in weights) or not any(weights):
        raise UsageError(
            f"a random opponent cannot choose by {text!r}",
            expected="uniform, or weights of 0 or more for its moves in order, such as 2,1,1",
        )
    return weights
