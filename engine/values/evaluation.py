"""Evaluation functions: estimates of positions at which a search stops early.

AIMA 4e, section 5.3.1: most are weighted linear sums of features, Eval(s) = Σ wᵢ fᵢ(s). Such an
evaluation can report the contribution of each feature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.values.numbers import Number


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one feature to an evaluation."""

    feature: str
    weight: Number
    amount: Number

    @property
    def contribution(self) -> Number:
        """Weight times amount."""
        return self.weight * self.amount


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An evaluation function of a game, from MAX's point of view."""

    summary: str
    value: Callable[[Any], Number]
    terms: Callable[[Any], Sequence[Term]] | None = None
    rule: str = ""
    formula: tuple[Any, ...] | None = None
