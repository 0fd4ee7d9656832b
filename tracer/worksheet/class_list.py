"""The variants of a set: numbered, or one for each name of a class list."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.check.part_names import STUDENT
from trees.files import printable, read_standard_input, read_text
from trees.quoting import quoted

__all__ = ["Variant", "numbered", "read_class"]

_LONGEST_STEM: Final = 60
_LONGEST_NAME: Final = 200
#: How class lists mostly end.
_SUFFIXES: Final = (".csv", ".tsv", ".txt")
_MOST_STUDENTS: Final = 10_000
#: Lines that a note names.
_MOST_TOLD: Final = 10
_UNSAFE: Final = re.compile(r"[^\w.@+-]+")
#: Names that Windows keeps for devices.
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Variant:
    """One of several variants.

    Args:
        name: its number, or the student's name as it was written.
        stem: what its files are called, without an ending.
        student: the student's name; empty where variants are numbered.
    """

    name: str
    stem: str
    student: str = ""


def numbered(count: int) -> list[Variant]:
    """Variants 1 to `count`."""
    return [Variant(str(number), str(number)) for number in range(1, count + 1)]


def read_class(source: str, note: Callable[[str], None] | None = None) -> list[Variant]:
    """A variant for each student of a class list.

    Args:
        source: a file with a name a line, where blank lines and those that begin with # are passed
            over, or CSV with a column such as `student` or `name`; `-` for standard input.
        note: told of what was passed over although something stands there.

    Raises:
        InvalidInput: it cannot be read, holds nobody, or somebody twice.
    """
    path = Path(source)
    text = read_standard_input() if source == "-" else read_text(path, _SUFFIXES)
    called = "stdin" if source == "-" else printable(path)
    lines = text.removeprefix("\ufeff").splitlines()
    is_table = path.suffix.lower() in (".csv", ".tsv")
    nameless: list[int] = []
    listed = _of_table(lines, called, nameless) if is_table else _of_lines(lines)
    found = list(_variants(listed, called))
    if nameless and note is not None:
        which = ", ".join(map(str, nameless[:_MOST_TOLD])) + (
            ", …" if len(nameless) > _MOST_TOLD else ""
        )
        rows = "a row without a name is" if len(nameless) == 1 else "rows without a name are"
        note(f"{called}: {rows} passed over: line{'s' * (len(nameless) > 1)} {which}")
    return found


def _of_lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _of_table(lines: list[str], called: str, nameless: list[int]) -> Iterator[tuple[int, str]]:
    """The names in the first column that is a student's; takes note of rows that have none."""
    between = max(",;\t", key=lines[0].count) if lines else ","
    rows = csv.reader(lines, delimiter=between)
    header = [" ".join(word.replace("_", " ").split()).casefold() for word in next(rows, [])]
    column = next((at for at, word in enumerate(header) if word in STUDENT), None)
    if column is None:
        raise InvalidInput(
            "no column names the students",
            where=f"{called}:1",
            expected="a header with student, name, email or id; or a file of names, one a line",
        )
    for row in rows:
        if len(row) > column and row[column].strip():
            yield rows.line_num, row[column]
        elif any(cell.strip() for cell in row):
            nameless.append(rows.line_num)


def _variants(listed: Iterable[tuple[int, str]], called: str) -> Iterator[Variant]:
    """The variants of the names, in their order."""
    lines: dict[str, int] = {}
    stems: set[str] = set()
    for number, text in listed:
        name = unicodedata.normalize("NFC", " ".join(text.split()))
        where = f"{called}:{number}"
        if not name.isprintable() or len(name) > _LONGEST_NAME:
            raise InvalidInput(
                f"{quoted(name)} as a student",
                where=where,
                expected=f"a name of at most {_LONGEST_NAME} letters",
            )
        if name.casefold() in lines:
            raise InvalidInput(
                f"{quoted(name)} stands on line {lines[name.casefold()]} too",
                where=where,
                expected="each student once",
                hint="Where two have one name, add what tells them apart",
            )
        lines[name.casefold()] = number
        if len(lines) > _MOST_STUDENTS:
            raise InvalidInput("too many students", where=where, expected=f"{_MOST_STUDENTS:,}")
        stem = _free(_stem(name), stems)
        stems.add(_folded(stem))
        yield Variant(name, stem, name)
    if not lines:
        raise InvalidInput("nobody stands in it", where=called, expected="a name a line")


def _stem(name: str) -> str:
    """A name that every file system takes, which is no way to another folder."""
    stem = _UNSAFE.sub("-", name).strip("-. ")[:_LONGEST_STEM].strip("-. ")
    if not stem or _DEVICES.fullmatch(stem):
        stem = f"student-{stem}".strip("-")
    return stem


def _free(stem: str, taken: set[str]) -> str:
    """The name, or one with a number behind it where it is taken."""
    found, number = stem, 2
    while _folded(found) in taken:
        found, number = f"{stem}-{number}", number + 1
    return found


def _folded(stem: str) -> str:
    """What some file systems make of a name."""
    return unicodedata.normalize("NFKD", stem).casefold()
