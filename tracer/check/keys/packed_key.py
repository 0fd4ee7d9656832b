"""A key with the files that it refers to, for a computer that has none of them."""

from __future__ import annotations

import atexit
import os
import pickle
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, overload

from engine.errors import PlytraceError
from engine.games import custom_games
from tracer.check.keys.key import AnyKey
from tracer.check.keys.problem import Problem
from tracer.check.keys.problem_set import ProblemSet, read_key_file
from tracer.check.keys.variants import Variants
from tracer.files.imports import imported_files
from tracer.files.scratch import scratch_folder

__all__ = ["PlacedKey", "pack_key", "place_key_until_exit"]

#: Closes the folders of placed keys when the process ends.
_folders: Final = ExitStack()
atexit.register(_folders.close)


@dataclass(frozen=True)
class PlacedKey:
    """A key whose files are in a folder of this computer.

    Args:
        key: the key, which refers to files in the folder.
        folder: the folder; its files have their old absolute paths below it.
        home: folder in which the key was read.
    """

    key: AnyKey
    folder: Path
    home: str

    def as_written(self, text: str) -> str:
        """Return a message with the names of files as the user wrote them."""
        below = str(self.folder)
        return text.replace(f"{below}{self.home}/", "").replace(below, "")


def pack_key(key: AnyKey, **settings: Any) -> bytes:
    """Return a key, its files and further settings as bytes.

    Args:
        key: key to pack.
        settings: data that goes with it.
    """
    files = {file: file.read_bytes() for file in _files_of(key)}
    packed = {os.path.normpath(file.absolute()): data for file, data in files.items()}
    return zlib.compress(pickle.dumps((key, packed, str(Path.cwd()), settings)))


def place_key_until_exit(data: bytes) -> tuple[PlacedKey, dict[str, Any]]:
    """Write the files of a packed key into a folder; return the key and the settings.

    The folder is removed when this process ends.

    Args:
        data: what `pack_key` returned.
    """
    folder = _folders.enter_context(scratch_folder("plytrace-key-")).resolve()
    key, files, home, settings = pickle.loads(zlib.decompress(data))
    for name, content in files.items():
        target = _below(folder, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return PlacedKey(_moved(key, files, home, folder), folder, home), settings


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
    for name in (custom_games.file_in(text), text):
        try:
            if name and Path(name).expanduser().is_file():
                return Path(name).expanduser()
        except (OSError, ValueError):  # not a name of a file
            continue
    return None


def _below(folder: Path, name: str) -> Path:
    """Return the place of an absolute path below a folder."""
    return folder.joinpath(*Path(name).parts[1:])


@overload
def _moved(
    key: Problem | ProblemSet, files: Mapping[str, bytes], home: str, folder: Path
) -> Problem | ProblemSet: ...
@overload
def _moved(key: AnyKey, files: Mapping[str, bytes], home: str, folder: Path) -> AnyKey: ...
def _moved(key: AnyKey, files: Mapping[str, bytes], home: str, folder: Path) -> AnyKey:
    """Return a key that refers to the files below a folder."""

    def moved(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        name = custom_games.file_in(text) or text
        old = os.path.normpath(Path(home, Path(name).expanduser()))
        return text.replace(name, str(_below(folder, old)), 1) if old in files else text

    if isinstance(key, Variants):
        key.move(lambda path: _below(folder, os.path.normpath(Path(home, path))))
        add_trees = key.add_trees

        def read_here(one: Problem | ProblemSet) -> Problem | ProblemSet:
            one = _moved(one, files, home, folder)
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
