"""Saved matches as files: PGN where the name ends in .pgn, else the text form of all games."""

from __future__ import annotations

from pathlib import Path

from engine.game import AnyGame
from engine.match.match import Match
from engine.match.pgn import read_pgn, write_pgn
from engine.match.text_form import read_match, write_match
from tracer.files import whole_file
from trees.files import printable, read_text
from trees.sources import open_source

__all__ = ["load_match", "save_match"]

_PGN = ".pgn"


def save_match(match: Match, path: str | Path) -> None:
    """Write a match to a file, whole or not at all.

    Args:
        match: what to save.
        path: where to; an existing file is replaced. A name that ends in .pgn makes it PGN.

    Raises:
        UsageError: PGN of another game than chess, or a game that no file can describe.
        InvalidInput: the file cannot be written.
    """
    write = write_pgn if Path(path).suffix.lower() == _PGN else write_match
    text = write(match)
    with whole_file(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def load_match(path: str | Path) -> Match:
    """Read a match that `save_match` wrote, or a PGN of one game of chess.

    Raises:
        InvalidInput: the file is not there or cannot be read; with the line at fault.
    """
    name, text = printable(Path(path)), read_text(Path(path))
    if Path(path).suffix.lower() == _PGN:
        return read_pgn(text, name)
    return read_match(text, name, _opened)


def _opened(source: str) -> AnyGame:
    return open_source(source).game
