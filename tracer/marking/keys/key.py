"""Read a key by name: a file of a problem or a set, a folder, or any SOURCE."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any, Final, TypeAlias, overload

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.games import custom_games
from tracer.files.packed_files import (
    PlacedFiles,
    imported_files,
    pack_files,
    place_files,
)
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import KEY_SUFFIXES, ProblemSet, problem_or_set, read_key_file
from tracer.marking.reading.sheet import Sheet
from tracer.marking.reading.submitted_files import is_litter
from tracer.marking.results.overrides import OVERRIDES
from trees.files import printable_name, read_standard_input, read_text
from trees.text import quote

# A folder of keys: one per variant of a problem set.

#: Characters between the words of names.
_SIGNS: Final = re.compile(r"[\W_]+")
_STUDENT: Final = "the student"
#: The line of a key that names its student.
_OF_STUDENT: Final = re.compile(r"^[\"']?student\b", re.MULTILINE)
#: Most broken keys or variants named in a message.
_MOST_NAMED: Final = 10


class Variants:
    """The keys of a folder; they are read on demand, since there may be thousands."""

    def __init__(self, label: str, files: dict[str, list[Path]]) -> None:
        self.label = label
        #: The keys by variant; once all are read, also by their variant: lines.
        self.files = files
        #: The keys by student, as far as they are read and name one.
        self._of_students: dict[str, list[Path]] = {}
        self._read_all = False
        #: Whether programs answer the problems; see `Problem.of_programs`.
        self.of_programs = False
        #: Function that adds fresh trees to each key as it is read.
        self.add_trees: Callable[[Problem | ProblemSet], Problem | ProblemSet] | None = None

    @property
    def parts(self) -> None:
        """None, since each variant's key defines its parts."""
        return

    @property
    def keys(self) -> list[Path]:
        """All keys, sorted."""
        return sorted({file for files in self.files.values() for file in files})

    def read(self, file: Path) -> Problem | ProblemSet:
        """Read the key in a file."""
        found = read_key_file(file)
        if self.of_programs:
            found = found.for_programs()
        return self.add_trees(found) if self.add_trees else found

    def for_programs(self) -> Variants:
        """Return these keys for programs."""
        self.of_programs = True
        return self

    def move(self, new_place: Callable[[Path], Path]) -> None:
        """Let these keys be read from other files."""
        for index in (self.files, self._of_students):
            for name, files in index.items():
                index[name] = [new_place(file) for file in files]

    def check(self) -> None:
        """Read every key, so that broken ones are reported before the work starts."""
        broken: list[str] = []
        for file in self.keys:
            try:
                self._register(file, self.read(file))
            except PlytraceError as error:
                broken.append(str(error))
        self._read_all = True
        if broken:
            more = len(broken) - _MOST_NAMED
            listed = "\n".join(broken[:_MOST_NAMED]) + (f"\nand {more} more" if more > 0 else "")
            if len(broken) == 1:
                raise InvalidInput(listed)
            raise InvalidInput(
                f"{len(broken):,} of {len(self.keys):,} keys cannot be read:\n{listed}",
                where=printable_name(Path(self.label)),
            )

    def _register(self, file: Path, key: Problem | ProblemSet) -> None:
        """Register a key under its variant and its student."""
        if not isinstance(key, ProblemSet):
            return
        for index, named in ((self.files, key.variant), (self._of_students, key.student)):
            files = index.setdefault(_plain(named), []) if named else []
            if named and file not in files:
                files.append(file)

    def _register_all(self) -> None:
        """Read all keys and register their variants and students."""
        if self._read_all:
            return
        for file in self.keys:  # its variant may differ from its file name
            try:
                self._register(file, self.read(file))
            except PlytraceError:
                continue  # a broken key of another student does not matter here
        self._read_all = True

    def find_file(self, name: str) -> Path | None:
        """Return the key of a variant; None if there is none."""
        if _plain(name) not in self.files:
            self._register_all()
        return self._only(self.files.get(_plain(name)) or _nearly(self.files, name), name)

    def _file_of_student(self, name: str) -> Path | None:
        """Return the key of a student, by its student: line or its name; None if there is none."""
        if self._is_for_everyone(name):
            return self.find_file(name)
        self._register_all()
        found = self._of_students.get(_plain(name)) or _nearly(self._of_students, name)
        return self._only(found, name) or self.find_file(name)

    def _file_of(self, name: str, student: str) -> Path | None:
        """Return the key of a variant or a student; None if there is none."""
        if self._is_for_everyone(name):
            return self.find_file(name)
        self._register_all()
        found = [*self.files.get(_plain(name), []), *self._of_students.get(_plain(name), [])]
        found = found or _nearly(self.files, name) + _nearly(self._of_students, name)
        own = self._of_students.get(_plain(student), [])
        return self._only([one for one in found if one in own] or found, name)

    def _is_for_everyone(self, name: str) -> bool:
        """Return whether one key has that name and names no student."""
        files = self.files.get(_plain(name), [])
        return (
            len(files) == 1 and not self._read_all and not _OF_STUDENT.search(read_text(files[0]))
        )

    def _only(self, files: Sequence[Path], name: str) -> Path | None:
        """Return the only key of a list; None if the list is empty."""
        found = sorted({*files})
        if len(found) > 1:
            raise InvalidInput(
                f"several keys match {quote(name)}: " + ", ".join(file.name for file in found),
                where=printable_name(Path(self.label)),
                expected="one key",
                hint="Add lines variant: and student: with full names to the sheet",
            )
        return found[0] if found else None

    def file_for(self, sheet: Sheet) -> Path:
        """Return the key for a sheet, by its variant, its student, or its file name."""
        names = [*_names_of(sheet)]
        for what, name in names:
            is_student = what == _STUDENT
            file = self._file_of_student(name) if is_student else self._file_of(name, sheet.student)
            if file is not None:
                return file
        tried = " or ".join(f"{what} {quote(name, 40)}" for what, name in names)
        raise InvalidInput(
            f"there is no key for {tried}" if tried else "the sheet names no variant",
            where=printable_name(Path(self.label)),
            expected="a line variant: with one of " + self._listed(),
            hint=did_you_mean(names[0][1][:100], self.files) if names else "",
        )

    def file_of_variant(self, name: str) -> Path:
        """Return the key of a variant, or raise an error with the known ones."""
        file = self.find_file(name)
        if file is None:
            raise InvalidInput(
                f"there is no variant {quote(name)}",
                where=printable_name(Path(self.label)),
                expected=self._listed(),
                hint=did_you_mean(name[:100], self.files),
            )
        return file

    def _listed(self) -> str:
        names = [file.stem for file in self.keys]
        return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")


def variants_in(folder: Path) -> Variants:
    """Find the keys of a folder, without reading them.

    Hidden files, system files and other kinds of files are skipped.
    """
    files: dict[str, list[Path]] = {}
    try:
        for entry in sorted(os.scandir(folder), key=lambda one: one.name):
            name = entry.name
            if name == OVERRIDES or not name.lower().endswith(KEY_SUFFIXES) or is_litter(name):
                continue
            if entry.is_file():
                files.setdefault(_plain(Path(name).stem), []).append(folder / name)
    except OSError as error:
        raise InvalidInput(
            f"cannot be read: {error.strerror}", where=printable_name(folder)
        ) from error
    if not files:
        raise InvalidInput(
            "there is no key in this folder",
            where=printable_name(folder),
            expected="a file for each variant, such as 3.yaml or ann.yaml",
        )
    return Variants(str(folder), files)


def _names_of(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the names to find a sheet's key by, each with its kind."""
    if sheet.variant:
        yield "the variant", sheet.variant
        return
    if sheet.student:
        yield _STUDENT, sheet.student
    file = PurePath(sheet.name)
    if file.stem and ":" not in file.suffix and sheet.name != "stdin":  # not a row of a table
        yield "the file", file.stem


def _nearly(files: Mapping[str, Sequence[Path]], name: str) -> list[Path]:
    """Return the keys whose names differ only in characters that are not letters or digits."""
    letters = _letters(name)
    found = (files[one] for one in files if letters and _letters(one) == letters)
    return sorted({file for one in found for file in one})


def _plain(name: str) -> str:
    # Some systems store accents of file names as separate characters.
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def _letters(name: str) -> str:
    return " ".join(_SIGNS.split(_plain(name))).strip()


#: A problem, a set of them, or a folder with a key for each variant.
AnyKey: TypeAlias = Problem | ProblemSet | Variants


def read_key(text: str) -> AnyKey:
    """Read a key: a file of a problem or a set, a folder, or any SOURCE."""
    if text.strip() == "-":
        return problem_or_set(read_standard_input(), "stdin", "stdin")
    path = Path(text)
    if _is_folder(path):
        return variants_in(path)
    if text.lower().endswith(KEY_SUFFIXES) and path.is_file():
        return read_key_file(path)
    return Problem(text, text)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # too long for a name, or not one at all
        return False


# A key with the files that it refers to, for a computer that has none of them.


@dataclass(frozen=True)
class PlacedKey:
    """A key whose files are in a folder of this computer."""

    key: AnyKey
    files: PlacedFiles

    def restore_names(self, text: str) -> str:
        """Return a message with the names of files as the user wrote them."""
        return self.files.restore_names(text)


def pack_key(key: AnyKey, **settings: Any) -> bytes:
    """Return a key, its files and further settings as bytes."""
    return pack_files(dict.fromkeys(_files_of(key)), (key, settings))


def place_key(data: bytes, stack: ExitStack) -> tuple[PlacedKey, dict[str, Any]]:
    """Write the files of a packed key into a folder, which `stack` removes.

    Returns:
        The key and the settings.
    """
    placed, (key, settings) = place_files(data, stack)
    return PlacedKey(_moved(key, placed), placed), settings


def _files_of(key: AnyKey) -> Iterator[Path]:
    """Yield the files that a key refers to."""
    if isinstance(key, Variants):
        for file in key.keys:
            yield file
            try:
                yield from _files_of(read_key_file(file))
            except PlytraceError:
                continue  # the student of this key gets the error
    elif isinstance(key, ProblemSet):
        for one in key.problems.values():
            yield from _files_of(one)
    else:
        for text in (key.source, key.adapter, *key.options.values()):
            named = _file_in(text)
            if named is not None:
                yield named
                yield from imported_files(named)


def _file_in(text: Any) -> Path | None:
    """Return the file that a source or an option names; None if it names none."""
    if not isinstance(text, str):
        return None
    for name in (custom_games.find_file(text), text):
        try:
            if name and Path(name).expanduser().is_file():
                return Path(name).expanduser()
        except (OSError, ValueError):  # not a name of a file
            continue
    return None


@overload
def _moved(key: Problem | ProblemSet, placed: PlacedFiles) -> Problem | ProblemSet: ...
@overload
def _moved(key: AnyKey, placed: PlacedFiles) -> AnyKey: ...
def _moved(key: AnyKey, placed: PlacedFiles) -> AnyKey:
    """Return a key that refers to the placed files."""

    def moved(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        name = custom_games.find_file(text) or text
        return text.replace(name, str(placed.path(name)), 1) if placed.has(name) else text

    if isinstance(key, Variants):
        key.move(placed.path)
        add_trees = key.add_trees

        def read_here(one: Problem | ProblemSet) -> Problem | ProblemSet:
            one = _moved(one, placed)
            return add_trees(one) if add_trees else one

        key.add_trees = read_here
        return key
    if isinstance(key, ProblemSet):
        problems = {number: _moved_problem(one, moved) for number, one in key.problems.items()}
        return replace(key, problems=problems)
    return _moved_problem(key, moved)


def _moved_problem(problem: Problem, moved: Callable[[Any], Any]) -> Problem:
    options = {name: moved(value) for name, value in problem.options.items()}
    return replace(
        problem, source=moved(problem.source), adapter=moved(problem.adapter), options=options
    )
