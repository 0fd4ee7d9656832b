"""The courses' own tables: a module each, with `fill`, the empty table, and `rows` to fill it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.errors import chosen
from tracer.reports.report import Report, Runner, Stopped
from tracer.run import trace

__all__ = ["REPORTS", "make_report"]

#: The reports by name, each with one line of what it is and the options that it takes.
REPORTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "cs480": ("nodes generated for each of X's nine first moves, by both algorithms", ("policy",)),
    "mp520": ("the Reversi boards: value, line, terminals, truncations, time", ("board",)),
    "mit": ("states explored by minimax, alpha-beta and expectimax, and the boards", ()),
    "lab3": ("the comparison block, and what the order of moves is worth", ()),
}


def make_report(name: str, *, run: Runner = trace, **options: Any) -> Report:
    """Make a course's table.

    Args:
        name: one of `REPORTS`.
        run: what runs one search, with the arguments of `tracer.trace`. Where a search is stopped
            the report ends with the rows that it has.
        options: those that the report takes.

    Raises:
        UsageError: there is no such report, or an option of it is wrong.
    """
    chosen(name, REPORTS, "report")
    module = import_module(f"tracer.reports.{name}")
    report: Report = module.fill(**options)
    try:
        module.rows(report, run, **options)
    except Stopped:
        report.stopped = True
        report.notes.append("Stopped: this is the part before.")
    return report
