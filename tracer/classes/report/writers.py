"""A class report for a terminal of 80 columns."""

from __future__ import annotations

import csv
import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from html import escape
from typing import Any, Final, TextIO, TypeAlias

from engine.text import strip_unsafe
from tracer.classes.report.class_report import ClassReport, Distribution, plain
from tracer.classes.report.wording import (
    Table,
    bin_names,
    conventions_table,
    departures_table,
    misconceptions_table,
    parts_table,
    pending_table,
    per_cent,
    sheets,
    summary,
    tables,
    unread_table,
)
from tracer.text.printable_text import cell_width, csv_cell

_WIDTH: Final = 80
_NAME: Final = 24
_BAR: Final = 26
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def write_text(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as text."""
    page = _Page(report)
    scores = report.scores
    blocks = [
        page.head(plain(title)),
        page.pending(),
        page.scores(scores) if scores else [],
        page.parts(),
        page.misconceptions(),
        page.departures(),
        page.conventions(),
        page.unread(),
    ]
    texts = ("\n".join(line.rstrip() for line in block) for block in blocks if block)
    out.write("\n\n".join(texts) + "\n")


class _Page:
    def __init__(self, report: ClassReport) -> None:
        self.report = report

    def head(self, title: str) -> list[str]:
        return [*_wrapped(title, ""), "", *_wrapped(" ".join(summary(self.report)), "")]

    def pending(self) -> list[str]:
        table = pending_table(self.report)
        texts = (f"{one}{f' ({who})' if who else ''}: {parts}" for one, who, parts in table.rows)
        return self.listed(table, self.report.pending, texts)

    def scores(self, scores: Distribution) -> list[str]:
        lines = [
            f"Scores as percentages of the points ({sheets(scores.sheets)})",
            f"  mean {per_cent(scores.mean)}, standard deviation {scores.deviation:.1f}, "
            f"median {per_cent(scores.median)}",
            f"  lowest {per_cent(scores.lowest)}, quartiles {per_cent(scores.lower_quartile)} and "
            f"{per_cent(scores.upper_quartile)}, highest {per_cent(scores.highest)}",
        ]
        most = max(scores.histogram)
        for name, number in zip(bin_names(), scores.histogram, strict=True):
            bar = _bar(number / most, 2 * _BAR)
            lines.append(f"  {name:>6}  {bar.rstrip()} {number:,}")
        return lines

    def parts(self) -> list[str]:
        if not self.report.parts:
            return []
        lines = [f"{parts_table(self.report).heading:<54}{'mean':>8}  {'all right':>16}"]
        for one in self.report.parts:
            bar = _bar((one.mean or 0) / 100, _BAR)
            whole = f"{one.whole:,} of {one.sheets:,}"
            lines.append(f"  {_text_cell(one.part)}  {bar}{per_cent(one.mean):>8}  {whole:>16}")
        return lines

    def misconceptions(self) -> list[str]:
        found = self.report.misconceptions
        if not found:
            return []
        lines = [f"{'Misconceptions':<46}{'named':>8}{'may be':>8}{'students':>16}"]
        most = max(1, *(one.named for one in found))
        for one in found:
            bar = _bar(one.named / most, 18)
            counts = f"{one.named:>8,}{one.may_be:>8,}{one.students:>16,}"
            lines.append(f"  {_text_cell(one.id)}  {bar}{counts}")
            if one.title != one.id:
                lines += _wrapped(one.title, "    ")
            lines += _wrapped(f"for example {', '.join(one.examples)}", "    ")
        return [*lines, *_wrapped(misconceptions_table(self.report).note)]

    def departures(self) -> list[str]:
        found = self.report.departures
        counted = [(f"step {one.step:,} at {one.node}", one.sheets) for one in found]
        return self.counted(departures_table(self.report), counted)

    def conventions(self) -> list[str]:
        return self.counted(conventions_table(self.report), self.report.conventions)

    def unread(self) -> list[str]:
        table = unread_table(self.report)
        # An error often starts with the sheet's name, as `a.yaml:3:1: …`.
        texts = (why if why.startswith(one) else f"{one}: {why}" for one, why in table.rows)
        return self.listed(table, self.report.unreadable, texts)

    def listed(self, table: Table, number: int, texts: Iterable[str]) -> list[str]:
        """Return a table as a list of texts below its heading and the number of sheets."""
        lines = [line for text in texts for line in _wrapped(text)]
        head = f"{table.heading} ({number:,})"
        return [head, *lines, *_wrapped(table.note)] if table.rows else []

    def counted(self, table: Table, counted: Sequence[tuple[str, int]]) -> list[str]:
        """Return a table as a bar for each name, of which the first is the longest."""
        lines = [
            f"  {_text_cell(name)}  {_bar(number / counted[0][1], _BAR).rstrip()} {number:,}"
            for name, number in counted
        ]
        return [table.heading, *lines, *_wrapped(table.note)] if lines else []


def _bar(share: float, width: int) -> str:
    """Draw a bar of a share from 0 to 1; any positive share is visible."""
    full, rest = divmod(max(round(8 * width * min(share, 1)), share > 0), 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def _text_cell(name: str) -> str:
    """Return a name padded or cut to the width of its column."""
    if cell_width(name) > _NAME:
        while cell_width(name) >= _NAME:
            name = name[:-1]
        name += "…"
    return name + " " * (_NAME - cell_width(name))


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    """Return lines of at most 80 cells; wide characters take two."""
    # textwrap counts characters, so wide text gets half the width.
    width = _WIDTH // 2 if cell_width(text) > len(text) else _WIDTH
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


# A class report as Markdown tables.

#: Characters that Markdown would interpret; names of students must stay literal.
_SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]|~$"})


def write_md(report: ClassReport, out: TextIO, *, title: str) -> None:
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


# A class report as CSV: one figure per row, with its section, name and value.

COLUMNS: Final = ("section", "name", "figure", "value")
_Row: TypeAlias = tuple[str, str, str, Any]


def write_csv(report: ClassReport, out: TextIO, *, title: str) -> None:
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


# A class report as JSON, schema `plytrace.class/1`.

SCHEMA: Final = "plytrace.class/1"


def write_json(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as JSON."""
    record = {"schema": SCHEMA, "title": title} | report.record()
    out.write(json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
