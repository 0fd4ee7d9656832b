"""Write a folder or zip that a platform such as Gradescope grades with.

It contains the scripts that the platform runs, the key, and plytrace itself, so that every
submission is graded by the version that the instructor tried.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import zipfile
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from importlib import resources
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from engine.errors import InvalidInput, UsageError, look_up
from engine.games import custom_games
from tracer.classes.autograder.platforms import (
    ARCHIVE,
    PLATFORMS,
    PROGRAMS,
    SUFFIXES,
    Platform,
)
from tracer.classes.gradebook import refusal
from tracer.files.atomic_files import write_atomically
from tracer.files.scratch import scratch_folder
from tracer.marking.grading.make_grader import VariantGrader, grader_of
from tracer.marking.keys.key import list_files, read_key
from tracer.marking.keys.variants import Variants
from tracer.marking.results.record import FEEDBACK
from trees.files import printable_name

#: The commands that grade sheets and programs.
CHECK: Final = ("check",)
CHECK_CODE: Final = ("check-code",)

_TAKES: Final = {
    CHECK[0]: "A submission is one sheet, `.yaml`, `.yml`, `.json`, `.csv`, `.txt` or `.md`. Of "
    "several files the\nfirst by name is graded, and the output names the others.",
    CHECK_CODE[0]: "A submission is one program: all of its files, `.py` or `.ipynb`, or a `.zip` "
    "of them.",
}
_SCRIPTS: Final = ("setup.sh", "run_autograder")
_UNGRADED: Final = refusal(
    "The submission was not graded",
    "The grading program did not run. The score of 0 says nothing about the submission. Please "
    "tell your instructor, who can see why in the output of the autograder.",
)
_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the earliest date: equal folders make equal files
#: The folder with the script of all platforms, and a folder for each.
_TEMPLATES: Final = "tracer.classes.autograder.templates"


def write_autograder(
    folder: str | Path,
    key: str | Path,
    *,
    feedback: str = "hint",
    command: Sequence[str] = CHECK,
    platform: str = "gradescope",
) -> Path:
    """Write a folder that a platform grades with, or a zip of it."""
    look_up(feedback, FEEDBACK, "feedback")
    chosen = look_up(platform, PLATFORMS, "platform")
    target = Path(folder)
    is_zip = target.suffix.lower() == ARCHIVE
    if target.exists() and (is_zip or not target.is_dir() or any(target.iterdir())):
        raise InvalidInput(
            "is not empty" if target.is_dir() else "exists already",
            where=str(target),
            expected="a new folder, or the name of a new .zip file",
            hint="Choose another name, or remove it first",
        )
    check_key(key)
    files = key_files(key)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Next to the target, so that the result is moved and not copied.
        with scratch_folder(".plytrace-autograder-", target.parent) as scratch:
            whole = scratch / "files"
            texts = dict(_texts(files.key, feedback, command, chosen))
            scripts = {name for name in texts if PurePosixPath(name).name in _SCRIPTS}
            for name, content in (files.inside(chosen.inside) | texts).items():
                (whole / name).parent.mkdir(parents=True, exist_ok=True)
                (whole / name).write_bytes(content)
                if name in scripts:
                    (whole / name).chmod(0o755)
            copy_packages(whole / chosen.inside)
            if is_zip:
                _zip(whole, target, scripts)
            else:
                target.mkdir(exist_ok=True)
                for entry in whole.iterdir():
                    entry.replace(target / entry.name)
    except OSError as error:
        raise InvalidInput(
            f"cannot be written: {error.strerror}", where=str(folder), hint="Choose another place"
        ) from error
    return target


def _texts(
    key: str, feedback: str, command: Sequence[str], platform: Platform
) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are made from templates, and that of the requirements."""
    is_code = command[0] != CHECK[0]
    values = {
        "TITLE": platform.title,
        "PLATFORM": platform.name,
        "ABOUT": platform.about,
        "SUBMISSION": platform.submission,
        "PYTHON": platform.python,
        "UNGRADED": json.dumps(platform.results(_UNGRADED), indent=1),
        "KEY": shlex.quote(key),
        "NAME": json.dumps(PurePosixPath(key).stem),
        "UUID": str(uuid5(NAMESPACE_URL, f"plytrace:{command[0]}:{key}")),
        "FEEDBACK": feedback,
        "COMMAND": shlex.quote(shlex.join(command)),
        "TAKES": _TAKES[command[0]],
        "THING": "your program" if is_code else "your answer sheet",
        "PATTERNS": ", ".join(f"*{end}" for end in ((*PROGRAMS, ARCHIVE) if is_code else SUFFIXES)),
    }
    templates = resources.files(_TEMPLATES)
    inside = f"{platform.inside}/" if platform.inside else ""
    yield f"{inside}run_autograder", _fill(templates / "grade.sh", values)
    for template in (templates / platform.name).iterdir():
        yield template.name, _fill(template, values)
    yield f"{inside}requirements.txt", "".join(f"{one}\n" for one in requirements()).encode()


def _fill(template: resources.abc.Traversable, values: Mapping[str, str]) -> bytes:
    # Bash cannot read the line ends of Windows.
    text = template.read_text(encoding="utf-8").replace("\r\n", "\n")
    return re.sub("@([A-Z]+)@", lambda name: values[name[1]], text).encode()


def _zip(folder: Path, target: Path, scripts: Set[str]) -> None:
    """Write a zip with the files at its root, where the platform expects them."""
    with write_atomically(target) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
        for path in sorted(file for file in folder.rglob("*") if file.is_file()):
            name = path.relative_to(folder).as_posix()
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, also on Windows: otherwise the modes are ignored
            entry.external_attr = (0o100755 if name in scripts else 0o100644) << 16
            archive.writestr(entry, path.read_bytes())


# What an autograder contains: the running plytrace, its requirements, and a key's files.

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
