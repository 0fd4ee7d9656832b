"""Files and data as bytes, for a computer that has none of the files."""

from __future__ import annotations

import os
import pickle
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tracer.files.scratch import scratch_folder

# The files next to a Python file that it imports.

_IMPORT: Final = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
#: Bytes of a file that are read.
_LARGEST: Final = 2_000_000


def read_start(file: Path) -> str:
    """Return the start of a file as text; empty if it cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def imported_names(file: Path) -> list[str]:
    """Return the names of the modules that a Python file imports; empty if it cannot be read."""
    return list(dict.fromkeys(_IMPORT.findall(read_start(file))))


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


@dataclass(frozen=True)
class PlacedFiles:
    """Files that were packed on another computer."""

    folder: Path
    home: str
    names: frozenset[str]

    def path(self, name: str | Path) -> Path:
        """Return the path here of a file as it was named there."""
        old = os.path.normpath(Path(self.home, Path(name).expanduser()))
        return self.folder.joinpath(*Path(old).parts[1:])

    def has(self, name: str) -> bool:
        """Return whether a file of this name was packed."""
        return os.path.normpath(Path(self.home, Path(name).expanduser())) in self.names

    def restore_names(self, text: str) -> str:
        """Return a message with the names of files as the user wrote them."""
        for below in (str(self.folder), os.path.relpath(self.folder)):
            text = text.replace(f"{below}{self.home}/", "").replace(below, "")
        return text


def pack_files(files: Iterable[Path], data: Any) -> bytes:
    """Return files and further data as bytes."""
    packed = {os.path.normpath(file.absolute()): file.read_bytes() for file in files}
    return zlib.compress(pickle.dumps((packed, str(Path.cwd()), data)))


def place_files(packed: bytes, stack: ExitStack) -> tuple[PlacedFiles, Any]:
    """Write packed files into a folder, which `stack` removes; return them and the data."""
    folder = stack.enter_context(scratch_folder("plytrace-files-")).resolve()
    files, home, data = pickle.loads(zlib.decompress(packed))
    placed = PlacedFiles(folder, home, frozenset(files))
    for name, content in files.items():
        target = placed.path(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return placed, data
