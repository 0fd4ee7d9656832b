"""A course's table as plain data, independent of the output format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Final, TextIO, TypeAlias

from tracer.runs.search_trace import Trace
from tracer.runs.timing import Timing, TurnTimer, timing_note
from tracer.text.document import (
    USUAL_LAYOUT,
    Article,
    Block,
    Board,
    Bullets,
    Document,
    Layout,
    Paragraph,
    Table,
)

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
    """A course's table: the functions that make it."""

    add_rows: Callable[..., None]
    #: What is filled into its title and its notes, by its options.
    words: Callable[..., Mapping[str, str]] = dict
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


# A report as text, an article, CSV or JSON (schema `plytrace.report/1`).

SCHEMA: Final = "plytrace.report/1"

#: Longer cells are printed below the table, one per line.
_WIDEST: Final = 34


def _record(report: Report) -> dict[str, Any]:
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "report": report.name,
        "title": report.title,
        "rows": report.rows,
        "boards": report.boards,
        "notes": report.notes,
    }
    return record | ({"stopped": True} if report.stopped else {})


def _cells(report: Report) -> tuple[list[str], list[list[str]]]:
    """Return the keys of the columns that fit into a table, and its rows."""
    rows = [
        {key: _format_cell(row.get(key), key in report.unrounded) for key in report.columns}
        for row in report.rows
    ]
    keys = [
        key for key in report.columns if all(len(row[key]) <= _WIDEST for row in rows) or not rows
    ]
    return keys, [[row[key] for key in keys] for row in rows]


def _format_cell(value: Any, unrounded: bool = False) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    if isinstance(value, float) and not unrounded:
        return f"{value:g}".replace("-", "−")
    return str(value).replace("-", "−") if isinstance(value, float) else str(value)


def _long_cells(report: Report, keys: list[str]) -> list[str]:
    """Return the cells that are too long for a table, one line per row."""
    first, *_ = report.columns
    named = [key for key in list(report.columns)[:2] if key in keys] or [first]
    return [
        f"{report.columns[key]} of {' '.join(str(row[column]) for column in named)}: {row[key]}"
        for key in report.columns
        if key not in keys
        for row in report.rows
    ]


def _article(report: Report) -> Article:
    keys, rows = _cells(report)
    blocks: list[Block] = [Table([report.columns[key] for key in keys], rows)]
    blocks += map(Paragraph, _long_cells(report, keys))
    for what, board in report.boards.items():
        blocks += [Paragraph(what), Board(board)]
    return Article(report.title, [*blocks, Bullets(report.notes)])


def write_report(
    report: Report, out: TextIO, format_name: str, layout: Layout = USUAL_LAYOUT
) -> None:
    """Write a report in one of `DOCUMENT_FORMATS`."""
    Document(
        lambda: _article(report),
        lambda: ([*report.columns], report.rows),
        lambda: _record(report),
    ).write(format_name, out, layout)
