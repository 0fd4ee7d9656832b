"""A step of a search as plain data: the event, and the stack of calls after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import overload

from engine.game import Player
from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag
from tracer.recording.fold import count_returned, fold
from tracer.recording.recording import Recording


class EventKind(StrEnum):
    """The kind of a step."""

    ENTER = "enter"  #: an internal node is entered
    TERMINAL = "terminal"  #: a terminal state is entered
    EVALUATED = "evaluated"  #: a node at the depth limit is entered
    REPEAT = "repeat"  #: a node is entered whose value is in the table
    PLAYOUT = "playout"  #: a node is entered, and a random playout starts from it
    BETTER = "better"  #: a child returns, and its parent takes its value
    KEPT = "kept"  #: a child returns, and its parent keeps its own value
    SCOUTED = "scouted"  #: a scout or a probe of a child returns, and its value is only a bound
    AVERAGED = "averaged"  #: a child returns to a chance node
    BACKED_UP = "backed-up"  #: a reward passes from a child to its parent
    CUT = "cut"  #: a child returns, and its parent's cutoff test succeeds
    FINISHED = "finished"  #: a root returns


_ENTRIES = frozenset(
    {
        EventKind.ENTER,
        EventKind.TERMINAL,
        EventKind.EVALUATED,
        EventKind.REPEAT,
        EventKind.PLAYOUT,
    }
)


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a search."""

    kind: EventKind
    row: int
    name: str
    parent: int = NO_PARENT
    skipped: tuple[str, ...] = ()

    @property
    def entering(self) -> bool:
        """Whether a node is entered at this step; otherwise a node returns."""
        return self.kind in _ENTRIES


@dataclass(frozen=True, slots=True)
class StackFrame:
    """A node that has been entered and not left: one call on the stack."""

    row: int
    name: str
    move: str
    player: Player
    depth: int
    v: float
    alpha: float
    beta: float
    entered: tuple[float, float]
    best: str
    best_move: str
    returns: int
    tried: int
    searched: int
    actions: int
    cut: bool


class Stack(Sequence[StackFrame]):
    """The open nodes at a step, the root first; a frame is built on access."""

    def __init__(self, trace: Recording, step: int, rows: Sequence[int]) -> None:
        self._trace = trace
        self._step = step
        #: The rows of the open nodes, the root first.
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> StackFrame: ...
    @overload
    def __getitem__(self, index: slice) -> list[StackFrame]: ...
    def __getitem__(self, index: int | slice) -> StackFrame | list[StackFrame]:
        if isinstance(index, slice):
            return [self._frame(row) for row in self.rows[index]]
        return self._frame(self.rows[index])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Stack({list(self)})"

    def _frame(self, row: int) -> StackFrame:
        trace, log = self._trace, self._trace.log
        returns = count_returned(trace, row, self._step)
        now = fold(trace, row, returns)
        tried = searched = returns
        if trace.searches_again:
            visits = list(islice(log.children(row), returns))
            tried = len({log.action[child] for child in visits})
            probes = sum(1 for child in visits if log.flags[child] & Flag.PROBE)
            searched = len(visits) - probes if probes else tried
        leaf = log.flags[row] & CHILDLESS
        return StackFrame(
            row=row,
            name=trace.name(row),
            move=trace.move_name(row) or "",
            player=Player(log.player[row]),
            depth=log.depth[row],
            v=log.value[row] if leaf else now.v,
            alpha=now.alpha,
            beta=now.beta,
            entered=(log.alpha[row], log.beta[row]),
            best="" if now.best == NO_PARENT else trace.name(now.best),
            best_move="" if now.best == NO_PARENT else trace.move_name(now.best) or "",
            returns=returns,
            tried=tried,
            searched=searched,
            actions=log.actions[row],
            cut=now.cut,
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a search after a step."""

    step: int
    event: Event
    stack: Stack
    visited: int
    sentence: str
    line: int
    note: str = ""
