"""Dominated and dominant strategies.

Strict and weak dominance, each by a pure or a mixed strategy, are found exactly: whether a mix
dominates is a linear program (Conitzer and Sandholm 2005, "Complexity of (iterated) dominance").
The terms are those of Shoham and Leyton-Brown, "Multiagent Systems", 2009, section 3.4.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import TypeAlias

from engine.matrix.equilibria import (
    Profile,
    maximise,
    simplest_between,
    simplest_within,
    solve_zero_sum,
    support,
)
from engine.matrix.game import NormalForm, Payoffs, Side

#: Strategies with positive probabilities; empty if nothing dominates.
_By: TypeAlias = tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True)
class Dominance:
    """A dominated strategy and the strategy or mix that dominates it."""

    dominated: int
    by: tuple[tuple[int, Fraction], ...]
    strict: bool
    own: tuple[Fraction, ...]
    given_up: tuple[Fraction, ...]


class Dominant(Enum):
    """The degree to which a dominant strategy beats the others."""

    STRICT = "strictly"  # better against everything
    WEAK = "weakly"  # never worse, and better against something
    VERY_WEAK = "very weakly"  # never worse; with at least one of them always equal


def dominant_strategies(payoffs: Payoffs) -> tuple[tuple[int, Dominant], ...]:
    """Return the dominant strategies and the degree of their dominance."""
    if len(payoffs) == 1:
        return ()
    best = [max(against) for against in zip(*payoffs, strict=True)]
    dominant = []
    for strategy, row in enumerate(payoffs):
        if list(row) == best:
            others = payoffs[:strategy] + payoffs[strategy + 1 :]
            if all(a > b for other in others for a, b in zip(row, other, strict=True)):
                dominant.append((strategy, Dominant.STRICT))
            elif row not in others:
                dominant.append((strategy, Dominant.WEAK))
            else:
                dominant.append((strategy, Dominant.VERY_WEAK))
    return tuple(dominant)


def dominated_strategies(
    payoffs: Payoffs, own: Sequence[int], other: Sequence[int], *, weak: bool
) -> tuple[Dominance, ...]:
    """Return the dominated strategies of a player, each with one reason.

    The reason is strict if any is. It is a pure strategy if one suffices, then a mix of two with
    the simplest probabilities, then a larger mix; undominated strategies are preferred.
    """
    there = {s: tuple(payoffs[s][t] for t in other) for s in own}
    beaten = [s for s in own if _reason(there, s, own, weak)]
    preferred = [s for s in own if s not in beaten] + beaten
    reasons = (_reason(there, s, preferred, weak) for s in beaten)
    return tuple(reason for reason in reasons if reason)


def find_dominated(game: NormalForm, side: Side) -> tuple[Dominance, ...]:
    """Return a player's strategies that are dominated in the whole game, at least weakly."""
    own, other = range(game.size(side)), range(game.size(side.other))
    return dominated_strategies(game.payoffs(side), own, other, weak=True)


def _reason(
    there: dict[int, tuple[Fraction, ...]], dominated: int, candidates: Sequence[int], weak: bool
) -> Dominance | None:
    """Return why a strategy is dominated by some of the candidates; None if it is not."""
    given_up = there[dominated]
    # The gain of each other strategy over it, against every strategy of the other player.
    gains = {
        s: tuple(a - b for a, b in zip(there[s], given_up, strict=True))
        for s in candidates
        if s != dominated
    }
    by = _find_mix(gains, strict=True)
    strict = bool(by)
    if not by and weak:
        by = _find_mix(gains, strict=False)
    if not by:
        return None
    own = tuple(
        sum((weight * there[s][t] for s, weight in by), Fraction()) for t in range(len(given_up))
    )
    return Dominance(dominated, by, strict, own, given_up)


def _find_mix(gains: dict[int, tuple[Fraction, ...]], *, strict: bool) -> _By:
    """Find a strategy or mix that dominates."""
    # It gains against everything; weakly, it loses against nothing and gains against something.

    def dominates(gain: Sequence[Fraction]) -> bool:
        return min(gain) > 0 if strict else min(gain) >= 0 and any(gain)

    for s, gain in gains.items():
        if dominates(gain):
            return ((s, Fraction(1)),)
    # A mix can do so only if one of the pure strategies does, against each strategy.
    most = min(map(max, zip(*gains.values(), strict=True)), default=-1)
    if most < 0 or (strict and most == 0):
        return ()
    for first, second in combinations(gains, 2):
        span = _span(gains[first], gains[second])
        if span is None or (strict and span[0] == span[1]):
            continue
        weight = simplest_between(*span) if strict else simplest_within(*span)
        pairs = zip(gains[first], gains[second], strict=True)
        if dominates([weight * a + (1 - weight) * b for a, b in pairs]):
            return ((first, weight), (second, 1 - weight))
    if strict:
        # The gains are a zero-sum game against nature: its value is the guaranteed gain of a mix.
        solution = solve_zero_sum(tuple(gains.values()))
        weights = solution.maximiser if solution.value > 0 else ()
    else:
        weights = _largest_gain(list(gains.values()))
    return tuple((s, w) for s, w in zip(gains, weights, strict=False) if w)


def _span(
    first: tuple[Fraction, ...], second: tuple[Fraction, ...]
) -> tuple[Fraction, Fraction] | None:
    """Return the smallest and largest weight of the first for which the mix never loses."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(first, second, strict=True):
        # weight * a + (1 - weight) * b >= 0
        if a > b:
            low = max(low, -b / (a - b))
        elif a < b:
            high = min(high, b / (b - a))
        elif a < 0:
            return None
    return (low, high) if low <= high else None


def _largest_gain(gains: list[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Return the weights that maximise the sum of the gains without any loss."""
    # All weights are 0 if no mix gains anything. A mix with the largest sum plays no strategy that
    # is dominated itself.
    scale = lcm(*(entry.denominator for gain in gains for entry in gain))
    whole = [[int(entry * scale) for entry in gain] for gain in gains]
    no_loss = [[-entry for entry in column] for column in zip(*whole, strict=True)]
    one_mix = [1] * len(gains)
    best = maximise([sum(gain) for gain in whole], [*no_loss, one_mix], [*[0] * len(no_loss), 1])
    return best.variables if best.value > 0 else (Fraction(),) * len(gains)


# Iterated elimination of dominated strategies, round by round.
#
# Every round removes all dominated strategies of both players at once. With strict dominance the
# order does not matter, and no equilibrium is lost (Gilboa, Kalai and Zemel 1990). With weak
# dominance both can fail, so the order is part of the result.


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
