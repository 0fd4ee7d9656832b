"""Saved traces: a zip of a JSON header and the log's columns as `.npy` files.

Written and read with the standard library; NumPy opens the same file:
`numpy.load("lecture.trace")["value"]`.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError
from engine.log import COLUMNS, VisitLog
from tracer.files import whole_file
from tracer.npy import read_npy, write_npy
from tracer.recording import Recording
from tracer.saved_check import check
from tracer.saved_header import HEADER, from_header, to_header

__all__ = ["is_saved_trace", "load", "save"]

_Kind = TypeVar("_Kind", bound=Recording)

#: Not a column: pairs of rows; see `VisitLog.repeats`.
_REPEATS: Final = "repeats"
_SUFFIX: Final = ".trace"
_MAGIC: Final = b"PK\x03\x04"


def is_saved_trace(path: str | Path) -> bool:
    """Whether a file is a saved trace, by its first bytes; or is to be one, by its name."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4) == _MAGIC or Path(path).suffix == _SUFFIX
    except (OSError, ValueError):
        return False


def save(trace: Recording, path: str | Path) -> None:
    """Write a trace to a file, whole or not at all.

    Args:
        trace: what to save.
        path: where to; an existing file is replaced once the new one is complete.

    Raises:
        UsageError: the game is not one that a file can describe.
        InvalidInput: the file cannot be written.
    """
    header = json.dumps(to_header(trace), ensure_ascii=False, indent=1)
    with (
        whole_file(path) as unfinished,
        zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        archive.writestr(HEADER, header)
        for name, column in [*trace.log.columns().items(), (_REPEATS, trace.log.repeats)]:
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                write_npy(file, column)


def load(path: str | Path, kind: type[_Kind]) -> _Kind:
    """Read a trace that `save` wrote.

    Args:
        path: the file.
        kind: what to make of it, `Recording` or a class below it.

    Raises:
        InvalidInput: the file is not there, not a saved trace, or damaged.
    """
    try:
        _see_that_it_is_one(path)
        trace = _read(path, kind)
        check(trace)
    except PlytraceError as error:
        found = f"{error.where}: {error.found}" if error.where else error.found
        raise _damaged(path, found, error.expected) from error
    except FileNotFoundError as error:
        raise InvalidInput("there is no such file", where=str(path)) from error
    except OSError as error:
        raise InvalidInput(f"cannot be read: {error.strerror}", where=str(path)) from error
    except MemoryError as error:
        raise _damaged(path, "is larger than the memory", "a smaller file") from error
    # The net below all that is told apart above.
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        raise _damaged(path, "its parts do not fit together") from error
    return trace


def _damaged(path: str | Path, found: str, expected: str = "") -> InvalidInput:
    found = " ".join(found.split())
    hint = "Make it again with --save"
    return InvalidInput(found, where=str(path), expected=expected, hint=hint)


def _see_that_it_is_one(path: str | Path) -> None:
    """See that a file is a zip.

    Raises:
        InvalidInput: it is something else.
        OSError: it cannot be read.
    """
    with Path(path).open("rb") as file:
        begins = file.read(4)
    if begins != _MAGIC:
        what = "it is empty" if not begins else "it is another kind of file"
        raise InvalidInput(
            f"is no saved trace: {what}", expected="a file written by plytrace trace --save"
        )


def _read(path: str | Path, kind: type[_Kind]) -> _Kind:
    """Read the parts of a file.

    Raises:
        PlytraceError: one of them is missing or damaged.
    """
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError) as error:
        raise InvalidInput("is cut short or damaged: its table of contents is not there") from error
    with archive:
        header = _header(archive)
        columns = {name: _column(archive, f"{name}.npy", code) for name, code in COLUMNS}
        log = VisitLog.from_columns(columns)
        log.repeats = _column(archive, f"{_REPEATS}.npy", "i")
    return from_header(header, log, kind)


def _header(archive: zipfile.ZipFile) -> Any:
    try:
        return json.loads(_part(archive, HEADER, lambda file: file.read()))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{HEADER} is no JSON") from error


def _column(archive: zipfile.ZipFile, name: str, code: str) -> array[Any]:
    column: array[Any] = _part(archive, name, lambda file: read_npy(file, code, name))
    return column


def _part(archive: zipfile.ZipFile, name: str, read: Callable[[IO[bytes]], Any]) -> Any:
    """One file of the archive, read.

    Raises:
        InvalidInput: it is missing, or cannot be unpacked.
    """
    try:
        entry = archive.getinfo(name)
    except KeyError as error:
        raise InvalidInput(f"{name} is missing") from error
    try:
        with archive.open(entry) as file:
            return read(file)
    except PlytraceError:
        raise
    # What a damaged archive makes of zipfile, zlib and struct: all of it means the same.
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        OverflowError,
        OSError,
    ) as error:
        raise InvalidInput(f"{name} is damaged: it cannot be unpacked") from error
