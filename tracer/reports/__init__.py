"""The courses' tables that `plytrace report` prints: one module and one `CourseReport` each.

The courses themselves are in `engine.courses`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from engine.errors import look_up
from tracer.reports import comp341, cs480, lab3, mit, mp520
from tracer.reports.report import CourseReport, Report, Runner, Stopped, TimedRuns
from tracer.runs.run import trace

#: The reports by name.
REPORTS: dict[str, CourseReport] = {
    report.name: report
    for report in (cs480.REPORT, mp520.REPORT, mit.REPORT, lab3.REPORT, comp341.REPORT)
}


def make_report(
    name: str,
    *,
    run: Runner = trace,
    clock: Callable[[], float] = perf_counter,
    **options: Any,
) -> Report:
    """Make a course's table."""
    course = look_up(name, REPORTS, "report")
    report = course.empty(**options)
    runs = TimedRuns(run, clock)
    try:
        course.add_rows(report, runs, **options)
    except Stopped:
        report.stopped = True
    if "seconds" in report.columns:
        times = runs.times(again=not report.stopped)
        report.add_times(times)
        if course.add_boards is not None and not report.stopped:
            course.add_boards(report, times)
    if report.stopped:
        report.notes.append("Stopped: the rows after this are missing.")
    return report
