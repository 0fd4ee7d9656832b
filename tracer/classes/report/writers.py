"""The formats of a class report: text of 80 columns, CSV, Markdown and HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Final

from engine.text import strip_unsafe
from tracer.classes.report.class_report import Cell, ClassReport, Table, plain
from tracer.text.document import (
    Article,
    Block,
    Heading,
    Paragraph,
    format_markdown,
    format_text,
    page_of_article,
)
from tracer.text.document import Table as ArticleTable
from tracer.text.printable_text import csv_cell

_BAR: Final = 22
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def show_cell(cell: Cell) -> str:
    """Return a cell as people read it: a share has one decimal place, or is a dash."""
    if cell is None:
        return "–"
    return cell if isinstance(cell, str) else f"{cell:,}" if type(cell) is int else f"{cell:.1f} %"


def _is_number(table: Table, column: int) -> bool:
    return not any(isinstance(row[column], str) for row in table.rows)


def _bar(cell: Cell, longest: float) -> str:
    """Draw the bar of a number; any positive number is visible."""
    share = cell / longest if isinstance(cell, int | float) else 0
    full, rest = divmod(max(round(8 * _BAR * share), share > 0), 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR)


# CSV


def format_csv(report: ClassReport, title: str) -> str:
    """Return a class report as CSV: one figure a row, with its section, name and value.

    Percentages have all their digits. A text that a spreadsheet would run as a formula gets an
    apostrophe in front.
    """
    rows: list[tuple[Cell, ...]] = [("section", "name", "figure", "value")]
    rows += [("report", "", "title", title)]
    rows += [("report", "", figure, number) for figure, number in report.counts().items()]
    for table in report.tables():
        for name, *cells in table.rows:
            pairs = zip(table.columns[1:], cells, strict=True)
            rows += [(table.name, name, figure, cell) for figure, cell in pairs if cell is not None]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [csv_cell(strip_unsafe(cell)) if isinstance(cell, str) else cell for cell in row]
        for row in rows
    )
    return out.getvalue()


# Text, Markdown and HTML


def article_of(report: ClassReport, title: str) -> Article:
    """Return a class report as an article, with bars as a column of their tables."""
    blocks: list[Block] = [Paragraph(" ".join(report.sentences()))]
    for table in report.tables():
        head, rows = [*table.columns], [[*map(show_cell, row)] for row in table.rows]
        numbers = {name for at, name in enumerate(head) if _is_number(table, at)}
        if table.full_bar:
            head.insert(1, "")
            for row, cells in zip(table.rows, rows, strict=True):
                cells.insert(1, _bar(row[1], table.full_bar).rstrip())
        texts = frozenset(at for at, name in enumerate(head) if name not in numbers)
        shares = dict.fromkeys((at for at in texts if head[at]), 0.4)
        blocks += [Heading(table.heading), ArticleTable(head, rows, texts, shares=shares)]
        blocks += [Paragraph(table.note)] if table.note else []
    return Article(plain(title), blocks)


#: Functions that return a report with a title as text, by the suffix of its file.
FORMATS: Final[dict[str, Callable[[ClassReport, str], str]]] = {
    ".txt": lambda report, title: format_text(article_of(report, title)),
    ".csv": format_csv,
    ".md": lambda report, title: format_markdown(article_of(report, title)),
    ".html": lambda report, title: page_of_article(article_of(report, title)),
    ".htm": lambda report, title: page_of_article(article_of(report, title)),
}
