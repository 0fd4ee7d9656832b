"""Grade a submission and write the platform's results; `run_autograder` runs this."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tracer.classes.autograder.platforms import ARCHIVE, PLATFORMS, PROGRAMS, SUFFIXES
from tracer.classes.gradebook import refusal
from tracer.files.atomic_files import write_atomically
from tracer.files.scratch import scratch_folder

#: Time limit of a submission in seconds, well below the platform's own.
_PATIENCE: Final = 300

_MOST_NAMED: Final = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade the submission in a folder and write the results, even after an error."""
    parser = argparse.ArgumentParser(prog="run_autograder")
    parser.add_argument("--key", required=True)
    parser.add_argument("--feedback", required=True)
    parser.add_argument("--command", default="check", help="with its options")
    parser.add_argument("--for", dest="platform", default="gradescope")
    parser.add_argument("--submission", required=True, type=Path)
    parser.add_argument("--results", required=True, type=Path, help="the file results.json")
    chosen = parser.parse_args(arguments)
    command = shlex.split(chosen.command)
    graded = grade(chosen.submission, chosen.key, feedback=chosen.feedback, command=command)
    made = PLATFORMS[chosen.platform].results(graded)
    with write_atomically(chosen.results) as path:
        path.write_text(json.dumps(made, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    return 0


def choose(submission: Path) -> tuple[Path | None, list[Path]]:
    """Choose the sheet of a submission: the first by path that has a sheet's suffix.

    If there is none, the first file without a suffix is taken as text. A README is chosen only if
    there is nothing else. Hidden files and links are ignored, since links lead out of the
    submission.
    """
    files = _files(submission)
    named = (file for file in files if file.suffix.lower() in SUFFIXES)
    sheet = next(named, None) or next((file for file in files if not file.suffix), None)
    return sheet, [file for file in files if file != sheet]


def choose_program(submission: Path) -> tuple[Path | None, list[Path]]:
    """Choose the program of a submission: the folder if it contains code, else an archive."""
    files = _files(submission)
    archives = [file for file in files if file.suffix.lower() == ARCHIVE]
    if any(file.suffix.lower() in PROGRAMS for file in files):
        return Path(), archives
    return (archives[0] if archives else None), [file for file in files if file not in archives[:1]]


def _files(submission: Path) -> list[Path]:
    """Return the files of a submission by path, READMEs last."""
    files: list[Path] = []
    for place, folders, names in os.walk(submission):
        folders[:] = [one for one in folders if not one.startswith((".", "__MACOSX"))]
        files += [
            (Path(place) / name).relative_to(submission)
            for name in names
            if not name.startswith(".") and _is_plain(Path(place) / name)
        ]
    return sorted(files, key=lambda file: (file.stem.lower() == "readme", file.as_posix()))


def _is_plain(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()


def grade(
    submission: Path, key: str, *, feedback: str, command: Sequence[str] = ("check",)
) -> dict[str, Any]:
    """Grade a submission, a folder or a file, with `plytrace check` or `plytrace check-code`."""
    is_code = command[0] != "check"
    thing, called = ("program", "program") if is_code else ("sheet", "answer sheet")
    chosen, others = (choose_program if is_code else choose)(submission)
    if submission.is_file():
        submission, chosen = submission.parent, Path(submission.name)
    if chosen is None:
        found = f"It contains only {_names(others)}." if others else "It contains no file."
        endings = ", ".join((*PROGRAMS, ARCHIVE) if is_code else SUFFIXES)
        return refusal(
            f"The submission has no {called}",
            f"{found} Submit a file whose name ends in {endings}.",
        )
    about = f"Graded: {'all files' if chosen == Path() else _shown(chosen)}."
    about += f" Not graded: {_names(others)}." if others else ""
    with scratch_folder("plytrace-results-") as made:
        output = made / "results.json"
        options = ["--feedback", feedback, "-f", "gradescope", "-o", str(output)]
        options += ["--one"] if is_code else []
        try:
            done = subprocess.run(
                [
                    *(sys.executable, "-P", "-m", "tui.cli", *command, *options),
                    *("--", key, str(submission / chosen)),
                ],
                stdin=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
            )
            end = f"it stopped with exit code {done.returncode}"
        except subprocess.TimeoutExpired:
            end = f"it took more than {_PATIENCE} seconds"
        try:
            results: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return refusal(
                f"The {thing} was not graded",
                f"The grading program failed: {end}. The score of 0 says nothing about the "
                f"{thing}. Please tell your instructor, who can see why in the output of the "
                f"autograder. {about}",
            )
    # The platform's folders mean nothing to a student.
    for one in (results, *results["tests"]):
        shown = one["output"].replace(f"{submission}{os.sep}", "")
        one["output"] = shown.replace(str(submission), "the submission")
    results["output"] = f"{about}\n{results['output']}"
    return results


def _names(files: Sequence[Path]) -> str:
    named = ", ".join(_shown(file) for file in files[:_MOST_NAMED])
    more = len(files) - _MOST_NAMED
    return f"{named} and {more} more" if more > 0 else named


def _shown(file: Path) -> str:
    """Return a file's path; bytes that are not UTF-8 are escaped for JSON."""
    return file.as_posix().encode("utf-8", "backslashreplace").decode("utf-8")


if __name__ == "__main__":
    sys.exit(main())
