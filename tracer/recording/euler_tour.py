"""The Euler tour of a log: the row of each step, and the steps with cutoffs.

A search of n visits has 2n steps: each visit has an entry and a return (fewer if the search was
stopped). They are the Euler tour of the tree of visits: the node in row *i* at depth *d* is
entered at step 2*i* − *d* and left at step 2(*i* + size) − *d* − 1. So a binary search and a climb
towards the root find any step, however long the log.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from engine.log.visit_log import NO_PARENT, Flag, VisitLog


class EulerTour:
    """The steps of a log."""

    def __init__(self, log: VisitLog) -> None:
        self._log = log
        self._steps = 2 * len(log) - sum(1 for _ in log.open_rows())

    def __len__(self) -> int:
        """Return the number of steps: two per visit, less the returns that a stop prevented."""
        return self._steps

    def entered_at(self, row: int) -> int:
        """Return the step at which a row's node is entered."""
        return 2 * row - self._log.depth[row]

    def left_at(self, row: int) -> int:
        """Return the step at which a row's node returns."""
        return 2 * (row + self._log.size[row]) - self._log.depth[row] - 1

    def row_at(self, step: int) -> tuple[int, bool]:
        """Return the row that a step belongs to, and whether the step enters it."""
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

    def count_returned(self, row: int, step: int) -> int:
        """Return how many visits to a node's children have returned by the end of a step."""
        children = list(self._log.children(row))
        return bisect_right(children, step, key=self.left_at)

    def next_cut(self, step: int, flag: int = Flag.EARLY_RETURN) -> int | None:
        """Return the first step after `step` at which a cutoff test succeeds, or None."""
        log = self._log
        row, entering = self.row_at(step)
        # An open node's cut is still to come; cuts below it come before its own.
        steps = [
            self._cut_at(open_row) for open_row in self.ancestors(row) if log.flags[open_row] & flag
        ]
        found = next(log.find_rows(flag, self.count_entered(row, entering)), None)
        while found is not None:
            steps.append(self._cut_at(found))
            found = next(log.find_rows(flag, found + 1, found + log.size[found]), None)
        return min((cut for cut in steps if cut > step), default=None)

    def previous_cut(self, step: int, flag: int = Flag.EARLY_RETURN) -> int | None:
        """Return the last step before `step` at which a cutoff test succeeds, or None."""
        log = self._log
        found: int | None = self.count_entered(*self.row_at(step))
        while found is not None:
            found = log.find_last_row(flag, found)
            if found is not None and self._cut_at(found) < step:
                # Ancestors that were cut too were cut later.
                cuts = [self._cut_at(row) for row in self.ancestors(found) if log.flags[row] & flag]
                return max(cut for cut in cuts if cut < step)
        return None

    def count_entered(self, row: int, entering: bool) -> int:
        """Return how many nodes have been entered by the end of a row's entry or return."""
        return row + (1 if entering else self._log.size[row])

    def _cut_at(self, row: int) -> int:
        """Return the step at which an early return's test succeeds: its last child's return."""
        return self.left_at(row) - 1

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield a row and its ancestors, up to the root."""
        while row != NO_PARENT:
            yield row
            row = self._log.parent[row]

    def cuts_parent(self, row: int) -> bool:
        """Return whether a node's return made its parent's cutoff test succeed."""
        log = self._log
        parent = log.parent[row]
        return (
            parent != NO_PARENT
            and bool(log.flags[parent] & Flag.EARLY_RETURN)
            and row + log.size[row] == parent + log.size[parent]
        )
