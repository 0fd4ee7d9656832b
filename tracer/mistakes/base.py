"""The base class of misconceptions, and the tasks and readings that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.conventions import Convention
from tracer.answers.answers import Answers, NodeValue, answers_of_work
from tracer.answers.hand_worker import HandWorker, Work
from tracer.answers.shares_worker import worker_kind
from tracer.answers.work_tree import WorkTree

__all__ = ["HandTask", "Misconception", "Reading"]


@dataclass(frozen=True, slots=True)
class HandTask:
    """A problem under the rules of one convention.

    Args:
        tree: tree; None if it is too large.
        convention: rules of the search.
        windowed: whether the search passes windows.
        right: right answers.
        accepted: conventions that the key accepts.
        of_program: whether a program solves it.
    """

    tree: WorkTree | None
    convention: Convention
    windowed: bool
    right: Answers
    accepted: tuple[Convention, ...] = ()
    of_program: bool = False

    @property
    def bounds_tests(self) -> tuple[bool, ...]:
        """The ways to write the cutoff test: see `HandWorker.tests_bounds`."""
        return (False, True) if self.of_program else (False,)

    def worked(self, kind: type[HandWorker], **changes: object) -> tuple[WorkTree, Work]:
        """Return the tree and a worker's record of it; `changes` become attributes of the worker.

        Raises:
            ValueError: there is no tree.
        """
        if self.tree is None:
            raise ValueError("the tree is too large to be worked by hand")
        worker = worker_kind(kind, self.tree)(self.tree, self.convention, windowed=self.windowed)
        for name, value in changes.items():
            setattr(worker, name, value)
        return self.tree, worker.run()

    def answers(self, kind: type[HandWorker], **changes: object) -> Answers:
        """Return the answers of a worker."""
        return self.answers_of(self.worked(kind, **changes)[1], kind, **changes)

    def answers_of(self, work: Work, kind: type[HandWorker], /, **changes: object) -> Answers:
        """Return the answers in a worker's record; values of every node are computed on demand."""
        assert self.tree is not None

        def every_node() -> Mapping[str, NodeValue]:
            return replace(self, windowed=False).answers(kind, **changes).values

        return answers_of_work(self.tree, work, every_node)

    def change_convention(self, **fields: object) -> HandTask:
        """Return the task under a convention with other fields."""
        return replace(self, convention=replace(self.convention, **fields))  # type: ignore[arg-type]

    @property
    def has_chance(self) -> bool:
        """Whether the tree has chance nodes."""
        return self.tree is not None and any(self.tree.chances)


@dataclass(frozen=True, slots=True)
class Reading:
    """The answers of one variety of a misconception.

    Args:
        slug: slug of the misconception.
        answers: answers with this mistake.
        where: place of the mistake, such as `at C`; empty if it is everywhere.
        elsewhere: convention or course in which it is right; empty if none.
    """

    slug: str
    answers: Answers
    where: str = ""
    elsewhere: str = ""


class Misconception(ABC):
    """A mistake that students make."""

    #: Name in records.
    slug: ClassVar[str]
    #: Short description.
    title: ClassVar[str]
    #: Longer description, in a sentence or two.
    explanation: ClassVar[str]
    #: Question to think about, without the answer.
    hint: ClassVar[str]
    #: The same texts for programs, if their cause may differ; otherwise empty.
    of_program: ClassVar[str] = ""
    hint_of_program: ClassVar[str] = ""
    #: Whether only a search with windows can show it.
    needs_window: ClassVar[bool] = True
    #: Of misconceptions that fit equally well, the lowest rank is named first.
    rank: ClassVar[int]
    #: The parts of a sheet that show it even if all other parts are right.
    shows_alone_in: ClassVar[frozenset[str]] = frozenset()
    #: Whether only people make it, since it concerns writing by hand.
    only_of_people: ClassVar[bool] = False

    def readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the answers of each reading, under the rules of the task."""
        tree = task.tree
        if tree is None or tree.players or tree.prunes_chance:
            return  # mistakes of max^n and of Star1 have no names
        if task.windowed or not self.needs_window:
            yield from self.worked_readings(task)

    @abstractmethod
    def worked_readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the readings for a task with a tree."""

    def reading(self, answers: Answers, where: str = "", elsewhere: str = "") -> Reading:
        """Make a reading of this misconception."""
        return Reading(self.slug, answers, where, elsewhere)
