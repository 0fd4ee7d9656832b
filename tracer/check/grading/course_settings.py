"""Counts that are right under a course's own settings but wrong under the key's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from engine.conventions import COURSES, PRESETS
from tracer.answers.answers import Answers
from tracer.check.grading.accepted_conventions import ProblemVersions
from tracer.check.parts import PARTS, Rules

__all__ = ["CourseSettings"]

#: The parts that such settings change first; the first one on a sheet is compared.
_PARTS: Final = ("counts", "visits")


class CourseSettings:
    """A problem with the settings of each accepted course, searched when needed.

    Args:
        versions: versions of the problem.
    """

    def __init__(self, versions: ProblemVersions) -> None:
        self._versions = versions

    def hints(
        self, claims: Mapping[str, Any], wrong: frozenset[str], rules: Rules
    ) -> dict[str, str]:
        """Return a hint for a part that is right under other settings, if any.

        Args:
            claims: claims of the sheet, by part.
            wrong: parts that are wrong under the key's settings.
            rules: requirements of the key.
        """
        part = next((one for one in _PARTS if one in claims), None)
        if part is None or part not in wrong:
            return {}
        for hint, answers in self._searched:
            if PARTS[part].share(claims[part], answers, rules) == 1:
                return {part: hint}
        return {}

    @cached_property
    def _searched(self) -> list[tuple[str, Answers]]:
        """The answers with other settings, each with a hint."""
        found: list[tuple[str, Answers]] = []
        problem = self._versions.problem
        accepted = {one.name.partition(",")[0] for one in problem.accept}
        for name in (one for one in PRESETS if one in accepted):
            for setting, value in COURSES[name].settings.items():
                options = dict(problem.options)
                is_set = options.pop(setting, None)
                if is_set is None:
                    options[setting] = value
                    hint = (
                        f"the answer is right with {COURSES[name].options}, the default of "
                        f"{name}'s programs, which this problem does not set"
                    )
                elif is_set == value:
                    hint = (
                        f"the answer is right without {COURSES[name].options}, "
                        "which this problem sets"
                    )
                else:
                    continue
                answers = self._versions.answers_with(PRESETS[name], options)
                if answers is not None:
                    found.append((hint, answers))
        return found
