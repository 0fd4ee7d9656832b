"""The value of a zero-sum matrix and optimal mixes, by von Neumann's minimax theorem.

Solved exactly as a linear program; see Chvátal, "Linear Programming", 1983, chapter 15.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from engine.matrix.game import Payoffs
from engine.matrix.linear_program import maximise
from engine.matrix.profiles import Mix


@dataclass(frozen=True)
class ZeroSum:
    """The solution of a zero-sum matrix."""

    value: Fraction
    maximiser: Mix
    minimiser: Mix


def pure_bounds(payoffs: Payoffs) -> tuple[Fraction, Fraction]:
    """Return the bounds that the players can guarantee without mixing."""
    return max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))


def solve_zero_sum(payoffs: Payoffs) -> ZeroSum:
    """Return the value and a pair of optimal strategies."""
    # With all entries positive the minimiser's problem is: make sum(w) as large as can be with
    # payoffs · w ≤ 1. Then w = y / value, and the dual solution is x / value.
    scale = lcm(*(entry.denominator for row in payoffs for entry in row))
    shift = 1 - min(int(entry * scale) for row in payoffs for entry in row)
    rows, columns = len(payoffs), len(payoffs[0])
    positive = [[int(entry * scale) + shift for entry in row] for row in payoffs]
    best = maximise([1] * columns, positive, [1] * rows)
    return ZeroSum(
        (1 / best.value - shift) / scale,
        tuple(price / best.value for price in best.prices),
        tuple(weight / best.value for weight in best.variables),
    )
