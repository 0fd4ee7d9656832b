"""Gradescope: a Docker image that is built from a zip, and `results.json`."""

from __future__ import annotations

from typing import Final

from tracer.check.autograder.platforms.platform import Assignment, Platform, template


def _files(_: Assignment) -> dict[str, str]:
    return {"setup.sh": template("gradescope/prepare.sh")}


PLATFORM: Final = Platform(
    "gradescope",
    "Gradescope",
    "an autograder to upload, with points for every part",
    _files,
    python="$source/venv/bin/python",
    runs_as=", as /autograder/run_autograder",
)
