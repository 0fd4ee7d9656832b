"""Read a key by name: a file of a problem or a set, a folder, or any SOURCE."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias, overload

from engine.errors import PlytraceError
from engine.games import GAMES, custom_games
from tracer.files.packed_files import (
    PlacedFiles,
    imported_files,
    pack_files,
    place_files,
)
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import (
    KEY_SUFFIXES,
    ProblemSet,
    read_key_file,
    read_key_text,
)
from tracer.marking.keys.variants import Variants, variants_in
from trees.files import read_standard_input
from trees.library import library_names

#: A problem, a set of them, or a folder with a key for each variant.
AnyKey: TypeAlias = Problem | ProblemSet | Variants


def read_key(text: str) -> AnyKey:
    """Read a key: a file of a problem or a set, a folder, or any SOURCE."""
    if text.strip() == "-":
        return read_key_text(read_standard_input(), "stdin", "stdin")
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
    return pack_files(dict(list_files(key)), (key, settings))


def place_key(data: bytes, stack: ExitStack) -> tuple[PlacedKey, dict[str, Any]]:
    """Write the files of a packed key into a folder, which `stack` removes."""
    placed, (key, settings) = place_files(data, stack)
    return PlacedKey(_moved(key, placed), placed), settings


def list_files(key: AnyKey, place: str = "") -> Iterator[tuple[Path, str]]:
    """Yield the files that a key needs, its own first."""
    if isinstance(key, Variants):
        yield from ((file, place) for file in key.files)
        for file in key.keys:
            try:
                yield from list_files(read_key_file(file), place)
            except PlytraceError:
                continue  # the student of this key gets the error
        return
    if key.file is not None:
        yield key.file, place
    if isinstance(key, ProblemSet):
        for number, problem in key.problems.items():
            yield from list_files(problem, key.places[number])
        return
    subject = key.kind if key.kind in ("matrix", "mcts") else "source"
    for name, text in (
        (subject, key.source),
        ("adapter", key.programs.adapter),
        ("evaluation", key.search.options.get("evaluation")),
    ):
        named = _find_named(text)
        if named is not None:
            needed = (named, *imported_files(named))
            yield from ((each, key.places.get(name, place)) for each in needed)


def _find_named(text: Any) -> Path | None:
    """Return the file that a source or an option names; None if it names none."""
    if not isinstance(text, str) or text in GAMES or text in library_names():
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
        key.changes.insert(0, lambda single: _moved(single, placed))
        return key
    fresh: dict[int, Problem] = {}  # which problems of a set share
    if isinstance(key, ProblemSet):
        problems = {
            number: _moved_problem(one, moved, fresh) for number, one in key.problems.items()
        }
        return replace(key, problems=problems)
    return _moved_problem(key, moved, fresh)


def _moved_problem(
    problem: Problem, moved: Callable[[Any], Any], fresh: dict[int, Problem]
) -> Problem:
    def move_fresh(trees: Sequence[Problem]) -> tuple[Problem, ...]:
        for tree in trees:
            if id(tree) not in fresh:
                fresh[id(tree)] = _moved_problem(tree, moved, fresh)
        return tuple(fresh[id(tree)] for tree in trees)

    options = {**problem.search.options}
    if "evaluation" in options:
        options["evaluation"] = moved(options["evaluation"])
    programs = problem.programs
    others = {takes: trees.change(move_fresh) for takes, trees in programs.other_trees.items()}
    return replace(
        problem,
        source=moved(problem.source),
        search=replace(problem.search, options=options),
        programs=replace(
            programs,
            adapter=moved(programs.adapter),
            trees=move_fresh(programs.trees),
            other_trees=others,
        ),
    )
