"""An evaluation that counts chains: runs of one side's discs in a row, a column or a diagonal.

Lab 3 of MIT 6.034 (2015 and later) gives its students the chains of a Connect Four board, and tests
their evaluations on boards that a side is winning. Chains count the discs on the board;
open lines count the lines that are still possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from engine.values.evaluation import Evaluation, Term


def chains(steps: Sequence[int], cells: int, longest: int) -> Evaluation:
    """Return an evaluation: the squares of X's chains minus those of O's."""
    # For each direction, a disc adds at most `longest`, and a side has half of the discs.
    scale: int = 10 ** len(str(len(steps) * cells * (longest // 2)))

    def by_length(side: int) -> list[int]:
        """Return how many chains a side has of each length from 2."""
        chain_counts = [0] * (longest - 1)
        for step in steps:
            # Runs of at least n discs, by where they begin: a chain of m discs has m - n + 1.
            starts, counts = side, list[int]()
            for _ in range(longest):
                counts.append(starts.bit_count())
                starts &= side >> step * len(counts)
            more = [count - other for count, other in pairwise([*counts, 0])]
            for place, (count, other) in enumerate(pairwise([*more[1:], 0])):
                chain_counts[place] += count - other
        return chain_counts

    def amounts(state: Any) -> list[int]:
        x, o = by_length(state[0]), by_length(state[1])
        return [mine - others for mine, others in zip(x, o, strict=True)]

    def value(state: Any) -> float:
        total = sum(length**2 * amount for length, amount in enumerate(amounts(state), 2))
        return total / scale

    def terms(state: Any) -> list[Term]:
        return [
            Term(f"chains of {length}", Fraction(length**2, scale), amount)
            for length, amount in enumerate(amounts(state), 2)
            if length < 4 or amount
        ]

    return Evaluation(
        "discs in unbroken rows, even if they can no longer become a line",
        value,
        terms,
        "X's chains minus O's, where a chain is an unbroken row of two or more discs in any "
        f"direction and counts the square of its length; divided by {scale}",
        ("chains", tuple(steps), scale),
    )
