"""Atomic writing: a file is replaced completely or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, UsageError
from tracer.files.file_lock import lock, lock_if_left_behind


#: Names of our unfinished files; no other file is removed.
_UNFINISHED: Final = re.compile(r"\..+\.\d+-\d+\.plytrace\.part")
_numbers: Final = count()
#: Folders in which this process has removed old unfinished files.
_SWEPT: Final[set[Path]] = set()


@contextmanager
def write_atomically(name: str | Path) -> Iterator[Path]:
    """Yield a temporary path, and replace the file by it at the end.

    A link is followed, and an existing file keeps its mode. A device or a pipe is written directly,
    since there is nothing to replace. After an error the file is unchanged.
    """
    if not isinstance(name, str | os.PathLike):
        raise UsageError(f"{name!r} is not the name of a file", expected="a text or a path")
    if not str(name):
        raise UsageError("the file name is empty", expected="the name of a file")
    try:
        as_named = Path(name)
        # Test before following links: /dev/stdout links to a pipe without a name.
        special = as_named.exists() and not as_named.is_file() and not as_named.is_dir()
        path = as_named if special else as_named.resolve()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"is not a file name: {error}", where=repr(str(name))) from error
    try:
        if path.is_dir():
            raise InvalidInput("is a folder", where=str(name), expected="the name of a file")
        if path.exists() and not os.access(path, os.W_OK):
            raise InvalidInput("is read-only", where=str(name), hint="Choose another file")
        if special:
            yield path
            return
        _sweep(path.parent)
        unfinished, descriptor = _choose_name(path), None
        try:
            while (descriptor := lock(unfinished)) is None:
                unfinished = _choose_name(path)
            yield unfinished
            with suppress(FileNotFoundError):
                unfinished.chmod(path.stat().st_mode)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
            if descriptor is not None:
                os.close(descriptor)
    except OSError as error:
        reason = error.strerror
        if not path.parent.is_dir():
            reason = f"the folder {path.parent} does not exist"
        raise InvalidInput(
            f"{name} cannot be written: {reason}", hint="Choose another file"
        ) from error


def _choose_name(path: Path) -> Path:
    """Return an unused name in the same folder, unique in this process."""
    return path.with_name(f".{path.name}.{os.getpid()}-{next(_numbers)}.plytrace.part")


def _sweep(folder: Path) -> None:
    """Remove the unfinished files of processes that were killed, once for each folder."""
    if folder in _SWEPT:
        return
    _SWEPT.add(folder)
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _UNFINISHED.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                descriptor = lock_if_left_behind(Path(entry.path))
                if descriptor is not None:
                    Path(entry.path).unlink(missing_ok=True)
                    os.close(descriptor)
