"""The same game with another evaluation function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.errors import SearchRefused, UsageError, did_you_mean
from engine.game import AnyGame, Game, Number, Player
from engine.values import Term
from engine.wrappers.changed_rules import DepthAdjusted
from engine.wrappers.wrapped import Wrapped


class EvaluatedBy(Wrapped):
    """A game with one of its evaluations chosen."""

    option = "eval"

    def __init__(self, inner: AnyGame, spec: str | Mapping[str, Any], label: str = "") -> None:
        super().__init__(inner)
        if not isinstance(spec, str):
            self.evaluation = inner.read_evaluation(spec)
        elif spec in inner.evaluations:
            self.evaluation = inner.evaluations[spec]
        else:
            names = ", ".join(inner.evaluations)
            if not names:
                what = "This game" if inner.named_by_path else "This tree"
                raise UsageError(
                    f"{inner} has no evaluation {spec!r}",
                    hint=f"{what} has no evaluations; omit --eval",
                )
            raise UsageError(
                f"{inner} has no evaluation {spec!r}",
                expected=f"one of {names}, or a YAML file",
                hint=did_you_mean(spec, inner.evaluations),
            )
        self.spec = spec
        self.label = label or str(spec)

    @property
    def option_value(self) -> str:
        """The evaluation's label."""
        return self.label

    @property
    def saved(self) -> Any:
        """The name or description, and its label."""
        return {"spec": _to_json(self.spec), "label": self.label}

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> EvaluatedBy:
        """Return the game with that evaluation."""
        spec = saved["spec"]
        return cls(inner, spec if isinstance(spec, str) else _numbers(spec), saved["label"])

    def evaluate(self, state: Any) -> Number:
        """Return the estimate of the chosen evaluation."""
        return self.evaluation.value(self.unwrap(state))

    def terms(self, state: Any) -> Sequence[Term]:
        """Return the chosen evaluation's terms."""
        return self.evaluation.terms(self.unwrap(state)) if self.evaluation.terms else ()


def _to_json(spec: Any) -> Any:
    """Return a description for JSON: fractions as strings."""
    if isinstance(spec, Mapping):
        return {key: _to_json(value) for key, value in spec.items()}
    if isinstance(spec, Sequence) and not isinstance(spec, str):
        return [_to_json(value) for value in spec]
    return f"{spec}" if isinstance(spec, Fraction) else spec


def _numbers(spec: Any) -> Any:
    """Return the reverse: strings of fractions as fractions."""
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


# The same game, with its evaluation used at terminal states too.


class EvaluatedEnds(Wrapped):
    """A game whose terminal states are worth their evaluation, as at a depth limit.

    Some courses require it: a search calls one function for every leaf. The evaluation is that of
    the inner game, and wins have no separate value.
    """

    option = "terminal"

    def __init__(self, inner: AnyGame) -> None:
        if isinstance(inner, DepthAdjusted):
            raise UsageError(
                "terminal: evaluation and win cannot be combined",
                expected="one of the two",
            )
        inside = inner
        while isinstance(inside, Wrapped) and not isinstance(inside, EvaluatedBy):
            inside = inside.inner
        if not inside.evaluations and type(inside).evaluate is Game.evaluate:
            raise SearchRefused(
                f"{inner} has no evaluation for its terminal states",
                expected="a game with an evaluation (plytrace list evaluations)",
            )
        super().__init__(inner)
        self.has_bounds = False  # those of the utilities
        self.value_range, self.symmetries = Game.value_range, Game.symmetries
        if inner.rules:
            self.rules = f"{inner.rules} Here, the evaluation also values the end of the game."
        self.has_wins = False

    @property
    def option_value(self) -> str:
        """The word `evaluation`."""
        return "evaluation"

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> EvaluatedEnds:
        """Return the game described by a saved trace."""
        if saved != "evaluation":
            raise ValueError(saved)
        return cls(inner)

    def utility(self, state: Any, player: Player) -> Number:
        """Return the estimate of a terminal state for a player."""
        value = self.inner.evaluate(self.unwrap(state))
        return value if player is Player.MAX else -value


def has_evaluated_ends(game: AnyGame) -> bool:
    """Return whether a game's evaluation is used at terminal states."""
    while isinstance(game, Wrapped):
        if isinstance(game, EvaluatedEnds):
            return True
        game = game.inner
    return False
