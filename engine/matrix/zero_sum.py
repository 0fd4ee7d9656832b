"""The value of a zero-sum matrix and a best mix for each player: von Neumann's minimax theorem.

Solved as a linear program by the simplex method over fractions (Dantzig 1951; Chvátal, "Linear
Programming", 1983, chapter 15), with Bland's rule, which cannot cycle.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.matrix.game import Payoffs
from engine.matrix.profiles import Mix

__all__ = ["ZeroSum", "pure_bounds", "solve_zero_sum"]


@dataclass(frozen=True)
class ZeroSum:
    """What a zero-sum matrix is worth.

    Args:
        value: what the maximiser can secure and the minimiser can hold it down to.
        maximiser: a mix of the rows that secures it.
        minimiser: a mix of the columns that holds the maximiser down to it.
    """

    value: Fraction
    maximiser: Mix
    minimiser: Mix


def pure_bounds(payoffs: Payoffs) -> tuple[Fraction, Fraction]:
    """What the maximiser secures, and the minimiser holds it down to, without mixing.

    Args:
        payoffs: the maximiser's, by rows; the maximiser chooses the row.

    Returns:
        The largest minimum of a row, and the smallest maximum of a column; the value lies between
        them, and where they are equal there is a saddle point.
    """
    return max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))


def solve_zero_sum(payoffs: Payoffs) -> ZeroSum:
    """The value and a pair of optimal strategies.

    Args:
        payoffs: the maximiser's, by rows; the maximiser chooses the row.
    """
    # With all entries positive the minimiser's problem is: make sum(w) as large as can be with
    # payoffs · w ≤ 1. Then w = y / value, and the dual solution is x / value.
    shift = 1 - min(map(min, payoffs))
    rows, columns = len(payoffs), len(payoffs[0])
    table = [
        [entry + shift for entry in row] + [Fraction(i == k) for k in range(rows)] + [Fraction(1)]
        for i, row in enumerate(payoffs)
    ]
    gains = [Fraction(1)] * columns + [Fraction()] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while (
        entering := next((k for k, gain in enumerate(gains[:-1]) if gain > 0), None)
    ) is not None:
        leaving = min(
            (i for i in range(rows) if table[i][entering] > 0),
            key=lambda i: (table[i][-1] / table[i][entering], basis[i]),
        )
        _pivot(table, gains, leaving, entering)
        basis[leaving] = entering
    total = -gains[-1]
    weights = [Fraction()] * columns
    for i, variable in enumerate(basis):
        if variable < columns:
            weights[variable] = table[i][-1]
    return ZeroSum(
        1 / total - shift,
        tuple(-gain / total for gain in gains[columns:-1]),
        tuple(weight / total for weight in weights),
    )


def _pivot(table: list[list[Fraction]], gains: list[Fraction], row: int, column: int) -> None:
    """Solve a row for a variable, and put that into the others and the objective."""
    pivot = table[row][column]
    solved = table[row] = [entry / pivot for entry in table[row]]
    for other in (*(line for i, line in enumerate(table) if i != row), gains):
        factor = other[column]
        if factor:
            other[:] = [a - factor * b if b else a for a, b in zip(other, solved, strict=True)]
