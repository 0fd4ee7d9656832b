"""Columns in NumPy's own format, version 1.0 (numpy.lib.format), without NumPy."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, Final, TypeAlias

from engine.errors import InvalidInput

__all__ = ["ALIGNMENT", "Column", "NpyHead", "read_head", "read_npy", "write_npy"]

#: A column as a log has it: an array, or a view of one that lies in a file.
Column: TypeAlias = "array[Any] | memoryview[Any]"

#: The head of a file is a multiple of so many bytes, so that the numbers behind it are aligned.
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
    """What stands before the numbers of a column.

    Args:
        bytes: how many it takes itself.
        rows: how many numbers there are.
        swapped: whether their bytes are in the other order than this machine's.
    """

    bytes: int
    rows: int
    swapped: bool


def write_npy(
    file: IO[bytes], column: Column, on_bytes: Callable[[int], None] | None = None
) -> None:
    """Write a column.

    Args:
        file: where to.
        column: of one of the types of the log's columns.
        on_bytes: called now and then with the bytes that have been written since.
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
    """Read what stands before a column's numbers.

    Args:
        file: what `write_npy` wrote, or NumPy.
        code: the `array` type that it has to have.
        name: what to call the file in an error.

    Raises:
        InvalidInput: it is no such column.
    """
    if file.read(len(_MAGIC)) != _MAGIC:
        raise InvalidInput(f"{name} is no column", expected="NumPy's format, version 1.0")
    length = int.from_bytes(file.read(2), "little")
    match = _DESCRIBED.match(file.read(length).decode("latin-1"))
    if match is None:
        raise InvalidInput(
            f"{name} does not say what it holds", expected="one column in NumPy's format"
        )
    order, kind, rows = match[1], match[2], int(match[3])
    if kind != _TYPES[code]:
        raise InvalidInput(f"{name} holds numbers of type {kind}", expected=_TYPES[code])
    swapped = order not in (_ORDER, "|") and kind != "u1"
    return NpyHead(len(_MAGIC) + 2 + length, rows, swapped)


def read_npy(file: IO[bytes], head: NpyHead, code: str) -> array[Any]:
    """Read the numbers behind a head.

    Args:
        file: stands behind the head.
        head: says how many there are.
        code: their `array` type.

    Returns:
        As many as the head says, or fewer where the file ends before.
    """
    column = array(code)
    missing = head.rows * column.itemsize
    while missing and (block := file.read(min(missing, _BLOCK))):
        column.frombytes(block)
        missing -= len(block)
    if head.swapped:
        column.byteswap()
    return column
