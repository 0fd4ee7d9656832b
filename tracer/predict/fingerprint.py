"""The key that distinguishes a search from others of the same name."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from engine.log.visit_log import FIELDS
from tracer.recording.recording import Recording

#: Number of visits in the fingerprint: enough for predictions, and quick for a long log too.
_MOST_ROWS = 4096


def search_key(trace: Recording) -> str:
    """Return the key of a search's score: its source, its settings and a fingerprint.

    Files can have the same name, be rewritten, or have an edited leaf or another evaluation. The
    fingerprint of the visits distinguishes them.
    """
    given = {name: str(value) for name, value in trace.settings.non_defaults().items()}
    # A file is the same one from any folder.
    path = Path(trace.source)
    how = [path.name if path.suffix else trace.source, trace.search, trace.settings.convention.name]
    named = [f"{name} {value}" for name, value in sorted(given.items())]
    log = trace.log
    digest = blake2b(f"{len(log)} {len(trace.roots)}".encode(), digest_size=6)
    rows = range(min(len(log), _MOST_ROWS))
    for name in FIELDS:
        digest.update(repr(list(getattr(log, name)[: len(rows)])).encode())
    names = [trace.name(row) for row in rows[:64]]
    digest.update(repr(names).encode("utf-8", "replace"))
    return " · ".join([*how, *named, digest.hexdigest()])
