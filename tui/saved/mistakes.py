"""The mistakes of a student in searches by hand, so that tomorrow's first tree shows one again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from engine.conventions import parse_convention
from engine.errors import PlytraceError
from tracer.files.atomic_files import file_lock, write_atomically
from tracer.hands.next_tree import NextTree, make_next_tree
from tracer.mistakes import MISCONCEPTIONS
from tui.saved.user_dirs import state_folder

_FILE: Final = "mistakes.json"


def mistakes_file() -> Path:
    """Return the file, existing or not."""
    return state_folder() / _FILE


def likely_mistakes(recent: Iterable[str] = ()) -> list[str]:
    """Return the misconceptions that the next tree is to test, the likeliest first.

    Args:
        recent: those of the last tree; those that are not mastered yet follow, by how common they
            are.
    """
    counts = _counts()
    return list(dict.fromkeys([*recent, *sorted(counts, key=lambda slug: -counts[slug])]))


def note_tree(made: str | None, tested: Iterable[str]) -> None:
    """Note the end of a tree.

    An unwritable file is ignored: the trees are then of any kind.

    Args:
        made: misconception that the slips are evidence of; None for none.
        tested: misconceptions that the tree tests; those that were not made count once less.
    """
    path = mistakes_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with file_lock(path):
            counts = _counts()
            for slug in tested:
                counts[slug] = counts.get(slug, 0) - (slug != made)
            if made is not None:
                counts[made] = counts.get(made, 0) + 1
            kept = {slug: count for slug, count in counts.items() if count > 0}
            with write_atomically(path) as unfinished:
                unfinished.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    except (OSError, PlytraceError):
        return


def make_practice_tree(convention: str, search: str = "alphabeta") -> NextTree:
    """Make the first tree of a practice: one that tests the student's commonest mistake.

    Args:
        convention: name of the convention.
        search: name of the search.
    """
    return make_next_tree(search, parse_convention(convention), likely_mistakes(), token_hex(4))


def _counts() -> dict[str, int]:
    """Return how often each misconception was made; unreadable entries are left out."""
    try:
        entries: Any = json.loads(mistakes_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(entries, dict):
        return {}
    return {
        slug: count
        for slug, count in entries.items()
        if slug in MISCONCEPTIONS and type(count) is int and count > 0
    }
