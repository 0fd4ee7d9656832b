"""Saved matches: PGN if the name ends in .pgn, else plytrace's text form."""

from __future__ import annotations

import shlex
from pathlib import Path

from engine.errors import UsageError
from engine.game import AnyGame
from engine.games import custom_games
from engine.match.match import Match
from engine.match.pgn import read_pgn, write_pgn
from engine.match.text_form import HEAD, read_match, write_match
from tracer.files.atomic_files import write_atomically
from trees.files import printable_name, read_text
from trees.sources import open_saved

_PGN = ".pgn"


def save_match(match: Match, path: str | Path) -> None:
    """Write a match to a file atomically."""
    write = write_pgn if Path(path).suffix.lower() == _PGN else write_match
    text = write(match)
    with write_atomically(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def load_match(path: str | Path, *, game: str = "") -> Match:
    """Read a match that `save_match` wrote, or a PGN file with one game of chess."""
    name, text = printable_name(Path(path)), read_text(Path(path))
    if Path(path).suffix.lower() == _PGN:
        if game:
            raise UsageError(
                f"--game {game} cannot be used with a PGN file",
                expected="no --game, since PGN files are chess",
            )
        return read_pgn(text, name)
    again = f"plytrace play --resume {shlex.quote(str(path))}"

    def opened(source: str) -> AnyGame:
        return open_saved(source, game=game, again=again).game

    match = read_match(text, name, opened)
    if game:  # the user has given its file
        match.source = (
            custom_games.find_class(game)
            + match.source.strip()[len(custom_games.find_class(match.source)) :]
        )
    return match


def is_match_file(path: Path) -> bool:
    """Return whether a file holds a saved match or chess in PGN."""
    if path.suffix == _PGN:
        return path.is_file()
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(len(HEAD) + 2).strip() == HEAD
    except (OSError, ValueError):
        return False
