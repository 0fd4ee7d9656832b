"""The columns of a saved trace: written one after the other; read back, or left where they lie.

A column that is stored as it is can be mapped: the log's columns are then views of the file, and
only what is looked at is read. This is done for large files alone. A file that is cut short in
place while it is mapped ends the program that looks at what is gone (SIGBUS), so a small one is
rather read; plytrace itself always puts a new file in the old one's place, which harms nobody.
"""

from __future__ import annotations

import mmap
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.log import COLUMNS, VisitLog
from tracer.npy import ALIGNMENT, Column, NpyHead, read_head, read_npy, write_npy

__all__ = ["ReadLog", "part_of", "read_log", "write_columns"]

#: All that a file holds of a log, with the `array` type codes; see `VisitLog.repeats`.
_PARTS: Final = {**dict(COLUMNS), "repeats": "i"}
#: A row is numbered by an int32.
_MOST_ROWS: Final = 2**31 - 1
#: Bytes of a file from which on its columns are mapped.
_MAPPED: Final = 2**24
#: A file that unpacks to more than so many bytes, and so many times its size, is a trap: ten times
#: is usual.
_ROOM, _RATIO = 2**30, 250

# A part of a zip begins with 30 bytes, of which these are the lengths of its name and of a field
# for whatever else there is to say (APPNOTE 4.3.7).
_HEAD: Final = 30
_LENGTHS: Final = struct.Struct("<26xHH")
#: The bytes that `zipfile` puts into that field for sizes of more than 4 GB.
_ZIP64: Final = 20
#: What fills the rest of it, as Android's zipalign has it: a mark, a length, the alignment, zeros.
_FILLER: Final = struct.Struct("<HHH")
_FILLER_MARK: Final = 0xD935


def write_columns(
    archive: zipfile.ZipFile,
    file: IO[bytes],
    log: VisitLog,
    *,
    compressed: bool,
    on_rows: Callable[[int], None] | None = None,
) -> None:
    """Write the columns of a log, without a copy of any.

    Args:
        archive: where to; it compresses.
        file: the file that it writes to, which can seek unless they are compressed.
        log: the visits.
        compressed: whether they are; otherwise they lie in the file as they do in memory.
        on_rows: called now and then with the visits that have been written, as if all columns of
            one were written at once.
    """
    columns: dict[str, Column] = {**log.columns(), "repeats": log.repeats}
    whole = sum(len(column) * column.itemsize for column in columns.values())
    done = 0

    def note(written: int) -> None:
        nonlocal done
        done += written
        if on_rows is not None:
            on_rows(len(log) * done // whole)

    for name, column in columns.items():
        entry = f"{name}.npy"
        part = entry if compressed else _aligned(entry, file.tell())
        with archive.open(part, "w", force_zip64=True) as out:
            write_npy(out, column, note)


def _aligned(name: str, at: int) -> zipfile.ZipInfo:
    """A part that is stored, with its contents at a multiple of `ALIGNMENT`.

    Args:
        name: what it is called.
        at: where it begins in the file.
    """
    part = zipfile.ZipInfo(name)
    room = -(at + _HEAD + len(name) + _FILLER.size + _ZIP64) % ALIGNMENT
    part.extra = _FILLER.pack(_FILLER_MARK, _FILLER.size - 4 + room, ALIGNMENT) + bytes(room)
    return part


@dataclass(frozen=True, slots=True)
class ReadLog:
    """The log of a saved trace, not looked at yet.

    Args:
        log: its columns are of one length; what they hold is not known.
        mapped: the file, where they lie in it.
    """

    log: VisitLog
    mapped: mmap.mmap | None

    def forget(self) -> None:
        """Give back the memory of what was looked at; it is read again where it is wanted."""
        if self.mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
            self.mapped.madvise(mmap.MADV_DONTNEED)


def read_log(
    archive: zipfile.ZipFile, file: IO[bytes], on_rows: Callable[[int], None] | None = None
) -> ReadLog:
    """Read the columns, or map them.

    Args:
        archive: a saved trace.
        file: the file that it is read from.
        on_rows: called now and then as that of `write_columns`.

    Raises:
        InvalidInput: one of them is missing or damaged, or is not as long as the others.
    """
    heads = {name: _head(archive, name, code) for name, code in _PARTS.items()}
    rows = _rows(heads)
    _see_that_there_is_room(archive, file)
    mapped = _mapping(archive, file)
    columns: dict[str, Column] = {}
    for number, (name, code) in enumerate(_PARTS.items()):
        entry = archive.getinfo(f"{name}.npy")
        column = None
        if mapped is not None:
            column = _view(mapped, file, entry, heads[name], code)
        columns[name] = _read(archive, entry, heads[name], code) if column is None else column
        if on_rows is not None:
            on_rows(rows * (number + 1) // len(_PARTS))
    return ReadLog(VisitLog.from_columns(columns), mapped)


def part_of(archive: zipfile.ZipFile, name: str, read: Callable[[IO[bytes]], Any]) -> Any:
    """One file of the archive, read.

    Args:
        archive: a saved trace.
        name: that of the file.
        read: reads it.

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


def _head(archive: zipfile.ZipFile, name: str, code: str) -> NpyHead:
    """What stands before a column's numbers; there are as many as it says.

    Raises:
        InvalidInput: it is no column, or not as long as it says.
    """
    entry = f"{name}.npy"
    head: NpyHead = part_of(archive, entry, lambda file: read_head(file, code, entry))
    held, said = archive.getinfo(entry).file_size - head.bytes, head.rows * _itemsize(code)
    if held != said:
        raise _wrong_length(entry, held, head.rows, said)
    return head


def _wrong_length(entry: str, held: int, rows: int, said: int) -> InvalidInput:
    how = "is cut short" if held < said else "is too long"
    return InvalidInput(
        f"{entry} {how}: {held:,} bytes of numbers", expected=f"{said:,}, for {rows:,} rows"
    )


def _rows(heads: dict[str, NpyHead]) -> int:
    """How many visits there are.

    Raises:
        InvalidInput: none, too many, or not as many in every column.
    """
    rows = {name: heads[name].rows for name, _ in COLUMNS}
    most = max(rows.values())
    for name, number in rows.items():
        if number < most:
            raise InvalidInput(f"{name}.npy has {number:,} rows", expected=f"{most:,}")
    if not most:
        raise InvalidInput("it has no visits", expected="at least one")
    if most > _MOST_ROWS:
        raise InvalidInput(f"it has {most:,} visits", expected=f"at most {_MOST_ROWS:,}")
    if heads["repeats"].rows % 2:
        raise InvalidInput("repeats.npy is cut short", expected="pairs of visits")
    return most


def _see_that_there_is_room(archive: zipfile.ZipFile, file: IO[bytes]) -> None:
    """See that a file does not unpack to more than any trace does.

    Raises:
        InvalidInput: it does.
    """
    held = file.seek(0, 2)
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > max(_ROOM, _RATIO * held):
        raise InvalidInput(
            f"would unpack to {unpacked:,} bytes from {held:,}",
            expected=f"at most {_RATIO} times its size",
        )


def _mapping(archive: zipfile.ZipFile, file: IO[bytes]) -> mmap.mmap | None:
    """The file in memory, read where it is looked at; None where that does not pay or cannot be."""
    if file.seek(0, 2) < _MAPPED:
        return None
    if all(entry.compress_type != zipfile.ZIP_STORED for entry in archive.infolist()):
        return None
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError, OverflowError):  # some file systems cannot, or there is no room
        return None


def _view(
    mapped: mmap.mmap, file: IO[bytes], entry: zipfile.ZipInfo, head: NpyHead, code: str
) -> memoryview[Any] | None:
    """A column as it lies in the file; None where it does not lie there as in memory."""
    if entry.compress_type != zipfile.ZIP_STORED or head.swapped:
        return None
    file.seek(entry.header_offset)
    name, extra = _LENGTHS.unpack(file.read(_LENGTHS.size))
    start = entry.header_offset + _HEAD + name + extra + head.bytes
    stop = start + head.rows * _itemsize(code)
    if start % _itemsize(code) or stop > len(mapped):
        return None
    numbers: memoryview[Any] = memoryview(mapped)[start:stop].cast(code)  # type: ignore[call-overload]
    return numbers


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, head: NpyHead, code: str) -> Column:
    """A column in memory.

    Raises:
        InvalidInput: it cannot be unpacked, or ends early.
    """

    def numbers(file: IO[bytes]) -> Column:
        file.read(head.bytes)
        return read_npy(file, head, code)

    column: Column = part_of(archive, entry.filename, numbers)
    if len(column) < head.rows:
        held = len(column) * column.itemsize
        raise _wrong_length(entry.filename, held, head.rows, head.rows * column.itemsize)
    return column


def _itemsize(code: str) -> int:
    return struct.calcsize(code)
