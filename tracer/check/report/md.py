"""A class report as Markdown tables."""

from __future__ import annotations

from html import escape
from typing import Final, TextIO

from tracer.check.report.class_report import ClassReport
from tracer.check.report.reading import plain
from tracer.check.report.wording import summary, tables

#: Characters that Markdown would interpret; names of students must stay literal.
_SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]|~$"})


def write(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as Markdown."""
    out.write(f"# {escaped(plain(title))}\n\n{' '.join(summary(report))}\n")
    for table in tables(report):
        out.write(f"\n## {table.heading}\n\n")
        rule = ["--:" if at in table.numbers else ":--" for at in range(len(table.columns))]
        for cells in (table.columns, rule, *([*map(escaped, row)] for row in table.rows)):
            out.write(f"| {' | '.join(cells)} |\n")
        if table.note:
            out.write(f"\n{table.note}\n")


def escaped(text: str) -> str:
    """Return a text in which Markdown interprets nothing."""
    # An address would become a link.
    return escape(text.translate(_SIGNS), quote=False).replace("://", ":\\//")
