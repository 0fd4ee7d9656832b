"""A search up to a step, without what it does later."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import Any

from engine.log.visit_log import CHILDLESS, Flag, VisitLog
from tracer.recording.recording import Recording


def search_so_far(trace: Recording, step: int) -> Recording:
    """Return a search as if it had been stopped after a step; rows and steps keep their numbers.

    The log is shared, so a long one costs no more than a short one. A node is open unless its
    last child has returned by then. The value of a childless node is known on entry.
    """
    log, tour = trace.log, trace.tour
    count = tour.count_entered(*tour.row_at(step))
    still_open = [
        row
        for row in tour.ancestors(count - 1)
        if tour.left_at(row) - 1 > step and not log.flags[row] & CHILDLESS
    ]
    if trace.uses_playouts and log.flags[count - 1] & CHILDLESS:
        still_open = []  # the reward of this iteration is known
    known: dict[str, Any] = {
        name: memoryview(column)[:count] for name, column in log.columns().items()
    }
    for name, changed in (
        ("size", {row: count - row for row in still_open}),
        ("value", dict.fromkeys(still_open, nan)),
        ("flags", {row: int(Flag.INCOMPLETE) for row in still_open}),
    ):
        known[name] = _ChangedColumn(known[name], changed)
    known["repeats"] = log.repeats
    return Recording(
        trace.source,
        trace.game,
        trace.search,
        trace.settings,
        VisitLog.from_columns(known, log.window),
        trace.stopped,
        trace.title,
    )


class _ChangedColumn:
    """A column of a log in which a few values are replaced."""

    def __init__(self, column: memoryview[Any], changed: dict[int, Any]) -> None:
        self._column = column
        self._changed = changed

    def __len__(self) -> int:
        return len(self._column)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self._column)))]
        found = self._changed.get(at)
        return self._column[at] if found is None else found

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self._column)))
