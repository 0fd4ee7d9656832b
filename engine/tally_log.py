"""A log that keeps no rows of what is done: it counts the visits of each depth, and the best line.

A search writes into it as into any log, and reads back what it reads of one: the node that it has
just left, that node's children, and what is still open above. These alone have rows; whatever is
entered next takes the place of what is no longer needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from engine.best_play import best_of
from engine.conventions import Ties
from engine.counts import Level
from engine.log import CHILDLESS, NO_PARENT, Flag, VisitLog

__all__ = ["Found", "TallyLog"]

#: Visits between two looks at a checkpoint that there is not.
_BLOCK = 4096
_EVALUATED = int(Flag.EVALUATED)


@dataclass(frozen=True, slots=True)
class Found:
    """What a whole pass of a search has found.

    Args:
        value: what the root returned; NaN before a pass is whole.
        flags: the root's, which tell whether the value is a bound.
        line: best play from the root on, each move as its place among the node's moves.
        visits: nodes entered in that pass.
    """

    value: float = math.nan
    flags: int = Flag.INCOMPLETE
    line: tuple[int, ...] = ()
    visits: int = 0


class TallyLog(VisitLog):
    """The counts of a search, in memory that does not grow with its visits.

    Args:
        checkpoint: as a `VisitLog` asks it, with the number of visits.
        ties: which of several best moves the line takes.
    """

    __slots__ = (
        "_answers",
        "_before",
        "_end",
        "_limited",
        "_lines",
        "found",
        "levels",
        "ties",
        "visits",
    )

    def __init__(
        self, checkpoint: Callable[[int], int] | None = None, ties: Ties = "first"
    ) -> None:
        super().__init__(checkpoint)
        self.ties = ties
        self.clear()

    def clear(self) -> None:
        """Forget all, for a search that begins again."""
        #: What is counted of each depth, from the root on; of several passes their sum.
        self.levels: list[Level] = []
        #: What the last whole pass has found.
        self.found = Found()
        self.visits = 0
        self._before = 0  # visits of earlier passes
        self._limited = False
        self._pause = 0
        self._end = 0  # rows that mean something; what is behind them has been left behind
        self._lines: list[tuple[int, ...]] = []
        self._answers: list[tuple[float, int, tuple[int, ...]]] = []

    # Recording ------------------------------------------------------------------------------

    def enter(
        self, parent: int, depth: int, action: int, player: int, alpha: float, beta: float
    ) -> int:
        """Count a visit, and give it a row for as long as that is needed."""
        if self.visits == self._pause:
            checkpoint = self.checkpoint
            self._pause += _BLOCK if checkpoint is None else checkpoint(self.visits) - self.visits
        if parent == NO_PARENT:
            self._before, self._limited = self.visits, False
        self.visits += 1
        row = 0 if parent == NO_PARENT else self._end
        if row == len(self.parent):
            for column in self.columns().values():
                column.append(0)
            self._lines.append(())
        self._end = row + 1
        self.parent[row], self.depth[row] = parent, depth
        self.action[row], self.player[row] = action, player
        self.alpha[row], self.beta[row] = alpha, beta
        self.size[row] = self.actions[row] = self.flags[row] = 0
        self._lines[row] = ()
        if depth == len(self.levels):
            self.levels.append(Level())
        self.levels[depth].visited += 1
        return row

    def expand(self, row: int, actions: int) -> None:
        """Count the moves of a node."""
        self.actions[row] = actions
        self.levels[self.depth[row]].moves += actions

    def leave(self, row: int, value: float, tried: int, flags: int) -> float:
        """Count what a node was, and see which of its children its value is from."""
        self.value[row], self.tried[row] = value, tried
        self.flags[row] = self.returned = flags
        self._limited = self._limited or flags & _EVALUATED != 0
        self.levels[self.depth[row]].count(flags, self.actions[row] - tried)
        # Of the children only they themselves are left.
        for child in range(row + 1, self._end):
            self.size[child] = 1
        self.size[row] = self._end - row
        if not flags & CHILDLESS:
            best = best_of(self, row, self.last_children(row), self.ties)
            if best is not None:
                self._lines[row] = (self.action[best], *self._lines[best])
        self._end = row + 1
        if self.parent[row] == NO_PARENT:
            self.found = Found(value, flags, self._lines[row], self.visits - self._before)
        return value

    def leaf(self, row: int, value: float, flags: int) -> float:
        """As `leave`, of a node that was not expanded."""
        return self.leave(row, value, 0, flags)

    def keep(self, row: int) -> int:
        """Put down what a node has found, for a table of positions."""
        self._answers.append((self.value[row], self.flags[row], self._lines[row]))
        return len(self._answers) - 1

    def answer(self, known: int) -> tuple[float, int]:
        """What was put down."""
        value, flags, _ = self._answers[known]
        return value, flags

    def repeat(self, row: int, known: int) -> None:
        """Go on with the line of an earlier visit."""
        self._lines[row] = self._answers[known][2]

    def finish(self) -> None:
        """Nothing is left to be done: what was open when a search was stopped is counted."""

    # Reading --------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._end

    def is_limited(self, root: int) -> bool:
        """Whether a depth limit has stopped at a node of the last pass."""
        return self._limited

    @property
    def last_depth(self) -> int:
        """The depth of the last visit, or of one above it; −1 before the first."""
        return self.depth[self._end - 1] if self._end else -1
