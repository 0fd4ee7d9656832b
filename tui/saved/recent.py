"""The recently opened sources, for the home screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from engine.errors import PlytraceError
from engine.games import custom_games
from tracer.files.atomic_files import file_lock, write_atomically
from tui.saved.user_dirs import state_folder

_FILE: Final = "recent.json"
_MOST: Final = 12


def recent_sources() -> list[str]:
    """Return the recently opened sources and files, the latest first.

    An unreadable list counts as empty: every source can be opened again.
    """
    try:
        entries: Any = json.loads((state_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
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
    kept = state_folder() / _FILE
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with file_lock(kept):
            entries = [source, *(entry for entry in recent_sources() if entry != source)][:_MOST]
            with write_atomically(kept) as unfinished:
                unfinished.write_text(
                    json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8"
                )
    except (OSError, PlytraceError):
        return  # the list is a convenience, so errors are ignored
