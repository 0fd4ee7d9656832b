"""Expectiminimax: minimax with dice (AIMA 4e, section 5.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.errors import InvalidInput
from engine.numbers import Number
from engine.searches.checks import checked_moves
from engine.searches.minimax import Minimax

__all__ = ["Expectiminimax"]

#: How far probabilities given as floating-point numbers may miss 1 by rounding alone.
_ROUNDING = Fraction(1, 10**9)


class Expectiminimax(Minimax):
    """Minimax in which a chance node is worth the mean of its outcomes, weighted by probability."""

    name = "expectiminimax"
    summary = "minimax with chance nodes, worth their expected value"
    takes_chance = True

    def chance(self, state: Any, row: int, depth: int) -> float:
        """The expected value over the outcomes, in the game's order."""
        chances = self.game.chances(state)
        weights, common = self.weights(chances, state)
        self.log.expand(row, len(checked_moves(self.game, chances, state)))
        # The mean is exact, in whole numbers, and rounded once: that of equal values is that value.
        total, scale = 0, 1
        for place, (outcome, _) in enumerate(chances):
            child = self.game.result(state, outcome)
            v2 = self.visit(child, place, row, depth + 1, -math.inf, math.inf)
            above, below = v2.as_integer_ratio()
            if below > scale:  # both are powers of two
                total, scale = total * (below // scale), below
            total += weights[place] * above * (scale // below)
        return self.log.leave(row, total / (common * scale), len(chances), 0)

    def weights(self, chances: Sequence[tuple[Any, Number]], state: Any) -> tuple[list[int], int]:
        """The probabilities as whole numbers over a common denominator.

        Raises:
            InvalidInput: they are no probabilities, or do not sum to 1.
        """
        try:
            ratios = [probability.as_integer_ratio() for _, probability in chances]
        except (ValueError, OverflowError):  # NaN and infinity
            ratios = [(-1, 1)]
        common = math.lcm(*(below for _, below in ratios))
        weights = [above * (common // below) for above, below in ratios]
        missing = abs(sum(weights) - common)
        if (missing and missing > _ROUNDING * common) or min(weights, default=-1) < 0:
            told = ", ".join(str(probability) for _, probability in chances[:8])
            total = sum(float(probability) for _, probability in chances)
            raise InvalidInput(
                f"the probabilities of {self.game} sum to {total:g}: {told or 'there are none'}",
                where=self.game.format(state),
                expected="probabilities of 0 or more that sum to 1",
            )
        return weights, common
