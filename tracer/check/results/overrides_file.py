"""Writing `overrides.yaml`, with one entry changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.errors import UsageError
from tracer.check.results.overrides import Override, Overrides, read_overrides
from tracer.files.atomic_files import write_atomically
from trees.files import printable_name, read_text
from trees.yaml.plain_data import read_plain


#: A text that YAML reads as itself without quotes.
_BARE: Final = re.compile(r"[^\W_](?:[\w ./-]*\w)?")


class OverridesFile:
    """The file of a person's decisions, written after each of them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: The texts before and after each change; None if there was no file.
        self._changes: list[tuple[str | None, str]] = []

    def read(self) -> Overrides:
        """Return the overrides in the file."""
        return read_overrides(self._text() or "", printable_name(self.path))

    def _text(self) -> str | None:
        return read_text(self.path) if self.path.exists() else None

    def write(self, name: str, entry: Override) -> None:
        """Write the entry of a name at once."""
        before = self._text()
        after = with_entry(before or "", name, entry.plain(), printable_name(self.path))
        self._replace(after)
        self._changes.append((before, after))

    def undo(self) -> None:
        """Take the last change back."""
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
    """Return the text of a file with another entry, one a line; lines of comments are above them."""
    comments = [one.strip() for one in text.splitlines() if one.lstrip().startswith("#")]
    lines = [one for one in text.splitlines() if one.partition("#")[0].strip()]
    entries = {**(read_plain(text, where).entries if lines else {}), name: entry}
    made = (f"{_dumped(key)}: {_dumped(one)}" for key, one in entries.items())
    return "".join(f"{line}\n" for line in (*comments, *made))


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
