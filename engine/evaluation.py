"""Evaluation functions: what a position seems to be worth where a search stops before the end.

AIMA 4e, section 5.3.1: most are weighted linear sums of features, Eval(s) = Σ wᵢ fᵢ(s). Such a one
can say what each feature contributed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.numbers import Number

__all__ = ["Evaluation", "Term"]


@dataclass(frozen=True, slots=True)
class Term:
    """What one feature contributes to an evaluation.

    Args:
        feature: its name, such as `material`.
        weight: what one of it is worth to MAX.
        amount: how much of it there is, MAX's less MIN's.
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
    """One way of estimating the positions of a game, in MAX's favour.

    Args:
        summary: what it looks at, in one line.
        value: the estimate of a state.
        terms: the features that it sums; None where it is no sum. Their contributions add up to
            the estimate.
        rule: how a person works it out, as a clause; empty where the summary says it all.
        formula: what `value` works out, as plain data for a program that works it out in another
            way: `("lines", masks, weights by the marks of one side, divisor)`, `("discs",)`,
            `("mobility",)` or `("cells", weights)`. None where only `value` knows.
    """

    summary: str
    value: Callable[[Any], Number]
    terms: Callable[[Any], Sequence[Term]] | None = None
    rule: str = ""
    formula: tuple[Any, ...] | None = None
