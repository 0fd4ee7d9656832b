"""Atomic writing: a file is replaced completely or not at all."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from engine.errors import InvalidInput, UsageError

# File locks, which the system releases when their process ends for any reason.

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


def make_folder(folder: Path, *, mode: int = 0o777, hint: str = "") -> None:
    """Create a folder and those around it; raise `InvalidInput` if that cannot be done."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InvalidInput(
            f"this folder cannot be created: {why}", where=str(folder), hint=hint
        ) from error
