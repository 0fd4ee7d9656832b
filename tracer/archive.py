"""Saved traces: a zip of a JSON header and the log's columns as `.npy` files.

Written and read with the standard library; NumPy opens the same file:
`numpy.load("lecture.trace")["value"]`. The columns of a long trace are stored as they are, and
mapped where the file is opened (`tracer.saved_columns`), so that it opens at once; those of a short
one are compressed, to a tenth.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError
from tracer.files import whole_file
from tracer.recording import Recording
from tracer.saved_check import check_beginning, check_rows
from tracer.saved_columns import part_of, read_log, write_columns
from tracer.saved_header import HEADER, from_header, to_header

__all__ = ["is_saved_trace", "load", "save"]

_Kind = TypeVar("_Kind", bound=Recording)
_OnRows = Callable[[int], None] | None

_SUFFIX: Final = ".trace"
_MAGIC: Final = b"PK\x03\x04"
#: Visits from which on a trace is not compressed unless that is asked for.
_LONG: Final = 1_000_000


def is_saved_trace(path: str | Path) -> bool:
    """Whether a file is a saved trace, by its first bytes; or is to be one, by its name."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4) == _MAGIC or Path(path).suffix == _SUFFIX
    except (OSError, ValueError):
        return False


def save(
    trace: Recording,
    path: str | Path,
    *,
    compressed: bool | None = None,
    on_progress: _OnRows = None,
) -> None:
    """Write a trace to a file, whole or not at all.

    Args:
        trace: what to save.
        path: where to; an existing file is replaced once the new one is complete.
        compressed: whether to make the file small, or to have it open at once however long the
            trace; by default traces of less than a million visits are.
        on_progress: called now and then with the visits that have been written.

    Raises:
        UsageError: the game is not one that a file can describe.
        InvalidInput: the file cannot be written.
    """
    header = json.dumps(to_header(trace), ensure_ascii=False, indent=1)
    if compressed is None:
        compressed = len(trace.log) < _LONG
    with (
        whole_file(path) as unfinished,
        unfinished.open("wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        archive.writestr(HEADER, header)
        # What goes through a pipe cannot be mapped, and only what is compressed knows its end.
        packed = compressed or not file.seekable()
        write_columns(archive, file, trace.log, compressed=packed, on_rows=on_progress)


def load(path: str | Path, kind: type[_Kind], on_progress: _OnRows = None) -> _Kind:
    """Read a trace that `save` wrote.

    Args:
        path: the file; a large one that is not compressed has to stay as it is while the trace is
            in use (it may be replaced by another).
        kind: what to make of it, `Recording` or a class below it.
        on_progress: called now and then with the visits that have been read and checked.

    Raises:
        InvalidInput: the file is not there, not a saved trace, or damaged.
    """
    try:
        return _read(path, kind, on_progress)
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


def _damaged(path: str | Path, found: str, expected: str = "") -> InvalidInput:
    found = " ".join(found.split())
    hint = "Make it again with --save"
    return InvalidInput(found, where=str(path), expected=expected, hint=hint)


def _read(path: str | Path, kind: type[_Kind], on_progress: _OnRows) -> _Kind:
    """Read the parts of a file, and see that they fit together.

    Raises:
        PlytraceError: one of them is missing or damaged, or they do not.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as file:
        _see_that_it_is_one(file)
        try:
            archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError) as error:
            raise InvalidInput(
                "is cut short or damaged: its table of contents is not there"
            ) from error
        with archive:
            header = _header(archive)
            # Reading is one half of the work and checking the other.
            read = read_log(archive, file, on_progress and (lambda rows: on_progress(rows // 2)))
    log = read.log

    def on_rows(rows: int) -> None:
        read.forget()
        if on_progress is not None:
            on_progress((len(log) + rows) // 2)

    # Before anything climbs from a row to its parent, which may lead nowhere.
    check_rows(log, on_rows)
    trace = from_header(header, log, kind)
    check_beginning(trace)
    return trace


def _see_that_it_is_one(file: IO[bytes]) -> None:
    """See that a file is a zip.

    Raises:
        InvalidInput: it is something else.
    """
    begins = file.read(4)
    if begins != _MAGIC:
        what = "it is empty" if not begins else "it is another kind of file"
        raise InvalidInput(
            f"is no saved trace: {what}", expected="a file written by plytrace trace --save"
        )


def _header(archive: zipfile.ZipFile) -> Any:
    try:
        return json.loads(part_of(archive, HEADER, lambda file: file.read()))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{HEADER} is no JSON") from error
