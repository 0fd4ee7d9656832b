"""The moves of a match, and those that were taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.game import AnyGame, Player
from engine.match.choosing import ChosenMove

# The result of a match.


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    winner: Player | None
    value: float | None
    text: str
    resigned: Player | None = None


def find_result(game: AnyGame, states: Sequence[Any]) -> MatchResult | None:
    """Return the result of a game with these states; None if it is not over."""
    last = states[-1]
    how = game.ending(states)
    if not game.is_terminal(last):
        return MatchResult(None, 0, f"A draw by {how}.") if how else None
    value = game.utility(last, Player.MAX)
    if how and not game.has_wins:  # no winner: the reason states the value
        return MatchResult(None, float(value), f"{how}.")
    by = f" by {how}" if how else ""
    standing = game.score_line(last, states[0])
    score = f" ({standing})" if standing and not game.has_wins else ""
    if game.plies_per_round == 1:
        return MatchResult(None, float(value), f"It ends with a value of {float(value):g}{score}.")
    if value == 0:
        return MatchResult(None, 0, f"A draw{by}{score}.")
    winner = Player.MAX if value > 0 else Player.MIN
    amount = "" if game.has_wins else f" by {abs(float(value)):g}"
    return MatchResult(
        winner, float(value), f"{_name_player(game, winner)} wins{amount}{by}{score}."
    )


def resigned_result(game: AnyGame, player: Player) -> MatchResult:
    """Return the result if a player resigns."""
    winner = player.opponent
    text = f"{_name_player(game, player)} resigns: {game.labels[winner]} wins."
    return MatchResult(winner, None, text, player)


def _name_player(game: AnyGame, player: Player) -> str:
    label = game.labels[player]
    return label[:1].upper() + label[1:]


#: How a move was made: a player chose it, a pass was the only move, or chance drew it.
Kind: TypeAlias = Literal["chosen", "forced", "chance"]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made."""

    number: int
    player: Player
    action: Any
    name: str
    kind: Kind
    before: Any
    after: Any
    choice: ChosenMove | None = None
    comment: str = ""
    glyphs: tuple[int, ...] = ()


class MatchHistory:
    """The moves made and the moves taken back. Automatic moves belong to the move before them."""

    def __init__(self) -> None:
        #: The moves made.
        self.done: list[PlayedMove] = []
        #: The moves taken back; the last one is the next to redo.
        self.undone: list[PlayedMove] = []

    def take_back(self) -> tuple[PlayedMove, ...]:
        """Take back the last chosen move and the automatic moves after it."""
        chosen = [at for at, played in enumerate(self.done) if played.kind == "chosen"]
        if not chosen:
            return ()
        taken = self.done[chosen[-1] :]
        del self.done[chosen[-1] :]
        self.undone += reversed(taken)
        return tuple(taken)

    def make_again(self) -> tuple[PlayedMove, ...]:
        """Redo the move taken back last and the automatic moves after it."""
        again: list[PlayedMove] = []
        while self.undone and (not again or self.undone[-1].kind != "chosen"):
            again.append(self.undone.pop())
        self.done += again
        return tuple(again)
