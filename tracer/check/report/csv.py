"""A class report as CSV: one figure per row, with its section, name and value."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, TextIO, TypeAlias

from engine.text import strip_unsafe
from tracer.check.report.class_report import ClassReport
from tracer.check.report.wording import bin_names
from tracer.text.printable_text import csv_cell

COLUMNS: Final = ("section", "name", "figure", "value")
_Row: TypeAlias = tuple[str, str, str, Any]


def write(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as CSV.

    Percentages have all their digits. A text that a spreadsheet would run as a formula gets an
    apostrophe in front.
    """
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in [("report", "", "title", title), *_rows(report)]:
        table.writerow([_cell(value) for value in row])


def _rows(report: ClassReport) -> Iterator[_Row]:
    for figure, value in report.record().items():
        if isinstance(value, int):
            yield "report", "", figure, value
    for one in report.waiting:
        yield "pending", one.sheet, "parts", ", ".join(one.parts)
    scores = report.scores
    if scores:
        for figure, value in asdict(scores).items():
            if figure != "histogram":
                yield "scores", "", figure, value
        for name, number in zip(bin_names(), scores.histogram, strict=True):
            # Not 10-20, which a spreadsheet takes for a day in October.
            yield "histogram", name.replace("–", " to "), "sheets", number
    for part in report.parts:
        yield from _figures("part", part.part, part, "sheets", "whole", "mean")
    for found in report.misconceptions:
        counts = ("named", "may_be", "students")
        yield from _figures("misconception", found.id, found, "title", *counts)
        for example in found.examples:
            yield "misconception", found.id, "example", example
    for departure in report.departures:
        name = f"step {departure.step} at {departure.node}"
        yield from _figures("departure", name, departure, "step", "node", "sheets")
    for name, number in report.conventions:
        yield "convention", name, "sheets", number
    for unread in report.unread:
        yield "unread", unread.sheet, "error", unread.error


def _figures(section: str, name: str, one: object, *figures: str) -> Iterator[_Row]:
    """Yield the figures of one thing that it has."""
    for figure in figures:
        if (value := getattr(one, figure)) is not None:
            yield section, name, figure, value


def _cell(value: Any) -> Any:
    """Return a value that a spreadsheet shows unchanged."""
    if isinstance(value, bool):
        return int(value)
    return csv_cell(strip_unsafe(value)) if isinstance(value, str) else value
