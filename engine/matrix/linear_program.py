"""Linear programs in whole numbers, solved exactly.

By the simplex method (Dantzig 1951; Chvátal, "Linear Programming", 1983), with Bland's rule, which
cannot cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Optimum:
    """The solution of a linear program."""

    value: Fraction
    variables: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximise(
    objective: Sequence[int], limits: Sequence[Sequence[int]], bounds: Sequence[int]
) -> Optimum:
    """Maximise objective · x over all x ≥ 0 with limits · x ≤ bounds."""
    rows, columns = len(limits), len(objective)
    table = [
        [*limit, *(int(i == k) for k in range(rows)), bound]
        for i, (limit, bound) in enumerate(zip(limits, bounds, strict=True))
    ]
    gains = [*objective, *[0] * (rows + 1)]
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
    variables = [Fraction()] * columns
    for i, variable in enumerate(basis):
        if variable < columns:
            variables[variable] = Fraction(table[i][-1], pivot)
    return Optimum(
        Fraction(-gains[-1], pivot),
        tuple(variables),
        tuple(Fraction(-gain, pivot) for gain in gains[columns:-1]),
    )


def _pivot(lines: list[list[int]], row: int, column: int, before: int) -> int:
    """Solve a row for a variable and substitute it in all other lines.

    Every number means itself divided by the last pivot, so that all stay whole (Edmonds 1967,
    Bareiss 1968) and need no reduction.
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
