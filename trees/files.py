"""Reading a file's text, whatever the file turns out to be."""

from __future__ import annotations

import codecs
import os
import stat
import sys
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from trees.quoting import shortened

__all__ = [
    "LARGEST_FILE",
    "TREE_SUFFIXES",
    "decode",
    "printable",
    "read_standard_input",
    "read_text",
    "tree_files",
]

#: The most bytes of a file: more than any tree within the other limits needs.
LARGEST_FILE: Final = 2 * 1024 * 1024

#: The most names of a folder that are looked at for one that was meant.
_NAMES_LOOKED_AT: Final = 500

#: How the names of files end that hold a tree.
TREE_SUFFIXES: Final = (".yaml", ".yml", ".json", ".efg", ".test")


def read_text(path: Path, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> str:
    """The text of a UTF-8 file.

    Never more than `LARGEST_FILE` bytes are read, so that a device without an end is refused as
    soon as a file that is too large.

    Args:
        path: the file.
        suffixes: how files of its kind end, of which those that are there are named in its place.

    Raises:
        InvalidInput: there is no such file, it cannot be read, is too large, or is not UTF-8.
    """
    name = printable(path)
    try:
        data = _read_bytes(path)
    except FileNotFoundError:
        raise InvalidInput(
            "there is no such file", where=name, hint=_near(path, suffixes)
        ) from None
    except IsADirectoryError:
        raise InvalidInput("this is a folder", where=name, expected="a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"it cannot be read: {reason}", where=name) from error
    return decode(data, name)


def printable(path: Path) -> str:
    """A file's name as errors show it."""
    name = str(path)
    return shortened(name if name.isprintable() else repr(name), 200)


def read_standard_input() -> str:
    """The text of a UTF-8 file on standard input.

    Raises:
        InvalidInput: it is closed, too large, or not UTF-8.
    """
    if sys.stdin is None:
        raise InvalidInput("standard input is closed", where="stdin", expected="a YAML file on it")
    return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "stdin")


def decode(data: bytes, name: str) -> str:
    """The text that a file's bytes stand for.

    Args:
        data: the bytes, or the first of them where there are too many.
        name: what errors call the file.

    Raises:
        InvalidInput: they are too many, or not UTF-8.
    """
    if data.startswith(b"PK\x03\x04"):
        raise InvalidInput(
            "this is a zip file, such as a saved trace",
            where=f"{name}:1:1",
            expected="a YAML file",
            hint="A saved trace is opened with plytrace step",
        )
    if len(data) > LARGEST_FILE:
        raise InvalidInput(
            f"more than {LARGEST_FILE // 2**20} MiB", where=f"{name}:1:1", expected="a smaller file"
        )
    marked = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    try:
        return data[marked:].decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[marked : marked + error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        at = marked + error.start
        raise InvalidInput(
            f"byte {at + 1:,} ({data[at]:#04x}) is not UTF-8",
            where=f"{name}:{line}:{column}",
            expected="text in UTF-8",
            hint="This looks like UTF-16; save it as UTF-8" if utf16 else "",
        ) from None


def _read_bytes(path: Path) -> bytes:
    # Opened without waiting, since a pipe that nobody writes to would keep us forever; a pipe
    # that somebody does write to is then waited for.
    at_once = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, os.O_RDONLY | at_once)
    try:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise IsADirectoryError
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        chunks = []
        room = LARGEST_FILE + 1
        while room and (chunk := os.read(descriptor, min(room, 2**20))):
            chunks.append(chunk)
            room -= len(chunk)
        return b"".join(chunks)
    finally:
        os.close(descriptor)


def tree_files(folder: Path, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> list[str]:
    """The names of the tree files in a folder, or of the first few hundred entries of it.

    Args:
        folder: the folder.
        suffixes: how their names end.
    """
    try:
        entries = [entry.name for entry in islice(folder.iterdir(), _NAMES_LOOKED_AT)]
    except OSError:
        return []
    return sorted(entry for entry in entries if entry.lower().endswith(suffixes))


def _near(path: Path, suffixes: tuple[str, ...]) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"There is no folder {printable(folder)}"
    names = tree_files(folder, suffixes)
    # By what stands before the suffix, which makes any two names look alike.
    stems = {Path(name).stem.casefold() for name in names}
    near = get_close_matches(path.stem.casefold(), sorted(stems), n=1)
    meant = did_you_mean(path.name, [one for one in names if Path(one).stem.casefold() in near])
    if meant or not names:
        return meant
    return f"The files there: {', '.join(names[:5])}" + (", …" if len(names) > 5 else "")
