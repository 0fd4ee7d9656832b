"""File locks, which the system releases when their process ends for any reason."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from engine.errors import InvalidInput

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


#: Seconds to wait for another program; a change takes milliseconds.
_PATIENCE: Final = 10.0
_PAUSE: Final = 0.005
#: Errors of file systems without locks.
_NO_LOCKS: Final = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Lock a file against other programs and threads until the block ends.

    The lock is an empty file next to it, `.NAME.lock`. Only programs that use the lock wait for
    each other. If the file system has no locks, the block runs without one.
    """
    name = path.with_name(f".{path.name}.lock")
    until = monotonic() + _PATIENCE
    while (descriptor := _open_lock(name, path)) is None:
        if monotonic() > until:
            raise InvalidInput(
                "is locked by another plytrace process",
                where=str(path),
                hint="Close the other plytrace, or try again",
            )
        sleep(_PAUSE)
    try:
        yield
    finally:
        if sys.platform == "win32":  # an open file cannot be removed
            os.close(descriptor)
        with suppress(OSError):
            name.unlink()
        if sys.platform != "win32":
            os.close(descriptor)


def lock(path: Path) -> int | None:
    """Create a file if necessary, and lock it until its descriptor is closed.

    If the file system has no locks, the descriptor is returned without one.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    return _keep_or_close(
        descriptor, _is_locked(descriptor, without=True) and _has_same_name(descriptor, path)
    )


def lock_if_left_behind(path: Path) -> int | None:
    """Lock a file left by a program that was killed."""
    if sys.platform == "win32":
        return None
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return None
    return _keep_or_close(descriptor, _is_locked(descriptor, without=False))


def _open_lock(name: Path, path: Path) -> int | None:
    """Call `lock`; errors name the file to be changed."""
    try:
        return lock(name)
    except OSError as error:
        if sys.platform == "win32" and isinstance(error, PermissionError) and name.exists():
            return None  # the other program is just removing it
        raise InvalidInput(f"cannot be written: {error.strerror}", where=str(path)) from error


def _keep_or_close(descriptor: int, wanted: bool) -> int | None:
    """Return a descriptor if wanted; otherwise close it and return None."""
    if wanted:
        return descriptor
    os.close(descriptor)
    return None


def _is_locked(descriptor: int, *, without: bool) -> bool:
    """Lock an open file and return whether this succeeded."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        return without and error.errno in _NO_LOCKS
    return True


def _has_same_name(descriptor: int, path: Path) -> bool:
    """Return whether the file of a descriptor still has its name."""
    if sys.platform == "win32":  # an open file cannot be removed
        return True
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
