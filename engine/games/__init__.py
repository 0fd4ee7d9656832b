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
    "mnk": GameEntry(
        "mnk",
        "k in a row on m columns and n rows, up to 64 cells; :m,n,k",
        "mnk:4,4,3@x..o|.x..|....|...o",
    ),
    "connect-four": GameEntry(
        "connect_four",
        "four in a row by discs that fall; :columns,rows; @ and the columns played, or a board",
        "connect-four:4,4@22332",
    ),
    "race": GameEntry(
        "race",
        "Lab 3's race to a number: reach it and win, pass it and lose; :target,largest step",
        "race:10,3",
    ),
    "nim": GameEntry(
        "nim",
        "take from one heap; who takes the last object wins, or with misere loses; :heaps",
        "nim:1,2,3",
    ),
    "navigation": GameEntry(
        "navigation",
        "one player walks over a grid to a goal; :width,height; @x,y to x,y in steps",
        "navigation:7,7@4,4 to 4,1 in 4",
    ),
    "reversi": GameEntry(
        "reversi",
        "Reversi (Othello) on up to eight by eight; :4 and :5 are MP 520's boards",
        "reversi@....|BBBB|WWWW|....",
    ),
    "chess": GameEntry(
        "chess",
        "chess from any position, with the extra plytrace[chess]; a search needs a depth",
        "chess@r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    ),
    "openspiel": GameEntry(
        "openspiel",
        "a game of OpenSpiel by its name there, with the extra plytrace[openspiel]",
        "openspiel:breakthrough(rows=4,columns=4)",
    ),
}


def make_game(name: str, *, size: str = "", position: str = "", to_move: str = "") -> AnyGame:
    """Build a game from what a person wrote.

    Args:
        name: one of `GAMES`, or of the games that installed packages offer.
        size: what follows the name after a colon; empty for the usual size.
        position: what follows `@`, perhaps with a side to move after a space; empty for the start.
        to_move: the side to move where the position does not say it.

    Raises:
        InvalidInput: there is no such game, or it cannot read the rest.
    """
    if name not in GAMES:
        from engine.games import own  # here, since it looks through all installed packages

        if offered := own.from_name(name, size=size, position=f"{position} {to_move}".strip()):
            return offered
        raise InvalidInput(
            f"there is no game {name!r}",
            expected=f"one of {', '.join(GAMES)}",
            hint=did_you_mean(name, GAMES),
        )
    return GAMES[name].make(size, position, to_move)
