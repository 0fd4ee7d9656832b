"""What an autograder contains: the running plytrace, its requirements, and a key's files."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, UsageError
from engine.games import custom_games
from tracer.marking.grading.make_grader import VariantGrader, grader_of
from tracer.marking.keys.key import list_files, read_key
from tracer.marking.keys.variants import Variants
from trees.files import printable_name

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
    """Refuse a key that cannot grade, now and not on the platform."""
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
    opened = read_key(text)
    listed = [*list_files(opened)]
    if not listed:
        return KeyFiles(text)
    own = listed[0][0]
    name, start = own.name, ""
    if isinstance(opened, Variants):
        name = own.parent.resolve().name
        start = f"{name}/"
    elif game := custom_games.find_file(text):
        name += text.removeprefix(game)  # its class
    files: dict[str, Path] = {}
    for file, place in listed:
        if not _is_inside(file, own.parent):
            raise InvalidInput(
                f"{printable_name(file)} is outside of the key's folder, so it cannot be copied "
                "with the key",
                where=place,
                hint="Move it to the key's folder",
            )
        files[start + file.relative_to(own.parent).as_posix()] = file
    return KeyFiles(name, files)


def _is_inside(file: Path, folder: Path) -> bool:
    """Return whether a path stays inside a folder; symbolic links are not resolved."""
    return file.is_relative_to(folder) and ".." not in file.relative_to(folder).parts
