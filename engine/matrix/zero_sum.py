"""The value of a zero-sum matrix and a best mix for each player: von Neumann's minimax theorem.

Solved exactly as a linear program by the simplex method (Dantzig 1951; Chvátal, "Linear
Programming", 1983, chapter 15), with Bland's rule, which cannot cycle.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

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
    scale = lcm(*(entry.denominator for row in payoffs for entry in row))
    shift = 1 - min(int(entry * scale) for row in payoffs for entry in row)
    rows, columns = len(payoffs), len(payoffs[0])
    table = [
        [int(entry * scale) + shift for entry in row] + [int(i == k) for k in range(rows)] + [1]
        for i, row in enumerate(payoffs)
    ]
    gains = [1] * columns + [0] * (rows + 1)
    basis = list(range(columns, columns + rows))
    pivot = 1
    while (
        entering := next((k for k, gain in enumerate(gains[:-1]) if gain > 0), None)
    ) is not None:
        leaving = min(
            (i for i in range(rows) if table[i][entering] > 0),
            key=lambda i: (Fraction(table[i][-1], table[i][entering]), basis[i]),
        )
        pivot = _pivot([*table, gains], leaving, entering, pivot)
        basis[leaving] = entering
    total = -gains[-1]
    weights = [Fraction()] * columns
    for i, variable in enumerate(basis):
        if variable < columns:
            weights[variable] = Fraction(table[i][-1], total)
    return ZeroSum(
        Fraction(pivot, total * scale) - Fraction(shift, scale),
        tuple(Fraction(-gain, total) for gain in gains[columns:-1]),
        tuple(weights),
    )


def _pivot(lines: list[list[int]], row: int, column: int, before: int) -> int:
    """Solve a row for a variable, and put that into all other lines.

    Every number stands for itself divided by the last pivot, so that all of them stay whole
    (Edmonds 1967, Bareiss 1968) and none has to be reduced.

    Args:
        lines: the table, and the objective below it.
        row: the row that is solved.
        column: the variable.
        before: the last pivot.

    Returns:
        This pivot.
    """
    solved = lines[row]
    pivot = solved[column]
    for line in lines:
        if line is not solved:
            factor = line[column]
            line[:] = [
                (a * pivot - b * factor) // before for a, b in zip(line, solved, strict=True)
            ]
    return pivot
