"""What a learning platform's download contains: each student's sheets."""

from __future__ import annotations

import csv
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any, Final

from engine.errors import InvalidInput, PlytraceError
from tracer.classes.submissions.platforms import PLATFORMS, Platform, Receipt, Student
from tracer.marking.reading.documents import DAMAGED_ZIP, LARGEST_DOCUMENT
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.reading.sheet_files import sheets_in
from tracer.marking.reading.submitted_files import encoding_of, handed_in, is_litter, text_of_file
from tracer.text.numbers import show_count
from tracer.text.printable_text import name_forms
from trees.files import printable_name
from trees.text import quote
from trees.yaml.plain_data import read_plain

# The files of a folder or of a zip archive, read one at a time.

#: The most files of an archive, and bytes of an unpacked download.
_MOST_FILES: Final = 100_000
_LARGEST: Final = 2_000_000_000


class Container:
    """A file alone, or the files of a folder and its subfolders."""

    def __init__(self, path: Path, extra: Collection[Path] = ()) -> None:
        found = handed_in(path, extra=extra)
        self.label = str(path)
        self._folder = path if path.is_dir() else path.parent
        #: The names of the files in it, with slashes, sorted.
        self.files = [one.relative_to(self._folder).as_posix() for one in found.files]
        #: The number of links, which are not followed.
        self.links = found.links

    @contextmanager
    def path(self, file: str) -> Iterator[Path]:
        """Yield the path of a file, which exists as long as the context."""
        yield self._folder / file

    def copy_to(self, folder: Path) -> None:
        """Copy all files."""
        size = 0
        try:
            for file in self.files:
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                with self.path(file) as path:
                    shutil.copyfile(path, target)
                size += target.stat().st_size
                if size > _LARGEST:
                    raise InvalidInput("this download is too large", where=self.label)
        except OSError as error:
            raise InvalidInput(
                f"this archive cannot be unpacked: {error.strerror}", where=self.label
            ) from error


class _Archive(Container):
    """The files of a zip archive; each is unpacked while it is read."""

    def __init__(self, path: Path) -> None:
        self.label = str(path)
        self._path = path
        self._infos: dict[str, zipfile.ZipInfo] = {}
        self.links = 0
        with self._opened() as opened:
            for one in opened.infolist():
                parts = [part for part in one.filename.split("/") if part not in ("", ".", "..")]
                if one.is_dir() or any(map(is_litter, parts)):
                    continue
                if stat.S_ISLNK(one.external_attr >> 16):
                    self.links += 1
                else:
                    self._infos["/".join(parts)] = one
        self.files = sorted(self._infos)
        if not self.files or len(self.files) > _MOST_FILES:
            raise InvalidInput(
                "there is no file in this archive" if not self.files else "it has too many files",
                where=printable_name(path),
                expected="answer sheets",
            )

    @contextmanager
    def path(self, file: str) -> Iterator[Path]:
        """Yield the path of a file, unpacked under a name that the archive does not choose."""
        with tempfile.TemporaryDirectory(prefix="plytrace-sheet-") as folder:
            made = Path(folder) / f"sheet{PurePosixPath(file).suffix}"
            with self._opened() as opened, opened.open(self._infos[file]) as packed:
                made.write_bytes(packed.read(LARGEST_DOCUMENT + 1))
            yield made

    @contextmanager
    def _opened(self) -> Iterator[zipfile.ZipFile]:
        try:
            with zipfile.ZipFile(self._path) as opened:
                yield opened
        except DAMAGED_ZIP as error:
            raise InvalidInput(
                f"this zip archive cannot be read: {error}", where=printable_name(self._path)
            ) from error


def container_of(path: Path, extra: Collection[Path] = ()) -> Container:
    """Return a file, or the files of a folder or zip archive."""
    return _Archive(path) if is_zip(path) else Container(path, extra)


def is_zip(path: Path) -> bool:
    """Return whether a path is a zip archive, by its name; documents are archives too."""
    return path.suffix.lower() == ".zip" and path.is_file()


#: Note about a late submission.
LATE: Final = "handed in late"
#: Headings of Google Forms' tables of answers.
_FORMS_FIRST: Final = "timestamp"
_FORMS_EMAIL: Final = ("email address", "username")
_FORMS_NAME: Final = ("name", "full name", "student name", "your name", "student")


@dataclass(frozen=True, slots=True)
class Submission:
    """One file of one student or group, or a file of sheets."""

    name: str
    students: tuple[Student, ...] = ()
    notes: tuple[str, ...] = ()
    file: str = ""
    container: Container | None = None
    text: str = ""
    error: str = ""
    typed: str = ""
    #: The path in a platform's download, from the student's own file or folder on.
    place: str = ""

    def sheets(self) -> Iterator[tuple[Sheet, Submission]]:
        """Yield the sheets, each with its own submission if the file has several students."""
        try:
            if self.error:
                yield self._named(Sheet(self.name, error=f"{self.name}: {self.error}"))
            elif self.container is None:
                yield self._named(sheet_of_text(self.text, self.name))
            else:
                with self.container.path(self.file) as path:
                    for sheet, one in self._in_file(path):
                        yield replace(sheet, error=sheet.error.replace(str(path), self.name)), one
        except Exception as error:
            yield self._named(Sheet(self.name, error=reason_for(error, self.name)))

    def _in_file(self, path: Path) -> Iterator[tuple[Sheet, Submission]]:
        if self.students and not path.stat().st_size:  # a failed upload is not a blank sheet
            yield self._named(Sheet(self.name, error=f"{self.name}: this file is empty"))
            return
        rows = _forms_rows(path, self.name) if not self.students else {}
        for sheet in sheets_in(path, self.name):
            row = rows.get(sheet.name, self) if rows else self
            if row is not None:
                yield row._named(sheet)

    def _named(self, sheet: Sheet) -> tuple[Sheet, Submission]:
        """Return a sheet with the student of the download."""
        if not self.students:
            return sheet, self
        name = ", ".join(one.label for one in self.students)
        if not sheet.student:
            return replace(sheet, student=name), self
        if len(self.students) == 1:
            (one,) = self.students
            ids = {value.casefold() for _, value in one.ids}
            if name_forms(sheet.student) & name_forms(one.name) or sheet.student.casefold() in ids:
                return sheet, self  # the student's own spelling has spaces
        return replace(sheet, student=name), replace(self, typed=sheet.student)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A student's file in a download."""

    file: str
    key: tuple[str, ...]
    students: tuple[Student, ...]
    groups: Mapping[str, str | None]
    place: str


def submissions_of(
    path: Path, extra: Collection[Path] = ()
) -> tuple[list[Submission], tuple[str, ...]]:
    """Return the submissions in a file, a folder or a zip archive, and notes about them."""
    container = container_of(path, extra)
    if not path.is_dir() and not is_zip(path):
        return [Submission(printable_name(path), file=path.name, container=container)], ()
    notes: list[str] = []
    if container.links:
        what = show_count(container.links, "link")
        notes.append(f"{printable_name(path)}: skipped {what}; links in a folder are not followed")
    found = _recognised(container)
    if found is None:
        return [_plain(container, file) for file in container.files], tuple(notes)
    platform, entries = found
    known = {one.file for one in entries}
    others = [
        file
        for file in container.files
        if file not in known and PurePosixPath(file).name.lower() not in platform.not_sheets
    ]
    made = [
        one for _, group in _by_student(entries) for one in _of_student(platform, container, group)
    ]
    people = len({one.key for one in entries})
    sent = show_count(people, "submission")
    what = f"{printable_name(path)}: a download from {platform.name} with {sent}"
    if others:
        what += f"; {show_count(len(others), 'other file')}"
    notes.append(what)
    return [*made, *(_plain(container, file) for file in others)], tuple(notes)


def _plain(container: Container, file: str) -> Submission:
    """Return a file of no known student."""
    return Submission(_name_in(container, file), file=file, container=container)


def _name_in(container: Container, file: str) -> str:
    return printable_name(Path(container.label) / file)


def _recognised(container: Container) -> tuple[Platform, list[_Entry]] | None:
    """Return the platform that names most files of a container, with those files.

    It must name at least half of them: any file may be called like a platform's.
    """
    found = [(one, _entries(one, container)) for one in PLATFORMS]
    platform, entries = max(found, key=lambda one: len(one[1]))
    sheets = [one for one in container.files if PurePosixPath(one).name not in platform.not_sheets]
    return (platform, entries) if entries and 2 * len(entries) >= len(sheets) else None


def _entries(platform: Platform, container: Container) -> list[_Entry]:
    """Return the files of a container that a platform names."""
    found: list[_Entry] = []
    people = _metadata(platform, container)
    for file in container.files:
        parts = PurePosixPath(file).parts
        if parts[-1].lower() in platform.not_sheets:
            continue
        for at, part in enumerate(parts):  # a folder goes before a file
            place = "/".join(parts[at:])
            if part in people:
                found.append(_Entry(file, (part,), people[part], {}, place))
                break
            if match := platform.match(part):
                groups = match.groupdict()
                name = (groups.get("name") or "").strip()
                number = groups.get("id")
                ids = ((platform.id_kind, number),) if number else ()
                key = (number,) if number else (name, groups.get("person") or "")
                found.append(_Entry(file, key, (Student(name, ids),), groups, place))
                break
    return found


def _metadata(platform: Platform, container: Container) -> Mapping[str, tuple[Student, ...]]:
    """Return the students by file or folder from the platform's own file, if it has one."""
    read = platform.read_metadata
    at = next(
        (one for one in container.files if PurePosixPath(one).name == platform.metadata), None
    )
    if read is None or at is None:
        return {}
    try:
        with container.path(at) as path:
            return read(dict(read_plain(text_of_file(path)[0], at, "students").entries))
    except PlytraceError:
        return {}  # another file of this name


def _by_student(entries: Sequence[_Entry]) -> Iterator[tuple[tuple[str, ...], list[_Entry]]]:
    """Yield the files of each student, in the order of their first file."""
    order = {key: at for at, key in reversed([*enumerate(one.key for one in entries)])}
    for key, found in groupby(sorted(entries, key=lambda one: order[one.key]), lambda one: one.key):
        yield key, [*found]


def _of_student(
    platform: Platform, container: Container, entries: list[_Entry]
) -> Iterator[Submission]:
    """Yield the submissions of one student: the newest attempt, a sheet for each file."""
    notes: list[str] = []
    entries, older = _newest(platform, entries)
    if older:
        names = ", ".join(older[:5]) + (", …" if len(older) > 5 else "")
        notes.append(f"the newest attempt; not graded: {names}")
    if any(one.groups.get("late") for one in entries):
        notes.append(LATE)
    receipts = [one for one in entries if one.groups.get("receipt")]
    links = [one for one in entries if one.groups.get("link")]
    sheets = [one for one in entries if one not in receipts and one not in links]
    students = entries[0].students
    texts: list[tuple[_Entry, str]] = []
    for entry in receipts:
        read = _receipt(platform, container, entry)
        students = tuple(
            one._replace(name=one.name or (read.name if read else "")) for one in students
        )
        if read and read.remark:
            notes.append(f"the student remarks {quote(read.remark, 200)}")
        if read and read.text:
            texts.append((entry, read.text))
    if links and (sheets or texts):
        notes.append(f"also handed in a link: {PurePosixPath(links[0].file).name}")
    if len(students) > 1:
        notes.append("handed in by " + ", ".join(one.label for one in students))
    if len(sheets) + len(texts) > 1:
        notes.append(f"one of {len(sheets) + len(texts)} files of this student")

    def submission(entry: _Entry, **content: Any) -> Submission:
        name = _name_in(container, entry.file)
        return Submission(name, students, tuple(notes), place=entry.place, **content)

    for entry in sheets:
        yield submission(entry, file=entry.file, container=container)
    for entry, text in texts:
        yield submission(entry, text=text)
    if not sheets and not texts:  # nobody is missing without a word
        error = "this is a link; a person must open it" if links else "there is no file and no text"
        yield submission(entries[0], error=error)


def _newest(platform: Platform, entries: list[_Entry]) -> tuple[list[_Entry], list[str]]:
    """Return the files of a student's newest attempt, and the names of the others.

    All files are kept if the time of one cannot be read.
    """
    times: dict[str, datetime | str] = {}
    for one in entries:
        text = one.groups.get("time") or ""
        if text and platform.time:
            try:  # "924 AM" has three digits
                day, clock, half = text.rsplit(" ", 2)
                times[text] = datetime.strptime(f"{day} {clock:0>4} {half}", platform.time)
            except ValueError:
                return entries, []
        else:
            times[text] = text
    newest = max(times, key=lambda text: times[text])
    kept = [one for one in entries if (one.groups.get("time") or "") == newest]
    return kept, [PurePosixPath(one.file).name for one in entries if one not in kept]


def _receipt(platform: Platform, container: Container, entry: _Entry) -> Receipt | None:
    """Return a receipt's contents; None if it cannot be read."""
    if platform.read_receipt is None:
        return None
    try:
        with container.path(entry.file) as path:
            return platform.read_receipt(text_of_file(path)[0])
    except (PlytraceError, OSError):
        return None


def _forms_rows(path: Path, name: str) -> dict[str, Submission | None]:
    """Return the rows of a Google Forms table by sheet name; None for an older answer."""
    if path.suffix.lower() not in (".csv", ".tsv") or not path.is_file():
        return {}
    with path.open(encoding=encoding_of(path), errors="replace", newline="") as file:
        rows = csv.reader(file, delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
        words = [" ".join(word.split()).casefold() for word in next(rows, [])]
        if not words or words[0] != _FORMS_FIRST:
            return {}
        email = next((words.index(one) for one in _FORMS_EMAIL if one in words), None)
        full = next((words.index(one) for one in _FORMS_NAME if one in words), None)
        if email is None:
            return {}
        found: dict[str, Submission | None] = {}
        last: dict[str, list[str]] = {}
        for number, row in enumerate(rows, 2):
            who = row[email].strip() if email < len(row) else ""
            if not who:
                continue
            called = f"{name}:{number}"
            typed = row[full].strip() if full is not None and full < len(row) else ""
            before = last.setdefault(who.casefold(), [])
            for older in before:
                found[older] = None
            note = f"the newest attempt; not graded: {', '.join(before[-5:])}"
            student = Student(typed or who, (("email", who),))
            found[called] = Submission(called, (student,), (note,) if before else ())
            before.append(called)
    return found
