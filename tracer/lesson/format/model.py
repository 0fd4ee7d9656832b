"""The data model of a lesson file."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.lesson.exercises.exercise_topic import ExerciseSpec
from tracer.lesson.questions.lesson_question import QuestionSpec
from tracer.marking.keys.problem import Problem


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a page about its search, which can be checked."""

    fact: str
    said: str
    where: str


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A page of a lesson.

    Args:
        covers: whether leaves are hidden until the search visits them; or, on a page without a
            search, the names of the hidden leaves.
    """

    text: str
    about: Problem | None = None
    at: str = ""
    claims: tuple[Claim, ...] = ()
    numbers: tuple[str, ...] = ()
    covers: bool | frozenset[str] = False
    ask: QuestionSpec | None = None
    exercise: ExerciseSpec | None = None
    where: str = ""

    @property
    def has_task(self) -> bool:
        """Whether there is a question or an exercise to solve."""
        return self.ask is not None or self.exercise is not None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson."""

    name: str
    title: str
    minutes: int
    summary: str
    goals: tuple[str, ...]
    pages: tuple[LessonPage, ...]
    file: str
    path: str = ""

    @property
    def key(self) -> str:
        """The key of its progress: two files of the same name are two lessons."""
        return self.path or self.name
