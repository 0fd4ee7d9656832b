"""A folder, or a zip of it, that Gradescope grades with as it is uploaded.

It holds the scripts that the platform runs, the key, and plytrace itself, so that every sheet is
graded by the version that the instructor tried, with no package of ours from anywhere.
"""

from __future__ import annotations

import shlex
import tempfile
import zipfile
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, chosen
from tracer.check.autograder.installed import copy_packages, requirements
from tracer.check.autograder.key_files import KeyFiles, key_files
from tracer.check.record import FEEDBACK
from tracer.files import whole_file

__all__ = ["CHECK", "CHECK_CODE", "write_autograder"]

#: The commands that grade: sheets, and programs.
CHECK: Final = ("check",)
CHECK_CODE: Final = ("check-code",)

_TAKES: Final = {
    CHECK[0]: "A submission is one sheet, `.yaml`, `.yml`, `.json`, `.csv`, `.txt` or `.md`. Of "
    "several files the\nfirst by name is graded, and the output says which were left out.",
    CHECK_CODE[0]: "A submission is one program: all of its files, `.py` or `.ipynb`, or a `.zip` "
    "of them.",
}
_SCRIPTS: Final = ("setup.sh", "run_autograder")
_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the earliest there is: equal folders make equal files


def write_autograder(
    folder: str | Path, key: str | Path, *, feedback: str = "hint", command: Sequence[str] = CHECK
) -> Path:
    """Write a folder that Gradescope grades with, or the zip to upload.

    Args:
        folder: a folder that is not there yet or empty, or the name of a new file that ends in
            `.zip`.
        key: the key's file, or any other SOURCE.
        feedback: how much students are told, one of `FEEDBACK`.
        command: the command that grades, with its options: of `CHECK` or `CHECK_CODE`.

    Returns:
        What was written.

    Raises:
        InvalidInput: the folder has something in it, the zip exists, one of them cannot be
            written, or the key cannot be read or names a file outside of its own folder.
        UsageError: there is no such feedback.
    """
    chosen(feedback, FEEDBACK, "feedback")
    target = Path(folder)
    is_zip = target.suffix.lower() == ".zip"
    _refuse_occupied(target, is_zip=is_zip)
    needed = key_files(key)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the target, so that what is ready is moved there and not copied.
        with tempfile.TemporaryDirectory(prefix=".autograder-", dir=target.parent) as made:
            _fill(Path(made), needed, feedback, command)
            if is_zip:
                _zip(Path(made), target)
            else:
                target.mkdir(exist_ok=True)
                for entry in Path(made).iterdir():
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
        raise InvalidInput("is no folder", where=str(target), expected="a new folder or .zip file")


def _fill(folder: Path, needed: KeyFiles, feedback: str, command: Sequence[str]) -> None:
    templates = resources.files(__name__)
    for name in (*_SCRIPTS, "README.md"):
        text = templates.joinpath(name).read_text(encoding="utf-8")
        text = text.replace("@KEY@", shlex.quote(needed.key)).replace("@FEEDBACK@", feedback)
        text = text.replace("@COMMAND@", shlex.quote(shlex.join(command)))
        text = text.replace("@TAKES@", _TAKES[command[0]])
        # Windows would end the lines so that Bash cannot read them.
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    for name in _SCRIPTS:
        (folder / name).chmod(0o755)
    (folder / "requirements.txt").write_text(
        "".join(f"{one}\n" for one in requirements()), encoding="utf-8", newline="\n"
    )
    for inside, file in needed.files.items():
        place = folder / "key" / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.read_bytes())
    copy_packages(folder)


def _zip(folder: Path, target: Path) -> None:
    """The files at the root of the archive, where the platform looks for them."""
    with whole_file(target) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            name = path.relative_to(folder).as_posix()
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, also from Windows: else the modes are not heeded
            entry.external_attr = (0o100755 if name in _SCRIPTS else 0o100644) << 16
            archive.writestr(entry, path.read_bytes())
