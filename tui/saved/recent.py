"""The recently opened sources, for the home screen."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.errors import PlytraceError
from engine.games import custom_games
from tui.saved.store import Store

_STORE: Final = Store("recent.json")
_MOST: Final = 12


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
