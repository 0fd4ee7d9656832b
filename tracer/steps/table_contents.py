"""The contents of a transposition table after a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.log.visit_log import CHILDLESS, Flag
from tracer.recording.recording import Recording
from tracer.steps.visit_views import Bound, bound_name, bound_of
from tracer.text.numbers import json_number, show_number

_BOUND: Final = int(Flag.LOWER | Flag.UPPER)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What a table keeps of one position."""

    name: str
    value: float
    flags: int
    plies: int | None
    visit: int

    def __str__(self) -> str:
        bound = bound_of(self.flags)
        sign = Bound.EXACT if bound is Bound.UNKNOWN else bound
        left = "" if self.plies is None else f" (depth {self.plies})"
        return f"{self.name} {sign} {show_number(self.value)}{left}"

    def as_json(self) -> dict[str, Any]:
        """Return its record in the JSON of a trace."""
        bound = bound_name(self.flags)
        return {
            "id": self.name,
            "value": json_number(self.value),
            **({"bound": bound} if bound else {}),
            **({} if self.plies is None else {"depth": self.plies}),
            "visit": self.visit,
        }


def table_contents(trace: Recording) -> Iterator[TableEntry]:
    """Yield the entries of the table after a search with one, in the order of first visits.

    A table that keeps both bounds of a position has two entries for it, unless they are equal.
    """
    log, kept = trace.log, dict[tuple[Any, int | None], dict[int, tuple[int, str]]]()
    limit = trace.limit_at(0)
    for place in trace.walk():
        row = place.row
        flags = log.flags[row]
        if flags & (CHILDLESS | Flag.INCOMPLETE) or not trace.is_kept(row, place.state):
            continue
        left = None if limit is None else limit - log.depth[row]
        bound = flags & _BOUND
        rows = kept.setdefault((place.state, left), {})
        if not (bound and trace.keeps_bounds):
            rows.clear()
        rows[bound] = row, place.name
    for (_, left), rows in kept.items():
        entries = [(row, name, log.flags[row]) for row, name in rows.values()]
        if len({log.value[row] for row, _, _ in entries}) == 1:
            row, name, flags = entries[-1]
            entries = [(row, name, flags if len(entries) == 1 else flags & ~_BOUND)]
        for row, name, flags in entries:
            yield TableEntry(name, log.value[row], flags, left, row + 1)
