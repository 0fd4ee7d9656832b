"""A person's decisions: the file `overrides.yaml` beside a key."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any, Final

from engine.errors import InvalidInput, UsageError
from tracer.files.atomic_files import write_atomically
from tracer.marking.results.record import NOT_READ, MarkedSheet, PartMark, mark_unanswered
from tracer.text.printable_text import name_forms
from trees.files import printable_name, read_text
from trees.text import quote
from trees.yaml.plain_data import read_plain

#: Name of the file.
OVERRIDES: Final = "overrides.yaml"
#: Keys of an entry that are not parts.
_REMARK: Final = "remark"
_READ: Final = "read"
_SEEN: Final = "seen"
_FINAL: Final = "final"
_EXPECTED: Final = "such as ann: {cutoffs: 3, remark: read by hand}"
_YES: Final = ("yes", "true")


@dataclass(frozen=True, slots=True)
class Override:
    """What a person decided about one student or sheet."""

    marks: Mapping[str, float] = field(default_factory=dict)
    remark: str = ""
    read: Mapping[str, str] = field(default_factory=dict)
    seen: bool = False
    final: bool = False

    def plain(self) -> dict[str, Any]:
        """Return the entry as it stands in the file."""
        entry: dict[str, Any] = {part: f"{points:.15g}" for part, points in self.marks.items()}
        entry |= {_READ: dict(self.read)} if self.read else {}
        entry |= {_REMARK: self.remark} if self.remark else {}
        flags = {_SEEN: self.seen, _FINAL: self.final}
        return entry | {flag: "yes" for flag, is_set in flags.items() if is_set}


class Overrides:
    """Marks and remarks by hand, by student or sheet."""

    def __init__(self, entries: Mapping[str, Any], where: Mapping[str, str] | None = None) -> None:
        places = where or {}
        self._entries: dict[str, Override] = {}
        self._names: dict[str, str] = {}
        for name, given in entries.items():
            key = _plain(name)
            if key in self._entries:
                raise InvalidInput(f"{quote(name)} occurs twice", where=places.get(name, ""))
            self._entries[key] = _entry(given, places.get(name, name))
            self._names[key] = name
        self._forms: dict[str, str] = {}
        for key, name in self._names.items():
            for form in name_forms(name):
                self._forms.setdefault(form, key)
        self._used: set[str] = set()
        #: The sheets that each entry may mean, and whether they have its very name.
        self._sheets: dict[str, dict[str, bool]] = {}
        self._faults: list[str] = []

    def __bool__(self) -> bool:
        """Return whether there are any entries."""
        return bool(self._entries)

    def name_of(self, student: str, sheet: str, *, also: str = "") -> str | None:
        """Return the name of the entry about a sheet, as the file has it; None if there is none.

        An entry that may mean several of the expected sheets means none of them.
        """
        for key in self._keys(student, sheet, also):
            if self._meant(key) in ([], [sheet]):
                return self._names[key]
        return None

    def expect(self, student: str, sheet: str, *, also: str = "") -> None:
        """Remember a sheet that will be marked, so that an entry about several changes none."""
        for key, is_exact in self._keys(student, sheet, also).items():
            self._sheets.setdefault(key, {})[sheet] = is_exact

    def _keys(self, student: str, sheet: str, also: str) -> dict[str, bool]:
        """Return the entries that may mean a sheet, and whether they have its very name."""
        exact = {key: True for key in sheet_names(student, sheet, also=also) if key in self._names}
        forms = name_forms(student) | name_forms(also)
        return exact | {
            key: False for form, key in self._forms.items() if form in forms and key not in exact
        }

    def _meant(self, key: str) -> list[str]:
        """Return the sheets that an entry means: those of its very name, or else of its words."""
        sheets = self._sheets.get(key, {})
        return [sheet for sheet, is_exact in sheets.items() if is_exact] or [*sheets]

    def corrections(self, student: str, sheet: str, *, also: str = "") -> Mapping[str, str]:
        """Return the answers of a sheet as a person read them, by part."""
        return self.entry(self.name_of(student, sheet, also=also)).read

    def entry(self, name: str | None) -> Override:
        """Return the entry of a name; an empty one if there is none."""
        return self._entries.get(_plain(name or ""), Override())

    def format_with(self, entries: Mapping[str, Override]) -> str:
        """Return the text of a file with one entry a line, these ones new or replaced."""
        written = self._entries | {_plain(name): entry for name, entry in entries.items()}
        names = {_plain(name): name for name in entries} | self._names
        return "".join(
            f"{_dump(names[key])}: {_dump(entry.plain())}\n" for key, entry in written.items()
        )

    def apply(
        self, marked: MarkedSheet, points: Mapping[str, float] | None, *, also: str = ""
    ) -> MarkedSheet:
        """Return a sheet with the marks and remarks by hand."""
        self.expect(marked.student, marked.sheet, also=also)
        name = self.name_of(marked.student, marked.sheet, also=also)
        if name is None:
            return marked
        key = _plain(name)
        self._used.add(key)
        return self._applied(self._entries[key], name, marked, points)

    def _applied(
        self, entry: Override, name: str, marked: MarkedSheet, points: Mapping[str, float] | None
    ) -> MarkedSheet:
        parts = marked.parts
        if marked.error and entry.marks and points:  # a scan that only a person can read
            parts = waiting_parts(points)
        given = dict(entry.marks)
        for part in parts:
            if given.get(part.part, 0) > part.most:
                score = given.pop(part.part)
                self._faults.append(f"{name}: {part.part} is at most {part.most:g}, not {score:g}")
        found = tuple(
            one.decide(given.pop(one.part)) if one.part in given else one for one in parts
        )
        known = {part.part for part in parts}
        lost = dict.fromkeys((*given, *(part for part in entry.read if part not in known)))
        self._faults += [f"{name} has no part {quote(part)}" for part in lost]
        if entry.read:
            who = f"a person corrected how {', '.join(entry.read)} was read"
            marked = replace(marked, notes=(who, *marked.notes))
        marked = replace(marked, remark=entry.remark, final=entry.final)
        if not any(part.overridden for part in found):
            return marked
        notes = (*marked.notes, marked.error) if marked.error else marked.notes
        return replace(marked, parts=found, error="", notes=notes).without_refuted()

    def faults(self, *, whole_class: bool) -> list[str]:
        """Return what could not be applied so far."""
        faults = list(dict.fromkeys(self._faults))
        several = {key for key in self._names if len(self._meant(key)) > 1}
        faults += [
            f"{name} names several sheets, {' and '.join(self._meant(key))}, "
            "and changes none; name their files or folders"
            for key, name in self._names.items()
            if key in several
        ]
        left = [name for key, name in self._names.items() if key not in self._used | several]
        if whole_class and left:
            faults.append(f"there is no sheet of {', '.join(map(quote, left))}")
        return faults


def sheet_names(student: str, sheet: str, *, also: str = "") -> list[str]:
    """Return the names that an entry about a sheet may have, in the order in which they count.

    These are the student, the file of the sheet, any end of its path, and the file without its
    suffix.
    """
    path = PurePath(sheet)
    ends = ("/".join(path.parts[at:]) for at in range(1, len(path.parts)))
    names = map(_plain, (student, also, sheet, *ends, path.stem))
    return [name for name in dict.fromkeys(names) if name]


def waiting_parts(points: Mapping[str, float], message: str = NOT_READ) -> tuple[PartMark, ...]:
    """Return the parts of a sheet that only a person can read."""
    return tuple(mark_unanswered(part, most).wait(message) for part, most in points.items())


def overrides_file(key: str) -> Path | None:
    """Return the file of a key's overrides, which may not exist; None if the key is not a file."""
    try:
        path = Path(key)
        file = (path if path.is_dir() else path.parent) / OVERRIDES
        is_key = file.is_file() and path.is_file() and file.samefile(path)
        return file if path.exists() and not is_key else None
    except (OSError, ValueError):
        return None


def overrides_beside(key: str) -> tuple[Overrides, Path] | None:
    """Return the overrides of a key and their file; None if there is no such file."""
    file = overrides_file(key)
    if file is None or not file.is_file():
        return None
    return read_overrides(read_text(file), printable_name(file)), file


def read_overrides(text: str, name: str = OVERRIDES) -> Overrides:
    """Return the overrides in a text."""
    if not "".join(line.partition("#")[0] for line in text.splitlines()).strip():
        return Overrides({})
    plain = read_plain(text, name, f"names with marks, {_EXPECTED}")
    return Overrides(plain.entries, plain.places)


def _entry(given: Any, where: str) -> Override:
    if not isinstance(given, Mapping):
        raise InvalidInput("an entry is not a mapping of marks", where=where, expected=_EXPECTED)
    others = (_REMARK, _READ, _SEEN, _FINAL)
    marks = {part: one for part, one in given.items() if part not in others}
    read = given.get(_READ) or {}
    if not isinstance(read, Mapping):
        raise InvalidInput(
            f"{_READ}: is not a mapping of answers",
            where=where,
            expected="such as ann: {read: {move: B}}",
        )
    return Override(
        {part: _points(one, where) for part, one in _flat(marks).items()},
        " ".join(str(given.get(_REMARK) or "").split()),
        {part: _answer(one, where) for part, one in _flat(read).items()},
        *(str(given.get(flag) or "").casefold() in _YES for flag in (_SEEN, _FINAL)),
    )


def _flat(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a set by names such as `1 visits`, also those below a problem."""
    flat: dict[str, Any] = {}
    for part, said in given.items():
        is_problem = isinstance(said, Mapping)
        flat |= (
            {f"{part} {one}": value for one, value in said.items()} if is_problem else {part: said}
        )
    return flat


def _answer(given: Any, where: str) -> str:
    if isinstance(given, Mapping | list):
        raise InvalidInput(
            "an answer is not one text", where=where, expected="such as values: A=3 B=3"
        )
    return str(given or "")


def _points(given: Any, where: str) -> float:
    try:
        points = float(given)
    except (TypeError, ValueError):
        points = -1.0
    if not (math.isfinite(points) and points >= 0):
        raise InvalidInput(
            f"{quote(str(given))} is not a number of points", where=where, expected=_EXPECTED
        )
    return points


def _plain(name: str) -> str:
    """Return a name in a form in which case and spaces do not matter."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


# Writing `overrides.yaml`.

#: A text that YAML reads as itself without quotes.
_BARE: Final = re.compile(r"[^\W_](?:[\w ./-]*\w)?")


class OverridesFile:
    """The file of a person's decisions, written after each of them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: The texts before and after each change; None if there was no file.
        self._changes: list[tuple[str | None, str]] = []

    def read(self) -> Overrides:
        """Return the overrides in the file."""
        return read_overrides(self._text() or "", printable_name(self.path))

    def _text(self) -> str | None:
        return read_text(self.path) if self.path.exists() else None

    def write(self, entries: Mapping[str, Override]) -> None:
        """Write the whole file at once, with these entries new or replaced."""
        before = self._text()
        after = self.read().format_with(entries)
        self._replace(after)
        self._changes.append((before, after))

    def undo(self) -> None:
        """Take the last change back."""
        if not self._changes:
            raise UsageError("there is no decision to undo")
        before, after = self._changes[-1]
        if self._text() != after:
            raise UsageError(f"{self.path.name} was changed meanwhile, so nothing can be undone")
        if before is None:
            self.path.unlink()
        else:
            self._replace(before)
        self._changes.pop()

    def _replace(self, text: str) -> None:
        with write_atomically(self.path) as path:
            path.write_bytes(text.encode())


def _dump(value: Any) -> str:
    """Return a text or a mapping in one line of YAML."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_dump(key)}: {_dump(each)}' for key, each in value.items())}}}"
    if _BARE.fullmatch(value) and value.casefold() != "null":
        return str(value)
    return json.dumps(value, ensure_ascii=not value.isprintable())
