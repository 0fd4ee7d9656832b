"""Checks of a game's answers before a search uses them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import isfinite, lcm
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import AnyGame, Number
from engine.log.visit_log import MAX_ACTIONS
from engine.values import exact_value

#: The largest rounding error of a sum of probabilities.
_ROUNDING: Final = 1e-9
#: The same for exact sums.
_EXACT_ROUNDING: Final = Fraction(1, 10**9)


def finite_value(game: AnyGame, value: Number, state: Any) -> float:
    """Return the value of a leaf as a double; −0.0 becomes 0.0."""
    number = float(value) + 0.0  # −0.0 becomes 0.0
    if not isfinite(number):
        raise value_error(game, number, state)
    return number


def value_error(game: AnyGame, number: float, state: Any) -> InvalidInput:
    """Return the error for a leaf whose value is infinite or NaN."""
    return InvalidInput(
        f"{game} returns the value {number} for a leaf",
        where=game.format(state),
        expected="a finite number",
    )


def checked_moves(game: AnyGame, moves: Sequence[Any], state: Any) -> Sequence[Any]:
    """Return the moves, or outcomes of chance, of a state that is not terminal."""
    if not 0 < len(moves) <= MAX_ACTIONS:
        raise move_count_error(game, moves, state)
    return moves


def move_count_error(game: AnyGame, moves: Sequence[Any], state: Any) -> InvalidInput:
    """Return the error for a non-terminal state with no moves or too many for a log."""
    if not moves:
        return InvalidInput(
            f"{game} has no move in a state that is not terminal",
            where=game.format(state),
            expected="at least one action, or is_terminal to be true",
        )
    return InvalidInput(
        f"{game} has {len(moves):,} moves in one state",
        where=game.format(state),
        expected=f"at most {MAX_ACTIONS:,}",
    )


def whole_weights(
    game: AnyGame, chances: Sequence[tuple[Any, Number]], state: Any
) -> tuple[list[int], int]:
    """Return the probabilities of a chance node as whole weights, and their sum."""
    # The probability of an outcome is its weight divided by the sum. This also corrects sums that
    # miss 1 by rounding.
    try:
        ratios = [
            (share if type(share) is Fraction else exact_value(share)).as_integer_ratio()
            for _, share in chances
        ]
    except (ValueError, OverflowError):  # NaN and infinity
        ratios = [(-1, 1)]
    common = lcm(*(below for _, below in ratios))
    weights = [above * (common // below) for above, below in ratios]
    total = sum(weights)
    is_one = total == common or abs(total - common) <= _EXACT_ROUNDING * common
    if not is_one or min(weights, default=-1) < 0:
        raise _no_probabilities(game, chances, state, sum(float(p) for _, p in chances))
    return weights, total


def cumulative_probabilities(
    game: AnyGame, chances: Sequence[tuple[Any, Number]], state: Any
) -> list[float]:
    """Return the cumulative probabilities of a chance node."""
    probabilities = [float(probability) for _, probability in chances]
    sums = list(accumulate(probabilities))
    # Written this way, the test refuses NaN too.
    if not (sums and min(probabilities) >= 0 and abs(sums[-1] - 1) <= _ROUNDING):
        raise _no_probabilities(game, chances, state, sums[-1] if sums else 0)
    return sums


def _no_probabilities(
    game: AnyGame, chances: Sequence[tuple[Any, Number]], state: Any, total: float
) -> InvalidInput:
    """Return the error for probabilities that are negative or do not sum to 1."""
    listed = ", ".join(str(probability) for _, probability in chances[:8])
    return InvalidInput(
        f"the probabilities of {game} sum to {total:g}: {listed or 'there are none'}",
        where=game.format(state),
        expected="probabilities of 0 or more that sum to 1",
    )
