"""What tells a search from others of the same name."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from engine.log import COLUMNS
from tracer.recording import Recording

__all__ = ["search_key"]

#: The visits that are looked at: nobody predicts more, and a long log is as quick as a short one.
_LOOKED_AT = 4096


def search_key(trace: Recording) -> str:
    """What the score of a search is kept under: its source, how it was searched, and a fingerprint.

    Two files can be called alike, a file is written anew, a leaf is edited, an evaluation is
    another one: the fingerprint of what was visited tells them apart.

    Args:
        trace: the search.
    """
    given = {name: str(value) for name, value in trace.settings.given().items()}
    # A file is the same one wherever it is opened from.
    path = Path(trace.source)
    how = [path.name if path.suffix else trace.source, trace.search, trace.settings.convention.name]
    named = [f"{name} {value}" for name, value in sorted(given.items())]
    log = trace.log
    digest = blake2b(f"{len(log)} {len(trace.roots)}".encode(), digest_size=6)
    rows = range(min(len(log), _LOOKED_AT))
    for name, _ in COLUMNS:
        column = getattr(log, name)
        digest.update(repr([column[row] for row in rows]).encode())
    names = [trace.name(row) for row in rows[:64]]
    digest.update(repr(names).encode("utf-8", "replace"))
    return " · ".join([*how, *named, digest.hexdigest()])
