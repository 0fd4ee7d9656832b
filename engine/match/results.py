"""How a match ended, in words with the labels of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import AnyGame, Player

__all__ = ["Result", "resigned_result", "result_of"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    Args:
        winner: who won; None for a draw, and where a game has values and no winners.
        value: what the end is worth to MAX; None where a side resigned.
        text: it in one sentence, such as "B wins by 6 (B 11, W 5)."
        resigned: who resigned; None where nobody did.
    """

    winner: Player | None
    value: float | None
    text: str
    resigned: Player | None = None


def result_of(game: AnyGame, states: Sequence[Any]) -> Result | None:
    """How a game ended that went through these states; None where it goes on.

    Args:
        game: the game.
        states: all states from the first to the last, at least one.
    """
    last = states[-1]
    how = game.ending(states)
    if not game.is_terminal(last):
        return Result(None, 0, f"A draw by {how}.") if how else None
    value = game.utility(last, Player.MAX)
    if how and not game.has_wins:  # there is no winner: it says what the end is worth
        return Result(None, float(value), f"{how}.")
    by = f" by {how}" if how else ""
    standing = game.score_line(last, states[0])
    score = f" ({standing})" if standing and not game.has_wins else ""
    if game.plies_per_round == 1:
        return Result(None, float(value), f"It ends with a value of {float(value):g}{score}.")
    if value == 0:
        return Result(None, 0, f"A draw{by}{score}.")
    winner = Player.MAX if value > 0 else Player.MIN
    amount = "" if game.has_wins else f" by {abs(float(value)):g}"
    return Result(winner, float(value), f"{_named(game, winner)} wins{amount}{by}{score}.")


def resigned_result(game: AnyGame, player: Player) -> Result:
    """What it means that a player resigns."""
    winner = player.opponent
    text = f"{_named(game, player)} resigns: {game.labels[winner]} wins."
    return Result(winner, None, text, player)


def _named(game: AnyGame, player: Player) -> str:
    label = game.labels[player]
    return label[:1].upper() + label[1:]
