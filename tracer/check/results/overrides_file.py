"""Writing `overrides.yaml`: one entry at a time, and nothing else in the file changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput, UsageError
from tracer.check.results.overrides import Override, Overrides, read_overrides
from tracer.files.atomic_files import write_atomically
from trees.files import printable, read_text
from trees.yaml.plain_data import PlainFile, read_plain

__all__ = ["OverridesFile", "with_entry"]

#: A text that YAML reads as itself without quotes.
_BARE: Final = re.compile(r"[^\W_](?:[\w ./-]*\w)?")
#: A comment, or what may be one inside quotes: rather kept twice than lost.
_COMMENT: Final = re.compile(r"(?:^|\s)(#.*)$")


class OverridesFile:
    """The file of a person's decisions, written after each of them.

    Args:
        path: the file, which may not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        #: The texts before and after each change; None if there was no file.
        self._changes: list[tuple[str | None, str]] = []

    def read(self) -> Overrides:
        """Return the overrides in the file.

        Raises:
            InvalidInput: the file is not of the documented form.
        """
        return read_overrides(self._text() or "", printable(self.path))

    def _text(self) -> str | None:
        return read_text(self.path) if self.path.exists() else None

    def write(self, name: str, entry: Override) -> None:
        """Write the entry of a name at once.

        Args:
            name: student or sheet; an existing entry has this name.
            entry: the whole entry.

        Raises:
            InvalidInput: the file cannot be read, changed or written.
        """
        before = self._text()
        after = with_entry(before or "", name, entry.plain(), printable(self.path))
        self._replace(after)
        self._changes.append((before, after))

    def undo(self) -> None:
        """Take the last change back.

        Raises:
            UsageError: there is none, or the file has changed since.
            InvalidInput: the file cannot be written.
        """
        if not self._changes:
            raise UsageError("there is no decision to undo")
        before, after = self._changes[-1]
        if self._text() != after:
            raise UsageError(f"{self.path.name} was changed meanwhile, so nothing can be undone")
        if before is None:
            self.path.unlink()
        else:
            self._replace(before)
        self._changes.pop()

    def _replace(self, text: str) -> None:
        with write_atomically(self.path) as path:
            path.write_bytes(text.encode())


def with_entry(text: str, name: str, entry: Mapping[str, Any], where: str) -> str:
    """Return the text of a file with another entry; comments and other entries stay.

    A comment inside a replaced entry of several lines moves above it.

    Args:
        text: text of the file.
        name: name of the entry; without one of this name, it is added at the end.
        entry: the entry as plain data.
        where: name of the file for errors.

    Raises:
        InvalidInput: the file cannot be read, or cannot be changed without loss.
    """
    line = f"{_dumped(name)}: {_dumped(entry)}"
    lines = text.splitlines(keepends=True)
    if not any(one.partition("#")[0].strip() for one in lines):
        return _joined(text, line)
    plain = read_plain(text, where)
    expected = {**plain.entries, name: entry}
    if name in plain.entries:
        first, end = _span(plain, name, lines)
        comments = [
            found[1].rstrip() for one in lines[first:end] if (found := _COMMENT.search(one))
        ]
        if end - first == 1 and comments:
            line = f"{line}  {comments.pop()}"
        ending = "\r\n" if lines[first].endswith("\r\n") else "\n"
        after = "".join(
            [*lines[:first], *(f"{one}{ending}" for one in (*comments, line)), *lines[end:]]
        )
    else:
        after = _joined(text, line)
    if _entries(after, where) != expected and "#" not in text:  # such as JSON
        after = "".join(f"{_dumped(key)}: {_dumped(one)}\n" for key, one in expected.items())
    if _entries(after, where) != expected:
        raise InvalidInput(
            "this entry cannot be changed by plytrace",
            where=where,
            expected="one entry a line, such as ann: {cutoffs: 3}",
        )
    return after


def _joined(text: str, line: str) -> str:
    return f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{line}\n"


def _span(plain: PlainFile, name: str, lines: list[str]) -> tuple[int, int]:
    """Return the first line of an entry and the line after it, from 0."""
    starts = {key: int(place.rsplit(":", 2)[1]) - 1 for key, place in plain.places.items()}
    first = starts[name]
    end = min((one for one in starts.values() if one > first), default=len(lines))
    while end > first + 1 and not lines[end - 1].partition("#")[0].strip():
        end -= 1  # what is between two entries stays
    return first, end


def _entries(text: str, where: str) -> Mapping[str, Any]:
    """Return the entries of a text; empty if it cannot be read."""
    try:
        return read_plain(text, where).entries
    except InvalidInput:
        return {}


def _dumped(value: Any) -> str:
    """Return plain data in one line of YAML."""
    if isinstance(value, Mapping):
        pairs: Iterable[str] = (f"{_dumped(key)}: {_dumped(one)}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_dumped, value))}]"
    if value is None:
        return "null"
    text = str(value)
    if _BARE.fullmatch(text) and text.casefold() != "null":
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())
