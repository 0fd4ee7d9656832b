"""What a search asks of a game's answers before it builds on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import isfinite
from typing import Any

from engine.errors import InvalidInput
from engine.game import AnyGame, Number
from engine.log import MAX_ACTIONS

__all__ = ["checked_moves", "cumulated", "finite", "no_moves", "no_value"]

#: How far probabilities may miss 1 by rounding alone.
_ROUNDING = 1e-9


def finite(game: AnyGame, value: Number, state: Any) -> float:
    """The value of a leaf; nought has no sign in a log, whoever made it.

    Raises:
        InvalidInput: it is infinite or NaN.
    """
    number = float(value) + 0.0  # −0.0 becomes 0.0
    if not isfinite(number):
        raise no_value(game, number, state)
    return number


def no_value(game: AnyGame, number: float, state: Any) -> InvalidInput:
    """The error for a leaf whose value is infinite or NaN."""
    return InvalidInput(
        f"{game} gives a leaf the value {number}",
        where=game.format(state),
        expected="a finite number",
    )


def checked_moves(game: AnyGame, moves: Sequence[Any], state: Any) -> Sequence[Any]:
    """The moves, or outcomes of chance, of a state that is not terminal.

    Raises:
        InvalidInput: there are none, or more than a log can hold.
    """
    if not 0 < len(moves) <= MAX_ACTIONS:
        raise no_moves(game, moves, state)
    return moves


def no_moves(game: AnyGame, moves: Sequence[Any], state: Any) -> InvalidInput:
    """The error for a state that is not terminal and has no moves, or more than a log can hold."""
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


def cumulated(game: AnyGame, chances: Sequence[tuple[Any, Number]], state: Any) -> list[float]:
    """The probabilities of a chance node, each with those before it added.

    Raises:
        InvalidInput: they are no probabilities, or do not sum to 1.
    """
    probabilities = [float(probability) for _, probability in chances]
    sums = list(accumulate(probabilities))
    # Asked this way round, NaN is refused too.
    if not (sums and min(probabilities) >= 0 and abs(sums[-1] - 1) <= _ROUNDING):
        told = ", ".join(str(probability) for _, probability in chances[:8])
        raise InvalidInput(
            f"the probabilities of {game} sum to {sums[-1] if sums else 0:g}: "
            f"{told or 'there are none'}",
            where=game.format(state),
            expected="probabilities of 0 or more that sum to 1",
        )
    return sums
