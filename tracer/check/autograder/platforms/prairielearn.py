"""PrairieLearn: a question's folder with an external grader.

The format of its results is in https://docs.prairielearn.com/externalGrading/.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from tracer.check.autograder.platforms.platform import Assignment, Platform, template

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


def _files(assignment: Assignment) -> dict[str, str]:
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


PLATFORM: Final = Platform(
    "prairielearn",
    "PrairieLearn",
    "a question with an external grader, with points for every part",
    _files,
    results,
    inside="tests",
    submission="student",
    runs_as=", as /grade/tests/run_autograder",
)
