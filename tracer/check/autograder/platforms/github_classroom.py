"""GitHub Classroom: a workflow with a command for each part."""

from __future__ import annotations

import json
import shlex
from typing import Final

from tracer.check.autograder.platforms.platform import (
    Assignment,
    Platform,
    check_files,
    template,
)
from tracer.text.numbers import show_number

__all__ = ["PLATFORM"]

_INSIDE: Final = ".github/plytrace"

_STEP: Final = """\
      - name: {name}
        id: {id}
        uses: education/autograding-command-grader@v1
        with:
          test-name: {name}
          command: {command}
          timeout: 10
          max-score: {most}
"""


def _files(assignment: Assignment) -> dict[str, str]:
    steps = {f"part-{number}": part for number, part in enumerate(assignment.parts, 1)}
    made = "".join(
        _STEP.format(
            id=one,
            name=json.dumps(part),
            command=json.dumps(f"python3 {_INSIDE}/plytrace_parts.py {shlex.quote(part)}"),
            most=show_number(assignment.parts[part]),
        )
        for one, part in steps.items()
    )
    results = "".join(
        f'          {one.upper()}_RESULTS: "${{{{steps.{one}.outputs.result}}}}"\n' for one in steps
    )
    return {
        ".github/workflows/classroom.yml": template(
            "github_classroom/classroom.yml",
            inside=_INSIDE,
            steps=made,
            results=results,
            runners=",".join(steps),
        ),
        **{f"{_INSIDE}/{name}": text for name, text in check_files().items()},
    }


PLATFORM: Final = Platform(
    "github-classroom",
    "GitHub Classroom",
    "a workflow with a command for each part, passed or failed",
    _files,
    inside=_INSIDE,
    needs_parts=True,
)
