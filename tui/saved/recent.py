"""The recently opened sources, for the home screen."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError
from engine.games import custom_games
from tui.saved.store import Store

_STORE: Final = Store("recent.json")
_MOST: Final = 12

#: The first line of a saved match. The module that reads matches is not imported: home opens fast.
_HEAD: Final = "plytrace match 1"
_LONGEST_HEAD: Final = 40
_LINE: Final = re.compile(r"^(\w+): *(.*)$", re.MULTILINE)
_MOVE: Final = re.compile(r"^ *\d+\. (\S+) [^;\n]*(; by=)?", re.MULTILINE)


def recent_sources() -> list[str]:
    """Return the recently opened sources and files, the latest first.

    An unreadable list counts as empty: every source can be opened again.
    """
    entries = _STORE.read_json()
    if not isinstance(entries, list):
        return []
    return [entry for entry in entries if isinstance(entry, str)][:_MOST]


def remember_source(source: str) -> None:
    """Put a source, or the path of a file, first in the list."""
    path = Path(source)
    if file := custom_games.find_file(source):  # the same file from every folder
        source = str(Path(file).expanduser().resolve()) + source.strip()[len(file) :]
    elif path.is_file() and (
        path.suffix or path.name != source
    ):  # a bare name may be a library tree
        source = str(path.resolve())
    # The list is a convenience, so errors are ignored.
    with suppress(OSError, PlytraceError), _STORE.lock():
        others = [entry for entry in recent_sources() if entry != source]
        _STORE.write_json([source, *others][:_MOST])


def describe_match(path: Path, now: datetime) -> tuple[str, str] | None:
    """Return the game of a saved match, and its end and time: `lost in 6, today 20:37`.

    The file is not replayed, which could take long. None if it is not a match.
    """
    try:
        with path.open(encoding="utf-8") as file:
            if file.readline(_LONGEST_HEAD).strip() != _HEAD:
                return None
            text = file.read()
    except (OSError, ValueError):
        return None
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
    """Return whether a player in a file is a person; searches have small letters alone."""
    return player == "human" or not re.fullmatch(r"[a-z0-9-]+(:\S*)?", player)


def _describe_time(when: datetime, now: datetime) -> str:
    day = f"{when.day} {when:%B}"
    if when.date() == now.date():
        day = "today"
    elif when.date() == (now - timedelta(days=1)).date():
        day = "yesterday"
    return f"{day} {when:%H:%M}"
