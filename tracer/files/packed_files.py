"""Files and data as bytes, for a computer that has none of the files."""

from __future__ import annotations

import atexit
import os
import pickle
import zlib
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tracer.files.scratch import scratch_folder


#: Closes the folders of placed files when the process ends.
_folders: Final = ExitStack()
atexit.register(_folders.close)


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


def place_files_until_exit(packed: bytes) -> tuple[PlacedFiles, Any]:
    """Write packed files into a folder; return them and the data.

    The folder is removed when this process ends.
    """
    folder = _folders.enter_context(scratch_folder("plytrace-files-")).resolve()
    files, home, data = pickle.loads(zlib.decompress(packed))
    placed = PlacedFiles(folder, home, frozenset(files))
    for name, content in files.items():
        target = placed.path(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return placed, data
