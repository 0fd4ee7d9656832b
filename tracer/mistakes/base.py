"""What a misconception is, and the tasks and readings that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from engine.conventions import Convention
from engine.game import AnyGame
from engine.search import find_search
from engine.searches.settings import Settings
from tracer.answers.answers import Answers, NodeValue, answers_of_work
from tracer.answers.hand_worker import HandWorker, Work
from tracer.answers.shares_worker import worker_kind
from tracer.answers.work_tree import MOST_NODES, WorkTree, work_tree


@dataclass(frozen=True, slots=True)
class HandTask:
    """A problem under the rules of one convention."""

    tree: WorkTree | None  # None if it is too large
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
        """Return the tree and a worker's record; `changes` become attributes of the worker."""
        if self.tree is None:
            raise ValueError("the tree is too large to be worked by hand")
        worker = self.make_worker(kind, self.tree)
        for name, value in changes.items():
            setattr(worker, name, value)
        return self.tree, worker.run()

    def make_worker(self, kind: type[HandWorker], tree: WorkTree) -> HandWorker:
        """Return a worker of a kind for a tree."""
        return worker_kind(kind, tree)(tree, self.convention, windowed=self.windowed)

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


def make_task(
    game: AnyGame, settings: Settings, search: str, *, most: int = MOST_NODES
) -> HandTask | None:
    """Return a search as a problem; None if its tree is too large to be worked by hand."""
    tree = work_tree(game, settings, search, most)
    if tree is None:
        return None
    windowed, accepted = find_search(search).prunes(settings), (settings.convention,)
    task = HandTask(tree, settings.convention, windowed, Answers(), accepted)
    return replace(task, right=task.answers(HandWorker))


@dataclass(frozen=True, slots=True)
class Reading:
    """The answers of one variety of a misconception."""

    answers: Answers
    where: str = ""  # such as `at C`; empty if the mistake is everywhere
    node: str = ""  # the one node at which the mistake is made; empty if it is a rule
    elsewhere: str = ""  # the convention or course in which it is right, if any
    slug: str = ""


#: A function that yields the readings of a misconception on a tree.
ListReadings: TypeAlias = Callable[[HandTask], Iterator[Reading]]


def search_as(*kinds: type[HandWorker]) -> ListReadings:
    """Return a function that yields the answers of some workers."""
    return lambda task: (Reading(task.answers(kind)) for kind in kinds)


#: The readings of a mistake that depends on the sheet, as a slip does, or of no search.
NO_READINGS: Final = search_as()


@dataclass(frozen=True, slots=True)
class Misconception:
    """A mistake that students make; `mistakes.yaml` describes each."""

    slug: str
    title: str
    explanation: str
    hint: str
    of_program: str = ""
    hint_of_program: str = ""
    #: Whether it is a mistake in an answer such as x ≤ 3, and not in a search.
    of_letters: bool = False
    #: Whether it is about counts, so that it needs no tree, and shows in them alone.
    of_counts: bool = False
    #: Whether only a search with windows can show it.
    needs_window: bool = True
    #: Whether only people make it, since it concerns writing by hand.
    only_of_people: bool = False
    #: Whether it shows in every entry that it changes, so that a right one refutes it.
    in_every_entry: bool = False
    list_readings: ListReadings = NO_READINGS

    def readings(self, task: HandTask) -> Iterator[Reading]:
        """Yield the answers of each reading; mistakes of max^n and of Star1 have no names."""
        tree = task.tree
        is_shown = self.of_counts or not (tree is None or tree.players or tree.prunes_chance)
        if is_shown and (task.windowed or not self.needs_window):
            for reading in self.list_readings(task):
                yield replace(reading, slug=self.slug)
