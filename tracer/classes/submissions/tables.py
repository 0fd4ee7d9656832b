"""Tables of students: rosters and gradebooks, with the text of every cell as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.errors import InvalidInput
from tracer.classes.submissions.platforms import PLAIN, PLATFORMS, Student, plain_id
from tracer.marking.reading.documents import WORKBOOKS, rows_of_workbook
from tracer.marking.reading.submitted_files import encoding_of
from tracer.text.printable_text import name_forms
from trees.files import LARGEST_FILE, printable_name, read_bytes

_LARGEST: Final = 8 * LARGEST_FILE
#: The usual suffixes of such tables.
_SUFFIXES: Final = (".csv", ".tsv", *WORKBOOKS)
#: Kinds of columns without ids.
_NO_IDS: Final = frozenset({"name", "first", "last", "role", "status"})
#: A status such as "Submitted for grading - 2 hours late".
_LATE: Final = re.compile(r"\blate\b", re.IGNORECASE)
_STUDENTS: Final = frozenset({"", "student", "learner"})
#: Kinds of ids that people type on sheets, in the order in which they are tried.
_TYPED: Final = ("id", "login", "email")


class Person(NamedTuple):
    """A student on a roster, with the index of the row, and whether it says that one was late."""

    row: int
    student: Student
    is_late: bool = False


class Table:
    """A table of students."""

    def __init__(
        self, name: str, raw: list[list[str]], ends: list[str], encoding: str = "", mark: str = ","
    ) -> None:
        self.name, self.raw, self.ends = name, raw, ends
        self.encoding, self.mark = encoding, mark
        heads = [{cell_text(cell).strip().casefold() for cell in row} for row in raw[:5]]
        #: The platform that the headings name, and the row of headings; -1 if there is none.
        self.platform = next(
            (
                platform
                for platform in PLATFORMS
                if any(headings <= row for headings in platform.headings for row in heads)
            ),
            PLAIN,
        )
        columns = self.platform.columns
        self.heading = next((at for at, row in enumerate(heads) if row & columns.keys()), -1)
        self.words = [cell_text(cell) for cell in raw[self.heading]] if self.heading >= 0 else []
        kinds = [columns.get(word.casefold().strip(), "") for word in self.words]
        if self.heading < 0:  # a list without headings: names or ids
            kinds = ["any"]
        self.people = [*self._people(kinds)]
        if not self.people:
            raise InvalidInput(
                "there is no student in this table",
                where=name,
                expected="a gradebook, or a column with names or ids",
            )
        self._by_id: dict[tuple[str, str], list[Person]] = {}
        self._by_name: dict[str, list[Person]] = {}
        for person in self.people:
            for kind, value in person.student.ids:
                self._by_id.setdefault((kind, plain_id(value)), []).append(person)
            for form in name_forms(person.student.name):
                self._by_name.setdefault(form, []).append(person)

    def _people(self, kinds: Sequence[str]) -> Iterator[Person]:
        """Yield the students in the rows below the headings."""
        for index, row in enumerate(self.raw[self.heading + 1 :], self.heading + 1):
            cells = [cell_text(cell).strip() for cell in row]
            by_kind: dict[str, str] = {}
            for kind, cell in zip(kinds, cells, strict=False):
                if kind and cell:
                    by_kind.setdefault(kind, cell)
            if not by_kind or cells[0].casefold() in self.platform.rows_apart:
                continue
            if by_kind.get("role", "").casefold() not in _STUDENTS:
                continue
            if "any" in by_kind:
                yield Person(index, Student(by_kind["any"], (("id", by_kind["any"]),)))
                continue
            both = f"{by_kind.get('first', '')} {by_kind.get('last', '')}".strip()
            ids = tuple((kind, cell) for kind, cell in by_kind.items() if kind not in _NO_IDS)
            is_late = _LATE.search(by_kind.get("status", "")) is not None
            yield Person(index, Student(by_kind.get("name", both), ids), is_late)

    def find(self, student: Student) -> list[Person]:
        """Return the people that a student may be, by id, login, e-mail, then name."""
        for kind, value in student.ids:
            if people := self._by_id.get((kind, plain_id(value))):
                return people
        for value in (*(value for _, value in student.ids if "@" in value), student.name):
            for kind in _TYPED:
                if value and (people := self._by_id.get((kind, plain_id(value)))):
                    return people
            before, at, _ = value.partition("@")
            if at and (people := self._by_id.get(("login", plain_id(before)))):
                return people
        same = [self._by_name[form] for form in name_forms(student.name) if form in self._by_name]
        return [*{person.row: person for people in same for person in people}.values()]


def cell_text(raw: str) -> str:
    """Return the text of a cell from what is in the file."""
    raw = raw.removeprefix("\ufeff")
    if raw.startswith('"') and raw.endswith('"') and len(raw) > 1:
        return raw[1:-1].replace('""', '"')
    return raw


def read_table(path: Path) -> Table:
    """Read a roster or a gradebook."""
    name = printable_name(path)
    data = read_bytes(path, _SUFFIXES, _LARGEST)
    if len(data) > _LARGEST:
        raise InvalidInput("this table is too large", where=name)
    is_text = not data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0"))
    if path.suffix.lower() in WORKBOOKS and is_text:
        pass  # Blackboard calls its text with tabs .xls
    elif path.suffix.lower() in WORKBOOKS:
        rows, _ = rows_of_workbook(path, name)
        raw = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
        return Table(name, raw, ["\n"] * len(raw))
    encoding = _exact(encoding_of(path), data)
    try:
        text = data.decode(encoding)
    except UnicodeError as error:
        raise InvalidInput("this table is not text", where=name) from error
    first = text.lstrip("\ufeff").partition("\n")[0]
    mark = max(",;\t", key=first.count)
    return Table(name, *split_cells(text, mark), encoding, mark)


def _exact(encoding: str, data: bytes) -> str:
    """Return the encoding that keeps the mark at the beginning of a file, so that it is kept."""
    if encoding == "utf-16":
        return "utf-16-le" if data.startswith(b"\xff\xfe") else "utf-16-be"
    return "utf-8" if encoding == "utf-8-sig" else encoding


def split_cells(text: str, mark: str) -> tuple[list[list[str]], list[str]]:
    """Split a table into rows of cells with their quotes, and the ends of its lines.

    Joining them gives the text again; the mark of its encoding is in the first cell.
    """
    cell = re.compile(rf'\ufeff?(?:"(?:[^"]|"")*"[^{mark}\r\n]*|[^{mark}\r\n]*)')
    rows: list[list[str]] = [[]]
    ends: list[str] = []
    at = 0
    while True:
        match = cell.match(text, at)
        assert match is not None
        rows[-1].append(match[0])
        at = match.end()
        if at >= len(text):
            ends.append("")
            break
        if text[at] == mark:
            at += 1
            continue
        end = "\r\n" if text.startswith("\r\n", at) else text[at]
        ends.append(end)
        rows.append([])
        at += len(end)
        if at >= len(text):
            rows.pop()
            break
    return rows, ends
