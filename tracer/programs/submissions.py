"""The programs that were handed in, and temporary folders to run them in."""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput
from tracer.files.packed_files import imported_files, imported_names, read_start
from tracer.files.scratch import scratch_folder
from tracer.marking.reading.documents import DAMAGED_ZIP
from tracer.marking.reading.sheet import Sheet, reason_for
from tracer.marking.reading.submitted_files import is_litter
from tracer.programs.child.loading.notebooks import read_texts
from tracer.programs.process import end_marked
from trees.files import printable_name

#: File name suffixes of programs.
SUFFIXES: Final = (".py", ".ipynb", ".zip")
#: Files that identify a folder as one program.
_ENTRIES: Final = ("mp520.py", "multiAgents.py")
#: Supported compression methods of archives.
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: Maximum number of bytes and files of a program.
_LARGEST: Final = 20_000_000
_MOST_FILES: Final = 500
#: Lines at the top of a file in which a program may name its student.
_HEAD: Final = 30
_WHOSE: Final = re.compile(
    r"^\s*#\s*(?P<what>student|name|netid|id|variant)\s*:\s*(?P<who>.+?)\s*$", re.IGNORECASE
)
#: Placeholders for a name in starter files.
_UNTOUCHED: Final = re.compile(r"[<\[(]?your (?:name|netid|id)[>\])]?", re.IGNORECASE)
#: Name of the folder that contains the program, inside the temporary one.
_INSIDE: Final = "program"
#: Python's cache folder.
_CACHE: Final = "__pycache__"


@dataclass(frozen=True)
class Submission:
    """A program that was handed in."""

    name: str
    path: Path
    beside: tuple[Path, ...] = ()
    error: str = ""

    def renamed(self, old: str, new: str) -> Submission:
        """Return the program with another start of its path in its name and its error."""
        name, error = (text.replace(old, new) for text in (self.name, self.error))
        return replace(self, name=name, error=error)

    def whose(self) -> dict[str, str]:
        """Return the `student` and the `variant` named in the first lines of its files, if any."""
        found: dict[str, str] = {}
        files = [self.path] if self.path.is_file() else sorted(self.path.glob("*"))
        for file in files[:_MOST_FILES]:
            if file.suffix.lower() not in (".py", ".ipynb"):
                continue
            for line in _first_lines(file):
                label = _WHOSE.match(line)
                if label and not _UNTOUCHED.fullmatch(label["who"]):
                    what = "variant" if label["what"].lower() == "variant" else "student"
                    found.setdefault(what, label["who"])
        return found


def find_submissions(
    named: Sequence[str], *, excluded: Collection[Path] = (), one: bool = False
) -> list[Submission]:
    """Return the programs that the user named.

    A file is a program, together with the files next to it that it imports. A folder is one program
    if its files import each other, or if one has a name from a course's assignment. Otherwise each
    file and folder in it is one. Anything else in a folder, or named together with others, is
    returned with an error, so that no submission is missing silently.
    """
    found: list[Submission] = []
    is_alone = len(named) == 1
    for text in named:
        path = Path(text)
        try:
            there = path.exists()
        except OSError:
            there = False
        if not there:
            raise InvalidInput(
                "there is no such file or folder", where=printable_name(path), expected="a program"
            )
        if not is_alone and _is_ignored(path, excluded) and not _is_program(path):
            continue
        try:
            if path.is_dir():
                found += (
                    [Submission(printable_name(path), path)] if one else _in_folder(path, excluded)
                )
                continue
            _check_is_program(path)
            found.append(Submission(printable_name(path), path, tuple(imported_files(path))))
        except Exception as error:
            if is_alone and isinstance(error, InvalidInput):
                raise
            found.append(_unread(path, error))
    return found


def _unread(path: Path, error: Exception) -> Submission:
    """Return a submission with the reason why it cannot be read as a program."""
    return Submission(printable_name(path), path, error=reason_for(error, printable_name(path)))


def _check_is_program(path: Path) -> None:
    """Refuse a file whose name is not a program's, or a folder without any Python."""
    if path.is_dir():
        if not _has_code(path):
            raise InvalidInput(
                "this folder contains no program",
                where=printable_name(path),
                expected="files that end in .py or .ipynb",
            )
    elif path.suffix.lower() not in SUFFIXES:
        raise InvalidInput(
            "this is not a program", where=printable_name(path), expected=".py, .ipynb or .zip"
        )


def _is_program(path: Path) -> bool:
    """Return whether a path can be a program, by its name or its contents."""
    return _has_code(path) if path.is_dir() else path.suffix.lower() in SUFFIXES


def _is_ignored(path: Path, excluded: Collection[Path]) -> bool:
    """Return whether a path is not a submission: litter, the key, or an output file."""
    return is_litter(path.name) or path.name == _CACHE or path.resolve() in excluded


def _in_folder(folder: Path, excluded: Collection[Path]) -> list[Submission]:
    """Return the programs in a folder, or the one program that the folder is."""
    try:
        inside = sorted(one for one in folder.iterdir() if not is_litter(one.name))
    except OSError as error:
        raise InvalidInput(
            f"it cannot be read: {error.strerror}", where=printable_name(folder)
        ) from error
    paths = [
        path
        for path in inside
        if not path.is_symlink()
        and (not _is_ignored(path, excluded) or (path.is_dir() and _has_code(path)))
    ]
    if _is_one_program([path for path in paths if path.is_file() and _is_program(path)]):
        return [Submission(printable_name(folder), folder)]
    found: list[Submission] = []
    for path in paths:
        try:
            _check_is_program(path)
            found.append(Submission(printable_name(path), path))
        except Exception as error:
            found.append(_unread(path, error))
    if not found:
        raise InvalidInput(
            "this folder contains no program",
            where=printable_name(folder),
            expected=f"files that end in {', '.join(SUFFIXES)}, or folders with such files",
        )
    return found


def _has_code(folder: Path) -> bool:
    """Return whether a folder contains any Python file."""
    return any(any(folder.rglob(f"*{suffix}")) for suffix in SUFFIXES if suffix != ".zip")


def _is_one_program(files: Sequence[Path]) -> bool:
    """Return whether the files are parts of one program."""
    if any(file.name in _ENTRIES for file in files):
        return True
    stems = {file.stem for file in files}
    return any(
        name in stems and name != file.stem
        for file in files
        if file.suffix == ".py"
        for name in imported_names(file)
    )


def _first_lines(file: Path) -> list[str]:
    """Return the first lines of a file; for a notebook, those of its cells as comments."""
    if file.suffix.lower() != ".ipynb":
        return read_start(file).split("\n", _HEAD)[:_HEAD]
    try:
        with file.open("rb") as opened:
            texts = [text for text, _ in islice(read_texts(opened.read(_LARGEST)), _HEAD)]
    except (OSError, ValueError, RecursionError):
        return []
    lines = [line for text in texts for line in text.split("\n", _HEAD)[:_HEAD]][:_HEAD]
    return [line if line.lstrip().startswith("#") else f"# {line}" for line in lines]


@contextmanager
def submission_folder(packed: PackedSubmission) -> Iterator[Path]:
    """Yield a temporary folder with the files of a program."""
    with scratch_folder("plytrace-program-", on_left=_end_processes_in) as folder:
        path = folder / _INSIDE
        path.mkdir()
        try:
            for name, content in packed.files.items():
                target = path / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        except OSError as error:
            raise _unreadable(error, packed.sheet.name) from error
        yield path


@dataclass(frozen=True)
class PackedSubmission:
    """A program, also for a computer that has none of its files."""

    #: Its sheet without answers; if it has an error, the program cannot be run.
    sheet: Sheet
    #: Its files by their paths inside it.
    files: Mapping[str, bytes]


def pack_submission(program: Submission) -> PackedSubmission:
    """Return a program with its files, or with the reason why it has none."""
    sheet = Sheet(program.name, error=program.error)
    try:
        whose = program.whose()
        sheet = replace(sheet, student=whose.get("student", ""), variant=whose.get("variant", ""))
        return PackedSubmission(sheet, {} if sheet.error else dict(_files_of(program)))
    except OSError as error:
        sheet = replace(sheet, error=str(_unreadable(error, program.name)))
    except Exception as error:
        sheet = replace(sheet, error=reason_for(error, program.name))
    return PackedSubmission(sheet, {})


def _files_of(program: Submission) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a program, by their paths inside it."""
    path = program.path
    if path.is_dir():
        yield from ((str(inside), (path / inside).read_bytes()) for inside in _files_in(path))
    elif path.suffix.lower() == ".zip":
        yield from _unpack(path)
    else:
        files = (path, *program.beside)
        _refuse_large(sum(file.stat().st_size for file in files), 1, path)
        yield from ((file.name, file.read_bytes()) for file in files)


def _unreadable(error: OSError, name: str) -> InvalidInput:
    return InvalidInput(f"it cannot be read: {error.strerror}", where=name)


def _end_processes_in(left: Path) -> None:
    """End the processes that still use a folder left behind by a grader."""
    end_marked(f"HOME={left / _INSIDE}")


def _files_in(source: Path) -> Iterator[Path]:
    """Yield the files of a folder, relative to it, except links: they could lead anywhere."""
    size = many = 0
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_symlink() or not path.is_file() or any(map(is_litter, inside.parts)):
            continue
        if any(one.is_symlink() for one in path.parents if one != source and source in one.parents):
            continue
        size, many = size + path.stat().st_size, many + 1
        _refuse_large(size, many, source)
        yield inside


def _unpack(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the entries of an archive that stay inside its folder."""
    size = many = 0
    try:
        with zipfile.ZipFile(archive) as opened:
            for entry in opened.infolist():
                inside = Path(os.path.normpath(entry.filename))
                is_link = stat.S_ISLNK(entry.external_attr >> 16)
                if entry.is_dir() or is_link or any(map(is_litter, inside.parts)):
                    continue
                if inside.is_absolute() or ".." in inside.parts:
                    continue
                if entry.compress_type not in _PACKINGS:
                    raise NotImplementedError("unsupported compression method")
                size, many = size + entry.file_size, many + 1
                _refuse_large(size, many, archive)
                yield str(inside), opened.read(entry)
    except DAMAGED_ZIP as error:
        raise InvalidInput("this is not a zip archive", where=printable_name(archive)) from error


def _refuse_large(size: int, many: int, where: Path) -> None:
    if size > _LARGEST or many > _MOST_FILES:
        raise InvalidInput(
            "this is too large for a program",
            where=printable_name(where),
            expected=f"at most {_LARGEST // 1_000_000} MB in {_MOST_FILES} files",
        )
