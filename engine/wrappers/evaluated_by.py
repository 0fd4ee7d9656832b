"""The same game, estimated by another evaluation function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.errors import UsageError, did_you_mean
from engine.evaluation import Term
from engine.game import AnyGame, Number
from engine.wrappers.wrapped import Wrapped

__all__ = ["EvaluatedBy"]


class EvaluatedBy(Wrapped):
    """A game with one of its evaluations chosen.

    Args:
        inner: the game.
        spec: the name of one of its evaluations, or the description of one; see
            `Game.read_evaluation`.
        label: what a description is called, such as the name of its file.

    Raises:
        UsageError: the game has no evaluation of that name.
        PlytraceError: it cannot read the description.
    """

    option = "eval"

    def __init__(self, inner: AnyGame, spec: str | Mapping[str, Any], label: str = "") -> None:
        super().__init__(inner)
        if not isinstance(spec, str):
            self.evaluation = inner.read_evaluation(spec)
        elif spec in inner.evaluations:
            self.evaluation = inner.evaluations[spec]
        else:
            known = ", ".join(inner.evaluations)
            raise UsageError(
                f"{inner} has no evaluation {spec!r}",
                expected=f"one of {known}, or a YAML file" if known else "no --eval: it has none",
                hint=did_you_mean(spec, inner.evaluations),
            )
        self.spec = spec
        self.label = label or str(spec)

    @property
    def asked(self) -> str:
        """What the evaluation was called by whoever chose it."""
        return self.label

    @property
    def saved(self) -> Any:
        """The name or description, and what it was called."""
        return {"spec": _plain(self.spec), "label": self.label}

    @classmethod
    def restored(cls, inner: AnyGame, saved: Any) -> EvaluatedBy:
        """The game with that evaluation."""
        spec = saved["spec"]
        return cls(inner, spec if isinstance(spec, str) else _numbers(spec), saved["label"])

    def evaluate(self, state: Any) -> Number:
        """The estimate of the chosen evaluation."""
        return self.evaluation.value(self.unwrap(state))

    def terms(self, state: Any) -> Sequence[Term]:
        """The chosen evaluation's terms."""
        return self.evaluation.terms(self.unwrap(state)) if self.evaluation.terms else ()


def _plain(spec: Any) -> Any:
    """A description as JSON holds it: fractions as texts."""
    if isinstance(spec, Mapping):
        return {key: _plain(value) for key, value in spec.items()}
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [_plain(value) for value in spec]
    return f"{spec}" if isinstance(spec, Fraction) else spec


def _numbers(spec: Any) -> Any:
    """The reverse: texts that are fractions as fractions."""
    if isinstance(spec, Mapping):
        return {key: _numbers(value) for key, value in spec.items()}
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [_numbers(value) for value in spec]
    if isinstance(spec, str):
        try:
            return Fraction(spec)
        except ValueError:
            return spec
    return spec
