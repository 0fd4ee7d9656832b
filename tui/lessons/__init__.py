"""The lessons of the tutorial, each a numbered YAML file, and their catalogue."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from tracer.lesson.page_file import Lesson


_FOLDER: Final = Path(__file__).parent
_FILE: Final = re.compile(r"\d+-(?P<name>[a-z0-9-]+)\.yaml")
_SUFFIXES: Final = (".yaml", ".yml")


@cache
def _files() -> dict[str, str]:
    """Return the lesson files by lesson name, in order."""
    named = sorted(one.name for one in _FOLDER.iterdir())
    return {found["name"]: file for file in named if (found := _FILE.fullmatch(file))}


def lesson_names() -> list[str]:
    """Return the names of the lessons, in order."""
    return [*_files()]


def read_title(name: str) -> str:
    """Return the title of a lesson, the first line of its file: home reads no more of it."""
    with (_FOLDER / _files()[name]).open(encoding="utf-8") as file:
        return file.readline().removeprefix("title:").strip(' "\n')


def is_lesson_file(name: str) -> bool:
    """Return whether a name is that of a custom lesson file."""
    return name.lower().endswith(_SUFFIXES)


def path_of(name: str) -> str:
    """Return the absolute path of a custom lesson file, which need not exist."""
    return os.path.realpath(name)


def open_lesson(name: str) -> Lesson:
    """Return a lesson by its name, its number in the course, or its file."""
    if is_lesson_file(name):
        from tracer.lesson.page_file import read_lesson
        from trees.files import printable_name, read_text

        lesson = read_lesson(read_text(Path(name)), printable_name(Path(name)))
        return replace(lesson, path=path_of(name))
    known = _files()
    word = name.casefold().strip()
    if word.isdecimal() and 0 < int(word[:6]) <= len(known):
        word = lesson_names()[int(word) - 1]
    if word not in known:
        raise UsageError(
            f"there is no lesson {name!r}",
            expected=f"a number from 1 to {len(known)}, a lesson's name, or a YAML file",
            hint=did_you_mean(word[:60], known) or "Try: plytrace list lessons",
        )
    return _read(_FOLDER / known[word])


@cache
def _read(file: Path) -> Lesson:
    """Return a lesson of the tutorial, read once: the list shows all of them each time."""
    from tracer.lesson.page_file import read_lesson

    return read_lesson(file.read_text(encoding="utf-8"), file.name)
