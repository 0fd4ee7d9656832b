"""The Euler tour of a log: which step is which row's, and where the next cutoff is.

A search of n visits has 2n steps, an entry and a return for each visit (fewer where it was stopped
inside). They are the Euler tour of the tree of visits: the node in row *i* at depth *d* is entered
at step 2*i* − *d* and left at step 2(*i* + size) − *d* − 1. So a step is found by a binary search
and the climb to the root, however long the log.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from engine.log import NO_PARENT, Flag, VisitLog

__all__ = ["Tour"]


class Tour:
    """The steps of a log.

    Args:
        log: the visits of a search.
    """

    def __init__(self, log: VisitLog) -> None:
        self._log = log
        self._steps = 2 * len(log) - sum(1 for _ in log.open_rows())

    def __len__(self) -> int:
        """How many steps there are: two a visit, less the returns that a stop prevented."""
        return self._steps

    def entered_at(self, row: int) -> int:
        """The step at which a row's node is entered."""
        return 2 * row - self._log.depth[row]

    def left_at(self, row: int) -> int:
        """The step at which a row's node returns."""
        return 2 * (row + self._log.size[row]) - self._log.depth[row] - 1

    def row_at(self, step: int) -> tuple[int, bool]:
        """The row that a step is about, and whether it is an entry.

        Raises:
            IndexError: there is no such step.
        """
        if not 0 <= step < len(self):
            raise IndexError(f"there is no step {step}: the last is {len(self) - 1}")
        depth = self._log.depth
        row = bisect_right(range(len(self._log)), step, key=lambda i: 2 * i - depth[i]) - 1
        behind = step - (2 * row - depth[row])
        if behind == 0:
            return row, True
        for _ in range(behind - 1):
            row = self._log.parent[row]
        return row, False

    def returned(self, row: int, step: int) -> int:
        """How many visits to children of a node have returned by the end of a step."""
        children = list(self._log.children(row))
        return bisect_right(children, step, key=self.left_at)

    def next_cut(self, step: int, flag: Flag = Flag.EARLY_RETURN) -> int | None:
        """The first step after `step` at which a cutoff test holds, or None.

        Args:
            step: where to start; it is not itself considered.
            flag: `Flag.EARLY_RETURN` for any, `Flag.CUTOFF` for those that skip a child.
        """
        log = self._log
        row, entering = self.row_at(step)
        # An open node's cut is still to come; below it, a child's comes before its parent's.
        steps = [
            self._cut_at(open_row) for open_row in self.climb(row) if log.flags[open_row] & flag
        ]
        found = next(log.rows_with(flag, self.visited_by(row, entering)), None)
        while found is not None:
            steps.append(self._cut_at(found))
            found = next(log.rows_with(flag, found + 1, found + log.size[found]), None)
        return min((cut for cut in steps if cut > step), default=None)

    def previous_cut(self, step: int, flag: Flag = Flag.EARLY_RETURN) -> int | None:
        """The last step before `step` at which a cutoff test holds, or None; as `next_cut`."""
        log = self._log
        found: int | None = self.visited_by(*self.row_at(step))
        while found is not None:
            found = log.last_row_with(flag, found)
            if found is not None and self._cut_at(found) < step:
                # The nodes around it that were cut too were cut after it.
                cuts = [self._cut_at(row) for row in self.climb(found) if log.flags[row] & flag]
                return max(cut for cut in cuts if cut < step)
        return None

    def visited_by(self, row: int, entering: bool) -> int:
        """How many nodes have been entered by the end of the step at which one is, or returns."""
        return row + (1 if entering else self._log.size[row])

    def _cut_at(self, row: int) -> int:
        """The step at which an early return's test held: the return of its last child."""
        return self.left_at(row) - 1

    def climb(self, row: int) -> Iterator[int]:
        """A row and those above it, up to the root."""
        while row != NO_PARENT:
            yield row
            row = self._log.parent[row]

    def cuts_parent(self, row: int) -> bool:
        """Whether a node's return made its parent's cutoff test hold."""
        log = self._log
        parent = log.parent[row]
        return (
            parent != NO_PARENT
            and bool(log.flags[parent] & Flag.EARLY_RETURN)
            and row + log.size[row] == parent + log.size[parent]
        )
