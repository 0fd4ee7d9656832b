"""A checksum of the kernel's sources, to detect that a built kernel is out of date."""

from __future__ import annotations

from pathlib import Path

_ENGINE = Path(__file__).parent.parent


def stamp_of_sources() -> str:
    """Return a checksum of the sources; empty in an installation, which has no sources."""
    main = _ENGINE / "_kernel.pyx"
    if not main.exists():
        return ""
    from hashlib import sha256  # late: an installation does without it

    parts = (path for path in (_ENGINE / "kernel").iterdir() if path.suffix in (".pxi", ".h"))
    digest = sha256()
    for path in (main, *sorted(parts)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
