"""Columns in NumPy's own format, version 1.0 (numpy.lib.format), without NumPy."""

from __future__ import annotations

import re
import sys
from array import array
from typing import IO, Any, Final

from engine.errors import InvalidInput

__all__ = ["read_npy", "write_npy"]

_MAGIC: Final = b"\x93NUMPY\x01\x00"
_ORDER: Final = "<" if sys.byteorder == "little" else ">"
_TYPES: Final = {"i": "i4", "H": "u2", "B": "u1", "d": "f8"}
_DESCRIBED: Final = re.compile(
    r"\{'descr': '([<>|])(\w\d)', 'fortran_order': False, 'shape': \((\d{1,18}),\), \}\s*$"
)


def write_npy(file: IO[bytes], column: array[int] | array[float]) -> None:
    """Write a column.

    Args:
        file: where to.
        column: of one of the types of the log's columns.
    """
    kind = _TYPES[column.typecode]
    described = (
        f"{{'descr': '{_ORDER}{kind}', 'fortran_order': False, 'shape': ({len(column)},), }}"
    )
    # The whole head is a multiple of 64 bytes, so that the data is aligned.
    room = -(len(_MAGIC) + 2 + len(described) + 1) % 64
    described += " " * room + "\n"
    file.write(_MAGIC + len(described).to_bytes(2, "little") + described.encode("ascii"))
    with memoryview(column).cast("B") as data:
        for start in range(0, len(data), 1 << 20):
            file.write(data[start : start + (1 << 20)])


def read_npy(file: IO[bytes], code: str, name: str) -> array[Any]:
    """Read a column.

    Args:
        file: what `write_npy` wrote, or NumPy.
        code: the `array` type that it has to have.
        name: what to call the file in an error.

    Raises:
        InvalidInput: it is no such column.
    """
    if file.read(len(_MAGIC)) != _MAGIC:
        raise InvalidInput(f"{name} is no column", expected="NumPy's format, version 1.0")
    head = file.read(int.from_bytes(file.read(2), "little")).decode("latin-1")
    match = _DESCRIBED.match(head)
    if match is None:
        raise InvalidInput(
            f"{name} does not say what it holds", expected="one column in NumPy's format"
        )
    order, kind, rows = match[1], match[2], int(match[3])
    if kind != _TYPES[code]:
        raise InvalidInput(f"{name} holds numbers of type {kind}", expected=_TYPES[code])
    data = file.read()
    column = array(code)
    if len(data) != rows * column.itemsize:
        how = "is cut short" if len(data) < rows * column.itemsize else "is too long"
        raise InvalidInput(
            f"{name} {how}: {len(data):,} bytes of numbers",
            expected=f"{rows * column.itemsize:,}, for {rows:,} rows",
        )
    column.frombytes(data)
    if order not in (_ORDER, "|") and column.itemsize > 1:
        column.byteswap()
    return column
