"""The learning platforms, with their downloads and tables: `platforms.yaml` has a row for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Final, NamedTuple

from tracer.marking.reading.documents import html_text
from trees.yaml.plain_data import read_plain

# A student as downloads, sheets and rosters name one.


class Student(NamedTuple):
    """A student."""

    name: str
    ids: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The name, or else the first id."""
        return self.name or next((value for _, value in self.ids), "")


def plain_id(value: str) -> str:
    """Return an id without what platforms write before it, in lower case."""
    return value.strip().lstrip("#").removeprefix("Participant ").strip().casefold()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The contents of a receipt, which a platform puts beside a student's files."""

    name: str
    text: str
    remark: str


@dataclass(frozen=True, slots=True)
class Platform:
    """A learning platform; `platforms.yaml` describes the fields."""

    name: str
    columns: Mapping[str, str]
    entries: tuple[re.Pattern[str], ...] = ()
    id_kind: str = "id"
    time: str = ""
    not_sheets: frozenset[str] = frozenset()
    metadata: str = ""
    headings: tuple[frozenset[str], ...] = ()
    mark: re.Pattern[str] = re.compile("(?!)")
    most: str = ""
    rows_apart: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    #: Reads the students by file or folder from its metadata.
    read_metadata: Callable[[Any], Mapping[str, tuple[Student, ...]]] | None = None
    #: Reads what it puts beside a student's files.
    read_receipt: Callable[[str], Receipt] | None = None

    def match(self, name: str) -> re.Match[str] | None:
        """Return the match of a file's or a folder's name, if it is a student's."""
        return next(filter(None, (pattern.fullmatch(name) for pattern in self.entries)), None)


def _gradescope_students(metadata: Any) -> dict[str, tuple[Student, ...]]:
    """Return the students by file or folder from Gradescope's `submission_metadata.yml`."""
    students: dict[str, tuple[Student, ...]] = {}
    for name, entry in metadata.items() if isinstance(metadata, Mapping) else ():
        people = entry.get(":submitters") if isinstance(entry, Mapping) else None
        students[str(name)] = tuple(
            Student(
                str(person.get(":name") or ""),
                tuple(
                    (kind, str(person[key]))
                    for kind, key in (("id", ":sid"), ("email", ":email"))
                    if person.get(key)
                ),
            )
            for person in (people if isinstance(people, list) else ())
            if isinstance(person, Mapping)
        )
    return students


_RECEIPT: Final = re.compile(
    r"Name: (?P<name>.*?) \([^()\n]*\)[ \t]*\n.*?"
    r"^Submission Field:(?P<text>.*)^Comments:(?P<remark>.*?)(?:^Files:.*)?\Z",
    re.DOTALL | re.MULTILINE,
)
_TAG: Final = re.compile(r"</(?:p|div|span|li)>|<br ?/?>", re.IGNORECASE)
#: What Blackboard writes into an empty field of a receipt.
_NOTHING: Final = re.compile(r"There (?:is|are) no student [a-z ]+ for this assignment\.?")


def _blackboard_receipt(text: str) -> Receipt:
    """Read the receipt that Blackboard puts beside a student's files."""
    match = _RECEIPT.search(text.replace("\r\n", "\n"))
    if match is None:  # in another language: a person must look
        return Receipt("", text.strip(), "")
    written, remark = (
        "" if _NOTHING.fullmatch(match[key].strip()) else match[key].strip()
        for key in ("text", "remark")
    )
    if _TAG.search(written):
        written = html_text(written)[0]
    return Receipt(match["name"].strip(), written, remark)


#: How the values of `platforms.yaml` are read; the others are texts.
_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "entries": lambda texts: tuple(map(re.compile, texts)),
    "headings": lambda rows: tuple(map(frozenset, rows)),
    "mark": re.compile,
    **dict.fromkeys(("not-sheets", "rows-apart", "kept"), frozenset),
}


def _read_platforms() -> Iterator[Platform]:
    text = (files(__package__) / "platforms.yaml").read_text(encoding="utf-8")
    for name, row in read_plain(text, "platforms.yaml").entries.items():
        fields = {
            key.replace("-", "_"): _READERS.get(key, lambda value: value)(value)
            for key, value in row.items()
        }
        yield Platform(name, **fields, **_FUNCTIONS.get(name, {}))


_FUNCTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "Gradescope": {"read_metadata": _gradescope_students},
    "Blackboard": {"read_receipt": _blackboard_receipt},
}
*PLATFORMS, _LIST = _read_platforms()
#: A list of names or ids that no platform wrote, or a sheet of a spreadsheet.
PLAIN: Final = replace(
    _LIST,
    columns={
        word: kind for platform in (*PLATFORMS, _LIST) for word, kind in platform.columns.items()
    },
)
