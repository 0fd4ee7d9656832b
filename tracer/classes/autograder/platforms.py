"""The record of a platform for which plytrace writes autograders."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import PurePosixPath
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from engine.errors import look_up

#: Suffixes of sheets.
SUFFIXES: Final = (".yaml", ".yml", ".json", ".csv", ".txt", ".md")

#: Suffixes of program files and of archives of them.
PROGRAMS: Final = (".py", ".ipynb")
ARCHIVE: Final = ".zip"

#: The folder beside this one with the files that platforms share, and a folder for each platform.
_TEMPLATES: Final = "tracer.classes.autograder.templates"


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment for which an autograder is written."""

    key: str
    endings: tuple[str, ...]
    is_code: bool = False
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Platform:
    """A platform that runs autograders."""

    name: str
    title: str
    about: str
    files: Callable[[Assignment], Mapping[str, str]]
    results: Callable[[dict[str, Any]], dict[str, Any]] = lambda made: made
    inside: str = ""
    submission: str = "submission"
    python: str = "python3"
    runs_as: str = ""


def template(name: str, **values: str) -> str:
    """Return a file of the templates."""
    text = resources.files(_TEMPLATES).joinpath(name).read_text(encoding="utf-8")
    for one, value in values.items():
        text = text.replace(f"@{one.upper()}@", value)
    return text


# Gradescope: a Docker image that is built from a zip, and `results.json`.


def _gradescope_files(_: Assignment) -> dict[str, str]:
    return {"setup.sh": template("gradescope/prepare.sh")}


GRADESCOPE: Final = Platform(
    "gradescope",
    "Gradescope",
    "an autograder to upload, with points for every part",
    _gradescope_files,
    python="$source/venv/bin/python",
    runs_as=", as /autograder/run_autograder",
)


# PrairieLearn: a question's folder with an external grader.
#
# The format of its results is in https://docs.prairielearn.com/externalGrading/.

#: The time limit of a job in seconds, above that of our own grader.
_TIMEOUT: Final = 360

_LATER: Final = "A person will mark this submission: {}."


def results(made: dict[str, Any]) -> dict[str, Any]:
    """Return PrairieLearn's results of a submission.

    A submission that was not graded is not gradable, which costs no attempt. Neither is one with a
    part that a person will mark, since it has no score yet.
    """
    shown = [one for one in made["tests"] if one.get("visibility") != "hidden"]
    waiting = [one["name"] for one in made["tests"] if one.get("visibility") == "hidden"]
    most = sum(one["max_score"] for one in shown)
    if waiting or not most:
        reason = _LATER.format(", ".join(waiting)) if waiting else made["output"]
        return {"gradable": False, "format_errors": [reason], "message": made["output"]}
    return {
        "gradable": True,
        "score": round(min(made["score"] / most, 1.0), 6),
        "message": made["output"],
        "tests": [
            {
                "name": one["name"],
                "points": one["score"],
                "max_points": one["max_score"],
                "message": one["output"],
            }
            for one in shown
        ],
    }


def _prairielearn_files(assignment: Assignment) -> dict[str, str]:
    title = PurePosixPath(assignment.key).stem
    info = {
        "uuid": str(uuid5(NAMESPACE_URL, f"plytrace:{assignment.digest}")),
        "title": title,
        "topic": "Adversarial search",
        "type": "v3",
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": "YOUR-ACCOUNT/plytrace-grader",
            "entrypoint": "/grade/tests/run_autograder",
            "timeout": _TIMEOUT,
        },
    }
    patterns = ", ".join(f"*{one}" for one in assignment.endings)
    thing = "your program" if assignment.is_code else "your answer sheet"
    return {
        "info.json": json.dumps(info, indent=2) + "\n",
        "question.html": template("prairielearn/question.html", thing=thing, patterns=patterns),
        "Dockerfile": template("prairielearn/Dockerfile"),
    }


PRAIRIELEARN: Final = Platform(
    "prairielearn",
    "PrairieLearn",
    "a question with an external grader, with points for every part",
    _prairielearn_files,
    results,
    inside="tests",
    submission="student",
    runs_as=", as /grade/tests/run_autograder",
)


# The platforms for which plytrace writes autograders: a module with its `PLATFORM` for each.

#: The platforms by name.
PLATFORMS: Final[Mapping[str, Platform]] = {
    platform.name: platform for platform in (GRADESCOPE, PRAIRIELEARN)
}


def find_platform(name: str) -> Platform:
    """Return the platform of that name."""
    return look_up(name, PLATFORMS, "platform")
