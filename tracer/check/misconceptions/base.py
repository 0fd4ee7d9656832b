"""What a misconception is: its name, its words, and the answers that it leads to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.conventions import Convention
from tracer.check.answers import Answers, answers_of_work
from tracer.check.hand_worker import HandWorker, Work
from tracer.check.work_tree import WorkTree

__all__ = ["Misconception", "Reading", "Task"]


@dataclass(frozen=True, slots=True)
class Task:
    """A problem, worked by the rules of one convention.

    Args:
        tree: the tree; None where it cannot be written out whole.
        convention: the rules.
        windowed: whether the search passes a window down.
        right: the right answers.
        accepted: the conventions that the key accepts.
        of_program: whether a program works it, and not a person.
    """

    tree: WorkTree | None
    convention: Convention
    windowed: bool
    right: Answers
    accepted: tuple[Convention, ...] = ()
    of_program: bool = False

    @property
    def bounds_tests(self) -> tuple[bool, ...]:
        """How the cutoff test is written: see `HandWorker.tests_bounds`."""
        return (False, True) if self.of_program else (False,)

    def worked(self, kind: type[HandWorker], **changes: object) -> tuple[WorkTree, Work]:
        """The tree as a worker of some kind works it; `changes` become its attributes.

        Raises:
            ValueError: there is no tree to work.
        """
        if self.tree is None:
            raise ValueError("the tree is too large to be worked by hand")
        worker = kind(self.tree, self.convention, windowed=self.windowed)
        for name, value in changes.items():
            setattr(worker, name, value)
        return self.tree, worker.run()

    def answers(self, kind: type[HandWorker], **changes: object) -> Answers:
        """The answers of such a worker."""
        return self.answers_of(self.worked(kind, **changes)[1], kind, **changes)

    def answers_of(self, work: Work, kind: type[HandWorker], /, **changes: object) -> Answers:
        """The answers of such a worker that has worked; it works again where every node counts."""
        assert self.tree is not None

        def every_node() -> Mapping[str, float]:
            return replace(self, windowed=False).answers(kind, **changes).values

        return answers_of_work(self.tree, work, every_node)

    def under(self, **fields: object) -> Task:
        """The task under a convention with other fields."""
        return replace(self, convention=replace(self.convention, **fields))  # type: ignore[arg-type]

    @property
    def has_chance(self) -> bool:
        """Whether chance has a part in the tree."""
        return self.tree is not None and any(self.tree.chances)


@dataclass(frozen=True, slots=True)
class Reading:
    """The answers of somebody with a misconception, in one of the ways in which people have it.

    Args:
        slug: the misconception's.
        answers: what they would write.
        where: where they have it, where that is not everywhere: `at C`.
        elsewhere: whose convention it is, where it is one.
    """

    slug: str
    answers: Answers
    where: str = ""
    elsewhere: str = ""


class Misconception(ABC):
    """A way to go wrong."""

    #: The name in records.
    slug: ClassVar[str]
    #: What it is, in a few words.
    title: ClassVar[str]
    #: What such a person does, in a sentence or two.
    explanation: ClassVar[str]
    #: What to think about, without the answer.
    hint: ClassVar[str]
    #: The same of a program, where that may have come to it in another way; empty where not.
    of_program: ClassVar[str] = ""
    hint_of_program: ClassVar[str] = ""
    #: Whether only a search with windows can show it.
    needs_window: ClassVar[bool] = True

    def readings(self, task: Task) -> Iterator[Reading]:
        """The answers in each of its readings, under the rules of the task."""
        if task.tree is None or (self.needs_window and not task.windowed):
            return
        yield from self.worked_readings(task)

    @abstractmethod
    def worked_readings(self, task: Task) -> Iterator[Reading]:
        """The same, where there is a tree to work."""

    def reading(self, answers: Answers, where: str = "", elsewhere: str = "") -> Reading:
        """A reading of this misconception."""
        return Reading(self.slug, answers, where, elsewhere)
