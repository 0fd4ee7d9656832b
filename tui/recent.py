"""What was opened last, for the home screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from engine.errors import PlytraceError
from tracer.files import whole_file
from tui.places import state_folder

__all__ = ["recent", "remember"]

_FILE: Final = "recent.json"
_MOST: Final = 12


def recent() -> list[str]:
    """The sources and files that were opened last, the latest first.

    A file that cannot be read counts for nothing: what was opened can be opened again.
    """
    try:
        entries: Any = json.loads((state_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    if not isinstance(entries, list):
        return []
    return [entry for entry in entries if isinstance(entry, str)][:_MOST]


def remember(source: str) -> None:
    """Put a source, or the path of a file, at the head of the list."""
    path = Path(source)
    if path.is_file() and (path.suffix or path.name != source):  # a bare name may be a tree's
        source = str(path.resolve())
    entries = [source, *(entry for entry in recent() if entry != source)][:_MOST]
    try:
        state_folder().mkdir(parents=True, exist_ok=True)
        with whole_file(state_folder() / _FILE) as unfinished:
            unfinished.write_text(
                json.dumps(entries, ensure_ascii=False, indent=1), encoding="utf-8"
            )
    except (OSError, PlytraceError):
        return  # nobody asked for it, and nothing depends on it
