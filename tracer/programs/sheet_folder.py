"""Answer sheets of programs, written so that `plytrace check` grades them the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count
from pathlib import Path, PurePath
from typing import Any

from engine.errors import InvalidInput
from tracer.files.atomic_files import write_atomically
from tracer.marking.reading.sheet import Sheet


class SheetFolder:
    """A folder with a JSON sheet for every program that could be graded."""

    def __init__(self, folder: str, names: Collection[str], *, resumes: bool = False) -> None:
        self._folder = Path(folder)
        self._names = _file_names(names)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            is_used = any(self._folder.iterdir())
        except OSError as error:
            raise InvalidInput(f"cannot be written: {error.strerror}", where=folder) from error
        if is_used and not resumes:
            raise InvalidInput("is not empty", where=folder, expected="a new folder")

    def write_each(self, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
        """Yield the sheets and write each one that has answers."""
        for sheet in sheets:
            record = _as_json(sheet)
            if record:
                with write_atomically(self._folder / self._names[sheet.name]) as unfinished:
                    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
                    unfinished.write_text(text, encoding="utf-8")
            yield sheet


def _as_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet in the form that is read again; empty if it could not be graded."""
    answers = _earned(sheet)
    if sheet.sections is not None:
        problems = {number: _earned(one) for number, one in sheet.sections.items() if one.answers}
        answers = {"problems": problems} if problems else {}
    if not answers or sheet.error:
        return {}
    identity = {"student": sheet.student, "variant": sheet.variant}
    return {name: one for name, one in identity.items() if one} | answers


def _earned(sheet: Sheet) -> dict[str, Any]:
    """Return the answers that can earn points."""
    return {part: one for part, one in sheet.answers.items() if part not in sheet.unearned}


def _file_names(names: Collection[str]) -> dict[str, str]:
    """Return a file name for each program: its own, or its whole path if several share it."""
    stems = {name: PurePath(name).stem for name in names}
    shared = Counter(stem.casefold() for stem in stems.values())
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name, stem in stems.items():
        if shared[stem.casefold()] > 1:
            stem = re.sub(r"[^\w.-]+", "-", str(PurePath(name).with_suffix(""))).strip("-.")
        stem = stem or "program"
        names_to_try = chain([stem], (f"{stem}-{number}" for number in count(2)))
        unique = next(name for name in names_to_try if name.casefold() not in taken)
        taken.add(unique.casefold())
        found[name] = f"{unique}.json"
    return found
