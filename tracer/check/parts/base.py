"""What a part of a sheet is: how it is read, how much of it is right, and where it goes wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar

from tracer.check.answers import Answers
from tracer.check.names import Names
from tracer.search_trace import Trace

__all__ = ["Part", "Rules", "Steps", "WindowWanted", "WrongAt"]

WindowWanted = Literal["either", "before", "after"]

_Claim = TypeVar("_Claim")

#: Nodes below cutoffs that are looked at, to say where they are skipped.
_MOST_SKIPPED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Rules:
    """What a key asks for, apart from the answers.

    Args:
        names: the names of the problem.
        window: which window of a cutoff is wanted: before its last child's value is folded in,
            after, or either.
        whole: whether a sheet owes everything that a part can hold; otherwise only what it
            answers is looked at.
        headline: what the course calls "visited".
        complete: what every node is worth to a search that leaves nothing out.
        inner: the nodes that are no leaves.
        parents: the node above each, by name.
        right: the right answers; None where the answers that are compared with are they.
        seconds: the time in which a program is to be done; None for any.
    """

    names: Names
    window: WindowWanted = "either"
    whole: bool = True
    headline: str = "visited"
    complete: Mapping[str, float] = field(default_factory=dict)
    inner: frozenset[str] = frozenset()
    parents: Mapping[str, str] = field(default_factory=dict)
    right: Answers | None = None
    seconds: float | None = None


class WrongAt(NamedTuple):
    """Something wrong, and where.

    Args:
        step: the step of the right trace that decides it.
        node: the node.
        said: what was claimed, as a clause; empty where nothing was.
    """

    step: int
    node: str
    said: str


class Steps:
    """Which step of the right trace an answer belongs to.

    Args:
        trace: the right trace.
        answers: its answers.
    """

    def __init__(self, trace: Trace, answers: Answers) -> None:
        self.trace = trace
        self.answers = answers
        self._rows: dict[str, int] | None = None
        self._skipped: dict[str, int] | None = None

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.trace.tour) - 1

    def row(self, name: str) -> int | None:
        """The row of the first visit to a node; None where it is not visited."""
        if self._rows is None:
            self._rows = {}
            for row, visited in enumerate(self.answers.visits):
                self._rows.setdefault(visited, row)
        return self._rows.get(name)

    def entered(self, name: str) -> int | None:
        """The step at which a node is entered; of one that is skipped, at which it is."""
        row = self.row(name)
        return self.skipped(name) if row is None else self.trace.tour.entered_at(row)

    def left(self, name: str) -> int | None:
        """The step at which a node returns; of one that is skipped, at which it is."""
        row = self.row(name)
        return self.skipped(name) if row is None else self.trace.tour.left_at(row)

    def skipped(self, name: str) -> int | None:
        """The step of the cutoff that skips a node or one above it.

        None where no cutoff does, and in games for those that lie far below one.
        """
        if self._skipped is None:
            self._skipped = dict(self._all_skipped())
        return self._skipped.get(name)

    def _all_skipped(self) -> Iterator[tuple[str, int]]:
        """The nodes that cutoffs skip, level by level, with the steps of the cutoffs."""
        game = self.trace.game
        waiting: deque[tuple[Any, list[str], int, frozenset[str] | None]] = deque(
            (
                self.trace.state(cut.row),
                [*self.trace.moves_to(cut.row)],
                self.trace.tour.left_at(cut.row) - 1,
                frozenset(cut.skipped),
            )
            for cut in self.trace.cutoffs
            if cut.skipped
        )
        room = _MOST_SKIPPED
        while waiting and room > 0:
            state, path, step, only = waiting.popleft()
            if game.is_terminal(state):
                continue
            for move in game.moves(state):
                below = game.result(state, move)
                way = [*path, game.name_of(move)]
                name = game.node_name(below, way)
                if only is None or name in only:
                    yield name, step
                    waiting.append((below, way, step, None))
                    room -= 1

    def cut(self, name: str) -> int | None:
        """The step at which a node's cutoff test holds, where it does; else where it returns."""
        left = self.left(name)
        if left is None or self.row(name) is None:
            return left
        return left - 1 if any(cut.at == name for cut in self.answers.cuts) else left


class Part(ABC, Generic[_Claim]):
    """A part of a sheet."""

    #: Its name on sheets, in keys and in records.
    name: ClassVar[str]
    #: Other names that students give it.
    aliases: ClassVar[tuple[str, ...]] = ()
    #: What it asks for, in one line.
    about: ClassVar[str]

    def is_blank(self, given: Any) -> bool:
        """Whether nothing has been filled in."""
        if isinstance(given, Mapping):
            return all(map(self.is_blank, given.values()))
        if isinstance(given, list):
            return all(map(self.is_blank, given))
        return given is None or (isinstance(given, str) and not given.strip())

    @abstractmethod
    def read(self, given: Any, rules: Rules) -> _Claim:
        """What somebody wrote, as this part holds it.

        Raises:
            InvalidInput: it cannot be read.
        """

    @abstractmethod
    def wrote(self, answers: Answers, rules: Rules) -> _Claim:
        """What somebody with these answers would have written."""

    @abstractmethod
    def share(self, claim: _Claim, answers: Answers, rules: Rules) -> float:
        """How much of it is right, from 0 to 1; exactly 1 where all of it is."""

    def share_of_either(
        self, claim: _Claim, answers: Answers, others: Answers, rules: Rules
    ) -> float:
        """How much of it is right by the one answers or by the others, from 0 to 1."""
        return max(self.share(claim, answers, rules), self.share(claim, others, rules))

    @abstractmethod
    def told(self, claim: _Claim, answers: Answers, rules: Rules) -> str:
        """What is right and what is wrong, in a sentence."""

    @abstractmethod
    def wrong(
        self, claim: _Claim, answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """What is wrong with it, and at which step; nothing where all of it is right."""

    def items(self, answers: Answers, rules: Rules) -> int:
        """How many things it asks for; a slip costs one of them."""
        return 1

    @abstractmethod
    def blank(self, answers: Answers, rules: Rules) -> Any:
        """An empty answer, for a form."""
