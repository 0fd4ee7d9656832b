"""Iterated elimination of dominated strategies, round by round.

Every round removes all dominated strategies of both players at once. With strict dominance the
order does not matter, and no equilibrium is lost (Gilboa, Kalai and Zemel 1990). With weak
dominance both can fail, so the order is part of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.matrix.dominance import Dominance, dominated_strategies
from engine.matrix.game import NormalForm, Side
from engine.matrix.profiles import Profile, support


@dataclass(frozen=True)
class Removal:
    """The removal of a strategy."""

    round: int
    side: Side
    reason: Dominance
    against: tuple[int, ...]


@dataclass(frozen=True)
class Elimination:
    """The removed and the remaining strategies."""

    weak: bool
    removals: tuple[Removal, ...]
    left: tuple[tuple[int, ...], tuple[int, ...]]


def eliminate(game: NormalForm, *, weak: bool = False) -> Elimination:
    """Remove dominated strategies until there are none."""
    left = [tuple(range(game.size(side))) for side in Side]
    removals: list[Removal] = []
    number = 0
    while True:
        number += 1
        # Both players see the same game, so that neither goes first.
        going = [
            Removal(number, side, reason, left[side.other])
            for side in game.order
            for reason in dominated_strategies(
                game.payoffs(side), left[side], left[side.other], weak=weak
            )
        ]
        if not going:
            return Elimination(weak, tuple(removals), (left[0], left[1]))
        removals += going
        gone = {(removal.side, removal.reason.dominated) for removal in going}
        left = [tuple(s for s in left[side] if (side, s) not in gone) for side in Side]


def lost(equilibria: Sequence[Profile], elimination: Elimination) -> tuple[Profile, ...]:
    """Return the equilibria that play a strategy that has been removed."""
    return tuple(
        profile
        for profile in equilibria
        if any(set(support(profile.mixes[side])) - set(elimination.left[side]) for side in Side)
    )
