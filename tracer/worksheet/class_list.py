"""The variants of a set: numbered, or one per name of a class list."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.marking.reading.part_names import STUDENT
from trees.files import DEVICES, printable_name, read_standard_input, read_text, unused_name
from trees.text import quote

_LONGEST_STEM: Final = 60
_LONGEST_NAME: Final = 200
#: The usual suffixes of class lists.
_SUFFIXES: Final = (".csv", ".tsv", ".txt")
_MOST_STUDENTS: Final = 10_000
#: The largest number of lines that a note lists.
_MOST_LISTED: Final = 10
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


def read_class(source: str, note: Callable[[str], None] | None = None) -> list[Variant]:
    """Return a variant for each student of a class list."""
    path = Path(source)
    text = read_standard_input() if source == "-" else read_text(path, _SUFFIXES)
    called = "stdin" if source == "-" else printable_name(path)
    lines = text.removeprefix("\ufeff").splitlines()
    is_table = path.suffix.lower() in (".csv", ".tsv")
    nameless: list[int] = []
    listed = _names_in_table(lines, called, nameless) if is_table else _names_in_lines(lines)
    found = list(_variants(listed, called))
    if nameless and note is not None:
        which = ", ".join(map(str, nameless[:_MOST_LISTED])) + (
            ", …" if len(nameless) > _MOST_LISTED else ""
        )
        rows = "a row without a name is" if len(nameless) == 1 else "rows without a name are"
        note(f"{called}: {rows} skipped: line{'s' * (len(nameless) > 1)} {which}")
    return found


def _names_in_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _names_in_table(
    lines: list[str], called: str, nameless: list[int]
) -> Iterator[tuple[int, str]]:
    """Yield the names in the first column of students; collect rows without a name."""
    between = max(",;\t", key=lines[0].count) if lines else ","
    rows = csv.reader(lines, delimiter=between)
    header = [" ".join(word.replace("_", " ").split()).casefold() for word in next(rows, [])]
    column = next((at for at, word in enumerate(header) if word in STUDENT), None)
    if column is None:
        raise InvalidInput(
            "no column names the students",
            where=f"{called}:1",
            expected="a header with student, name, email or id; or a file with one name per line",
        )
    for row in rows:
        if len(row) > column and row[column].strip():
            yield rows.line_num, row[column]
        elif any(cell.strip() for cell in row):
            nameless.append(rows.line_num)


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
