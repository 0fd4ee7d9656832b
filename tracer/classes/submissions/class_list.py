"""Who handed in what: the students of a class, their sheets and their marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, Final, NamedTuple, TypeAlias

from engine.errors import InvalidInput, UsageError
from tracer.classes.submissions.download import (
    LATE,
    Submission,
    container_of,
    is_zip,
    submissions_of,
)
from tracer.classes.submissions.platforms import PLATFORMS, Student
from tracer.classes.submissions.tables import Person, Table, cell_text
from tracer.files.scratch import scratch_folder
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import GradebookRules
from tracer.marking.keys.variants import Variants
from tracer.marking.results.record import MarkedSheet
from tracer.text.numbers import show_count
from tracer.text.printable_text import name_forms
from trees.files import printable_name
from trees.text import quote

# Write marks into a gradebook that a platform exported; everything else stays as it was.

_PLATFORMS: Final = "an export of Canvas, Moodle, Brightspace or Blackboard, or --column NAME"


def find_column(table: Table, name: str | None) -> int:
    """Return the index of the column for marks."""
    matches = [table.platform.mark.fullmatch(word.strip()) for word in table.words]
    titles = {at: match["title"] for at, match in enumerate(matches) if match}
    if name is not None:
        plain = name.strip().casefold()
        exact = [at for at, word in enumerate(table.words) if word.strip().casefold() == plain]
        columns = exact or [at for at, one in titles.items() if one.casefold() == plain]
    else:
        columns = [*titles]
    listed = ", ".join(repr(one) for one in titles.values())
    if not columns:
        what = f"there is no column {name!r}" if name else "there is no column for marks"
        raise InvalidInput(what, where=table.name, expected=listed or _PLATFORMS)
    if len(columns) > 1:
        raise UsageError(
            f"{table.name} has several columns for marks", expected=f"--column with one of {listed}"
        )
    kind = table.platform.columns.get(table.words[columns[0]].strip().casefold())
    if kind:
        raise InvalidInput(
            f"the column {table.words[columns[0]]!r} names the students", where=table.name
        )
    return columns[0]


def most_of(table: Table, column: int) -> float | None:
    """Return the maximum of a column; None if the gradebook does not say."""
    match = table.platform.mark.fullmatch(table.words[column].strip())
    texts = [match.groupdict().get("most") or ""] if match else []
    for row in table.raw[table.heading + 1 : table.heading + 4]:
        if cell_text(row[0]).strip().casefold() == "points possible" and column < len(row):
            texts.append(cell_text(row[column]))
    words = [word.strip().casefold() for word in table.words]
    if table.platform.most in words and table.people:
        texts.append(cell_text(table.raw[table.people[0].row][words.index(table.platform.most)]))
    for text in texts:
        try:
            return float(text.strip().replace(",", "."))  # as the site's language writes it
        except ValueError:
            continue
    return None


def filled(table: Table, column: int, marks: Mapping[int, float]) -> tuple[bytes, list[int]]:
    """Return a gradebook with marks in a column, and the rows whose cells were kept."""
    kept: list[int] = []
    text = ""
    for index, (row, end) in enumerate(zip(table.raw, table.ends, strict=True)):
        cells = row
        if index in marks:
            old = row[column] if column < len(row) else ""
            if cell_text(old).strip().casefold() in table.platform.kept:
                kept.append(index)
            else:
                cells = [*row, *[""] * (column + 1 - len(row))]
                new = str(marks[index])
                cells[column] = f'"{new}"' if old.startswith('"') else new
        text += table.mark.join(cells) + end
    return text.encode(table.encoding), kept


#: The records of sheets by the rows of their students.
_Records: TypeAlias = dict[int, list[Mapping[str, Any]]]


def find_rules(key: AnyKey) -> GradebookRules:
    """Return what a key says about marks in a gradebook."""
    if not isinstance(key, Variants):
        return key.gradebook
    rules = {find_rules(key.read(file)) for file in key.keys}
    if len(rules) > 1:
        raise InvalidInput("the keys of this folder differ in late: or scale:", where=key.label)
    return rules.pop()


class ClassList:
    """The students of a class and their sheets."""

    def __init__(self, roster: Table | None = None, rules: GradebookRules | None = None) -> None:
        self._roster = roster
        self._rules = rules or GradebookRules()
        self._submissions: dict[str, Submission] = {}
        self._records: list[Mapping[str, Any]] = []

    def add_submission(self, sheet: str, submission: Submission) -> None:
        """Remember whose a sheet is, before it is graded."""
        if submission.students or submission.notes:
            self._submissions[sheet] = submission

    def complete(self, marked: MarkedSheet) -> MarkedSheet:
        """Return a graded sheet with its student as the roster writes the name, and with notes."""
        submission = self._submissions.get(marked.sheet)
        if submission is None:
            return marked
        notes = [*submission.notes]
        if self._rules.late and LATE in notes:
            notes[notes.index(LATE)] = f"{LATE}: {self._rules.late:g} % less in the gradebook"
        student = self.student_of(marked.sheet, marked.student)
        if submission.typed and not self._is_same(submission.typed, submission.students):
            typed = quote(submission.typed, 40)
            notes.append(f"the sheet names {typed}, the download {quote(student, 60)}")
        return replace(marked, student=student, notes=(*notes, *marked.notes))

    def student_of(self, sheet: str, student: str) -> str:
        """Return the student of a sheet as the roster writes the name, if it knows one."""
        submission = self._submissions.get(sheet)
        names = ", ".join(map(self._name, submission.students)) if submission else ""
        return names if names and (self._roster or not student) else student

    def place_of(self, sheet: str) -> str:
        """Return the path of a sheet in a platform's download; empty if it is from none."""
        submission = self._submissions.get(sheet)
        return submission.place if submission else ""

    def _name(self, student: Student) -> str:
        found = self._roster.find(student) if self._roster else []
        return found[0].student.label if len(found) == 1 else student.label

    def _is_same(self, typed: str, students: tuple[Student, ...]) -> bool:
        """Return whether a name on a sheet is one of its students."""
        for one in students:
            if self._roster is None:
                continue
            found = self._roster.find(one)
            if len(found) == 1 and self._roster.find(Student(typed)) == found:
                return True
        return any(name_forms(typed) & name_forms(one.name) for one in students)

    def add(self, record: Mapping[str, Any]) -> None:
        """Add the record of a graded sheet."""
        self._records.append(record)

    def _students(self, record: Mapping[str, Any]) -> tuple[Student, ...]:
        submission = self._submissions.get(record["sheet"])
        if submission is not None and submission.students:
            return submission.students
        return (Student(record["student"]),) if record["student"] else ()

    def _people(self, table: Table) -> tuple[_Records, list[str], set[int]]:
        """Return the records by row, the students of no certain row, and the rows they may be in.

        If a person decided which sheet of a student is final, the others do not count.
        """
        by_row: _Records = {}
        unknown: list[str] = []
        unsure: set[int] = set()
        for record in self._records:
            students = self._students(record)
            if not students:
                unknown.append(f"nobody ({record['sheet']})")
            for student in students:
                people = table.find(student)
                if len(people) == 1:
                    by_row.setdefault(people[0].row, []).append(record)
                else:
                    unsure |= {person.row for person in people}
                    several = f" matches {len(people)} students" if people else ""
                    unknown.append(f"{student.label}{several} ({record['sheet']})")
        for row, records in by_row.items():
            final = [record for record in records if record.get("final")]
            by_row[row] = final if len(final) == 1 else records
        return by_row, unknown, unsure

    def report(self) -> Iterator[str]:
        """Yield the lines about the roster: who is missing, unknown, and there twice."""
        if self._roster is None:
            return
        by_row, unknown, unsure = self._people(self._roster)
        people = {one.row: one for one in self._roster.people}
        missing = [
            one.student.label
            for row, one in people.items()
            if row not in by_row and row not in unsure
        ]
        yield (
            f"roster: {len(by_row):,} of {len(people):,} students handed something in"
            f"{'; missing: ' if missing else ''}{'; '.join(missing)}"
        )
        lists = {
            "found in no row, or in several": unknown,
            "several sheets": [
                f"{people[row].student.label} ({', '.join(record['sheet'] for record in records)})"
                for row, records in by_row.items()
                if len(records) > 1
            ],
            "late": [
                people[row].student.label
                for row, records in by_row.items()
                if self._is_late(people[row], records)
            ],
        }
        yield from (f"roster: {what}: {'; '.join(texts)}" for what, texts in lists.items() if texts)

    def _is_late(self, person: Person, records: Iterable[Mapping[str, Any]]) -> bool:
        """Return whether the roster or the download says that a student was late."""
        submissions = (self._submissions.get(record["sheet"]) for record in records)
        return person.is_late or any(one is not None and LATE in one.notes for one in submissions)

    def fill(self, table: Table, column: int) -> tuple[bytes, list[str]]:
        """Return a gradebook with the marks in a column, and lines about what is not in it.

        A student gets no mark if a sheet has an error, waits for a person, or is one of several of
        which none is final.
        """
        by_row, unknown, _ = self._people(table)
        people = {person.row: person for person in table.people}
        most = most_of(table, column)
        scores: dict[int, float] = {}
        without: list[tuple[bool, str]] = []
        late: list[str] = []
        for row, records in sorted(by_row.items()):
            label = people[row].student.label
            if reason := _find_reason(records):
                without.append((not reason.startswith(_PENDING), f"{label} ({reason})"))
                continue
            scores[row] = records[0]["score"]
            if self._rules.late and self._is_late(people[row], records):
                late.append(label)
                scores[row] = _rounded(scores[row] * (1 - self._rules.late / 100))
            points = records[0]["max_score"]
            if self._rules.scales and most is not None and points:
                scores[row] = _rounded(scores[row] * most / points)
        data, kept = filled(table, column, scores)
        what = show_count(len(scores) - len(kept), "mark")
        without.sort(key=lambda entry: entry[0])
        maxima = {
            record["max_score"]
            for records in by_row.values()
            for record in records
            if not _find_reason([record])
        }
        others = ", ".join(f"{points:g}" for points in sorted(maxima))
        differs = most is not None and bool(maxima - {most})
        lists = {
            "no mark": [text for _, text in without],
            f"late, {self._rules.late:g} % less": late,
            "excused, left as they are": [people[row].student.label for row in kept],
            "found in no row, or in several": unknown,
        }
        lines = [f"{name}: {'; '.join(texts)}" for name, texts in lists.items() if texts]
        title = quote(table.words[column].strip(), 60)
        lines.insert(bool(without), f"{what} in the column {title}")
        if differs and self._rules.scales:
            lines.append(f"marks are scaled from {others} to {most:g} points")
        elif differs:
            lines.append(f"its maximum is {most:g}, the key's is {others}")
        return data, [f"gradebook: {line}" for line in lines]


#: Start of the reason why a student gets no mark yet.
_PENDING: Final = "pending: "


def _find_reason(records: Sequence[Mapping[str, Any]]) -> str:
    """Return why a student with these sheets gets no mark yet; empty if one is given."""
    if len(records) > 1:
        return f"{len(records)} sheets"
    if records[0].get("error"):
        return "could not be read"
    pending = ", ".join(records[0].get("pending", ()))
    return f"{_PENDING}{pending}" if pending else ""


def _rounded(score: float) -> float:
    """Return a mark with two decimal places at most, and without them if they are 0."""
    rounded = round(score, 2)
    return int(rounded) if rounded == int(rounded) else rounded


# Whose the programs of a download are.


class Place(NamedTuple):
    """A place with programs: its path, its name for people, and the path that the user typed."""

    path: str
    label: str
    typed: str


@contextmanager
def unpacked(paths: Sequence[str]) -> Iterator[list[Place]]:
    """Yield the places that the user named; downloads in zip archives are unpacked.

    Other archives are programs.
    """
    with ExitStack() as stack:
        places: list[Place] = []
        for path in paths:
            if not _is_packed_download(Path(path)):
                places.append(Place(path, path, path))
                continue
            folder = stack.enter_context(scratch_folder("plytrace-download-")) / "files"
            container_of(Path(path)).copy_to(folder)
            inner = _without_wrappers(folder)
            label = printable_name(Path(path) / inner.relative_to(folder))
            places.append(Place(str(inner), label, path))
        yield places


def _is_packed_download(path: Path) -> bool:
    if not is_zip(path):
        return False
    try:
        return any(one.students for one in submissions_of(path)[0])
    except InvalidInput:
        return False  # as a program, it is reported


def _without_wrappers(folder: Path) -> Path:
    """Return the folder with the students' files or folders, below folders around all of them."""
    match [*folder.iterdir()]:
        case [inner] if inner.is_dir() and not any(one.match(inner.name) for one in PLATFORMS):
            return _without_wrappers(inner)
    return folder


def owners_of(
    places: Iterable[Place], programs: Iterable[str], extra: Collection[Path] = ()
) -> dict[str, Submission]:
    """Return the submissions of programs by their names, without older attempts and receipts."""
    below: dict[str, list[Submission]] = {}
    downloads: list[str] = []
    for place in places:
        path = Path(place.typed)
        if not path.is_dir() and place.path == place.typed:
            continue
        submissions, _ = submissions_of(path, extra)
        if any(submission.students for submission in submissions):
            downloads.append(printable_name(path))
        for submission in submissions:
            for name in (submission.name, *map(str, PurePath(submission.name).parents)):
                below.setdefault(name, []).append(submission)
    owners: dict[str, Submission] = {}
    for name in programs:
        submissions = below.get(name, [])
        if len({submission.students for submission in submissions}) == 1:
            notes = dict.fromkeys(note for each in submissions for note in each.notes)
            if submissions[0].name != name:  # a folder is one program
                notes = {note: None for note in notes if not note.startswith("one of ")}
            owners[name] = replace(submissions[0], notes=tuple(notes))
        elif submissions or not any(name.startswith(download) for download in downloads):
            owners[name] = Submission(name)
    return owners
