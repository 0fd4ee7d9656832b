"""The same game, estimated by another evaluation function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.evaluation import Evaluation, Term
from engine.game import AnyGame, Number
from engine.wrappers.wrapped import Wrapped

__all__ = ["EvaluatedBy"]


class EvaluatedBy(Wrapped):
    """A game with one of its evaluations chosen.

    Args:
        inner: the game.
        evaluation: how it is estimated.
        label: what the evaluation was called by whoever chose it.
    """

    def __init__(self, inner: AnyGame, evaluation: Evaluation, label: str) -> None:
        super().__init__(inner)
        self.evaluation = evaluation
        self.label = label

    def evaluate(self, state: Any) -> Number:
        """The estimate of the chosen evaluation."""
        return self.evaluation.value(self.unwrap(state))

    def terms(self, state: Any) -> Sequence[Term]:
        """The chosen evaluation's terms."""
        return self.evaluation.terms(self.unwrap(state)) if self.evaluation.terms else ()
