"""A log without rows: it keeps only the counts of each depth and the best line.

A search uses it like any log. Only the nodes that a search may still read have rows: the node just
left, its children and the open nodes above. The next visit overwrites rows no longer needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from engine.conventions import Ties
from engine.log.best_play import find_best_child
from engine.log.counts import DepthCounts
from engine.log.visit_log import CHILDLESS, NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows


#: Visits between two checks if there is no checkpoint.
_BLOCK = 4096
_EVALUATED: Final = int(Flag.EVALUATED)
_CUTOFF: Final = int(Flag.CUTOFF)


@dataclass(frozen=True, slots=True)
class PassResult:
    """The result of a completed pass of a search."""

    value: float = math.nan
    flags: int = Flag.INCOMPLETE
    line: tuple[int, ...] = ()
    visits: int = 0


class TallyLog(VisitLog):
    """The counts of a search, in constant memory."""

    __slots__ = (
        "_before",
        "_end",
        "_limited",
        "_lines",
        "found",
        "levels",
        "passes",
        "ties",
        "visits",
    )

    def __init__(
        self,
        checkpoint: Callable[[int], int] | None = None,
        ties: Ties = "first",
        reserve: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(checkpoint, reserve)
        self.ties = ties
        self.clear()

    def clear(self) -> None:
        """Clear the log for a search that restarts."""
        #: The counts of each depth, from the root on, summed over all passes.
        self.levels: list[DepthCounts] = []
        #: The result of the last completed pass.
        self.found = PassResult()
        #: The results of all completed passes, in order.
        self.passes: list[PassResult] = []
        self.visits = 0
        self._before = 0  # visits of earlier passes
        self._limited = False
        self._pause = 0
        self._end = 0  # rows in use; later ones are stale
        self._lines: list[tuple[int, ...]] = []

    # Recording ------------------------------------------------------------------------------

    def keep_windows(self, windows: Windows, window: tuple[float, float]) -> None:
        """Keep both ends of each window: a temporary row needs no less."""
        super().keep_windows(Windows.ANY, window)

    def enter(
        self, parent: int, depth: int, action: int, player: int, alpha: float, beta: float
    ) -> int:
        """Count a visit and give it a temporary row."""
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
            self.levels.append(DepthCounts())
        self.levels[depth].visited += 1
        return row

    def expand(self, row: int, actions: int) -> None:
        """Count the moves of a node."""
        self.actions[row] = actions
        self.levels[self.depth[row]].moves += actions

    def leave(self, row: int, value: float, tried: int, flags: int) -> float:
        """Count a finished node and record which child gave it its value."""
        self.value[row], self.tried[row] = value, tried
        self.flags[row] = self.returned = flags
        self._limited = self._limited or flags & _EVALUATED != 0
        self.levels[self.depth[row]].count(flags, self.actions[row] - tried)
        # Only the children's own rows are left below the node.
        for child in range(row + 1, self._end):
            self.size[child] = 1
        self.size[row] = self._end - row
        for probe in self.cut_rows(row)[:-1] if flags & _CUTOFF else ():
            self.levels[self.depth[probe]].skipped += self.actions[probe] - self.tried[probe]
        if not flags & CHILDLESS:
            best = find_best_child(self, row, self.last_children(row), self.ties)
            if best is not None:
                self._lines[row] = (self.action[best], *self._lines[best])
        self._end = row + 1
        if self.parent[row] == NO_PARENT:
            self.found = PassResult(value, flags, self._lines[row], self.visits - self._before)
            self.passes.append(self.found)
        return value

    def leaf(self, row: int, value: float, flags: int) -> float:
        """Call `leave` for a node that was not expanded."""
        return self.leave(row, value, 0, flags)

    def keep(self, row: int) -> Any:
        """Return a node's result for a transposition table."""
        return self.value[row], self.flags[row], self._lines[row]

    def answer(self, stored: Any) -> tuple[float, int]:
        """Return the stored value and flags."""
        value, flags, _ = stored
        return value, flags

    def repeat(self, row: int, stored: Any, goes_on: bool = True) -> None:
        """Continue the best line with that of an earlier visit."""
        if goes_on:
            self._lines[row] = stored[2]

    @contextmanager
    def pause_counting(self) -> Iterator[None]:
        """Forget what is searched meanwhile."""
        before = deepcopy(self.levels), self.visits, list(self.passes)
        try:
            yield
        finally:
            self.levels, self.visits, self.passes = before

    def finish(self) -> None:
        """Do nothing: the open nodes of a stopped search are already counted."""

    # Reading --------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._end

    def is_limited(self, root: int) -> bool:
        """Return whether the last pass reached the depth limit."""
        return self._limited
