"""Expectiminimax: minimax with dice (AIMA 4e, section 5.5)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from engine.errors import InvalidInput
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
        weights = [Fraction(probability) for _, probability in chances]
        if abs(sum(weights, Fraction(-1))) > _ROUNDING or any(weight < 0 for weight in weights):
            raise InvalidInput(
                f"the probabilities of {self.game} sum to {float(sum(weights, Fraction()))}",
                where=self.game.format(state),
                expected="probabilities of 0 or more that sum to 1",
            )
        self.expand(chances, state, row)
        mean = Fraction(0)  # exact, and rounded once: the mean of equal values is that value
        for place, (outcome, _) in enumerate(chances):
            child = self.game.result(state, outcome)
            v2 = self.visit(child, place, row, depth + 1, -math.inf, math.inf)
            mean += weights[place] * Fraction(v2)
        return self.log.leave(row, float(mean), len(chances), 0)
