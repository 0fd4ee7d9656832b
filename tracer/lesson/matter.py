"""What an exercise wants of a tree, a matrix or a run that it asks about."""

from __future__ import annotations

from typing import Protocol

from tracer.check.set_grader import OneGrader
from tracer.lesson.stage import Scene

__all__ = ["Matter"]


class Matter(Protocol):
    """Something fresh that an exercise asks about, and what is right about it."""

    @property
    def grader(self) -> OneGrader:
        """What marks parts of an answer sheet about it."""

    def about(self, part: str) -> str:
        """What a part asks for, and how it is written down."""

    def right(self, part: str) -> str:
        """The right answer to a part, as a student would write it.

        Raises:
            InvalidInput: there is no such part of it.
        """

    def scene(self, step: int, *, is_worked: bool) -> Scene:
        """What stands beside a question about the whole of it.

        Args:
            step: the step that a search is played from.
            is_worked: whether it is over, and what is right may be seen.
        """
