"""Read, write or memory-map the columns of a saved trace.

A column that is stored uncompressed can be memory-mapped: the log's columns are then views of the
file, and only the parts in use are read. Only large files are mapped, because truncating a mapped
file in place ends the program that reads the missing part (SIGBUS). plytrace itself always
replaces the old file by a new one, which is safe.
"""

from __future__ import annotations

import mmap
import struct
import sys
import zipfile
import zlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Final

from engine.errors import InvalidInput, PlytraceError
from engine.log.visit_log import VisitLog, columns_with
from engine.log.windows import Windows
from tracer.archive.npy import ALIGNMENT, Column, NpyHead, read_head, read_npy, write_npy

__all__ = ["Layout", "ReadLog", "part_of", "read_log", "write_columns"]

#: Rows are numbered with an int32.
_MOST_ROWS: Final = 2**31 - 1
#: Files of at least this many bytes have their columns mapped.
_MAPPED: Final = 2**23
#: A file that unpacks to more than this many bytes and this multiple of its size is rejected as a
# zip bomb; a factor of ten is usual.
_ROOM, _RATIO = 2**30, 250

# Each entry of a zip begins with 30 bytes, which include the lengths of its name and of the "extra"
# field (APPNOTE 4.3.7).
_HEAD: Final = 30
_LENGTHS: Final = struct.Struct("<26xHH")
#: Bytes that `zipfile` adds to that field for sizes of more than 4 GB.
_ZIP64: Final = 20
#: Padding for the rest of the field, as in Android's zipalign: mark, length, alignment, zeros.
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
    """Write the columns of a log without copying any.

    Args:
        archive: archive to write to.
        file: file that contains the archive; it must be seekable unless the columns are compressed.
        log: visits.
        compressed: whether to compress the columns; otherwise they are stored as in memory.
        on_rows: called now and then with the number of visits written, counted as if all columns of
            a visit were written at once.
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
        part = entry if compressed else _aligned_entry(entry, file.tell())
        with archive.open(part, "w", force_zip64=True) as out:
            write_npy(out, column, note)


def _aligned_entry(name: str, at: int) -> zipfile.ZipInfo:
    """Return an uncompressed entry whose contents start at a multiple of `ALIGNMENT`.

    Args:
        name: name of the entry.
        at: offset of the entry in the file.
    """
    part = zipfile.ZipInfo(name)
    room = -(at + _HEAD + len(name) + _FILLER.size + _ZIP64) % ALIGNMENT
    part.extra = _FILLER.pack(_FILLER_MARK, _FILLER.size - 4 + room, ALIGNMENT) + bytes(room)
    return part


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns that a saved trace has.

    Args:
        windows: what the log keeps of the windows.
        window: that of its roots.
        is_first: whether it has the first format, in which a depth took four bytes.
    """

    windows: Windows
    window: tuple[float, float]
    is_first: bool = False

    @property
    def parts(self) -> dict[str, str]:
        """The columns with their `array` type codes; see `VisitLog.repeats`."""
        changed = {"depth": "i"} if self.is_first else {}
        return {**dict(columns_with(self.windows)), **changed, "repeats": "i"}


@dataclass(frozen=True, slots=True)
class ReadLog:
    """The unchecked log of a saved trace.

    Args:
        log: columns of equal length with unchecked contents.
        mapped: mapped file that contains the columns, or None.
    """

    log: VisitLog
    mapped: mmap.mmap | None

    def forget(self) -> None:
        """Release the memory of the pages read so far; they are read again when needed."""
        if self.mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
            self.mapped.madvise(mmap.MADV_DONTNEED)


def read_log(
    archive: zipfile.ZipFile,
    file: IO[bytes],
    layout: Layout,
    on_rows: Callable[[int], None] | None = None,
) -> ReadLog:
    """Read or map the columns.

    Args:
        archive: saved trace.
        file: file that contains the archive.
        layout: its columns.
        on_rows: called now and then, like that of `write_columns`.

    Raises:
        InvalidInput: if a column is missing, damaged, or of another length than the others.
    """
    parts = layout.parts
    heads = {name: _head(archive, name, code) for name, code in parts.items()}
    rows = _rows(heads)
    _check_room(archive, file)
    mapped = _mapping(archive, file)
    columns: dict[str, Column] = {}
    for number, (name, code) in enumerate(parts.items()):
        entry = archive.getinfo(f"{name}.npy")
        column = None
        if mapped is not None:
            column = _view(mapped, file, entry, heads[name], code)
        columns[name] = _read(archive, entry, heads[name], code) if column is None else column
        if on_rows is not None:
            on_rows(rows * (number + 1) // len(parts))
    if layout.is_first:
        columns["depth"] = _in_two_bytes(columns["depth"])
    return ReadLog(VisitLog.from_columns(columns, layout.window), mapped)


def _in_two_bytes(depth: Column) -> Column:
    """Return the depths of the first format as numbers of two bytes.

    Raises:
        InvalidInput: if a depth does not fit.
    """
    low = sys.byteorder != "little"
    with memoryview(depth) as numbers, numbers.cast("B") as data, data.cast("H") as halves:
        if halves[1 - low :: 2].tobytes().strip(b"\0"):
            raise InvalidInput("depth.npy is wrong", expected="depths from 0 to 65,535")
        return array("H", halves[low::2].tobytes())


def part_of(archive: zipfile.ZipFile, name: str, read: Callable[[IO[bytes]], Any]) -> Any:
    """Return one file of the archive, parsed by `read`.

    Args:
        archive: saved trace.
        name: name of the file in the archive.
        read: parser of the open file.

    Raises:
        InvalidInput: if the file is missing or cannot be unpacked.
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
    # All of these mean that the archive is damaged.
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
    """Read a column's head and check that the column has the length it declares.

    Raises:
        InvalidInput: if it is not a column, or not as long as declared.
    """
    entry = f"{name}.npy"
    head: NpyHead = part_of(archive, entry, lambda file: read_head(file, code, entry))
    size, declared = archive.getinfo(entry).file_size - head.bytes, head.rows * _itemsize(code)
    if size != declared:
        raise _wrong_length(entry, size, head.rows, declared)
    return head


def _wrong_length(entry: str, size: int, rows: int, declared: int) -> InvalidInput:
    problem = "is cut short" if size < declared else "is too long"
    return InvalidInput(
        f"{entry} {problem}: {size:,} bytes of numbers",
        expected=f"{declared:,}, for {rows:,} rows",
    )


def _rows(heads: dict[str, NpyHead]) -> int:
    """Return the number of visits.

    Raises:
        InvalidInput: if there are none or too many, or if the columns differ in length.
    """
    rows = {name: head.rows for name, head in heads.items() if name != "repeats"}
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


def _check_room(archive: zipfile.ZipFile, file: IO[bytes]) -> None:
    """Check that a file does not unpack to more than any trace would.

    Raises:
        InvalidInput: if it does.
    """
    size = file.seek(0, 2)
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > max(_ROOM, _RATIO * size):
        raise InvalidInput(
            f"would unpack to {unpacked:,} bytes from {size:,}",
            expected=f"at most {_RATIO} times its size",
        )


def _mapping(archive: zipfile.ZipFile, file: IO[bytes]) -> mmap.mmap | None:
    """Return the file mapped into memory; None if it is small, compressed or unmappable."""
    if file.seek(0, 2) < _MAPPED:
        return None
    if all(entry.compress_type != zipfile.ZIP_STORED for entry in archive.infolist()):
        return None
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError, OverflowError):  # unsupported by the file system, or out of memory
        return None


def _view(
    mapped: mmap.mmap, file: IO[bytes], entry: zipfile.ZipInfo, head: NpyHead, code: str
) -> memoryview[Any] | None:
    """Return a column as a view of the mapped file; None if its layout differs from memory."""
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
    """Read a column into memory.

    Raises:
        InvalidInput: if it cannot be unpacked or ends early.
    """

    def numbers(file: IO[bytes]) -> Column:
        file.read(head.bytes)
        return read_npy(file, head, code)

    column: Column = part_of(archive, entry.filename, numbers)
    if len(column) < head.rows:
        size = len(column) * column.itemsize
        raise _wrong_length(entry.filename, size, head.rows, head.rows * column.itemsize)
    return column


def _itemsize(code: str) -> int:
    return struct.calcsize(code)
