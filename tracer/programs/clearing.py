"""A program's folder: how much it has put there, and taking it away, however it is nested."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final

__all__ = ["clear", "size_of"]

#: What a file takes at least, in bytes: one that is empty fills a disk as well.
_LEAST: Final = 4096
#: Levels to which folders are taken away by their paths; deeper ones are brought up first.
_DEEPEST: Final = 50
#: Letters of a path that a system takes, with those of one name more.
_LONGEST: Final = 3_000


def size_of(folder: Path, most: int) -> int:
    """Bytes in a folder; links are not followed.

    Args:
        folder: the folder.
        most: bytes after which nobody wants to know more.
    """
    found = 0
    waiting = [str(folder)]
    while waiting and found <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for one in entries:
                    found += max(_LEAST, one.stat(follow_symlinks=False).st_size)
                    if one.is_dir(follow_symlinks=False):
                        waiting.append(one.path)
                    if found > most:
                        break
        except OSError:  # it has just gone, or its path is too long for a name
            found += _LEAST
    return found


def clear(folder: Path) -> None:
    """Take a folder away with all that is in it; what cannot be taken away is left.

    Args:
        folder: the folder; nobody works in it any more.
    """
    if not folder.exists():
        return
    waiting = [str(folder)]
    up = 0
    while waiting:
        above = waiting.pop()
        with contextlib.suppress(OSError):
            Path(above).chmod(0o700)
        try:
            below = [one.path for one in os.scandir(above) if one.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        for one in below:
            deep = len(Path(one).parts) - len(folder.parts)
            if deep < _DEEPEST and len(one) < _LONGEST:
                waiting.append(one)
                continue
            # Deeper ones than names, and calls of one another, can be: beside the first level.
            up += 1
            raised = str(folder / f".{up}.raised")
            with contextlib.suppress(OSError):
                Path(one).chmod(0o700)
                Path(one).rename(raised)
                waiting.append(raised)
    shutil.rmtree(folder, ignore_errors=True)
