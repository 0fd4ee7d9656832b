"""Saved traces: a zip of a JSON header and the log's columns as `.npy` files.

Only the standard library is needed; NumPy opens the same file:
`numpy.load("lecture.trace")["value"]`. The columns of a long trace are not compressed. They are
memory-mapped when the file is opened (`tracer.archive.columns`), so it opens at once. Those of a
short trace are compressed to about a tenth.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError
from tracer.archive.columns import part_of, read_log, write_columns
from tracer.archive.header import HEADER, from_header, layout_of, to_header
from tracer.archive.verify import check_beginning, check_rows
from tracer.files.atomic_files import write_atomically
from tracer.recording.recording import Recording
from trees.files import TREE_SUFFIXES

__all__ = ["is_saved_trace", "load", "save"]

_Kind = TypeVar("_Kind", bound=Recording)
_OnRows = Callable[[int], None] | None

_SUFFIX: Final = ".trace"
_MAGIC: Final = b"PK\x03\x04"
#: Traces with at least this many visits are not compressed by default.
_LONG: Final = 1_000_000


def is_saved_trace(path: str | Path) -> bool:
    """Return whether a file is a saved trace, by its first bytes or its suffix."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4) == _MAGIC or Path(path).suffix == _SUFFIX
    except (OSError, ValueError):
        return False


class _NewArchive(zipfile.ZipFile):
    """An archive being written, which is completed only if nothing stops the writing.

    An interrupted save removes its file. Completing the archive first, as `zipfile` does, would
    replace the interrupt by an error, or write to a closed file once the archive is collected.
    """

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Complete the archive unless an exception is passing."""
        if kind is None:
            self.close()

    def __del__(self) -> None:
        """Do nothing: the archive has been completed or abandoned."""


def save(
    trace: Recording,
    path: str | Path,
    *,
    compressed: bool | None = None,
    on_progress: _OnRows = None,
) -> None:
    """Write a trace to a file. A failed write leaves no partial file.

    Args:
        trace: trace to save.
        path: file to write; an existing file is replaced once the new one is complete.
        compressed: True for a small file, False for one that opens at once however long the trace
            is; by default, traces of fewer than a million visits are compressed.
        on_progress: called now and then with the number of visits written.

    Raises:
        UsageError: if a file cannot describe the game.
        InvalidInput: if the file cannot be written.
    """
    header = json.dumps(to_header(trace), ensure_ascii=False, indent=1)
    if compressed is None:
        compressed = len(trace.log) < _LONG
    with (
        write_atomically(path) as unfinished,
        unfinished.open("wb") as file,
        _NewArchive(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        archive.writestr(HEADER, header)
        # A pipe cannot be memory-mapped, and only compressed parts record where they end.
        packed = compressed or not file.seekable()
        write_columns(archive, file, trace.log, compressed=packed, on_rows=on_progress)


def load(path: str | Path, kind: type[_Kind], on_progress: _OnRows = None) -> _Kind:
    """Read a trace written by `save`.

    Args:
        path: file to read; if it is large and not compressed, it must not change while the trace is
            in use (another file may replace it).
        kind: class of the result, `Recording` or a subclass.
        on_progress: called now and then with the number of visits read and checked.

    Raises:
        InvalidInput: if the file does not exist, is not a saved trace, or is damaged.
    """
    if not isinstance(path, str | os.PathLike):
        raise InvalidInput(
            f"{path!r} is not the name of a file", expected="a saved trace, such as lecture.trace"
        )
    try:
        return _read(path, kind, on_progress)
    except PlytraceError as error:
        if error.found.startswith(f"{path} "):
            raise
        found = f"{error.where}: {error.found}" if error.where else error.found
        # The hint of an unknown name is about the command line, not about a file.
        hint = error.hint if isinstance(error, InvalidInput) else ""
        raise _damaged(path, found, error.expected, hint) from error
    except FileNotFoundError as error:
        raise InvalidInput("there is no such file", where=str(path)) from error
    except OSError as error:
        raise InvalidInput(f"cannot be read: {error.strerror}", where=str(path)) from error
    except MemoryError as error:
        raise _damaged(path, "does not fit into memory", "a smaller file") from error
    # Catch every other way in which a damaged file can fail.
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        raise _damaged(path, "its parts do not fit together") from error


def _damaged(path: str | Path, found: str, expected: str = "", hint: str = "") -> InvalidInput:
    found = " ".join(found.split())
    hint = hint or "Save the trace again with --save"
    return InvalidInput(found, where=str(path), expected=expected, hint=hint)


def _read(path: str | Path, kind: type[_Kind], on_progress: _OnRows) -> _Kind:
    """Read the parts of a file and check that they fit together.

    Raises:
        PlytraceError: if a part is missing or damaged, or the parts do not fit.
        OSError: if the file cannot be read.
    """
    with Path(path).open("rb") as file:
        _check_is_saved_trace(file, str(path))
        try:
            archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, RuntimeError) as error:
            raise InvalidInput(
                "is cut short or damaged: its table of contents is missing"
            ) from error
        with archive:
            header = _header(archive)
            # Reading is half of the work and checking the other half.
            on_read = on_progress and (lambda rows: on_progress(rows // 2))
            read = read_log(archive, file, layout_of(header), on_read)
    log = read.log

    def on_rows(rows: int) -> None:
        read.forget()
        if on_progress is not None:
            on_progress((len(log) + rows) // 2)

    # Check the rows before any code follows a row's parent, which may be wrong.
    check_rows(log, on_rows)
    trace = from_header(header, log, kind)
    check_beginning(trace)
    return trace


def _check_is_saved_trace(file: IO[bytes], name: str) -> None:
    """Check that a file is a zip; for a tree's file, say how to search it.

    Raises:
        InvalidInput: if it is not.
    """
    begins = file.read(4)
    if begins != _MAGIC:
        what = "" if begins else ": it is empty"
        is_tree = name.lower().endswith(TREE_SUFFIXES)
        raise InvalidInput(
            f"{name} is not a saved trace{what}",
            expected="a file from plytrace trace --save",
            hint=f"To search a tree, use tracer.trace({name!r})" if is_tree else "",
        )


def _header(archive: zipfile.ZipFile) -> Any:
    try:
        return json.loads(part_of(archive, HEADER, lambda file: file.read()))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{HEADER} is not valid JSON") from error
