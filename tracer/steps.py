"""A step of a search as plain data: the event, and the stack of calls after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import overload

from engine.game import Player
from engine.log import CHILDLESS, NO_PARENT
from tracer.recording import Recording
from tracer.wide import returned, so_far

__all__ = ["Event", "EventKind", "Frame", "Snapshot", "Stack"]


class EventKind(StrEnum):
    """What happens at a step."""

    ENTER = "enter"  #: an interior node is entered
    TERMINAL = "terminal"  #: a leaf is entered where the game is over
    EVALUATED = "evaluated"  #: a node is entered at which the depth limit stops
    REPEAT = "repeat"  #: a node is entered that a table has the answer for
    PLAYOUT = "playout"  #: a node is entered from which the game is played out at random
    BETTER = "better"  #: a child returns, and its parent takes its value
    KEPT = "kept"  #: a child returns, and its parent keeps the value that it has
    SCOUTED = "scouted"  #: a child returns, and is going to be searched again
    AVERAGED = "averaged"  #: a child returns to a chance node
    BACKED_UP = "backed-up"  #: a reward passes from a child to its parent
    CUT = "cut"  #: a child returns, and its parent's cutoff test holds
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
    """What happens at a step.

    Args:
        kind: what it is.
        row: the visit that is entered, or that returns.
        name: that node's name.
        parent: the row of the node that is returned to; `NO_PARENT` on an entry and at a root.
        skipped: the names of the children that a cutoff skips, in the game's order.
    """

    kind: EventKind
    row: int
    name: str
    parent: int = NO_PARENT
    skipped: tuple[str, ...] = ()

    @property
    def entering(self) -> bool:
        """Whether a node is entered at this step; otherwise one returns."""
        return self.kind in _ENTRIES


@dataclass(frozen=True, slots=True)
class Frame:
    """A node that has been entered and not left: one call on the stack.

    Args:
        row: its row.
        name: its name.
        move: the name of the move that led to it; empty at a root.
        player: whose turn it is.
        depth: plies below the root.
        v: the best value so far; ∓∞ before the first child, 0 at a chance node, a leaf's value.
        alpha: its window now, as the convention's program holds it.
        beta: its window now.
        entered: the window it was entered with.
        best: the name of the child that v is from; empty before there is one.
        best_move: the name of the move to it; empty before there is one.
        returns: visits to children that have returned; a child can be visited twice.
        tried: children that have returned.
        actions: children it has.
        cut: whether its cutoff test holds, so that it returns next.
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
    actions: int
    cut: bool


class Stack(Sequence[Frame]):
    """The open nodes at a step, the root first; a frame is built when it is looked at."""

    def __init__(self, trace: Recording, step: int, rows: Sequence[int]) -> None:
        self._trace = trace
        self._step = step
        #: The rows of the open nodes, the root first.
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Frame: ...
    @overload
    def __getitem__(self, index: slice) -> list[Frame]: ...
    def __getitem__(self, index: int | slice) -> Frame | list[Frame]:
        if isinstance(index, slice):
            return [self._frame(row) for row in self.rows[index]]
        return self._frame(self.rows[index])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Stack({list(self)})"

    def _frame(self, row: int) -> Frame:
        trace, log = self._trace, self._trace.log
        returns = returned(trace, row, self._step)
        now = so_far(trace, row, returns)
        tried = returns
        if trace.searches_again:
            tried = len({log.action[child] for child in islice(log.children(row), returns)})
        leaf = log.flags[row] & CHILDLESS
        return Frame(
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
            actions=log.actions[row],
            cut=now.cut,
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A search as it stands after a step.

    Args:
        step: its number, from 0.
        event: what happened at it.
        stack: the open nodes, the root first; a node that returns is no longer among them.
        visited: rows below this number have been entered.
        sentence: the event in words.
        line: the number, from 0, of the pseudocode line that it stands on.
        note: what the author of the tree wrote beside the node of this step; mostly nothing.
    """

    step: int
    event: Event
    stack: Stack
    visited: int
    sentence: str
    line: int
    note: str = ""
