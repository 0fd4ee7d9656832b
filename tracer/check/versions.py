"""A problem under each of the conventions that its key accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from engine.control import Control
from engine.conventions import PRESETS, Convention
from engine.errors import InvalidInput
from engine.log import NO_PARENT
from engine.search import find_search
from tracer.check.answers import Answers, answers_of_trace, answers_of_work
from tracer.check.follow_through import Followed, Slip
from tracer.check.hand_worker import HandWorker
from tracer.check.misconceptions import MISCONCEPTIONS, Reading, Task
from tracer.check.names import Names
from tracer.check.parts import Rules, Steps
from tracer.check.problem import ANY, Problem
from tracer.check.work_tree import WorkTree, work_tree
from tracer.run import trace
from tracer.search_trace import Trace
from trees.sources import open_source

__all__ = ["Version", "Versions"]

#: The searches that a person works by hand; a misconception is one of them done otherwise.
_BY_HAND: Final = frozenset(
    {"minimax", "alphabeta", "negamax", "expectimax", "expectiminimax", "single"}
)
#: Visits of all searches with a slip that are kept.
_MOST_FOLLOWED: Final = 50_000


@dataclass
class Version:
    """The problem under one convention: its trace, and what is compared with it.

    Args:
        task: the problem as it is worked by hand.
        trace: the right trace.
        rules: what the key asks for.
        is_hybrid: whether no course has these rules: a sheet is theirs only if it follows them
            wholly.
    """

    task: Task
    trace: Trace
    rules: Rules
    is_hybrid: bool

    def __post_init__(self) -> None:
        self._followed: dict[tuple[Slip, ...], Followed] = {}

    @property
    def answers(self) -> Answers:
        """The right answers."""
        return self.task.right

    @property
    def both_updates(self) -> tuple[Task, Task]:
        """The task with the window raised before the test, and after it."""
        return self.task.under(update="before-test"), self.task.under(update="after-test")

    def followed(self, slips: tuple[Slip, ...]) -> Followed:
        """What follows from some slips; others make them too."""
        found = self._followed.get(slips)
        if found is None:
            found = Followed(self.task, slips)
            if len(self._followed) * len(self.answers.visits) < _MOST_FOLLOWED:
                self._followed[slips] = found
        return found

    @cached_property
    def steps(self) -> Steps:
        """Which step an answer belongs to."""
        return Steps(self.trace, self.answers)

    @cached_property
    def readings_of_ties(self) -> tuple[Reading, ...]:
        """What somebody answers who works all rightly and takes a bound that ties for a value."""
        return tuple(MISCONCEPTIONS["bound-as-exact"].readings(self.task))


class Versions:
    """The versions of a problem; all but the first are searched when they are needed.

    Args:
        problem: the problem.
        control: what may cancel its searches; they run one after another.

    Raises:
        PlytraceError: the problem cannot be searched, or its search was cancelled.
    """

    def __init__(self, problem: Problem, control: Control | None = None) -> None:
        self.problem = problem
        self._control = control
        self._opened = open_source(problem.source)
        self._found: list[Version] = []
        self.first = self._version(problem.accept[0])
        self._found.append(self.first)
        self._conventions = list(problem.versions(windowed=self.first.trace.has_window))

    def __iter__(self) -> Iterator[Version]:
        """The versions, the preferred one first."""
        for place, convention in enumerate(self._conventions):
            if place == len(self._found):
                self._found.append(self._version(convention))
            yield self._found[place]

    def _version(self, convention: Convention) -> Version:
        same = self._searched(convention)
        found = same.trace if same else self._trace(convention)
        if found.stopped:
            raise InvalidInput(
                f"the search was stopped {found.stopped.told}",
                where=self.problem.label,
                expected="a whole search, to hold sheets against",
            )
        tree = self._tree_of(found)
        right = same.answers if same else answers_of_trace(found)
        task = Task(
            tree, convention, found.has_window, right, self.problem.accept, self.problem.of_programs
        )
        is_hybrid = self.problem.accept is ANY and convention.name not in PRESETS
        return Version(task, found, self._rules(found, convention, tree, right), is_hybrid)

    def _trace(self, convention: Convention) -> Trace:
        return trace(
            self._opened,
            self.problem.search,
            convention,
            control=self._control,
            **self.problem.options,
        )

    def _searched(self, convention: Convention) -> Version | None:
        """A version that is searched in the same way and only counts otherwise."""
        for version in self._found:
            one, windowed = version.task.convention, version.trace.has_window
            if one.ties == convention.ties and (
                not windowed or (one.cutoff, one.returns) == (convention.cutoff, convention.returns)
            ):
                return version
        return None

    def _tree_of(self, found: Trace) -> WorkTree | None:
        if found.search not in _BY_HAND or find_search(found.search).several_roots:
            return None
        if self._found:
            return self.first.task.tree
        return work_tree(found.game, found.settings)

    def _rules(
        self, found: Trace, convention: Convention, tree: WorkTree | None, right: Answers
    ) -> Rules:
        headline = "below_root" if "below_root" in convention.count else "visited"
        if self._found:
            return replace(self.first.rules, headline=headline, right=right)
        complete: dict[str, float] = {}
        inner: set[str] = set()
        parents: dict[str, str] = {}
        if tree is not None:
            above = zip(tree.names, tree.parent, strict=True)
            parents = {name: tree.names[parent] for name, parent in above if parent != NO_PARENT}
            plain = HandWorker(tree, convention, windowed=False).run()
            complete = dict(answers_of_work(tree, plain).values)
            inner = {tree.names[node] for node in plain.best}
        return Rules(
            _names(found, tree),
            self.problem.window,
            self.problem.parts is not None,
            headline,
            complete,
            frozenset(inner),
            parents,
            right,
            self.problem.seconds,
        )


def _names(found: Trace, tree: WorkTree | None) -> Names:
    spaced = found.game.named_by_path
    if tree is not None:
        return Names(lambda: tree.names, lambda: filter(None, tree.moves), spaced=spaced)
    return Names(
        lambda: (place.name for place in found.walk()),
        lambda: {place.move for place in found.walk() if place.move},
        spaced=spaced,
    )
