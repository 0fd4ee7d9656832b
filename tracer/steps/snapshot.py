"""A step of a search as plain data: the event, and the stack of calls after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import overload

from engine.game import Player
from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag
from tracer.recording.child_index import count_returned
from tracer.recording.fold import fold
from tracer.recording.recording import Recording

__all__ = ["Event", "EventKind", "Snapshot", "Stack", "StackFrame"]


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
    """One step of a search.

    Args:
        kind: kind of the step.
        row: the visit that is entered or returns.
        name: that node's name.
        parent: row of the parent after a return; `NO_PARENT` at an entry and at a root.
        skipped: names of the skipped children, in the game's order.
    """

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
    """A node that has been entered and not left: one call on the stack.

    Args:
        row: its row.
        name: its name.
        move: name of the move that led to it; empty at a root.
        player: the player to move.
        depth: plies below the root.
        v: best value so far; ∓∞ before the first child, 0 at a chance node, a leaf's value.
        alpha: current α, as the convention's program has it.
        beta: current β.
        entered: window with which it was entered.
        best: name of the child with value v; empty before the first return.
        best_move: name of the move to it; empty before the first return.
        returns: visits to children that have returned; a child can be visited twice.
        tried: number of children that have returned.
        searched: number of these that were not merely probed.
        actions: number of children.
        cut: whether its cutoff test succeeded, so that it returns next.
    """

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
    """The state of a search after a step.

    Args:
        step: its number, from 0.
        event: the step's event.
        stack: the open nodes, the root first; a node that returns is no longer included.
        visited: number of visited rows; all rows below it have been entered.
        sentence: the event in words.
        line: number, from 0, of the pseudocode line.
        note: note of the tree's author at the node of this step; usually empty.
    """

    step: int
    event: Event
    stack: Stack
    visited: int
    sentence: str
    line: int
    note: str = ""
