"""Columns in NumPy's file format, version 1.0 (numpy.lib.format), without NumPy."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Final, TypeAlias

from engine.errors import InvalidInput

__all__ = ["ALIGNMENT", "Column", "NpyHead", "read_head", "read_npy", "write_npy"]

#: A column of a log: an array, or a view of an array in a file.
Column: TypeAlias = "array[Any] | memoryview[Any]"

#: The head of a file is a multiple of this many bytes, so the numbers after it are aligned.
ALIGNMENT: Final = 64

_MAGIC: Final = b"\x93NUMPY\x01\x00"
_ORDER: Final = "<" if sys.byteorder == "little" else ">"
_TYPES: Final = {"i": "i4", "H": "u2", "B": "u1", "d": "f8"}
_DESCRIBED: Final = re.compile(
    r"\{'descr': '([<>|])(\w\d)', 'fortran_order': False, 'shape': \((\d{1,18}),\), \}\s*$"
)
_BLOCK: Final = 1 << 20  # bytes that are read or written at once


@dataclass(frozen=True, slots=True)
class NpyHead:
    """The head of a column's file.

    Args:
        bytes: size of the head itself.
        rows: number of values in the column.
        swapped: whether the byte order differs from this machine's.
    """

    bytes: int
    rows: int
    swapped: bool


def write_npy(
    file: IO[bytes], column: Column, on_bytes: Callable[[int], None] | None = None
) -> None:
    """Write a column.

    Args:
        file: file to write to.
        column: column of one of the types used in the log.
        on_bytes: called now and then with the bytes written since the last call.
    """
    with memoryview(column) as numbers, numbers.cast("B") as data:
        described = (
            f"{{'descr': '{_ORDER}{_TYPES[numbers.format]}', 'fortran_order': False, "
            f"'shape': ({len(numbers)},), }}"
        )
        room = -(len(_MAGIC) + 2 + len(described) + 1) % ALIGNMENT
        described += " " * room + "\n"
        file.write(_MAGIC + len(described).to_bytes(2, "little") + described.encode("ascii"))
        for start in range(0, len(data), _BLOCK):
            written = file.write(data[start : start + _BLOCK])
            if on_bytes is not None:
                on_bytes(written)


def read_head(file: IO[bytes], code: str, name: str) -> NpyHead:
    """Read the head of a column's file.

    Args:
        file: file written by `write_npy` or NumPy.
        code: `array` type that the column must have.
        name: name of the file for errors.

    Raises:
        InvalidInput: if it is not a column of that type.
    """
    if file.read(len(_MAGIC)) != _MAGIC:
        raise InvalidInput(f"{name} is not a column", expected="NumPy's format, version 1.0")
    length = int.from_bytes(file.read(2), "little")
    match = _DESCRIBED.match(file.read(length).decode("latin-1"))
    if match is None:
        raise InvalidInput(
            f"{name} does not describe its contents", expected="one column in NumPy's format"
        )
    order, kind, rows = match[1], match[2], int(match[3])
    if kind != _TYPES[code]:
        raise InvalidInput(f"{name} holds numbers of type {kind}", expected=_TYPES[code])
    swapped = order not in (_ORDER, "|") and kind != "u1"
    return NpyHead(len(_MAGIC) + 2 + length, rows, swapped)


def read_npy(file: IO[bytes], head: NpyHead, code: str) -> array[Any]:
    """Read the numbers that follow a head.

    Args:
        file: file, positioned after the head.
        head: head of the column.
        code: `array` type of the numbers.

    Returns:
        As many numbers as the head declares, or fewer if the file ends early.
    """
    column = array(code)
    missing = head.rows * column.itemsize
    while missing and (block := file.read(min(missing, _BLOCK))):
        column.frombytes(block)
        missing -= len(block)
    if head.swapped:
        column.byteswap()
    return column
