"""Temporary folders that are removed even if their process is killed.

A folder is locked while it is in use. The system releases the lock when the process ends for any
reason, so an unlocked folder was left behind. It is removed when the next one is created.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tracer.files.atomic_files import lock, lock_if_left_behind

# Size and removal of a program's folder, however deeply it is nested.

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


#: File in a folder whose lock marks the folder as in use.
_LOCK: Final = ".in-use"
#: Age in seconds from which a folder without that file counts as left behind.
_LONG: Final = 3600.0


@contextmanager
def scratch_folder(
    prefix: str, parent: Path | None = None, on_left: Callable[[Path], object] = str
) -> Iterator[Path]:
    """Create a new folder and remove it afterwards."""
    from tempfile import gettempdir  # most commands need no folder

    parent = Path(gettempdir()) if parent is None else parent
    _sweep(parent, prefix, on_left)
    folder, descriptor = _choose_folder(parent, prefix), None
    try:  # started before the folder exists, because of signals
        folder.mkdir(mode=0o700)
        # Another sweep may remove the folder before it is locked.
        while (descriptor := lock(folder / _LOCK)) is None:
            folder = _choose_folder(parent, prefix)
            folder.mkdir(mode=0o700)
        yield folder
    finally:
        clear_folder(folder)
        if descriptor is not None:
            os.close(descriptor)


def _choose_folder(parent: Path, prefix: str) -> Path:
    """Return the name of a folder that does not exist."""
    return parent.resolve() / f"{prefix}{secrets.token_hex(8)}"


def _sweep(parent: Path, prefix: str, on_left: Callable[[Path], object]) -> None:
    """Remove the folders left by processes that have ended."""
    with suppress(OSError):
        for folder in parent.glob(f"{prefix}*"):
            if not _is_ours(folder):
                continue
            descriptor = lock_if_left_behind(folder / _LOCK)
            if descriptor is not None or _never_locked(folder):
                on_left(folder)
                clear_folder(folder)
            if descriptor is not None:
                os.close(descriptor)


def _is_ours(folder: Path) -> bool:
    """Return whether this is a folder of this user and not a link."""
    with suppress(OSError):
        status = folder.lstat()
        return stat.S_ISDIR(status.st_mode) and (
            sys.platform == "win32" or status.st_uid == os.getuid()
        )
    return False


def _never_locked(folder: Path) -> bool:
    """Return whether the process was killed before it could lock the folder."""
    with suppress(OSError):
        age = time.time() - folder.stat().st_mtime
        return age > _LONG and not (folder / _LOCK).exists()
    return False
