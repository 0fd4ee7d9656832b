"""Read the text of a file safely."""

from __future__ import annotations

import codecs
import os
import re
import shlex
import stat
import sys
from collections.abc import Callable
from difflib import get_close_matches
from itertools import chain, count, islice
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from engine.text import visible_line
from trees.text import shorten

#: The largest file, in bytes: more than any tree within the other limits needs.
LARGEST_FILE: Final = 2 * 1024 * 1024

#: The most names of a folder that are compared with a misspelt one.
_MOST_NAMES: Final = 500

#: The suffixes of tree files.
TREE_SUFFIXES: Final = (".yaml", ".yml", ".json", ".efg", ".test")

#: The suffixes of files that have only a payoff matrix.
MATRIX_SUFFIXES: Final = (".nfg",)

#: The names that Windows reserves for devices.
DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def is_path(text: str, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> bool:
    """Return whether a text must be a path: it has a folder or a file suffix in it."""
    return "/" in text or os.sep in text or text.lower().endswith(suffixes)


def exists(path: str | Path) -> bool:
    """Return whether there is such a file or folder; none has a name that is too long."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def read_text(path: Path, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> str:
    """Return the text of a UTF-8 file."""
    return decode(read_bytes(path, suffixes), printable_name(path))


def read_bytes(path: Path, suffixes: tuple[str, ...], most: int = LARGEST_FILE) -> bytes:
    """Return what is in a file; one that does not exist is refused with files of these suffixes.

    It reads one byte more than `most`, so that an endless device is refused like a file that is too
    large.
    """
    name = printable_name(path)
    try:
        return _read_bytes(path, most)
    except FileNotFoundError:
        raise InvalidInput(
            "there is no such file", where=name, hint=_list_similar_files(path, suffixes)
        ) from None
    except IsADirectoryError:
        raise InvalidInput("this is a folder", where=name, expected="a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"the file cannot be read: {reason}", where=name) from error


def unused_name(stem: str, suffix: str, is_taken: Callable[[str], bool]) -> str:
    """Return a file name that is not taken: with a number from 2 behind its stem if need be."""
    numbered = (f"{stem}-{number}{suffix}" for number in count(2))
    return next(name for name in chain([stem + suffix], numbered) if not is_taken(name))


def printable_name(path: Path) -> str:
    """Return a file's name for error messages."""
    name = str(path)
    return shorten(visible_line(name), 200)


def read_standard_input() -> str:
    """Return the text of a UTF-8 file on standard input."""
    if sys.stdin is None:
        raise InvalidInput("standard input is closed", where="stdin", expected="a YAML file on it")
    return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "stdin")


def decode(data: bytes, name: str) -> str:
    """Return the text of a file's bytes."""
    if data.startswith(b"PK\x03\x04"):
        raise InvalidInput(
            "this is a zip file, such as a saved trace",
            where=f"{name}:1:1",
            expected="a YAML file",
            hint=f"Try: plytrace step {shlex.quote(name)}",
        )
    if len(data) > LARGEST_FILE:
        raise InvalidInput(
            f"the file is larger than {LARGEST_FILE // 2**20} MiB",
            where=f"{name}:1:1",
            expected="a smaller file",
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


def _read_bytes(path: Path, most: int) -> bytes:
    # Opened without blocking, since a pipe without a writer would block forever; a pipe with a
    # writer is then waited for.
    at_once = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, os.O_RDONLY | at_once)
    try:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise IsADirectoryError
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        chunks = []
        room = most + 1
        while room and (chunk := os.read(descriptor, min(room, 2**20))):
            chunks.append(chunk)
            room -= len(chunk)
        return b"".join(chunks)
    finally:
        os.close(descriptor)


def list_yaml_files(folder: Path) -> list[str]:
    """Return the names of the YAML files of a folder without their suffix, sorted."""
    with os.scandir(folder) as entries:  # twice as fast as a pattern
        names = [entry.name for entry in entries]
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def tree_files(folder: Path, suffixes: tuple[str, ...] = TREE_SUFFIXES) -> list[str]:
    """Return the names of the tree files among the first few hundred entries of a folder."""
    try:
        entries = [entry.name for entry in islice(folder.iterdir(), _MOST_NAMES)]
    except OSError:
        return []
    listed = (entry for entry in entries if not entry.startswith("."))
    return sorted(entry for entry in listed if entry.lower().endswith(suffixes))


def _list_similar_files(path: Path, suffixes: tuple[str, ...]) -> str:
    folder = path.parent
    if not exists(folder):
        return f"The folder {printable_name(folder)} does not exist"
    names = tree_files(folder, suffixes)
    # Compare without the suffix, which makes any two names similar.
    stems = {Path(name).stem.casefold() for name in names}
    near = get_close_matches(path.stem.casefold(), sorted(stems), n=1)
    meant = did_you_mean(path.name, [name for name in names if Path(name).stem.casefold() in near])
    if meant or not names:
        return meant
    return f"The folder has: {', '.join(names[:5])}" + (", …" if len(names) > 5 else "")
