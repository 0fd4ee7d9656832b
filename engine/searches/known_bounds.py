"""Known bounds of the leaves: of all of them, or below a node.

A node is worth no less than the lowest possible leaf below it, and no more than the highest.
"""

from __future__ import annotations

from math import inf
from typing import Any

from engine.errors import InvalidInput
from engine.game import MAX, AnyGame, Number
from engine.searches.settings import Settings
from engine.values import Exact, exact_value, nearest_fraction


class KnownBounds:
    """The bounds of a search: those of its settings, or those that the game gives."""

    def __init__(self, game: AnyGame, settings: Settings, rounded: bool = False) -> None:
        self._game = game
        self._all = None if settings.bounds is None else _exact_pair(settings.bounds)
        self._rounded = rounded
        for state in game.known_leaves():
            self.check(state, game.utility(state, MAX))

    def find_bounds(self, state: Any) -> tuple[Exact | float, Exact | float]:
        """Return the smallest and the largest value that a leaf below a state can have."""
        low, high = self._exact(state)
        return (float(low), float(high)) if self._rounded else (low, high)

    def _exact(self, state: Any) -> tuple[Exact | float, Exact | float]:
        return _exact_pair(self._game.bounds_of(state)) if self._all is None else self._all

    def check(self, state: Any, value: Number) -> None:
        """Refuse a leaf whose value is outside its bounds."""
        low, high = self.find_bounds(state)
        if not low <= (float(value) if self._rounded else exact_value(value)) <= high:
            raise InvalidInput(
                f"{self._game} has a leaf worth {value}, outside its bounds",
                where=self._game.format(state),
                expected="a value from {} to {}".format(*self._exact(state)),
            )


def known_bounds(game: AnyGame, settings: Settings, rounded: bool = False) -> KnownBounds | None:
    """Return the bounds of a search, as `KnownBounds` takes them; None if there are none."""
    if settings.bounds is None and not game.has_bounds:
        return None
    return KnownBounds(game, settings, rounded)


def _exact_pair(pair: tuple[Number, Number]) -> tuple[Exact | float, Exact | float]:
    low, high = pair
    return _exact_or_infinite(low), _exact_or_infinite(high)


def _exact_or_infinite(end: Number) -> Exact | float:
    if end in (inf, -inf):
        return float(end)
    # Only the double of a bound such as 1/3 may be known.
    return nearest_fraction(end) if isinstance(end, float) else exact_value(end)
