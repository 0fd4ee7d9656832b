"""Size and removal of a program's folder, however deeply it is nested."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final


#: Bytes that each entry counts at least: empty files fill a disk too.
_LEAST: Final = 4096
#: Levels up to which folders are removed by their paths; deeper ones are moved up first.
_DEEPEST: Final = 50
#: Longest path in characters that leaves room for one more name.
_LONGEST: Final = 3_000


def folder_size(folder: Path, most: int) -> int:
    """Return the bytes in a folder without following links."""
    size = 0
    waiting = [str(folder)]
    while waiting and size <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    size += max(_LEAST, entry.stat(follow_symlinks=False).st_size)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    if size > most:
                        break
        except OSError:  # it was just removed, or its path is too long
            size += _LEAST
    return size


def clear_folder(folder: Path) -> None:
    """Remove a folder with its contents; skip what cannot be removed."""
    if not folder.exists():
        return
    waiting = [str(folder)]
    up = 0
    while waiting:
        above = waiting.pop()
        with contextlib.suppress(OSError):
            Path(above).chmod(0o700)
        try:
            below = [
                entry.path for entry in os.scandir(above) if entry.is_dir(follow_symlinks=False)
            ]
        except OSError:
            continue
        for subfolder in below:
            deep = len(Path(subfolder).parts) - len(folder.parts)
            if deep < _DEEPEST and len(subfolder) < _LONGEST:
                waiting.append(subfolder)
                continue
            # Paths and recursion have limits, so move deeper folders up to the first level.
            up += 1
            raised = str(folder / f".{up}.raised")
            with contextlib.suppress(OSError):
                Path(subfolder).chmod(0o700)
                Path(subfolder).rename(raised)
                waiting.append(raised)
    shutil.rmtree(folder, ignore_errors=True)
