"""The running plytrace: its packages and requirements."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, UsageError
from engine.games import GAMES, custom_games
from tracer.marking.grading.make_grader import VariantGrader, grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem_set import KEY_SUFFIXES
from tracer.marking.keys.variants import variants_in
from trees.files import printable_name, read_text
from trees.library import library_names
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar, read_yaml

PACKAGES: Final = ("engine", "trees", "tracer", "tui")

_LEFT_OUT: Final = ("__pycache__", "*.py[co]", "tests", "bench", ".*")


def copy_packages(folder: Path) -> None:
    """Copy the packages of the running plytrace."""
    for name in PACKAGES:
        shutil.copytree(_place_of(name), folder / name, ignore=shutil.ignore_patterns(*_LEFT_OUT))


def requirements() -> list[str]:
    """Return the requirements of the installed plytrace in pip's format."""
    try:
        needed = requires("plytrace") or []
    except PackageNotFoundError:
        raise InvalidInput(
            "plytrace was not installed, so its requirements are unknown",
            hint="Install it with pip and try again",
        ) from None
    return sorted(line for line in needed if "extra ==" not in line)


def _place_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise InvalidInput(
            f"plytrace's package {package} cannot be found",
            hint="Reinstall plytrace and try again",
        )
    return Path(spec.submodule_search_locations[0])


# The files of a key: its own, and the trees, games and problems that it names.

#: The keys of a problem that may name a file.
_NAMING: Final = ("source", "matrix", "mcts", "evaluation", "adapter")


@dataclass(frozen=True, slots=True)
class KeyFiles:
    """A key, by its name beside its files, and these files by their paths."""

    key: str
    files: dict[str, Path] = field(default_factory=dict)

    def inside(self, folder: str) -> dict[str, bytes]:
        """Return the contents of the files, by their paths in the folder of an autograder."""
        start = f"{folder}/key" if folder else "key"
        return {f"{start}/{name}": file.read_bytes() for name, file in self.files.items()}


def check_key(key: str | Path) -> None:
    """Refuse a key that cannot grade, now and not on the platform.

    Raises:
        PlytraceError: the key cannot be read, or its problems cannot be solved.
    """
    if str(key).strip() == "-":
        raise UsageError(
            "a key on standard input cannot be stored for later", expected="a file or a SOURCE"
        )
    if isinstance(key, Path) and not key.exists():
        raise InvalidInput("there is no such file or folder", where=printable_name(key))
    grader = grader_of(read_key(str(key)))
    if isinstance(grader, VariantGrader):
        for file in grader.problem.keys:
            grader_of(grader.problem.read(file))


def key_files(key: str | Path) -> KeyFiles:
    """Find all files that a key needs."""
    text = str(key).strip()
    if _is_folder(Path(text)):
        folder = Path(text) if Path(text).name.strip(".") else Path(text).resolve()
        files: dict[str, Path] = {}
        variants = variants_in(folder)
        for file in variants.keys:
            files |= _files_of(file, folder.parent)
        if variants.table is not None:
            files[variants.table.relative_to(folder.parent).as_posix()] = variants.table
        return KeyFiles(folder.name, files)
    named = Path(key) if isinstance(key, Path) else _named_file(text, Path())
    if named is None:
        return KeyFiles(text)
    if custom_games.is_in_a_file(text):
        return KeyFiles(named.name + text[len(str(named)) :], {named.name: named})
    return KeyFiles(named.name, _files_of(named, named.parent))


def _files_of(key: Path, folder: Path) -> dict[str, Path]:
    """Return a key file and the files that it names, by their paths inside a folder."""
    files = {key.relative_to(folder).as_posix(): key}
    content = read_yaml(read_text(key), printable_name(key))
    for source, is_key in _sources(content):
        needed = _named_file(source.text, key.parent)
        if needed is None:
            continue
        if not _is_inside(needed, key.parent):
            raise InvalidInput(
                f"the source {source.text} is outside of the key's folder, so it cannot be copied "
                "with the key",
                where=f"{printable_name(key)}:{source.line}:{source.column}",
                hint="Move it to the key's folder",
            )
        inside = needed.relative_to(folder).as_posix()
        if is_key and inside not in files:
            files |= _files_of(needed, folder)
        files[inside] = needed
    return files


def _sources(content: YamlNode) -> Iterator[tuple[YamlScalar, bool]]:
    """Yield the file names in a key, and whether each is a key that may name other files."""
    if not isinstance(content, YamlMap):
        return
    for key in _NAMING:
        if key in content.entries and isinstance(named := content.entries[key][1], YamlScalar):
            yield named, False
    problems = content.entries["problems"][1] if "problems" in content.entries else None
    if isinstance(problems, YamlMap):
        listed = [node for _, node in problems.entries.values()]
    else:
        listed = problems.items if isinstance(problems, YamlList) else []
    for problem in listed:
        if isinstance(problem, YamlScalar):
            yield problem, problem.text.lower().endswith(KEY_SUFFIXES)
        else:
            yield from _sources(problem)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _named_file(source: str, folder: Path) -> Path | None:
    """Return the file that a SOURCE names, with the precedence of `open_source`."""
    bare = source.strip()
    if not bare or bare.startswith(("[", "{")):
        return None
    if custom_games.is_in_a_file(bare):
        end = bare.index(".py") + len(".py")
        return folder / bare[:end]
    if bare in library_names() or bare in GAMES:
        return None
    try:
        return folder / source if (folder / source).is_file() else None
    except (OSError, ValueError):  # too long for a name, or not one at all
        return None


def _is_inside(file: Path, folder: Path) -> bool:
    """Return whether a path stays inside a folder; symbolic links are not resolved."""
    return file.is_relative_to(folder) and ".." not in file.relative_to(folder).parts
