"""The games, one file each, and the list of them.

Also here: boards, lines and evaluations that several games use, and the loading of custom games
(`custom_games`). Games made from other games are in `engine.wrappers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from engine.errors import InvalidInput, did_you_mean
from engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game available on the command line."""

    #: The module with its `make`: the class, or a function of the same three texts.
    module: str
    summary: str
    example: str
    start: str = ""

    def make(self, size: str, position: str, to_move: str) -> AnyGame:
        """Build the game from the texts of a size, a position and a side to move."""
        game: AnyGame = import_module(f"engine.games.{self.module}").make(position, size, to_move)
        return game


#: The games by name. To add one, write its file and list it here.
GAMES: dict[str, GameEntry] = {
    "tic-tac-toe": GameEntry(
        "tic_tac_toe",
        "three in a row on three by three; cells 1 to 9",
        "tic-tac-toe@xox|xxo|o..",
        start="tic-tac-toe",
    ),
    "mnk": GameEntry(
        "mnk",
        "k in a row on m columns and n rows, up to 64 cells; :m,n,k",
        "mnk:4,4,3@x..o|.x..|....|...o",
        start="mnk:4,4,3",
    ),
    "connect-four": GameEntry(
        "connect_four",
        "four in a row with falling discs; :columns,rows; @ and the columns played, or a board",
        "connect-four:4,4@22332",
        start="connect-four",
    ),
    "race": GameEntry(
        "race",
        "Lab 3's race to a number: reaching it wins, passing it loses; :target,largest step",
        "race:10,3",
        start="race:10,3",
    ),
    "nim": GameEntry(
        "nim",
        "take from one heap; taking the last object wins (with misere: loses); :heaps",
        "nim:1,2,3",
        start="nim:3,5,7",
    ),
    "navigation": GameEntry(
        "navigation",
        "one player walks on a grid to a goal; :width,height; @x,y to x,y in steps",
        "navigation:7,7@4,4 to 4,1 in 4",
    ),
    "reversi": GameEntry(
        "reversi",
        "Reversi (Othello) on boards up to 8 × 8; :4 and :5 are MP 520's boards",
        "reversi@....|BBBB|WWWW|....",
        start="reversi:8",
    ),
    "chess": GameEntry(
        "chess",
        "chess from any position (needs the extra `chess`); a search needs a depth limit",
        "chess@r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        start="chess",
    ),
    "openspiel": GameEntry(
        "openspiel",
        "any OpenSpiel game, by its OpenSpiel name (needs the extra `openspiel`)",
        "openspiel:breakthrough(rows=4,columns=4)",
    ),
}


def find_recipe(game: AnyGame) -> dict[str, str] | None:
    """Return the arguments with which `make_game` rebuilds a game."""
    # None if it is not in `GAMES`; a subclass of one of them may have inherited its name.
    if game.name not in GAMES:
        return None
    recipe = {"name": game.name, "size": game.size, "position": game.format(game.initial)}
    return recipe if type(game) is type(make_game(**recipe)) else None


def make_game(name: str, *, size: str | int = "", position: str = "", to_move: str = "") -> AnyGame:
    """Build a game from the parts of its source.

    Args:
        name: one of `GAMES`, or of the games that installed packages offer.
        size: text after the name and a colon, or a number; empty for the default size.
        position: text after `@`, optionally a space and the side to move; empty for the start.
        to_move: side to move if the position does not name it.

    Raises:
        InvalidInput: the name is unknown, or the game cannot read the rest.
    """
    for what, text in (("position", position), ("player to move", to_move)):
        if not isinstance(text, str):
            raise InvalidInput(f"the {what} cannot be {text!r}", expected="a text")
    if isinstance(size, bool) or not isinstance(size, str | int):
        raise InvalidInput(
            f"the size cannot be {size!r}", expected='a number, or a text such as "4,4,3"'
        )
    size = str(size)
    if not isinstance(name, str) or name not in GAMES:
        from engine.games import custom_games  # here, since it looks through all installed packages

        if offered := custom_games.installed_game(
            str(name), size=size, position=f"{position} {to_move}".strip()
        ):
            return offered
        raise InvalidInput(
            f"there is no game {name!r}",
            expected=f"one of {', '.join(GAMES)}",
            hint=did_you_mean(str(name), GAMES),
        )
    return GAMES[name].make(size, position, to_move)
