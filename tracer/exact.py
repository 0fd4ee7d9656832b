"""Exact values, recomputed from the leaves: the log holds doubles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from engine.game import AnyGame, Number, Player
from engine.log import LEAF, Flag, VisitLog

__all__ = ["ExactValues", "mean_so_far", "rational"]

#: Every decimal of so many digits is a double of its own.
_MOST_DIGITS = 15


class ExactValues:
    """The values of a search as fractions, each computed when it is asked for.

    A value of MAX or MIN is that of one leaf, which is gone down to; only the mean of a chance
    node takes all that is below it.

    Args:
        game: what was searched.
        log: the visits.
        state_of: gives the state of a row.
        best_child: gives the row of the child that a row's value is from.
    """

    def __init__(
        self,
        game: AnyGame,
        log: VisitLog,
        state_of: Callable[[int], Any],
        best_child: Callable[[int], int | None],
    ) -> None:
        self._game = game
        self._log = log
        self._state_of = state_of
        self._best_child = best_child
        self._known: dict[int, Fraction | None] = {}

    def of(self, row: int) -> Fraction | None:
        """The value of a visit; None where it is not known or not rational."""
        end = self._source(row)
        if end is None:
            return None
        if self._log.player[end] == Player.CHANCE and end not in self._known:
            # From the last row upwards, so that what is below a chance node is known before it.
            for below in range(end + self._log.size[end] - 1, end - 1, -1):
                if self._is_chance(below):
                    self._known[below] = self._mean(below)
        return self._at_the_end(end)

    def _source(self, row: int) -> int | None:
        """The leaf or chance node that a value is from, or None where there is none."""
        log = self._log
        while not log.flags[row] & LEAF and not self._is_chance(row):
            best = self._best_child(row)
            # Fail-hard returns a bound of the window, which no leaf need have.
            if best is None or log.value[best] != log.value[row]:
                return None
            row = best
        return row

    def _is_chance(self, row: int) -> bool:
        return self._log.player[row] == Player.CHANCE and not self._log.flags[row] & LEAF

    def _at_the_end(self, row: int) -> Fraction | None:
        """The value of a leaf, or of a chance node that is known."""
        flags = self._log.flags[row]
        if flags & Flag.TERMINAL:
            return rational(self._game.utility(self._state_of(row), Player.MAX))
        if flags & Flag.EVALUATED:
            return rational(self._game.evaluate(self._state_of(row)))
        return self._known.get(row)

    def _mean(self, row: int) -> Fraction | None:
        if self._log.flags[row] & Flag.INCOMPLETE:
            return None
        mean = Fraction()
        chances = self._game.chances(self._state_of(row))
        for child in self._log.children(row):
            end, weight = self._source(child), rational(chances[self._log.action[child]][1])
            value = None if end is None else self._at_the_end(end)
            if value is None or weight is None:
                return None
            mean += weight * value
        return mean


def mean_so_far(
    chances: Sequence[tuple[Any, Number]], log: VisitLog, children: Sequence[int]
) -> float:
    """What a chance node's sum has come to after some of its children; 0 before the first."""
    parts = (Fraction(chances[log.action[c]][1]) * Fraction(log.value[c]) for c in children)
    return float(sum(parts, Fraction()))


def rational(value: Number) -> Fraction | None:
    """A number as it was given: a double of few digits is the decimal that was written.

    None for a double of more digits, which has been computed from something.
    """
    if not isinstance(value, float):
        return Fraction(value)
    text = repr(value)
    return Fraction(text) if sum(sign.isdigit() for sign in text) <= _MOST_DIGITS else None
