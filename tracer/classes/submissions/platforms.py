"""The learning platforms: one record for each, with its downloads and its tables.

To add a platform, add a record to `PLATFORMS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tracer.marking.reading.documents import html_text

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
    r"""A learning platform."""

    name: str
    entries: tuple[re.Pattern[str], ...] = ()
    id_kind: str = "id"
    time: str = ""
    not_sheets: frozenset[str] = frozenset()
    metadata: str = ""
    read_metadata: Callable[[Any], Mapping[str, tuple[Student, ...]]] | None = None
    read_receipt: Callable[[str], Receipt] | None = None
    headings: tuple[frozenset[str], ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    mark: re.Pattern[str] = re.compile("(?!)")
    most: str = ""
    rows_apart: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()

    def match(self, name: str) -> re.Match[str] | None:
        """Return the match of a file's or a folder's name, if it is a student's."""
        return next(filter(None, (one.fullmatch(name) for one in self.entries)), None)


def _gradescope_students(metadata: Any) -> dict[str, tuple[Student, ...]]:
    """Return the students by file or folder from Gradescope's `submission_metadata.yml`."""
    found: dict[str, tuple[Student, ...]] = {}
    for name, one in metadata.items() if isinstance(metadata, Mapping) else ():
        people = one.get(":submitters") if isinstance(one, Mapping) else None
        found[str(name)] = tuple(
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
    return found


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
    found = _RECEIPT.search(text.replace("\r\n", "\n"))
    if found is None:  # in another language: a person must look
        return Receipt("", text.strip(), "")
    written, remark = (
        "" if _NOTHING.fullmatch(found[key].strip()) else found[key].strip()
        for key in ("text", "remark")
    )
    if _TAG.search(written):
        written = html_text(written)[0]
    return Receipt(found["name"].strip(), written, remark)


_FIRST_LAST: Final = {"first name": "first", "last name": "last"}

CANVAS: Final = Platform(
    "Canvas",
    entries=(
        re.compile(
            r"(?P<name>anon_[^\W_]+)_(?:(?P<late>LATE)_)?"
            r"(?:\d+_(?P<original>\D.*)|text\.html|(?P<link>link\.html))"
        ),
        re.compile(
            r"(?P<name>[^\W_]+(?:_[^\W_]+)*?)_(?:(?P<late>LATE)_)?(?P<id>\d+)_"
            r"(?:\d+_(?P<original>.+)|text\.html|(?P<link>link\.html))"
        ),
    ),
    id_kind="canvas id",
    headings=(frozenset({"student", "id", "section"}),),
    columns={
        "student": "name",
        "id": "canvas id",
        "sis user id": "id",
        "sis login id": "login",
        "integration id": "integration id",
    },
    mark=re.compile(r"(?P<title>.+) \(\d+\)"),
    rows_apart=frozenset({"points possible", "student, test", "manual posting"}),
    kept=frozenset({"ex"}),
)
MOODLE: Final = Platform(
    "Moodle",
    entries=(
        re.compile(
            r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?P<original>.*))?"
        ),
    ),
    id_kind="participant",
    headings=(frozenset({"identifier", "grade"}), frozenset({"identifier", "full name"})),
    columns={
        "identifier": "participant",
        "full name": "name",
        "id number": "id",
        "username": "login",
        "email address": "email",
        "status": "status",
    },
    mark=re.compile(r"(?P<title>Grade)"),
    most="maximum grade",
)
GRADESCOPE: Final = Platform(
    "Gradescope",
    not_sheets=frozenset({"submission_metadata.yml"}),
    metadata="submission_metadata.yml",
    read_metadata=_gradescope_students,
    headings=(frozenset({"first name", "last name", "sid"}), frozenset({"name", "sid", "email"})),
    columns={**_FIRST_LAST, "name": "name", "sid": "id", "email": "email", "role": "role"},
)
BRIGHTSPACE: Final = Platform(
    "Brightspace",
    entries=(
        re.compile(
            r"(?P<person>\d+)-\d+ ?- (?P<name>.+) ?- (?P<time>\w+ \d+, \d{4} \d{3,4} [AP]M)"
            r"(?: - (?P<original>.+))?"
        ),
    ),
    time="%B %d, %Y %I%M %p",
    not_sheets=frozenset({"index.html"}),
    headings=(frozenset({"orgdefinedid"}), frozenset({"username", "end-of-line indicator"})),
    columns={**_FIRST_LAST, "orgdefinedid": "id", "username": "login", "email": "email"},
    mark=re.compile(r"(?P<title>.+) Points Grade(?: <.*?MaxPoints:(?P<most>[\d.]+).*>)?"),
)
BLACKBOARD: Final = Platform(
    "Blackboard",
    entries=(
        re.compile(
            r"(?P<what>.+)_(?P<id>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})"
            r"(?:_(?P<original>.+)|(?P<receipt>\.txt))"
        ),
    ),
    id_kind="login",
    read_receipt=_blackboard_receipt,
    headings=(frozenset({"last name", "first name", "username"}),),
    columns={**_FIRST_LAST, "username": "login", "student id": "id"},
    mark=re.compile(r"(?P<title>.+) \[Total Pts: ?(?:up to )?(?P<most>[\d.]+) Score\] ?\|\d+"),
)
#: A list of names or ids that no platform wrote, or a sheet of a spreadsheet.
PLAIN: Final = Platform(
    "a list",
    columns={
        **CANVAS.columns,
        **MOODLE.columns,
        **BLACKBOARD.columns,
        **BRIGHTSPACE.columns,
        **GRADESCOPE.columns,
        "id": "id",
        "identifier": "id",
        "student name": "name",
        "firstname": "first",
        "lastname": "last",
        "surname": "last",
        "e-mail": "email",
        "mail": "email",
        "login": "login",
        "netid": "login",
        "student number": "id",
        "user id": "id",
        "student_id": "id",
        "userid": "id",
    },
)

PLATFORMS: Final = (CANVAS, MOODLE, GRADESCOPE, BRIGHTSPACE, BLACKBOARD)
