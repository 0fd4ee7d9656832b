"""Quicker wins are worth more: the utilities of Lab 3."""

from __future__ import annotations

from typing import Any

from engine.errors import SearchRefused, UsageError
from engine.game import AnyGame, Game, Number, Player
from engine.wrappers.wrapped import Wrapped


def worth_of_win(win: int) -> str:
    """Return the sentences about the worth of a win."""
    return (
        f"Here, a win of MAX is worth {win} − depth, a win of MIN −{win} + depth, a draw 0. The "
        "root has depth 0."
    )


class DepthAdjusted(Wrapped):
    """A won game is worth `win` − depth, a lost one −`win` + depth, a draw 0.

    A state is the inner game's state and the plies played since the root.
    """

    option = "win"

    @property
    def option_value(self) -> str:
        """The value of a win."""
        return f"{self.win}-depth"

    @property
    def saved(self) -> int:
        """The value of a win at the root."""
        return self.win

    @classmethod
    def restore(cls, inner: AnyGame, saved: Any) -> DepthAdjusted:
        """Return the game with that win."""
        return cls(inner, saved)

    def __init__(self, inner: AnyGame, win: int) -> None:
        if not (isinstance(win, int) and win >= 1):
            raise UsageError(f"a win cannot be worth {win!r}", expected="a whole number, 1 or more")
        if not inner.has_wins:
            raise SearchRefused(
                f"{inner} has values but no wins, so --win does not apply",
                expected="a game with wins",
            )
        super().__init__(inner)
        self.has_bounds = False  # those of the utilities
        # A win may be worth less than the plies, and a state holds the plies too.
        self.value_range, self.symmetries = Game.value_range, Game.symmetries
        self.win = win
        self.rules = " ".join(filter(None, (inner.rules, worth_of_win(win))))
        self.initial = self.wrap(inner.initial)

    def unwrap(self, state: Any) -> Any:
        """Return the inner game's state."""
        return state[0]

    def wrap(self, state: Any) -> Any:
        """Return a state at the root."""
        return state, 0

    def result(self, state: Any, action: Any) -> Any:
        """Return the inner game's result, a ply further down."""
        return self.inner.result(state[0], action), state[1] + 1

    def utility(self, state: Any, player: Player) -> Number:
        """Return the value of a win at this depth, with the sign of the inner utility."""
        inner, depth = state
        outcome = self.inner.utility(inner, player)
        return 0 if outcome == 0 else (self.win - depth) * (1 if outcome > 0 else -1)
