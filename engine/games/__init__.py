"""The games, one in a file, each named after it, and the list of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from engine.errors import InvalidInput, did_you_mean
from engine.game import AnyGame

__all__ = ["GAMES", "GameEntry", "make_game"]


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that the command line knows.

    Args:
        module: its module here, imported when the game is asked for. Its function `make` builds
            the game from the texts of a size, a position and a side to move, each perhaps empty.
        summary: what it is, in one line.
        example: a source that a person can copy.
    """

    module: str
    summary: str
    example: str

    def make(self, size: str, position: str, to_move: str) -> AnyGame:
        """The game, from the texts of a size, a position and a side to move."""
        game: AnyGame = import_module(f"engine.games.{self.module}").make(size, position, to_move)
        return game


#: The games by name.
GAMES: dict[str, GameEntry] = {
    "tic-tac-toe": GameEntry(
        "tic_tac_toe",
        "three in a row on three by three; cells 1 to 9",
        "tic-tac-toe@xox|xxo|o..",
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
