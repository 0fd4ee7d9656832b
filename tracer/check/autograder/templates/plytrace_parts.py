"""The parts of a submission, for checks that only pass or fail. It needs nothing but Python.

`python3 plytrace_parts.py PART` ends with exit code 0 if the part is right in
`results/results.json`, which `run_autograder` wrote beside this file. Otherwise it prints why it is
not, and ends with 1.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["fault", "grade", "read", "refusal"]

HERE = Path(__file__).resolve().parent


@cache
def grade(submission: Path, others: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Grade the submission in a folder and return its results.

    Args:
        submission: folder with the student's files.
        others: files and folders in it that are not the student's.
    """
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "submission"
        shutil.copytree(
            submission,
            place,
            ignore=lambda folder, _: others if Path(folder) == submission else (),
            symlinks=True,
        )
        subprocess.run(
            ["bash", str(HERE / "run_autograder"), str(place), scratch],
            env={"PLYTRACE_PYTHON": sys.executable, **os.environ},
            stdin=subprocess.DEVNULL,
            capture_output=True,  # it may quote the key
            check=False,
        )
        return read(Path(scratch))


def read(folder: Path) -> dict[str, Any]:
    """Return the results in a folder."""
    results: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return results


def refusal(results: dict[str, Any], parts: Iterable[str]) -> str:
    """Return why none of the parts was graded; empty if one was."""
    return "" if {one["name"] for one in results["tests"]} & {*parts} else str(results["output"])


def fault(results: dict[str, Any], part: str) -> str:
    """Return what is wrong with a part, for the student; empty if it is right.

    The first part that is wrong also has the first mistake and its likely reason.
    """
    tests = {one["name"]: one for one in results["tests"]}
    if part not in tests:
        return str(results["output"])
    found = tests[part]
    if found.get("visibility") == "hidden":
        return "A person will mark this part."
    if found["status"] == "passed":
        return ""
    lines = [f"{found['score']:g} of {found['max_score']:g} points. {found['output']}"]
    failed = [one for one in results["tests"] if one["status"] == "failed"]
    if found is failed[0]:
        lines += [f"{one['name']}: {one['output']}" for one in failed if not one["max_score"]]
    return "\n".join(lines)


if __name__ == "__main__":
    wrong = fault(read(HERE / "results"), sys.argv[1])
    print(wrong or "right")
    sys.exit(bool(wrong))
