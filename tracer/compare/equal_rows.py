"""Equal stretches of two visit logs, found by comparing bytes."""

from __future__ import annotations

from array import array
from typing import Any

from engine.log.visit_log import VisitLog
from engine.log.windows import Windows
from tracer.recording.recording import Recording

#: Rows compared at once, at first and at most.
_FIRST_BLOCK, _LAST_BLOCK = 64, 1 << 16


class EqualRows:
    """Finds equal stretches of two logs by comparing bytes.

    Two rows are equal if all their columns are: the shape of the subtree, the window if both
    searches
    have one, the value and the flags.
    """

    def __init__(self, mine: Recording, theirs: Recording) -> None:
        names = ["action", "value", "size", "flags", "tried", "actions", "player"]
        self._mine, self._theirs = mine.log, theirs.log
        kept = {mine.log.windows, theirs.log.windows}
        # In equal subtrees below equal windows, equal bounds make equal windows.
        self._by_bound = mine.has_window and theirs.has_window and kept == {Windows.ONE_END}
        if self._by_bound:
            names.append("bound")
        elif mine.has_window and theirs.has_window:
            names += ["alpha", "beta"]
        self._columns = [
            (*map(_bytes_of, columns), columns[0].itemsize)
            for name in names
            for columns in [[_column(log, name) for log in (mine.log, theirs.log)]]
        ]
        # The last comparison: row offset, first row, end of the equal rows, and whether they differ
        # there.
        self._shift, self._from, self._until, self._ended = 0, 0, 0, False

    def whole(self, row: int, other: int) -> bool:
        """Return whether two subtrees are equal, visit by visit."""
        mine, theirs = self._mine, self._theirs
        count = mine.size[row]
        # Most unequal subtrees differ at the top; unfinished ones have NaN there.
        if count != theirs.size[other] or mine.value[row] != theirs.value[other]:
            return False
        if self._by_bound and not (
            mine.alpha[row] == theirs.alpha[other] and mine.beta[row] == theirs.beta[other]
        ):
            return False
        if count <= _FIRST_BLOCK:
            return self._equal(row, other, count)
        shift = other - row
        if shift == self._shift and self._from <= row <= self._until:
            if row + count <= self._until:
                return True
            if self._ended:
                return False
        same = self._same(row, other, count)
        self._shift, self._from, self._until = shift, row, row + same
        self._ended = same < count
        return same == count

    def _same(self, row: int, other: int, most: int) -> int:
        """Return how many rows from two positions on are equal, up to `most`."""
        done, block = 0, _FIRST_BLOCK
        while done < most:
            count = min(block, most - done)
            if not self._equal(row + done, other + done, count):
                return done + self._before_difference(row + done, other + done, count)
            done += count
            block = min(2 * block, _LAST_BLOCK)
        return done

    def _before_difference(self, row: int, other: int, count: int) -> int:
        """Return how many rows are equal before the first unequal one of `count`."""
        low, high = 0, count - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._equal(row + low, other + low, middle - low):
                low = middle
            else:
                high = middle - 1
        return low

    def _equal(self, row: int, other: int, count: int) -> bool:
        for mine, theirs, width in self._columns:
            here, there = row * width, other * width
            length = count * width
            if mine[here : here + length].tobytes() != theirs[there : there + length].tobytes():
                return False
        return True


def _column(log: VisitLog, name: str) -> Any:
    """Return a column, or what is read from others as one."""
    column = getattr(log, name)
    return column if name in log.columns() else column[:]


def _bytes_of(column: array[int] | array[float]) -> memoryview:
    return memoryview(column).cast("B")
