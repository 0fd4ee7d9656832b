"""The topic of an exercise: how a lesson requests it, and how it is made and marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from engine.conventions import PRESETS, Convention
from engine.errors import InvalidInput
from tracer.lesson.entries import check_known, texts_at
from tracer.lesson.figures import PageFigure
from tracer.marking.grading.make_grader import OneGrader
from trees.yaml.plain_data import PlainFile

#: The word for an exercise in which the student works the search by hand.
BY_HAND: Final = "by hand"


class ExerciseTopic(Protocol):
    """A new tree, matrix or run of an exercise, with its right answers."""

    @property
    def grader(self) -> OneGrader:
        """The grader of answer sheets about it."""

    def about(self, part: str) -> str:
        """Return the question of a part and the form of its answer."""

    def right(self, part: str) -> str:
        """Return the right answer to a part, as a student would write it."""

    def scene(self, step: int, *, is_worked: bool) -> PageFigure:
        """Return the figure next to the question."""


@dataclass(frozen=True, slots=True)
class TopicKind:
    """A kind of topic."""

    key: str
    usage: str
    noun: str
    read: Callable[[PlainFile], ExerciseSpec]
    make: Callable[[ExerciseSpec, str, str], ExerciseTopic] | None


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
    where: str = ""

    @property
    def is_by_hand(self) -> bool:
        """Whether the student works the search by hand."""
        return self.asks == (BY_HAND,)


def parts_at(exercise: PlainFile, key: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Read the parts in the questions about a topic without a search."""
    for other in ("search", "convention", "guess"):
        if other in exercise.entries:
            raise InvalidInput(
                f"{other}: cannot be combined with {key}:",
                where=exercise.place(other),
                expected="generate: or own:, which have a search",
            )
    asks = tuple(texts_at(exercise, "ask"))
    if not asks:
        raise InvalidInput(
            "the exercise asks nothing",
            where=exercise.place("ask"),
            expected=f"ask: and some of {', '.join(known)}",
        )
    for part in asks:
        check_known(part, known, "part", exercise.place("ask"))
    return asks
