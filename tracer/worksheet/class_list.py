"""The variants of a set: numbered, or one per name of a class list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.classes.submissions.tables import read_table
from tracer.marking.reading.documents import WORKBOOKS
from trees.files import DEVICES, printable_name, read_standard_input, read_text, unused_name
from trees.text import quote

_LONGEST_STEM: Final = 60
_LONGEST_NAME: Final = 200
#: The usual suffixes of class lists.
_SUFFIXES: Final = (".csv", ".tsv", ".txt")
_MOST_STUDENTS: Final = 10_000
_UNSAFE: Final = re.compile(r"[^\w.@+-]+")


@dataclass(frozen=True, slots=True)
class Variant:
    """One of several variants."""

    name: str
    stem: str
    student: str = ""


def numbered(count: int) -> list[Variant]:
    """Return the variants 1 to `count`."""
    return [Variant(str(number), str(number)) for number in range(1, count + 1)]


def read_class(source: str) -> list[Variant]:
    """Return a variant for each student of a class list: a text of names, or a roster."""
    path = Path(source)
    called = "stdin" if source == "-" else printable_name(path)
    if path.suffix.lower() in (".csv", ".tsv", *WORKBOOKS):
        return list(_variants(_names_in_table(path), called))
    text = read_standard_input() if source == "-" else read_text(path, _SUFFIXES)
    return list(_variants(_names_in_lines(text.removeprefix("\ufeff").splitlines()), called))


def _names_in_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _names_in_table(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the students of a roster, each with the number of the row."""
    table = read_table(path)
    if table.heading < 0:
        raise InvalidInput(
            "no column names the students",
            where=f"{table.name}:1",
            expected="a header with student, name, email or id; or a file with one name per line",
        )
    for person in table.people:
        if person.student.label:
            yield person.row + 1, person.student.label


def _variants(listed: Iterable[tuple[int, str]], called: str) -> Iterator[Variant]:
    """Yield the variants of the names, in order."""
    lines: dict[str, int] = {}
    stems: set[str] = set()
    for number, text in listed:
        name = unicodedata.normalize("NFC", " ".join(text.split()))
        where = f"{called}:{number}"
        if not name.isprintable() or len(name) > _LONGEST_NAME:
            raise InvalidInput(
                f"{quote(name)} is not a student's name",
                where=where,
                expected=f"a name of at most {_LONGEST_NAME} letters",
            )
        if name.casefold() in lines:
            raise InvalidInput(
                f"{quote(name)} is on line {lines[name.casefold()]} too",
                where=where,
                expected="each student once",
                hint="If two students share a name, add something that distinguishes them",
            )
        lines[name.casefold()] = number
        if len(lines) > _MOST_STUDENTS:
            raise InvalidInput(
                "the class list is too long",
                where=where,
                expected=f"at most {_MOST_STUDENTS:,} students",
            )
        stem = unused_name(_stem(name), "", lambda stem: _normalize(stem) in stems)
        stems.add(_normalize(stem))
        yield Variant(name, stem, name)
    if not lines:
        raise InvalidInput("the class list is empty", where=called, expected="one name per line")


def _stem(name: str) -> str:
    """Return a file name that every file system accepts and that names no other folder."""
    stem = _UNSAFE.sub("-", name).strip("-. ")[:_LONGEST_STEM].strip("-. ")
    if not stem or DEVICES.fullmatch(stem):
        stem = f"student-{stem}".strip("-")
    return stem


def _normalize(stem: str) -> str:
    """Normalise a name as some file systems do."""
    return unicodedata.normalize("NFKD", stem).casefold()
