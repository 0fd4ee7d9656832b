"""The games, one in a file, each named after it, and the list of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import InvalidInput, did_you_mean
from engine.game import AnyGame
from engine.games.tic_tac_toe import TicTacToe

__all__ = ["GAMES", "GameEntry", "make_game"]


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that the command line knows.

    Args:
        summary: what it is, in one line.
        example: a source that a person can copy.
        make: builds it from the texts of a size, a position and a side to move, each perhaps empty.
    """

    summary: str
    example: str
    make: Callable[[str, str, str], AnyGame]


def _tic_tac_toe(size: str, position: str, to_move: str) -> AnyGame:
    if size:
        raise InvalidInput(
            f"tic-tac-toe of size {size!r}", expected="tic-tac-toe without a size: it is 3 by 3"
        )
    if to_move and not position:
        position = "...|...|..."
    return TicTacToe(f"{position} {to_move}".strip())


#: The games by name.
GAMES: dict[str, GameEntry] = {
    TicTacToe.name: GameEntry(
        "three in a row on three by three; cells 1 to 9",
        "tic-tac-toe@xox|xxo|o..",
        _tic_tac_toe,
    ),
}


def make_game(name: str, *, size: str = "", position: str = "", to_move: str = "") -> AnyGame:
    """Build a game from what a person wrote.

    Args:
        name: one of `GAMES`.
        size: what follows the name after a colon; empty for the usual size.
        position: what follows `@`, perhaps with a side to move after a space; empty for the start.
        to_move: the side to move where the position does not say it.

    Raises:
        InvalidInput: there is no such game, or it cannot read the rest.
    """
    if name not in GAMES:
        raise InvalidInput(
            f"there is no game {name!r}",
            expected=f"one of {', '.join(GAMES)}",
            hint=did_you_mean(name, GAMES),
        )
    return GAMES[name].make(size, position, to_move)
