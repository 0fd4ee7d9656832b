"""The same game, with its evaluation used at terminal states too."""

from __future__ import annotations

from typing import Any

from engine.errors import SearchRefused, UsageError
from engine.game import AnyGame, Game, Number, Player
from engine.wrappers.changed_rules import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.wrapped import Wrapped


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
