"""The data model of a lesson file."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.check.keys.problem import Problem
from tracer.lesson.exercises.exercise_topic import ExerciseSpec
from tracer.lesson.questions.lesson_question import QuestionSpec

__all__ = ["Claim", "Lesson", "LessonPage"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a page about its search, which can be checked.

    Args:
        fact: name of the fact; see `tracer.lesson.questions.facts`.
        said: claimed value.
        where: place in the file.
    """

    fact: str
    said: str
    where: str


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A page of a lesson.

    Args:
        text: text in Markdown, with facts of the search in double braces.
        about: the search, matrix or hand run on the page; None for none.
        at: step of the search to show, see `tracer.lesson.questions.step_names`;
            empty for the tree or position before any search.
        claims: claims about the search.
        numbers: numbers in the text that are not claims about the search.
        ask: question on the page; None for none.
        exercise: exercise on the page; None for none.
        where: place in the file.
    """

    text: str
    about: Problem | None = None
    at: str = ""
    claims: tuple[Claim, ...] = ()
    numbers: tuple[str, ...] = ()
    ask: QuestionSpec | None = None
    exercise: ExerciseSpec | None = None
    where: str = ""

    @property
    def has_task(self) -> bool:
        """Whether there is a question or an exercise to solve."""
        return self.ask is not None or self.exercise is not None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Args:
        name: name on the command line: the file name without number and suffix.
        title: its title.
        minutes: usual duration.
        summary: its subject, in a line.
        goals: what a student can do afterwards.
        pages: its pages.
        file: file name, for errors.
        path: absolute path of a custom lesson; empty for a lesson of the tutorial.
    """

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
