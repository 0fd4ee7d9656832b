"""Evaluation functions: estimates of positions at which a search stops early.

AIMA 4e, section 5.3.1: most are weighted linear sums of features, Eval(s) = Σ wᵢ fᵢ(s). Such an
evaluation can report the contribution of each feature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.values.numbers import Number

__all__ = ["Evaluation", "Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one feature to an evaluation.

    Args:
        feature: its name, such as `material`.
        weight: value of one unit for MAX.
        amount: MAX's amount minus MIN's.
    """

    feature: str
    weight: Number
    amount: Number

    @property
    def contribution(self) -> Number:
        """Weight times amount."""
        return self.weight * self.amount


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation function of a game, from MAX's point of view.

    Args:
        summary: one-line description.
        value: function that returns the estimate of a state.
        terms: function that returns the features that it sums; None if it is not a sum. Their
            contributions add up to the estimate.
        rule: how to compute it by hand, as a clause; empty if the summary says it all.
        formula: the computation of `value` as plain data, for the compiled kernel: `("lines",
            masks, weights by the marks of one side, divisor)`, `("discs",)`, `("mobility",)`,
            `("cells", weights)` or `("chains", steps, divisor)`. None if there is no formula.
    """

    summary: str
    value: Callable[[Any], Number]
    terms: Callable[[Any], Sequence[Term]] | None = None
    rule: str = ""
    formula: tuple[Any, ...] | None = None
