"""The topic of an exercise: how a lesson requests it, and how it is made and marked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.conventions import PRESETS, Convention
from tracer.lesson.figures import PageFigure, right_part
from tracer.marking.grading.make_grader import OneGrader, grader_of
from tracer.marking.keys.problem import Problem
from trees.yaml.plain_data import PlainFile

#: The word for an exercise in which the student works the search by hand.
BY_HAND: Final = "by hand"


class ExerciseTopic(ABC):
    """A new tree, matrix or run of an exercise, with its right answers."""

    #: Whether it shows the requested misconception.
    is_apart = False

    def __init__(self, spec: ExerciseSpec, problem: Problem) -> None:
        self.spec = spec
        self.problem = problem

    @cached_property
    def grader(self) -> OneGrader:
        """The grader of answer sheets about it."""
        return grader_of(self.problem)

    def about(self, part: str) -> str:
        """Return the question of a part and the form of its answer."""
        return f"Give {self.spec.kind.parts.get(part) or self.grader.describe_part(part)}."

    def right(self, part: str) -> str:
        """Return the right answer to a part, as a student would write it."""
        return right_part(self.grader, part)

    @abstractmethod
    def scene(self, step: int, *, is_worked: bool) -> PageFigure:
        """Return the figure next to the question."""


@dataclass(frozen=True, slots=True)
class TopicKind:
    """A kind of topic.

    Args:
        key: key of an exercise that requests it.
        usage: the key and its value, for messages.
        noun: word for one of them.
        read: function that adds what is under the key to an exercise.
        make: function that makes a topic from a seed, which shows a misconception if possible;
            None if the student types it.
        parts: the parts in the questions, with the form of their answers; empty for a search.
    """

    key: str
    usage: str
    noun: str
    read: Callable[[PlainFile, ExerciseSpec], ExerciseSpec]
    make: Callable[[ExerciseSpec, str, str], ExerciseTopic] | None
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExerciseSpec:
    """The same task on new trees, matrices or runs, until enough in a row are right."""

    kind: TopicKind
    asks: tuple[str, ...]
    order: Any = None
    search: str | None = None
    convention: Convention = PRESETS["aima"]
    tests_guess: bool = False
    until: int = 1

    @property
    def is_by_hand(self) -> bool:
        """Whether the student works the search by hand."""
        return self.asks == (BY_HAND,)

    @property
    def points(self) -> dict[str, float]:
        """The points of each part, for the key of a topic."""
        return dict.fromkeys(self.asks, 1.0)
