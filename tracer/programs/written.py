"""What programs did, written as answer sheets that `plytrace check` marks the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePath
from typing import Any

from engine.errors import InvalidInput
from tracer.check.sheet import Sheet
from tracer.files import whole_file

__all__ = ["SheetFolder"]


class SheetFolder:
    """A folder with a sheet for every program that could be marked, as JSON.

    Args:
        folder: a new one, or one that has nothing in it.
        names: what the programs are called.
        goes_on: whether there are sheets of an earlier run in it.

    Raises:
        InvalidInput: it has something in it, or cannot be made.
    """

    def __init__(self, folder: str, names: Collection[str], *, goes_on: bool = False) -> None:
        self._folder = Path(folder)
        self._names = _file_names(names)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            is_used = any(self._folder.iterdir())
        except OSError as error:
            raise InvalidInput(f"cannot be written: {error.strerror}", where=folder) from error
        if is_used and not goes_on:
            raise InvalidInput("is not empty", where=folder, expected="a new folder")

    def of(self, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
        """The sheets, each written as it comes by; one that says nothing is passed over."""
        for sheet in sheets:
            told = _told(sheet)
            if told:
                with whole_file(self._folder / self._names[sheet.name]) as unfinished:
                    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
                    unfinished.write_text(text, encoding="utf-8")
            yield sheet


def _told(sheet: Sheet) -> dict[str, Any]:
    """What a sheet says, as it is read again; nothing where it could not be marked."""
    answers: dict[str, Any] = dict(sheet.answers)
    if sheet.sections is not None:
        problems = {
            number: dict(one.answers) for number, one in sheet.sections.items() if one.answers
        }
        answers = {"problems": problems} if problems else {}
    if not answers or sheet.error:
        return {}
    whose = {"student": sheet.student, "variant": sheet.variant}
    return {name: one for name, one in whose.items() if one} | answers


def _file_names(names: Collection[str]) -> dict[str, str]:
    """A file's name for each program: its own name, or the whole way to it where two share it."""
    stems = {name: PurePath(name).stem for name in names}
    shared = Counter(stem.casefold() for stem in stems.values())
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name, stem in stems.items():
        if shared[stem.casefold()] > 1:
            stem = re.sub(r"[^\w.-]+", "-", str(PurePath(name).with_suffix(""))).strip("-.")
        stem, number = stem or "program", 1
        while f"{stem}-{number}".casefold() in taken or (number == 1 and stem.casefold() in taken):
            number += 1
        called = stem if number == 1 else f"{stem}-{number}"
        taken.add(called.casefold())
        found[name] = f"{called}.json"
    return found
