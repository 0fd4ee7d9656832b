"""The visited children of nodes, each once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from engine.log.visit_log import LEAF, Flag
from tracer.recording.child_index import index_children
from tracer.recording.recording import Recording

__all__ = ["VisitedChildren"]

_NO_CHILDREN = LEAF | Flag.REPEAT

#: The number of nodes with cached children.
_MOST_KEPT = 512


class VisitedChildren:
    """The visited children of the nodes of a search.

    Args:
        trace: the search.
    """

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._kept: dict[int, Sequence[int]] = {}

    def first_visits(self, row: int) -> Sequence[int]:
        """Return the first visit to each visited child of a node, in order."""
        if row not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[row] = self._firsts(row)
        return self._kept[row]

    def _firsts(self, row: int) -> Sequence[int]:
        log = self._trace.log
        if log.flags[row] & _NO_CHILDREN:
            return ()
        index = index_children(self._trace, row)
        if index is not None and index.is_in_order:
            return index.children
        firsts: dict[int, int] = {}
        for child in log.children(row):
            firsts.setdefault(log.action[child], child)
        return list(firsts.values())

    def index_of(self, parent: int, row: int) -> int:
        """Return the index of a row's node among the visited children of its parent."""
        log, firsts = self._trace.log, self.first_visits(parent)
        place = bisect_right(firsts, row) - 1
        if firsts[place] == row:
            return place
        action = log.action[row]  # a later visit to it
        return next(at for at, first in enumerate(firsts) if log.action[first] == action)
