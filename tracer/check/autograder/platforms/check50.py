"""check50, CS50's checks: `.cs50.yml` and a module with a check for each part."""

from __future__ import annotations

import json
from typing import Final

from tracer.check.autograder.platforms.platform import (
    Assignment,
    Platform,
    check_files,
    template,
)
from tracer.text.numbers import show_number

__all__ = ["PLATFORM"]

_CHECK: Final = '''

@check50.check(graded)
def part_{number}(results):
    """{part} ({points})"""
    check(results, {quoted})
'''


def _files(assignment: Assignment) -> dict[str, str]:
    checks = "".join(
        _CHECK.format(
            number=number,
            part=part,
            points=f"{show_number(most)} {'point' if most == 1 else 'points'}",
            quoted=json.dumps(part),
        )
        for number, (part, most) in enumerate(assignment.parts.items(), 1)
    )
    thing = "program" if assignment.is_code else "answer sheet"
    return {
        ".cs50.yml": template(
            "check50/cs50.yml",
            files="".join(f'    - !include "*{one}"\n' for one in assignment.endings),
            requirements="\n".join(f'    - "{one}"' for one in assignment.requirements),
        ),
        "checks.py": template(
            "check50/checks.txt", thing=thing, parts=json.dumps([*assignment.parts])
        )
        + checks,
        **check_files(),
    }


PLATFORM: Final = Platform(
    "check50",
    "check50",
    "a folder of checks, one for each part, passed or failed",
    _files,
    needs_parts=True,
)
