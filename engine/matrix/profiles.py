"""Mixed strategies, best responses and the test for an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from engine.matrix.game import NormalForm, Payoffs, Side


#: A mixed strategy: the probability of each pure one; they sum to 1.
Mix: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True)
class Profile:
    """A strategy for each player, with payoffs and best responses."""

    mixes: tuple[Mix, Mix]
    payoffs: tuple[Fraction, Fraction]
    best: tuple[tuple[int, ...], tuple[int, ...]]

    @staticmethod
    def from_mixes(game: NormalForm, rows: Mix, columns: Mix) -> Profile:
        """Return the profile of two mixed strategies in a game."""
        mixes = (rows, columns)
        values = [values_against(game.payoffs(side), mixes[side.other]) for side in Side]
        expected = [_weigh(values[side], mixes[side]) for side in Side]
        best = [_largest(values[side]) for side in Side]
        return Profile(mixes, (expected[0], expected[1]), (best[0], best[1]))

    @property
    def is_pure(self) -> bool:
        """Whether neither player mixes."""
        return all(len(support(mix)) == 1 for mix in self.mixes)

    @property
    def is_equilibrium(self) -> bool:
        """Whether neither player gains by changing strategy (the definition).

        A mix is best if and only if every pure strategy that it plays is.
        """
        return all(set(support(self.mixes[side])) <= set(self.best[side]) for side in Side)

    @property
    def is_degenerate(self) -> bool:
        """Whether a player has more best responses than the other's mix has strategies.

        No such mix exists in a nondegenerate game (von Stengel, "Computing equilibria for
        two-person games", Handbook of Game Theory 3, 2002, definition 2.6).
        """
        return any(len(self.best[side]) > len(support(self.mixes[side.other])) for side in Side)


def make_pure(strategy: int, size: int) -> Mix:
    """Return the mix that always plays one of `size` pure strategies."""
    return tuple(Fraction(index == strategy) for index in range(size))


def support(mix: Mix) -> tuple[int, ...]:
    """Return the pure strategies that a mix plays."""
    return tuple(index for index, weight in enumerate(mix) if weight)


def values_against(payoffs: Payoffs, other: Mix) -> tuple[Fraction, ...]:
    """Return the value of each pure strategy against a mix of the other player."""
    return tuple(_weigh(row, other) for row in payoffs)


def best_responses(payoffs: Payoffs, other: Mix) -> tuple[int, ...]:
    """Return a player's pure best responses to a mix of the other player."""
    return _largest(values_against(payoffs, other))


def pure_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """Return every pure equilibrium, row by row."""
    rows, columns = game.size(Side.ROWS), game.size(Side.COLUMNS)
    profiles = (
        Profile.from_mixes(game, make_pure(row, rows), make_pure(column, columns))
        for row in range(rows)
        for column in range(columns)
    )
    return tuple(profile for profile in profiles if profile.is_equilibrium)


def _weigh(values: Sequence[Fraction], weights: Mix) -> Fraction:
    return sum((v * w for v, w in zip(values, weights, strict=True) if w), Fraction())


def _largest(values: Sequence[Fraction]) -> tuple[int, ...]:
    top = max(values)
    return tuple(index for index, value in enumerate(values) if value == top)
