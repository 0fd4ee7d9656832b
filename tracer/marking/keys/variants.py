"""A folder with a key for each variant, and the table that names them."""

from __future__ import annotations

import csv
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from operator import methodcaller
from pathlib import Path, PurePath
from typing import Final

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import KEY_SUFFIXES, ProblemSet, read_key_file
from tracer.marking.reading.sheet import Sheet
from tracer.marking.reading.submitted_files import is_litter
from tracer.marking.results.overrides import OVERRIDES
from trees.files import printable_name, read_text
from trees.text import quote

#: The table of a folder of keys, which `plytrace worksheet` writes.
VARIANTS_FILE: Final = "variants.csv"
COLUMNS: Final = ("student", "variant", "key")
#: Characters between the words of names.
_SIGNS: Final = re.compile(r"[\W_]+")
#: Most broken keys or variants named in a message.
_MOST_NAMED: Final = 10


class Variants:
    """The keys of a folder; they are read on demand, since there may be thousands."""

    def __init__(self, label: str, table: Path | None = None) -> None:
        self.label = label
        self.table = table
        #: The keys by variant and by student, each name in plain form.
        self.variants: dict[str, list[Path]] = {}
        self.students: dict[str, list[Path]] = {}
        #: What is done to each key after it was read, in this order.
        self.changes: list[Callable[[Problem | ProblemSet], Problem | ProblemSet]] = []

    @property
    def parts(self) -> None:
        """None, since each variant's key defines its parts."""
        return

    @property
    def keys(self) -> list[Path]:
        """All keys, sorted."""
        return sorted({file for files in self.variants.values() for file in files})

    @property
    def files(self) -> list[Path]:
        """All keys and the table."""
        return [*self.keys, *([self.table] if self.table else [])]

    def read(self, file: Path) -> Problem | ProblemSet:
        """Read the key in a file."""
        key = read_key_file(file)
        for change in self.changes:
            key = change(key)
        return key

    def for_programs(self) -> Variants:
        """Return these keys for programs."""
        self.changes.append(methodcaller("for_programs"))
        return self

    def move(self, new_place: Callable[[Path], Path]) -> None:
        """Let these keys be read from other files."""
        for names in (self.variants, self.students):
            for name, files in names.items():
                names[name] = [new_place(file) for file in files]

    def check(self) -> None:
        """Read every key, so that broken ones are reported before the work starts."""
        broken: list[str] = []
        for file in self.keys:
            try:
                self.read(file)
            except PlytraceError as error:
                broken.append(str(error))
        if not broken:
            return
        more = len(broken) - _MOST_NAMED
        listed = "\n".join(broken[:_MOST_NAMED]) + (f"\nand {more} more" if more > 0 else "")
        if len(broken) == 1:
            raise InvalidInput(listed)
        raise self._refuse(f"{len(broken):,} of {len(self.keys):,} keys cannot be read:\n{listed}")

    def file_for(self, sheet: Sheet) -> Path:
        """Return the key for a sheet, by its variant, its student, or its file name."""
        names = [*_list_names(sheet)]
        for what, name in names:
            if what == "student":
                files = _find(name, self.students) or _find(name, self.variants)
            else:
                files = _find(name, self.variants, self.students)
                own = self.students.get(_plain(sheet.student), ())
                files = [file for file in files if file in own] or files
            if files:
                return self._check_single(files, name)
        tried = " or ".join(f"the {what} {quote(name, 40)}" for what, name in names)
        raise self._refuse(
            f"there is no key for {tried}" if tried else "the sheet names no variant",
            "a line variant: with one of " + self._list_stems(),
            did_you_mean(names[0][1][:100], self.variants) if names else "",
        )

    def file_of_variant(self, name: str) -> Path:
        """Return the key of a variant."""
        files = _find(name, self.variants)
        if not files:
            hint = did_you_mean(name[:100], self.variants)
            raise self._refuse(f"there is no variant {quote(name)}", self._list_stems(), hint)
        return self._check_single(files, name)

    def _check_single(self, files: list[Path], name: str) -> Path:
        """Return the only key of a list."""
        if len(files) > 1:
            raise self._refuse(
                f"several keys match {quote(name)}: " + ", ".join(file.name for file in files),
                "one key",
                "Add lines variant: and student: with full names to the sheet",
            )
        return files[0]

    def _list_stems(self) -> str:
        names = [file.stem for file in self.keys]
        return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")

    def _refuse(self, found: str, expected: str = "", hint: str = "") -> InvalidInput:
        """Return an error of this folder."""
        where = printable_name(Path(self.label))
        return InvalidInput(found, where=where, expected=expected, hint=hint)


def variants_in(folder: Path) -> Variants:
    """Find the keys of a folder, without reading them.

    Hidden files, system files and other kinds of files are skipped.
    """
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
    except OSError as error:
        raise InvalidInput(
            f"cannot be read: {error.strerror}", where=printable_name(folder)
        ) from error
    table = folder / VARIANTS_FILE
    variants = Variants(str(folder), table if VARIANTS_FILE in names else None)
    keys = [name for name in names if name.lower().endswith(KEY_SUFFIXES)]
    for name in keys:
        if name != OVERRIDES and not is_litter(name):
            variants.variants.setdefault(_plain(Path(name).stem), []).append(folder / name)
    if not variants.variants:
        raise InvalidInput(
            "there is no key in this folder",
            where=printable_name(folder),
            expected="a file for each variant, such as 3.yaml or ann.yaml",
        )
    if variants.table is not None:
        _read_table(variants.table, variants)
    return variants


def _read_table(table: Path, variants: Variants) -> None:
    """Add the names of a table to the keys of its folder."""
    rows = csv.DictReader(read_text(table, (".csv",)).removeprefix("\ufeff").splitlines())
    if sorted(rows.fieldnames or ()) != sorted(COLUMNS):
        raise InvalidInput(
            "the columns are not those of a table of variants",
            where=f"{printable_name(table)}:1",
            expected=f"the line {','.join(COLUMNS)}",
        )
    keys = {file.name: file for file in variants.keys}
    for row in rows:
        student, variant, key = ((row[column] or "").strip() for column in COLUMNS)
        if key not in keys:
            raise InvalidInput(
                f"there is no key {quote(key)} in this folder",
                where=f"{printable_name(table)}:{rows.line_num}",
                expected="the name of a file beside the table",
                hint=did_you_mean(key[:100], keys),
            )
        for names, name in ((variants.variants, variant), (variants.students, student)):
            files = names.setdefault(_plain(name), []) if name else []
            if name and keys[key] not in files:
                files.append(keys[key])


def _list_names(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the names to find a sheet's key by, each with its kind."""
    if sheet.variant:
        yield "variant", sheet.variant
        return
    if sheet.student:
        yield "student", sheet.student
    file = PurePath(sheet.name)
    if file.stem and ":" not in file.suffix and sheet.name != "stdin":  # not a row of a table
        yield "file", file.stem


def _find(name: str, *indexes: Mapping[str, list[Path]]) -> list[Path]:
    """Return the keys of a name, or else of names that differ only in spaces and signs."""
    exact = {file for names in indexes for file in names.get(_plain(name), ())}
    letters = _letters(name)
    return sorted(exact) or sorted(
        {
            file
            for names in indexes
            for other, files in names.items()
            if letters and _letters(other) == letters
            for file in files
        }
    )


def _plain(name: str) -> str:
    # Some systems store accents of file names as separate characters.
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def _letters(name: str) -> str:
    return " ".join(_SIGNS.split(_plain(name))).strip()
