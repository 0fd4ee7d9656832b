"""Exact values, recomputed from the leaves: the log holds doubles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from engine.game import AnyGame, Number, Player
from engine.log import Flag, VisitLog

__all__ = ["exact_values", "mean_so_far"]


def exact_values(
    game: AnyGame, log: VisitLog, states: Iterable[Any], best_child: Callable[[int], int | None]
) -> list[Fraction | None]:
    """The value of every visit as a fraction, by row; None where not known or not rational.

    Args:
        game: what was searched.
        log: the visits.
        states: the state of every row, in order.
        best_child: gives the row of the child that a row's value is from.
    """
    values: list[Fraction | None] = [None] * len(log)
    for row, state in reversed(list(enumerate(states))):
        flags = log.flags[row]
        if flags & Flag.INCOMPLETE:
            continue
        if flags & Flag.TERMINAL:
            values[row] = _rational(game.utility(state, Player.MAX))
        elif flags & Flag.EVALUATED:
            values[row] = _rational(game.evaluate(state))
        elif log.player[row] == Player.CHANCE:
            values[row] = _mean(game.chances(state), log, row, values)
        else:
            best = best_child(row)
            # Fail-hard returns a bound of the window, which no leaf need have.
            if best is not None and log.value[best] == log.value[row]:
                values[row] = values[best]
    return values


def mean_so_far(
    chances: Sequence[tuple[Any, Number]], log: VisitLog, children: Sequence[int]
) -> float:
    """What a chance node's sum has come to after some of its children; 0 before the first."""
    parts = (Fraction(chances[log.action[c]][1]) * Fraction(log.value[c]) for c in children)
    return float(sum(parts, Fraction()))


def _mean(
    chances: Sequence[tuple[Any, Number]],
    log: VisitLog,
    row: int,
    values: Sequence[Fraction | None],
) -> Fraction | None:
    mean = Fraction()
    for child in log.children(row):
        value, weight = values[child], _rational(chances[log.action[child]][1])
        if value is None or weight is None:
            return None
        mean += weight * value
    return mean


def _rational(value: Number) -> Fraction | None:
    """A number that was given as a whole number or a fraction; None for a floating-point one."""
    if isinstance(value, Fraction):
        return value
    return Fraction(value) if value == math.floor(value) else None
