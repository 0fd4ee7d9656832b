"""A class report as Markdown tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, TextIO

from tracer.check.report.class_report import ClassReport
from tracer.check.report.reading import plain
from tracer.check.report.wording import (
    Table,
    conventions_table,
    departures_table,
    histogram_table,
    misconceptions_table,
    parts_table,
    scores_table,
    summary,
    unread_table,
)

__all__ = ["write"]

#: What Markdown reads as its own; a name is a student's, and is to be taken literally.
_SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]|~$"})


def write(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as Markdown.

    Args:
        report: what is written.
        out: where.
        title: its heading.
    """
    out.write(f"# {_plain(plain(title))}\n\n{' '.join(summary(report))}\n")
    scores = report.scores
    tables = [scores_table(scores), histogram_table(scores)] if scores else []
    tables += [
        parts_table(report),
        misconceptions_table(report),
        departures_table(report),
        conventions_table(report),
        unread_table(report),
    ]
    for table in tables:
        if table.rows:
            _write_table(out, table)


def _write_table(out: TextIO, table: Table) -> None:
    out.write(f"\n## {table.heading}\n\n")
    rule = ["--:" if at in table.numbers else ":--" for at in range(len(table.columns))]
    _write_row(out, table.columns)
    _write_row(out, rule)
    for row in table.rows:
        _write_row(out, [_plain(cell) for cell in row])
    if table.note:
        out.write(f"\n{table.note}\n")


def _write_row(out: TextIO, cells: Sequence[str]) -> None:
    out.write(f"| {' | '.join(cells)} |\n")


def _plain(text: str) -> str:
    # What reads like an address would become a link by itself.
    return escape(text.translate(_SIGNS), quote=False).replace("://", ":\\//")
