"""Write a folder or zip that a platform such as Gradescope grades with.

It contains the scripts that the platform runs, the key, and plytrace itself, so that every
submission is graded by the version that the instructor tried.
"""

from __future__ import annotations

import json
import shlex
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, look_up
from tracer.classes.autograder.packing import KeyFiles, copy_packages, key_files, requirements
from tracer.classes.autograder.platforms import (
    ARCHIVE,
    PLATFORMS,
    PROGRAMS,
    SUFFIXES,
    Assignment,
    Platform,
    find_platform,
    template,
)
from tracer.classes.gradebook import refusal
from tracer.files.atomic_files import write_atomically
from tracer.files.scratch import scratch_folder
from tracer.marking.results.record import FEEDBACK

__all__ = ["CHECK", "CHECK_CODE", "PLATFORMS", "write_autograder"]

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
    chosen = find_platform(platform)
    target = Path(folder)
    is_zip = target.suffix.lower() == ".zip"
    _refuse_occupied(target, is_zip=is_zip)
    needed = key_files(key)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Next to the target, so that the result is moved and not copied.
        with scratch_folder(".plytrace-autograder-", target.parent) as scratch:
            made = scratch / "files"
            made.mkdir()
            _fill(made, needed, feedback, command, chosen)
            if is_zip:
                _zip(made, target)
            else:
                target.mkdir(exist_ok=True)
                for entry in made.iterdir():
                    entry.replace(target / entry.name)
    except OSError as error:
        raise InvalidInput(
            f"cannot be written: {error.strerror}", where=str(folder), hint="Choose another place"
        ) from error
    return target


def _refuse_occupied(target: Path, *, is_zip: bool) -> None:
    hint = "Choose another name, or remove it first"
    if is_zip:
        if target.exists():
            raise InvalidInput("exists already", where=str(target), hint=hint)
    elif target.is_dir():
        if any(target.iterdir()):
            raise InvalidInput(
                "is not empty",
                where=str(target),
                expected="a new folder, or the name of a new .zip file",
                hint=hint,
            )
    elif target.exists():
        raise InvalidInput(
            "is not a folder", where=str(target), expected="a new folder or .zip file"
        )


def _fill(
    folder: Path,
    needed: KeyFiles,
    feedback: str,
    command: Sequence[str],
    platform: Platform,
) -> None:
    is_code = command[0] != CHECK[0]
    endings = (*PROGRAMS, ARCHIVE) if is_code else SUFFIXES
    digest = sha256(needed.key.encode())
    for inside, file in needed.files.items():
        digest.update(inside.encode() + file.read_bytes())
    own = platform.files(Assignment(needed.key, endings, is_code, digest.hexdigest()))
    texts = {
        **own,
        "README.md": template(f"{platform.name}/README.md"),
        f"{platform.inside}/run_autograder": template(
            "grade.sh",
            ungraded=json.dumps(platform.results(_UNGRADED), indent=1),
            platform=platform.name,
            title=platform.title,
            run=platform.runs_as,
            submission=platform.submission,
            python=platform.python,
            key=shlex.quote(needed.key),
            feedback=feedback,
            command=shlex.quote(shlex.join(command)),
        ),
        f"{platform.inside}/requirements.txt": "".join(f"{one}\n" for one in requirements()),
    }
    for name, text in texts.items():
        place = folder / name.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        # Bash cannot read the line ends of Windows.
        place.write_text(
            text.replace("@TAKES@", _TAKES[command[0]]), encoding="utf-8", newline="\n"
        )
        if place.name in _SCRIPTS:
            place.chmod(0o755)
    folder = folder / platform.inside
    for inside, file in needed.files.items():
        place = folder / "key" / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.read_bytes())
    copy_packages(folder)


def _zip(folder: Path, target: Path) -> None:
    """Write a zip with the files at its root, where the platform expects them."""
    with write_atomically(target) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            name = path.relative_to(folder).as_posix()
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, also on Windows: otherwise the modes are ignored
            entry.external_attr = (0o100755 if path.name in _SCRIPTS else 0o100644) << 16
            archive.writestr(entry, path.read_bytes())
