"""A class report as CSV, one figure a row: what it belongs to, what it is, its value."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, TextIO

from tracer.check.report.class_report import ClassReport
from tracer.check.report.wording import bin_names
from tracer.spreadsheets import cell_of

__all__ = ["COLUMNS", "write"]

COLUMNS: Final = ("section", "name", "figure", "value")


def write(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as CSV.

    Per cents have all their digits. A text that a spreadsheet would run as a formula gets an
    apostrophe in front.

    Args:
        report: what is written.
        out: where.
        title: its heading, the value of the first row.
    """
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in [("report", "", "title", title), *_rows(report)]:
        table.writerow([_cell(value) for value in row])


def _rows(report: ClassReport) -> Iterator[tuple[str, str, str, Any]]:
    for figure, value in report.record().items():
        if isinstance(value, int):
            yield "report", "", figure, value
    scores = report.scores
    if scores:
        for figure, value in asdict(scores).items():
            if figure != "histogram":
                yield "scores", "", figure, value
        for name, number in zip(bin_names(), scores.histogram, strict=True):
            # Not 10-20, which a spreadsheet takes for a day in October.
            yield "histogram", name.replace("–", " to "), "sheets", number
    for part in report.parts:
        yield "part", part.part, "sheets", part.sheets
        yield "part", part.part, "whole", part.whole
        if part.mean is not None:
            yield "part", part.part, "mean", part.mean
    for one in report.misconceptions:
        yield "misconception", one.id, "title", one.title
        yield "misconception", one.id, "named", one.named
        yield "misconception", one.id, "may_be", one.may_be
        yield "misconception", one.id, "students", one.students
        yield "misconception", one.id, "students_exact", one.students_exact
        for example in one.examples:
            yield "misconception", one.id, "example", example
    for departure in report.departures:
        name = f"step {departure.step} at {departure.node}"
        yield "departure", name, "step", departure.step
        yield "departure", name, "node", departure.node
        yield "departure", name, "sheets", departure.sheets
    for name, number in report.conventions:
        yield "convention", name, "sheets", number
    for unread in report.unread:
        yield "unread", unread.sheet, "error", unread.error


def _cell(value: Any) -> Any:
    """A value that a spreadsheet shows as it is, whatever a student called it."""
    if isinstance(value, bool):
        return int(value)
    return cell_of(value) if isinstance(value, str) else value
