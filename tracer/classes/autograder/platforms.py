"""The platforms for which plytrace writes autograders.

Each has a record here, and the files that only it has in a folder of `templates`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

#: Suffixes of sheets.
SUFFIXES: Final = (".yaml", ".yml", ".json", ".csv", ".txt", ".md")
#: Suffixes of program files and of archives of them.
PROGRAMS: Final = (".py", ".ipynb")
ARCHIVE: Final = ".zip"


@dataclass(frozen=True, slots=True)
class Platform:
    """A platform that runs autograders."""

    name: str  # name in options, and of its templates
    title: str  # name for people
    about: str  # how it runs the script
    #: Function that turns Gradescope's results into its own.
    results: Callable[[dict[str, Any]], dict[str, Any]] = lambda results: results
    inside: str = ""  # folder of the script, below that of the autograder
    submission: str = "submission"  # folder of the submission, beside the one that the script is in
    python: str = "python3"  # the Python that runs plytrace, in Bash


def prairielearn_results(results: dict[str, Any]) -> dict[str, Any]:
    """Return PrairieLearn's results of a submission.

    The format is that of https://docs.prairielearn.com/externalGrading/. A submission that was not
    graded is not gradable, which costs no attempt. Neither is one with a part that a person will
    mark, since it has no score yet.
    """
    shown = [test for test in results["tests"] if test.get("visibility") != "hidden"]
    waiting = [test["name"] for test in results["tests"] if test.get("visibility") == "hidden"]
    most = sum(test["max_score"] for test in shown)
    if waiting or not most:
        later = f"A person will mark this submission: {', '.join(waiting)}."
        reason = later if waiting else results["output"]
        return {"gradable": False, "format_errors": [reason], "message": results["output"]}
    return {
        "gradable": True,
        "score": round(min(results["score"] / most, 1.0), 6),
        "message": results["output"],
        "tests": [
            {
                "name": test["name"],
                "points": test["score"],
                "max_points": test["max_score"],
                "message": test["output"],
            }
            for test in shown
        ],
    }


#: The platforms by name.
PLATFORMS: Final[Mapping[str, Platform]] = {
    platform.name: platform
    for platform in (
        Platform(
            "gradescope",
            "Gradescope",
            "as /autograder/run_autograder",
            python="$source/venv/bin/python",
        ),
        Platform(
            "prairielearn",
            "PrairieLearn",
            "as /grade/tests/run_autograder",
            prairielearn_results,
            inside="tests",
            submission="student",
        ),
    )
}
