"""A folder of keys, one for each variant of a problem set."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Final

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from tracer.check.handed_in import is_litter
from tracer.check.problem import Problem
from tracer.check.problem_set import ProblemSet, read_key_file
from tracer.check.sheet import Sheet
from tracer.check.single_key import KEY_SUFFIXES
from trees.files import printable, read_text
from trees.quoting import quoted

__all__ = ["Variants", "variants_in"]

#: What stands between the letters of names.
_SIGNS: Final = re.compile(r"[\W_]+")
_STUDENT: Final = "the student"
#: Where a key says whose it is.
_OF_STUDENT: Final = re.compile(r"^[\"']?student\b", re.MULTILINE)
#: Keys that cannot be read, and variants, that are named in a message.
_MOST_NAMED: Final = 10


class Variants:
    """The keys of a folder. None is kept once it was read: there may be thousands.

    Args:
        label: the folder.
        files: the keys by the names of their files, in small letters.
    """

    def __init__(self, label: str, files: dict[str, list[Path]]) -> None:
        self.label = label
        #: The keys by what variants are called; once all were read, also by what they say.
        self.files = files
        #: The keys by whose variants they are, as far as they were read and say so.
        self._of_students: dict[str, list[Path]] = {}
        self._read_all = False
        #: Whether programs answer them; see `Problem.of_programs`.
        self.of_programs = False

    @property
    def parts(self) -> None:
        """None: which parts there are, each variant's key says."""
        return

    @property
    def keys(self) -> list[Path]:
        """All keys, sorted."""
        return sorted({file for files in self.files.values() for file in files})

    def read(self, file: Path) -> Problem | ProblemSet:
        """The key in a file.

        Args:
            file: one of the folder's.

        Raises:
            InvalidInput: it is none.
        """
        found = read_key_file(file)
        return found.for_programs() if self.of_programs else found

    def for_programs(self) -> Variants:
        """These keys, for programs."""
        self.of_programs = True
        return self

    def check(self) -> None:
        """Read every key, so that a broken one is told of before the work.

        Raises:
            InvalidInput: some cannot be read; it names them.
        """
        broken: list[str] = []
        for file in self.keys:
            try:
                self._call(file, self.read(file))
            except PlytraceError as error:
                broken.append(str(error))
        self._read_all = True
        if broken:
            more = len(broken) - _MOST_NAMED
            told = "\n".join(broken[:_MOST_NAMED]) + (f"\nand {more} more" if more > 0 else "")
            if len(broken) == 1:
                raise InvalidInput(told)
            raise InvalidInput(
                f"{len(broken):,} of {len(self.keys):,} keys cannot be read:\n{told}",
                where=printable(Path(self.label)),
            )

    def _call(self, file: Path, key: Problem | ProblemSet) -> None:
        """Let a key be found by what it calls itself."""
        if not isinstance(key, ProblemSet):
            return
        for called, named in ((self.files, key.variant), (self._of_students, key.student)):
            files = called.setdefault(_plain(named), []) if named else []
            if named and file not in files:
                files.append(file)

    def _call_all(self) -> None:
        """Read what all keys call themselves."""
        if self._read_all:
            return
        for file in self.keys:  # perhaps it is called otherwise than its file
            try:
                self._call(file, self.read(file))
            except PlytraceError:
                continue  # another's key is another's trouble
        self._read_all = True

    def file_called(self, name: str) -> Path | None:
        """The key of a variant; None where there is none.

        Args:
            name: what the variant is called.

        Raises:
            InvalidInput: there are several.
        """
        if _plain(name) not in self.files:
            self._call_all()
        return self._only(self.files.get(_plain(name)) or _nearly(self.files, name), name)

    def _file_of_student(self, name: str) -> Path | None:
        """The key of a student, by whose it says that it is, else by its name; None for none.

        Raises:
            InvalidInput: there are several.
        """
        if self._is_nobodys(name):
            return self.file_called(name)
        self._call_all()
        found = self._of_students.get(_plain(name)) or _nearly(self._of_students, name)
        return self._only(found, name) or self.file_called(name)

    def _file_of(self, name: str, student: str) -> Path | None:
        """The key of a variant, which may be called as another's student is; None for none.

        Args:
            name: what the variant is called.
            student: who handed the sheet in; may be empty.

        Raises:
            InvalidInput: there are several.
        """
        if self._is_nobodys(name):
            return self.file_called(name)
        self._call_all()
        found = [*self.files.get(_plain(name), []), *self._of_students.get(_plain(name), [])]
        found = found or _nearly(self.files, name) + _nearly(self._of_students, name)
        own = self._of_students.get(_plain(student), [])
        return self._only([one for one in found if one in own] or found, name)

    def _is_nobodys(self, name: str) -> bool:
        """Whether one key has that name and says of no student that it is theirs."""
        files = self.files.get(_plain(name), [])
        return (
            len(files) == 1 and not self._read_all and not _OF_STUDENT.search(read_text(files[0]))
        )

    def _only(self, files: Sequence[Path], name: str) -> Path | None:
        """The one key of these; None where there is none.

        Raises:
            InvalidInput: there are several.
        """
        found = sorted({*files})
        if len(found) > 1:
            raise InvalidInput(
                f"several keys are there for {quoted(name)}: "
                + ", ".join(file.name for file in found),
                where=printable(Path(self.label)),
                expected="one",
                hint="A line variant: and one student: with the name in full tell them apart",
            )
        return found[0] if found else None

    def file_for(self, sheet: Sheet) -> Path:
        """The key for a sheet: of the variant that it names, else of its student, else of its name.

        Args:
            sheet: the sheet.

        Raises:
            InvalidInput: there is none, or there are several.
        """
        looked_for = [*_names_of(sheet)]
        for what, name in looked_for:
            is_student = what == _STUDENT
            file = self._file_of_student(name) if is_student else self._file_of(name, sheet.student)
            if file is not None:
                return file
        told = " or ".join(f"{what} {quoted(name, 40)}" for what, name in looked_for)
        raise InvalidInput(
            f"there is no key for {told}" if told else "it does not say which variant it answers",
            where=printable(Path(self.label)),
            expected="a line variant: with one of " + self._listed(),
            hint=did_you_mean(looked_for[0][1][:100], self.files) if looked_for else "",
        )

    def file_of_variant(self, name: str) -> Path:
        """The key of a variant that a person named.

        Args:
            name: what the variant is called.

        Raises:
            InvalidInput: there is none, or there are several.
        """
        file = self.file_called(name)
        if file is None:
            raise InvalidInput(
                f"there is no variant {quoted(name)}",
                where=printable(Path(self.label)),
                expected=self._listed(),
                hint=did_you_mean(name[:100], self.files),
            )
        return file

    def _listed(self) -> str:
        names = [file.stem for file in self.keys]
        return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")


def variants_in(folder: Path) -> Variants:
    """The keys of a folder; none is read yet.

    Hidden files, what systems leave in folders, and files of other kinds are passed over.

    Args:
        folder: the folder.

    Raises:
        InvalidInput: there is no key in it, or it cannot be read.
    """
    files: dict[str, list[Path]] = {}
    try:
        for entry in sorted(os.scandir(folder), key=lambda one: one.name):
            name = entry.name
            if name.lower().endswith(KEY_SUFFIXES) and not is_litter(name) and entry.is_file():
                files.setdefault(_plain(Path(name).stem), []).append(folder / name)
    except OSError as error:
        raise InvalidInput(
            f"it cannot be read: {error.strerror}", where=printable(folder)
        ) from error
    if not files:
        raise InvalidInput(
            "there is no key in this folder",
            where=printable(folder),
            expected="a file for each variant, such as 3.yaml or ann.yaml",
        )
    return Variants(str(folder), files)


def _names_of(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """By what a key is looked for, with what that is."""
    if sheet.variant:
        yield "the variant", sheet.variant
        return
    if sheet.student:
        yield _STUDENT, sheet.student
    file = PurePath(sheet.name)
    if file.stem and ":" not in file.suffix and sheet.name != "stdin":  # not a row of a table
        yield "the file", file.stem


def _nearly(files: Mapping[str, Sequence[Path]], name: str) -> list[Path]:
    """The keys whose names are the same but for signs that no file's name would have."""
    letters = _letters(name)
    found = (files[called] for called in files if letters and _letters(called) == letters)
    return sorted({file for one in found for file in one})


def _plain(name: str) -> str:
    # Some systems write file names with accents apart from their letters.
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def _letters(name: str) -> str:
    return " ".join(_SIGNS.split(_plain(name))).strip()
