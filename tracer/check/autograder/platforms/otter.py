"""otter-grader: a test file for each part, and a folder of files for `otter generate`."""

from __future__ import annotations

import json
import re
from typing import Final

from tracer.check.autograder.platforms.platform import (
    Assignment,
    Platform,
    check_files,
    template,
)
from tracer.text.numbers import show_number

__all__ = ["PLATFORM"]

_INSIDE: Final = "plytrace"


def _files(assignment: Assignment) -> dict[str, str]:
    made = {
        f"tests/{number:02}_{re.sub(r'[^0-9A-Za-z]+', '_', part)}.py": template(
            "otter/test.txt", part=json.dumps(part), points=show_number(most)
        )
        for number, (part, most) in enumerate(assignment.parts.items(), 1)
    }
    return made | {f"{_INSIDE}/{name}": text for name, text in check_files().items()}


PLATFORM: Final = Platform(
    "otter",
    "otter-grader",
    "tests for otter generate, one for each part, passed or failed",
    _files,
    inside=_INSIDE,
    needs_parts=True,
    takes_sheets=False,
)
