"""Exact values, recomputed from the leaves because the log stores doubles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from engine.game import AnyGame, Player
from engine.log.visit_log import LEAF, Flag, VisitLog
from engine.searches.checks import whole_weights
from engine.searches.settings import KnownBounds
from engine.searches.star import rest_of_sum
from engine.values import Exact, exact_fraction, is_written

#: Larger subtrees than this are not recomputed for a partial sum.
_MOST_VISITS: Final = 4096


class _Known(NamedTuple):
    """The exact value of a node."""

    value: Fraction
    written: bool


class ExactValues:
    """The values of a search as fractions, computed on request.

    The value of a MAX or MIN node is that of one leaf, found by following the best children. Only
    the mean of a chance node needs its whole subtree.
    """

    def __init__(
        self,
        game: AnyGame,
        log: VisitLog,
        bounds: KnownBounds | None,
        state_of: Callable[[int], Any],
        best_child: Callable[[int], int | None],
    ) -> None:
        self._game = game
        self._log = log
        self._bounds = bounds
        self._state_of = state_of
        self._best_child = best_child
        self._means: dict[int, _Known | None] = {}

    def value_of(self, row: int) -> Fraction | None:
        """Return the value of a visit; None if it is not known, or not rational.

        A double of many digits, computed by the game, does not count as rational.
        """
        known = self._known(row)
        return known.value if known and known.written else None

    def sum_so_far(self, row: int, children: Sequence[int], *, of_doubles: bool = False) -> float:
        """Return the weighted sum of a chance node after some of its children.

        For a node with many visits below it, the children's doubles are summed.
        """
        log = self._log
        if not children:
            return 0.0
        if len(children) == log.actions[row] and not log.flags[row] & Flag.INCOMPLETE:
            return log.value[row]
        if any(log.flags[child] & Flag.INCOMPLETE for child in children):
            return math.nan
        return float(self._sum(row, children, of_doubles)) + 0.0

    def interval(self, row: int, children: Sequence[int]) -> tuple[float, float]:
        """Return what a chance node can be worth after some of its children, by known bounds."""
        searched = [child for child in children if not self._log.flags[child] & Flag.PROBE]
        so_far = self._sum(row, searched)
        low, high = self._rest_of_sum(row, children)
        return float(so_far + low) + 0.0, float(so_far + high) + 0.0

    def _sum(self, row: int, children: Sequence[int], of_doubles: bool = False) -> Fraction:
        """Return the exact weighted sum of some children."""
        log = self._log
        weights, common = self._weights(row)
        few = not of_doubles and log.size[row] <= _MOST_VISITS
        total = Fraction()
        for child in children:
            known = self._known(child) if few else None
            value = exact_fraction(log.value[child]) if known is None else known.value
            total += weights[log.action[child]] * value
        return total / common

    def _known(self, row: int) -> _Known | None:
        end = self._source(row)
        if end is None:
            return None
        if self._is_chance(end) and end not in self._means:
            # Go from the last row upwards, so descendants are known before each chance node.
            for below in range(end + self._log.size[end] - 1, end - 1, -1):
                if self._is_chance(below) and below not in self._means:
                    self._means[below] = self._mean(below)
        return self._at_the_end(end)

    def _source(self, row: int) -> int | None:
        """Return the leaf or chance node that a value comes from, or None if there is none."""
        log = self._log
        while not log.flags[row] & LEAF and not self._is_chance(row):
            best = self._best_child(row)
            # Fail-hard returns a bound of the window, which need not be any leaf's value.
            if best is None or log.value[best] != log.value[row]:
                return None
            row = best
        return row

    def _is_chance(self, row: int) -> bool:
        return self._log.player[row] == Player.CHANCE and not self._log.flags[row] & LEAF

    def _at_the_end(self, row: int) -> _Known | None:
        """Return the value of a leaf, or of a chance node if known."""
        flags = self._log.flags[row]
        if not flags & LEAF:
            return self._means.get(row)
        state = self._state_of(row)
        over = flags & Flag.TERMINAL
        given = self._game.utility(state, Player.MAX) if over else self._game.evaluate(state)
        return _Known(exact_fraction(given), is_written(given))

    def _mean(self, row: int) -> _Known | None:
        log = self._log
        if log.flags[row] & Flag.INCOMPLETE:
            return None
        chances = self._game.chances(self._state_of(row))
        written = all(is_written(share) for _, share in chances)
        weights, common = self._weights(row)
        total = Fraction()
        children = list(log.children(row))
        for child in children:
            end = self._source(child)
            known = None if end is None else self._at_the_end(end)
            if known is None:
                return None
            written = written and known.written
            if not log.flags[child] & Flag.PROBE:
                total += weights[log.action[child]] * known.value
        if log.flags[row] & Flag.EARLY_RETURN:  # the end of its interval
            low, high = self._rest_of_sum(row, children)
            total += Fraction(high if log.flags[row] & Flag.UPPER else low) * common
        return _Known(total / common, written)

    def _rest_of_sum(
        self, row: int, children: Sequence[int]
    ) -> tuple[Exact | float, Exact | float]:
        """Return the least and the most that the other outcomes of a chance node can add."""
        log, state = self._log, self._state_of(row)
        last = {log.action[child]: child for child in children}
        weights, common = self._weights(row)
        shares, spans = [], []
        for place, (outcome, _) in enumerate(self._game.chances(state)):
            child = last.get(place)
            if child is None or log.flags[child] & Flag.PROBE:
                shares.append(Fraction(weights[place], common))
                spans.append(self._span(self._game.result(state, outcome), child))
        return rest_of_sum(shares, spans)

    def _span(self, state: Any, probe: int | None) -> tuple[Exact | float, Exact | float]:
        """Return what an outcome is worth at least and at most."""
        low, high = (
            (-math.inf, math.inf) if self._bounds is None else self._bounds.find_bounds(state)
        )
        if probe is None:
            return low, high
        known = self._known(probe) if self._log.size[probe] <= _MOST_VISITS else None
        value = exact_fraction(self._log.value[probe]) if known is None else known.value
        return (value, high) if self._log.player[probe] == Player.MAX else (low, value)

    def _weights(self, row: int) -> tuple[list[int], int]:
        state = self._state_of(row)
        return whole_weights(self._game, self._game.chances(state), state)
