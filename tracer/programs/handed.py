"""The programs that were handed in: which files and folders are one, and a folder to run it in."""

from __future__ import annotations

import json
import re
import shutil
import stat
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from engine.errors import InvalidInput
from tracer.check.handed_in import is_litter
from tracer.programs.clearing import clear
from trees.files import printable

__all__ = ["HandedIn", "handed_in", "laid_out"]

#: How the names of programs end.
SUFFIXES: Final = (".py", ".ipynb", ".zip")
#: The files by which a folder is one program.
_ENTRIES: Final = ("mp520.py", "multiAgents.py")
_IMPORT: Final = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
#: How files in an archive are packed.
_PACKINGS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: Bytes and files of a program.
_LARGEST: Final = 20_000_000
_MOST_FILES: Final = 500
#: Lines at the top in which a program says whose it is.
_HEAD: Final = 30
_WHOSE: Final = re.compile(
    r"^\s*#\s*(?P<what>student|name|netid|id|variant)\s*:\s*(?P<who>.+?)\s*$", re.IGNORECASE
)
#: What the files that courses hand out have in the place of a name.
_UNTOUCHED: Final = re.compile(r"[<\[(]?your (?:name|netid|id)[>\])]?", re.IGNORECASE)
#: A folder of Python's own.
_CACHE: Final = "__pycache__"


@dataclass(frozen=True)
class HandedIn:
    """A program.

    Args:
        name: what to call it.
        path: its file, archive or folder.
        beside: files of the same folder that it imports.
        error: why it is no program, though somebody handed it in; empty for one that is.
    """

    name: str
    path: Path
    beside: tuple[Path, ...] = ()
    error: str = ""

    def whose(self) -> dict[str, str]:
        """What the first lines of its files say: `student` and `variant`, as far as they do."""
        found: dict[str, str] = {}
        files = [self.path] if self.path.is_file() else sorted(self.path.glob("*"))
        for file in files[:_MOST_FILES]:
            if file.suffix.lower() not in (".py", ".ipynb"):
                continue
            for line in _first_lines(file):
                said = _WHOSE.match(line)
                if said and not _UNTOUCHED.fullmatch(said["who"]):
                    what = "variant" if said["what"].lower() == "variant" else "student"
                    found.setdefault(what, said["who"])
        return found


def handed_in(
    named: Sequence[str], *, besides: Collection[Path] = (), one: bool = False
) -> list[HandedIn]:
    """The programs that a person named.

    A file is a program, together with what it imports from beside it. A folder is one where its
    files import each other, or one is called as a course's sheet calls it; otherwise each file and
    folder in it is one. What can be no program, and lies in a folder or is named beside others, is
    handed back with an error: nobody is to be missing without a word.

    Args:
        named: files that end in .py, .ipynb or .zip, and folders.
        besides: what is nobody's, such as the key, as absolute paths without links.
        one: whether each folder is one program, whatever its files are.

    Raises:
        InvalidInput: there is no such file, or what is named alone is no program.
    """
    found: list[HandedIn] = []
    is_alone = len(named) == 1
    for text in named:
        path = Path(text)
        try:
            there = path.exists()
        except OSError:
            there = False
        if not there:
            raise InvalidInput(
                "there is no such file or folder", where=printable(path), expected="a program"
            )
        if not is_alone and _is_nobodys(path, besides) and not _is_program(path):
            continue
        try:
            if path.is_dir():
                found += [HandedIn(printable(path), path)] if one else _of_folder(path, besides)
                continue
            _refuse_other(path)
        except InvalidInput as error:
            if is_alone:
                raise
            found.append(HandedIn(printable(path), path, error=str(error)))
        else:
            found.append(HandedIn(printable(path), path, tuple(_imported(path, set()))))
    return found


def _refuse_other(path: Path) -> None:
    """Refuse what can be no program by its name, or a folder without any Python.

    Raises:
        InvalidInput: it is one.
    """
    if path.is_dir():
        if not _has_code(path):
            raise InvalidInput(
                "there is no program in this folder",
                where=printable(path),
                expected="files that end in .py or .ipynb",
            )
    elif path.suffix.lower() not in SUFFIXES:
        raise InvalidInput(
            "this is no program", where=printable(path), expected=".py, .ipynb or .zip"
        )


def _is_program(path: Path) -> bool:
    """Whether it can be a program, by its name or by what is in it."""
    return _has_code(path) if path.is_dir() else path.suffix.lower() in SUFFIXES


def _is_nobodys(path: Path, besides: Collection[Path]) -> bool:
    """Whether it was handed in by nobody: litter, the key, what is written."""
    return is_litter(path.name) or path.name == _CACHE or path.resolve() in besides


def _of_folder(folder: Path, besides: Collection[Path]) -> list[HandedIn]:
    """The programs in a folder, or the one that it is."""
    try:
        inside = sorted(one for one in folder.iterdir() if not is_litter(one.name))
    except OSError as error:
        raise InvalidInput(
            f"it cannot be read: {error.strerror}", where=printable(folder)
        ) from error
    files = [
        one
        for one in inside
        if one.is_file()
        and not one.is_symlink()
        and one.suffix.lower() in SUFFIXES
        and one.resolve() not in besides
    ]
    if _is_one(files):
        return [HandedIn(printable(folder), folder)]
    found = [HandedIn(printable(file), file) for file in files]
    for one in inside:
        if one in files or one.is_symlink():
            continue
        if _is_nobodys(one, besides) and not (one.is_dir() and _has_code(one)):
            continue
        try:
            _refuse_other(one)
        except InvalidInput as error:
            found.append(HandedIn(printable(one), one, error=str(error)))
        else:
            found.append(HandedIn(printable(one), one))
    if not found:
        raise InvalidInput(
            "there is no program in this folder",
            where=printable(folder),
            expected=f"files that end in {', '.join(SUFFIXES)}, or folders with such files",
        )
    return sorted(found, key=lambda one: one.path)


def _has_code(folder: Path) -> bool:
    """Whether there is Python anywhere in a folder."""
    return any(any(folder.rglob(f"*{suffix}")) for suffix in SUFFIXES if suffix != ".zip")


def _is_one(files: Sequence[Path]) -> bool:
    """Whether files are those of one program."""
    if any(file.name in _ENTRIES for file in files):
        return True
    stems = {file.stem for file in files}
    return any(
        name in stems and name != file.stem
        for file in files
        if file.suffix == ".py"
        for name in _IMPORT.findall(_text(file))
    )


def _imported(file: Path, known: set[Path]) -> Iterator[Path]:
    """The files beside a file that it imports, and what they import."""
    if file.suffix != ".py":
        return
    known.add(file)
    for name in dict.fromkeys(_IMPORT.findall(_text(file))):
        beside = file.with_name(f"{name}.py")
        if beside not in known and beside.is_file():
            yield beside
            yield from _imported(beside, known)


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_LARGEST // 10).decode("utf-8", "replace")
    except OSError:
        return ""


def _first_lines(file: Path) -> list[str]:
    """The lines at the top of a file; of a notebook those of its cells, with or without a sign."""
    if file.suffix.lower() != ".ipynb":
        return _text(file).split("\n", _HEAD)[:_HEAD]
    try:
        with file.open("rb") as opened:
            given = json.loads(opened.read(_LARGEST))
        cells = given["cells"]
        sources = (cell["source"] for cell in cells[:_HEAD] if isinstance(cell, dict))
        texts = ["".join(one) if isinstance(one, list) else str(one) for one in sources]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    lines = [line for text in texts for line in text.split("\n", _HEAD)[:_HEAD]][:_HEAD]
    return [line if line.lstrip().startswith("#") else f"# {line}" for line in lines]


@contextmanager
def laid_out(program: HandedIn) -> Iterator[Path]:
    """A fresh folder with a copy of a program, which is gone afterwards.

    Args:
        program: the program.

    Raises:
        InvalidInput: it cannot be read, or is too large.
    """
    made = Path(mkdtemp(prefix="plytrace-")).resolve()
    try:
        folder = made / "program"
        folder.mkdir()
        try:
            if program.path.is_dir():
                _copy_folder(program.path, folder)
            elif program.path.suffix.lower() == ".zip":
                _unpack(program.path, folder)
            else:
                files = (program.path, *program.beside)
                _refuse_large(sum(file.stat().st_size for file in files), 1, program.path)
                for file in files:
                    shutil.copyfile(file, folder / file.name)
        except OSError as error:
            raise InvalidInput(
                f"it cannot be read: {error.strerror}", where=program.name
            ) from error
        yield folder
    finally:
        clear(made)


def _copy_folder(source: Path, folder: Path) -> None:
    """Copy the files of a folder; links are left out, since they could lead anywhere."""
    size = many = 0
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_symlink() or not path.is_file() or any(map(is_litter, inside.parts)):
            continue
        if any(one.is_symlink() for one in path.parents if one != source and source in one.parents):
            continue
        size, many = size + path.stat().st_size, many + 1
        _refuse_large(size, many, source)
        target = folder / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack what an archive holds, as far as that stays in the folder."""
    size = many = 0
    try:
        with zipfile.ZipFile(archive) as opened:
            for one in opened.infolist():
                inside = Path(one.filename)
                is_link = stat.S_ISLNK(one.external_attr >> 16)
                if one.is_dir() or is_link or any(map(is_litter, inside.parts)):
                    continue
                target = (folder / inside).resolve()
                if not target.is_relative_to(folder):
                    continue
                if one.compress_type not in _PACKINGS:
                    raise NotImplementedError("another way to pack than programs' archives have")
                size, many = size + one.file_size, many + 1
                _refuse_large(size, many, archive)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(opened.read(one))
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, ValueError) as error:
        raise InvalidInput("this is no zip archive", where=printable(archive)) from error


def _refuse_large(size: int, many: int, where: Path) -> None:
    if size > _LARGEST or many > _MOST_FILES:
        raise InvalidInput(
            "this is too large for a program",
            where=printable(where),
            expected=f"at most {_LARGEST // 1_000_000} MB in {_MOST_FILES} files",
        )
