"""Which strategies are dominated, by what, and which are dominant.

Sought are: strict dominance by a pure or a mixed strategy, and weak dominance by a pure strategy.
Weak dominance by a mixed strategy alone is not sought. The terms are those of Shoham and
Leyton-Brown, "Multiagent Systems", 2009, section 3.4.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations

from engine.matrix.game import Payoffs
from engine.matrix.simplest_fraction import simplest_between
from engine.matrix.zero_sum import solve_zero_sum

__all__ = ["Dominance", "Dominant", "dominant_strategies", "dominated_strategies"]


@dataclass(frozen=True)
class Dominance:
    """That a strategy of a player is dominated.

    Args:
        dominated: the strategy.
        by: what dominates it: pure strategies and their probabilities, one alone or a mix.
        strict: better against everything; otherwise never worse and sometimes better.
        own: what the dominating strategy gets against each of the other player's strategies that
            is still there.
        given_up: what the dominated one gets against them.
    """

    dominated: int
    by: tuple[tuple[int, Fraction], ...]
    strict: bool
    own: tuple[Fraction, ...]
    given_up: tuple[Fraction, ...]


class Dominant(Enum):
    """How a strategy that is best against everything compares with each of the others."""

    STRICT = "strictly"  # better against everything
    WEAK = "weakly"  # never worse, and better against something
    VERY_WEAK = "very weakly"  # never worse; with at least one of them always equal


def dominant_strategies(payoffs: Payoffs) -> tuple[tuple[int, Dominant], ...]:
    """The strategies that are best whatever the other player does, and how.

    Args:
        payoffs: the player's, by own strategy and then by the other's.

    Returns:
        Nothing for a player who has no choice.
    """
    if len(payoffs) == 1:
        return ()
    best = [max(against) for against in zip(*payoffs, strict=True)]
    found = []
    for strategy, row in enumerate(payoffs):
        if list(row) == best:
            others = payoffs[:strategy] + payoffs[strategy + 1 :]
            if all(a > b for other in others for a, b in zip(row, other, strict=True)):
                found.append((strategy, Dominant.STRICT))
            elif row not in others:
                found.append((strategy, Dominant.WEAK))
            else:
                found.append((strategy, Dominant.VERY_WEAK))
    return tuple(found)


def dominated_strategies(
    payoffs: Payoffs, own: Sequence[int], other: Sequence[int], *, weak: bool
) -> tuple[Dominance, ...]:
    """The dominated strategies of a player, each with one reason.

    The reason is a pure strategy where one dominates strictly, then a mix of two, then a larger
    mix, then a pure strategy that dominates weakly; undominated ones are preferred.

    Args:
        payoffs: the player's, by own strategy and then by the other's.
        own: the player's strategies that are there.
        other: the other player's strategies that are there.
        weak: whether weak dominance counts too.
    """
    there = {s: tuple(payoffs[s][t] for t in other) for s in own}
    beaten = [s for s in own if _reason(there, s, own, weak)]
    preferred = [s for s in own if s not in beaten] + beaten
    reasons = (_reason(there, s, preferred, weak) for s in beaten)
    return tuple(reason for reason in reasons if reason)


def _reason(
    there: dict[int, tuple[Fraction, ...]], dominated: int, candidates: Sequence[int], weak: bool
) -> Dominance | None:
    """Why a strategy is dominated by some of the candidates; None where it is not."""
    given_up = there[dominated]
    others = [s for s in candidates if s != dominated]
    by = _strictly(there, given_up, others)
    strict = bool(by)
    if not by and weak:
        by = next((((s, Fraction(1)),) for s in others if _weakly(there[s], given_up)), ())
    if not by:
        return None
    own = tuple(
        sum((weight * there[s][t] for s, weight in by), Fraction()) for t in range(len(given_up))
    )
    return Dominance(dominated, by, strict, own, given_up)


def _weakly(row: tuple[Fraction, ...], given_up: tuple[Fraction, ...]) -> bool:
    return row != given_up and all(a >= b for a, b in zip(row, given_up, strict=True))


def _strictly(
    there: dict[int, tuple[Fraction, ...]], given_up: tuple[Fraction, ...], others: list[int]
) -> tuple[tuple[int, Fraction], ...]:
    """A strategy or mix of the others that is better against everything, or nothing."""
    gains = {s: tuple(a - b for a, b in zip(there[s], given_up, strict=True)) for s in others}
    for s in others:
        if min(gains[s]) > 0:
            return ((s, Fraction(1)),)
    # A mix gains everywhere only if against each strategy one of the pure ones does.
    if not others or min(map(max, zip(*gains.values(), strict=True))) <= 0:
        return ()
    for one, two in combinations(others, 2):
        weight = _weight(gains[one], gains[two])
        if weight is not None:
            return ((one, weight), (two, 1 - weight))
    # The gains are a zero-sum game against nature: its value is what a mix gains for certain.
    solution = solve_zero_sum(tuple(gains.values()))
    if solution.value <= 0:
        return ()
    return tuple((s, w) for s, w in zip(others, solution.maximiser, strict=True) if w)


def _weight(one: tuple[Fraction, ...], two: tuple[Fraction, ...]) -> Fraction | None:
    """The simplest weight of the first with which the two together gain everywhere."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(one, two, strict=True):
        # weight * a + (1 - weight) * b > 0
        if a > b:
            low = max(low, -b / (a - b))
        elif a < b:
            high = min(high, b / (b - a))
        elif a <= 0:
            return None
    return simplest_between(low, high) if low < high else None
