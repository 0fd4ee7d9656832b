"""Stretches of two visit logs that are the same, found at the speed of comparing bytes."""

from __future__ import annotations

from array import array

from tracer.recording import Recording

__all__ = ["EqualRows"]

#: Rows that are compared together, at first and at most.
_FIRST_BLOCK, _LAST_BLOCK = 64, 1 << 16


class EqualRows:
    """Finds stretches of two logs that are the same, at the speed of comparing bytes.

    Rows are the same where all that a visit says of itself is: the shape of its subtree, its
    window if both searches have one, its value and its flags.

    Args:
        mine: a search.
        theirs: another.
    """

    def __init__(self, mine: Recording, theirs: Recording) -> None:
        names = ["action", "value", "size", "flags", "tried", "actions", "player"]
        if mine.has_window and theirs.has_window:
            names += ["alpha", "beta"]
        self._mine, self._theirs = mine.log, theirs.log
        self._columns = [
            (_bytes_of(getattr(mine.log, name)), _bytes_of(getattr(theirs.log, name)), width)
            for name in names
            for width in [getattr(mine.log, name).itemsize]
        ]
        # What was compared last: from which row, how far it was the same, and whether it ended so.
        self._shift, self._from, self._until, self._ended = 0, 0, 0, False

    def whole(self, row: int, other: int) -> bool:
        """Whether two subtrees are the same, visit by visit."""
        mine, theirs = self._mine, self._theirs
        count = mine.size[row]
        # Most that differ do so at their top already; NaN is at the top of what was not finished.
        if count != theirs.size[other] or mine.value[row] != theirs.value[other]:
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
        """How many rows from two on are the same, up to `most`."""
        done, block = 0, _FIRST_BLOCK
        while done < most:
            count = min(block, most - done)
            if not self._equal(row + done, other + done, count):
                return done + self._before_difference(row + done, other + done, count)
            done += count
            block = min(2 * block, _LAST_BLOCK)
        return done

    def _before_difference(self, row: int, other: int, count: int) -> int:
        """How many rows are the same before the first of `count` that is not."""
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


def _bytes_of(column: array[int] | array[float]) -> memoryview:
    return memoryview(column).cast("B")
