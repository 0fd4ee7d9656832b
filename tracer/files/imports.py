"""The files next to a Python file that it imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final


_IMPORT: Final = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
#: Bytes of a file that are read.
_LARGEST: Final = 2_000_000


def imported_names(file: Path) -> list[str]:
    """Return the names of the modules that a Python file imports; empty if it cannot be read."""
    try:
        with file.open("rb") as opened:
            text = opened.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return []
    return list(dict.fromkeys(_IMPORT.findall(text)))


def imported_files(file: Path, seen: set[Path] | None = None) -> Iterator[Path]:
    """Yield the files next to a file that it imports, directly or indirectly."""
    seen = set() if seen is None else seen
    if file.suffix != ".py":
        return
    seen.add(file)
    for name in imported_names(file):
        beside = file.with_name(f"{name}.py")
        if beside not in seen and beside.is_file():
            yield beside
            yield from imported_files(beside, seen)
