"""The visited children of nodes, each of them once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from engine.log import LEAF, Flag
from tracer.recording import Recording
from tracer.wide import family_of

__all__ = ["Kin"]

_NO_CHILDREN = LEAF | Flag.REPEAT

#: Nodes whose children are kept.
_MOST_KEPT = 512


class Kin:
    """The visited children of the nodes of a search.

    Args:
        trace: the search.
    """

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._kept: dict[int, Sequence[int]] = {}

    def of(self, row: int) -> Sequence[int]:
        """The first visit to each visited child of a node, in the order of these visits."""
        if row not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[row] = self._firsts(row)
        return self._kept[row]

    def _firsts(self, row: int) -> Sequence[int]:
        log = self._trace.log
        if log.flags[row] & _NO_CHILDREN:
            return ()
        family = family_of(self._trace, row)
        if family is not None and family.in_order:
            return family.children
        firsts: dict[int, int] = {}
        for child in log.children(row):
            firsts.setdefault(log.action[child], child)
        return list(firsts.values())

    def place(self, parent: int, row: int) -> int:
        """Which of the children of a node a row is a visit to."""
        log, firsts = self._trace.log, self.of(parent)
        place = bisect_right(firsts, row) - 1
        if firsts[place] == row:
            return place
        action = log.action[row]  # a later visit to it
        return next(at for at, first in enumerate(firsts) if log.action[first] == action)
