"""Open the SOURCE named in a saved file without running Python code unasked.

Naming `race.py:Race` on the command line runs `race.py`. A saved match may name it too, but the
user who opens the match may not have read it. So the code runs only if the user also names it with
`--game`, or if this process has already run the file for the user.
"""

from __future__ import annotations

import shlex

from engine.errors import InvalidInput
from engine.games import custom_games
from trees.sources import Source, open_source


def open_saved(source: str, *, game: str = "", again: str) -> Source:
    """Open the SOURCE that a saved file names."""
    source = source.strip()
    if source == "-":
        raise InvalidInput(
            "a game from standard input cannot be opened again", expected="a game from a file"
        )
    if not game:
        refuse_code(source, again=again)
        return open_source(source)
    saved = custom_games.find_class(source)
    if not saved:
        raise InvalidInput(
            f"the game is {source}, but --game names {game}",
            expected=f"no --game, since {source} is not a Python file",
        )
    rest = source[len(saved) :]
    is_whole = game.strip() in (custom_games.find_class(game), custom_games.find_class(game) + rest)
    if not is_whole or custom_games.find_class(game).rpartition(":")[2] != saved.rpartition(":")[2]:
        raise InvalidInput(
            f"the game is {saved}, but --game names {game}", expected=f"--game {shlex.quote(saved)}"
        )
    return open_source(custom_games.find_class(game) + rest)


def refuse_code(source: str, *, again: str) -> None:
    """Refuse a SOURCE that names Python code, unless this process has run that file before."""
    named = custom_games.find_class(source)
    if not named or custom_games.is_loaded(source):
        return
    raise InvalidInput(
        f"the game {named} is Python code, and opening a file never runs code",
        hint=f"If you trust {custom_games.find_file(source)}, allow it: "
        f"{again} --game {shlex.quote(named)}",
    )
