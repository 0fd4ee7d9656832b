"""Temporary folders that are removed even if their process is killed.

A folder is locked while it is in use. The system releases the lock when the process ends for any
reason, so an unlocked folder was left behind. It is removed when the next one is created.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tracer.files.file_lock import lock, lock_if_left_behind


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

    from tracer.files.folders import clear_folder

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
    from tracer.files.folders import clear_folder

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
