"""Writing files whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.errors import InvalidInput, UsageError

__all__ = ["whole_file"]


@contextmanager
def whole_file(name: str | Path) -> Iterator[Path]:
    """Give a path to write to, and put what was written in the place of the file at the end.

    A link is followed, an existing file keeps its mode, and a device or a pipe is written as it
    is, since there is nothing to replace. After an error the file is what it was before.

    Args:
        name: the file to write.

    Raises:
        InvalidInput: it cannot be written.
        UsageError: the name is empty.
    """
    if not str(name):
        raise UsageError("an empty name", expected="the name of a file")
    try:
        given = Path(name)
        # Before links are followed: that of /dev/stdout leads to a pipe that has no name.
        special = given.exists() and not given.is_file() and not given.is_dir()
        path = given if special else given.resolve()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"is no name of a file: {error}", where=repr(str(name))) from error
    try:
        if path.is_dir():
            raise InvalidInput("is a folder", where=str(name), expected="the name of a file")
        if path.exists() and not os.access(path, os.W_OK):
            raise InvalidInput("must not be written to", where=str(name), hint="Choose another")
        if special:
            yield path
            return
        unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            yield unfinished
            with suppress(FileNotFoundError):
                unfinished.chmod(path.stat().st_mode)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise InvalidInput(
            f"cannot be written: {error.strerror}", where=str(name), hint="Choose another file"
        ) from error
