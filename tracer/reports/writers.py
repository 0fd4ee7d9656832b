"""A report as text, Markdown, CSV or JSON (schema `plytrace.report/1`)."""

from __future__ import annotations

import csv
import json
import textwrap
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TextIO

from tracer.reports.report import Report

__all__ = ["REPORT_FORMATS", "SCHEMA"]

SCHEMA: Final = "plytrace.report/1"

#: Cells that are longer stand below the table, each on a line of its own.
_WIDEST: Final = 34


def _json(report: Report, out: TextIO) -> None:
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "report": report.name,
        "title": report.title,
        "rows": report.rows,
        "boards": report.boards,
        "notes": report.notes,
    }
    if report.stopped:
        record["stopped"] = True
    out.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _csv(report: Report, out: TextIO) -> None:
    writer = csv.DictWriter(out, list(report.columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(report.rows)


def _cells(report: Report) -> tuple[list[str], list[list[str]]]:
    """The keys of the columns that fit a table, and the rows below them."""
    rows = [{key: _shown(row.get(key)) for key in report.columns} for row in report.rows]
    keys = [
        key for key in report.columns if all(len(row[key]) <= _WIDEST for row in rows) or not rows
    ]
    return keys, [[row[key] for key in keys] for row in rows]


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    return f"{value:g}".replace("-", "−") if isinstance(value, float) else str(value)


def _long(report: Report, keys: list[str]) -> list[str]:
    """What is too long for a table, a line for each row."""
    first, *_ = report.columns
    named = [key for key in list(report.columns)[:2] if key in keys] or [first]
    return [
        f"{report.columns[key]} of {' '.join(str(row[one]) for one in named)}: {row[key]}"
        for key in report.columns
        if key not in keys
        for row in report.rows
    ]


def _text(report: Report, out: TextIO) -> None:
    keys, rows = _cells(report)
    heads = [_folded(report.columns[key]) for key in keys]
    tall = max(map(len, heads))
    lines = [[*[""] * (tall - len(head)), *head] for head in heads]
    table = [list(line) for line in zip(*lines, strict=True)] + rows
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    out.write(f"{report.title}\n\n")
    for line in table:
        cells = [
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        out.write("  ".join(cells).rstrip() + "\n")
    for told in _long(report, keys):
        out.write("\n" + textwrap.fill(told, 88, subsequent_indent="  ", break_on_hyphens=False))
        out.write("\n")
    for what, board in report.boards.items():
        out.write(f"\n{what}\n{textwrap.indent(board, '  ')}\n")
    out.write("\n" + "\n".join(report.notes) + "\n")


def _folded(head: str) -> list[str]:
    """A heading in lines of a word or two, so that numbers set the width of their column."""
    return textwrap.wrap(head, 12, break_long_words=False)


def _md(report: Report, out: TextIO) -> None:
    keys, rows = _cells(report)
    out.write(f"# {report.title}\n\n")
    rule = [":--", *["--:"] * (len(keys) - 1)]
    for line in ([report.columns[key] for key in keys], rule, *rows):
        out.write("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n")
    for told in _long(report, keys):
        out.write(f"\n{told.replace('|', chr(92) + '|')}\n")
    for what, board in report.boards.items():
        out.write(f"\n{what}\n\n```\n{board}\n```\n")
    out.write("\n" + "\n".join(f"- {note}" for note in report.notes) + "\n")


#: The formats of a report by name.
REPORT_FORMATS: Final[Mapping[str, Callable[[Report, TextIO], None]]] = MappingProxyType(
    {"text": _text, "md": _md, "csv": _csv, "json": _json}
)
