"""A course's table as plain data, independent of the output format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias

from tracer.runs.search_trace import Trace
from tracer.runs.timing import Timing, TurnTimer, timing_note


#: A function that runs one search, with the arguments of `tracer.trace`.
Runner: TypeAlias = Callable[..., Trace]


class Stopped(Exception):
    """Raised inside a report if a search is stopped; the rows before are kept."""


@dataclass(slots=True)
class Report:
    """A table with its boards and notes."""

    name: str
    title: str
    columns: Mapping[str, str]
    rows: list[dict[str, Any]] = field(default_factory=list)
    boards: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    stopped: bool = False
    unrounded: frozenset[str] = frozenset()

    def add_times(self, times: Sequence[Timing]) -> None:
        """Add to each row the time of its search and its speedup over the first row."""
        for row, timing in zip(self.rows, times, strict=False):  # a stopped search has no row
            row["seconds"] = round(timing.seconds, 3)
            if "speedup" in self.columns:
                row["speedup"] = (
                    round(times[0].seconds / timing.seconds, 2) if timing.seconds else None
                )
        self.notes += filter(None, [timing_note(times[: len(self.rows)])])


@dataclass(frozen=True, slots=True)
class CourseReport:
    """A course's table: its name and the functions that make it."""

    name: str
    empty: Callable[..., Report]
    add_rows: Callable[..., None]
    options: tuple[str, ...] = ()
    add_boards: Callable[[Report, Sequence[Timing]], None] | None = None


class TimedRuns:
    """The searches of a report, first run one by one, then timed in turns."""

    def __init__(self, run: Runner, clock: Callable[[], float] = perf_counter) -> None:
        self._run = run
        self._turns = TurnTimer(clock)

    def __call__(self, *arguments: Any, **options: Any) -> Trace:
        """Run a search to its end; the arguments are those of `tracer.trace`."""
        trace: Trace = self._turns.run(partial(self._run, *arguments, **options))
        if trace.stopped:
            raise Stopped
        return trace

    def times(self, *, again: bool) -> list[Timing]:
        """Return the time of each search in order; `again` repeats the searches."""
        return self._turns.times(again=again)
