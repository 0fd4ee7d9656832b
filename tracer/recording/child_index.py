"""Index of the visits to the children of a node, so steps of wide nodes are fast.

Indexes are built once and kept for a few nodes of each trace.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.game import Player
from engine.log.best_play import wins_tie
from engine.log.visit_log import NO_PARENT
from tracer.recording.recording import Recording

#: Nodes with at least this many visits to children have an index.
_WIDE = 256

#: Indexes kept for one trace.
_MOST_KEPT = 8


@dataclass(frozen=True)
class ChildIndex:
    """The visits to the children of one node."""

    trace: Recording
    row: int
    children: array[int]

    @cached_property
    def best(self) -> Sequence[int]:
        """The rows that `best_after_each` yields for these visits."""
        return array("i", best_after_each(self.trace, self.row, self.children))

    @cached_property
    def visits_by_move(self) -> dict[int, list[int]]:
        """The visits by the index of their move."""
        visits: dict[int, list[int]] = {}
        for child in self.children:
            visits.setdefault(self.trace.log.action[child], []).append(child)
        return visits

    def count_returned(self, step: int) -> int:
        """Return how many of the visits have returned by the end of a step."""
        return bisect_right(self.children, step, key=self.trace.tour.left_at)


def index_children(trace: Recording, row: int) -> ChildIndex | None:
    """Return the index of a node with many visited children; None if it has few."""
    if trace.log.tried[row] < _WIDE:
        return None
    indexes: dict[int, ChildIndex] = trace.derived.setdefault(ChildIndex, {})
    if row not in indexes:
        if len(indexes) >= _MOST_KEPT:
            indexes.clear()
        indexes[row] = ChildIndex(trace, row, array("i", trace.log.children(row)))
    return indexes[row]


def count_returned(trace: Recording, row: int, step: int) -> int:
    """Return how many visits to children of a node have returned by the end of a step."""
    index = index_children(trace, row)
    return trace.tour.count_returned(row, step) if index is None else index.count_returned(step)


def best_after_each(trace: Recording, row: int, children: Iterable[int]) -> Iterator[int]:
    """Yield the row that v comes from, before the first visit and after each one.

    Scout searches are ignored. The row is `NO_PARENT` until a child has given v a value.
    """
    log = trace.log
    sign = 1 if log.player[row] == Player.MAX else -1
    ties = trace.settings.convention.ties
    best, v = NO_PARENT, -math.inf
    yield best
    for child in children:
        if not log.is_scout(child):
            v2 = sign * log.value[child]
            if v2 > v or (v2 == v and wins_tie(log, child, sign, ties)):
                best, v = child, v2
        yield best
