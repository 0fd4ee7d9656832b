"""Saved matches: PGN if the name ends in .pgn, else plytrace's text form."""

from __future__ import annotations

import re
import shlex
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from engine.errors import UsageError
from engine.game import AnyGame
from engine.games import custom_games
from engine.match.match import Match
from engine.match.pgn import read_pgn, write_pgn
from engine.match.players import Human, read_player
from engine.match.text_form import HEAD, read_match, write_match
from tracer.files.atomic_files import write_atomically
from trees.files import printable_name, read_text
from trees.saved_sources import open_saved

__all__ = ["describe_match_file", "is_match_file", "load_match", "save_match"]

_PGN = ".pgn"
_TAG: Final = re.compile(r'^\[(\w+) "(.*)"\]$', re.MULTILINE)
_LINE: Final = re.compile(r"^(\w+): *(.*)$", re.MULTILINE)
_MOVE: Final = re.compile(r"^ *\d+\. (\S+) [^;\n]*(; by=)?", re.MULTILINE)
_SIDES: Final = ("white", "black")
_PGN_RESULTS: Final = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "A draw"}


def save_match(match: Match, path: str | Path) -> None:
    """Write a match to a file atomically.

    Args:
        match: match to save.
        path: file; an existing one is replaced. A name ending in .pgn selects PGN.

    Raises:
        UsageError: PGN of a game other than chess, or a game that no file can describe.
        InvalidInput: the file cannot be written.
    """
    write = write_pgn if Path(path).suffix.lower() == _PGN else write_match
    text = write(match)
    with write_atomically(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def load_match(path: str | Path, *, game: str = "") -> Match:
    """Read a match that `save_match` wrote, or a PGN file with one game of chess.

    Args:
        path: file. Python code that it names is run only if `game` names it too.
        game: FILE:CLASS, such as `race.py:Race`; the file may have moved to another folder.

    Raises:
        InvalidInput: the file is missing or cannot be read; with the line of the error.
        UsageError: `game` with a PGN file, which is always chess.
    """
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


def describe_match_file(path: Path, now: datetime) -> tuple[str, str]:
    """Return the game of a saved match, and its end and time: `lost in 6, today 20:37`.

    The file is not replayed: that could take long.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not text.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == _PGN:
        tags = dict(_TAG.findall(text))
        game, result = "chess", _PGN_RESULTS.get(tags.get("Result", ""), "")
        sides = [tags.get("White", ""), tags.get("Black", "")]
        moves_made = [(side, not _is_human(who)) for side, who in zip(_SIDES, sides, strict=True)]
        numbers = re.findall(r"(?<!\S)(\d+)\.", re.sub(r"\{[^}]*\}|^\[.*$", "", text, flags=re.M))
        moves = max(map(int, numbers), default=0)
    else:
        lines = dict(_LINE.findall(text))
        game, result = lines.get("game", ""), lines.get("result", "")
        sides = [lines.get("first", "human"), lines.get("second", "")]
        moves_made = [(label.lower(), bool(by)) for label, by in _MOVE.findall(text)]
        moves = len(moves_made)
    end = f"{moves} move{'s' * (moves != 1)}"
    if winner := re.search(r"(\S+) wins", result):
        side = winner[1].lower()
        # The forced passes of a search have no player either.
        by_person, by_search = ((side, by) in moves_made for by in (False, True))
        won = "won" if by_person and not by_search else "lost"
        has_one_person = list(map(_is_human, sides)).count(True) == 1
        end = f"{won if has_one_person else f'{winner[1]} won'} in {moves}"
    elif result.startswith("A draw"):
        end = f"a draw in {moves}"
    return game, f"{end}, {_describe_time(datetime.fromtimestamp(path.stat().st_mtime), now)}"


def _is_human(player: str) -> bool:
    """Return whether a player in a file is a person; in PGN that is any unknown name."""
    try:
        return isinstance(read_player(player), Human)
    except UsageError:
        return True


def _describe_time(when: datetime, now: datetime) -> str:
    day = f"{when.day} {when:%B}"
    if when.date() == now.date():
        day = "today"
    elif when.date() == (now - timedelta(days=1)).date():
        day = "yesterday"
    return f"{day} {when:%H:%M}"
