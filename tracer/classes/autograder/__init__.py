"""Write a folder or zip that a platform such as Gradescope grades with.

It contains the scripts that the platform runs, the key, and plytrace itself, so that every
submission is graded by the version that the instructor tried.
"""

from __future__ import annotations

import json
import re
import shlex
import zipfile
from collections.abc import Iterator, Mapping, Sequence, Set
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from engine.errors import InvalidInput, look_up
from tracer.classes.autograder.packing import check_key, copy_packages, key_files, requirements
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
from tracer.marking.results.record import FEEDBACK

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
    """Return a template with its values."""
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
