"""The formats of a class report: text of 80 columns, CSV, Markdown and HTML."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Callable, Iterator
from typing import Final

from engine.text import strip_unsafe
from tracer.classes.report.class_report import Cell, ClassReport, Table, plain
from tracer.text.document import (
    Article,
    Block,
    Heading,
    Paragraph,
    format_markdown,
    page_of_article,
)
from tracer.text.document import Table as ArticleTable
from tracer.text.printable_text import cell_width, csv_cell

_WIDTH: Final = 80
_NAME: Final = 24
_BAR: Final = 22
_NUMBER: Final = 10
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def show_cell(cell: Cell) -> str:
    """Return a cell as people read it: a share has one decimal place, or is a dash."""
    if cell is None:
        return "–"
    return cell if isinstance(cell, str) else f"{cell:,}" if type(cell) is int else f"{cell:.1f} %"


# Text


def format_text(report: ClassReport, title: str) -> str:
    """Return a class report as text."""
    head = [*_wrap(plain(title), ""), "", *_wrap(" ".join(report.sentences()), "")]
    blocks = [head, *([*_table_lines(table)] for table in report.tables())]
    texts = ("\n".join(line.rstrip() for line in block) for block in blocks)
    return "\n\n".join(texts) + "\n"


def _table_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table: numbers beside their bar, texts below them."""
    numbers = [name for at, name in enumerate(table.columns) if _is_number(table, at)]
    if not numbers:
        yield table.heading
        for row in table.rows:
            *names, text = map(show_cell, row)
            yield from _wrap(f"{', '.join(filter(None, names))}: {text}")
    else:
        widest = _NAME + (_BAR + 2) * bool(table.full_bar)
        heads = "".join(f"{name:>{_NUMBER}}" for name in numbers)
        yield f"{table.heading:<{widest + 2}}{heads}"
        for name, *cells in table.rows:
            bar = f"  {_bar(cells[0], table.full_bar)}" if table.full_bar else ""
            shown = [*map(show_cell, cells)]
            counts = "".join(f"{text:>{_NUMBER}}" for text in shown[: len(numbers)])
            yield f"  {_name_cell(show_cell(name))}{bar}{counts}"
            for column, text in zip(table.columns[1:], shown, strict=True):
                if column not in numbers:
                    yield from _wrap(f"{column}: {text}", "    ")
    yield from _wrap(table.note)


def _is_number(table: Table, column: int) -> bool:
    return not any(isinstance(row[column], str) for row in table.rows)


def _bar(cell: Cell, longest: float) -> str:
    """Draw the bar of a number; any positive number is visible."""
    share = cell / longest if isinstance(cell, int | float) else 0
    full, rest = divmod(max(round(8 * _BAR * share), share > 0), 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR)


def _name_cell(name: str) -> str:
    """Return a name padded or cut to the width of its column."""
    if cell_width(name) > _NAME:
        while cell_width(name) >= _NAME:
            name = name[:-1]
        name += "…"
    return name + " " * (_NAME - cell_width(name))


def _wrap(text: str, indent: str = "  ") -> list[str]:
    """Return lines of at most 80 cells; wide characters take two."""
    # textwrap counts characters, so wide text gets half the width.
    width = _WIDTH // 2 if cell_width(text) > len(text) else _WIDTH
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


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


# Markdown and HTML


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
        blocks += [Heading(table.heading), ArticleTable(head, rows, texts)]
        blocks += [Paragraph(table.note)] if table.note else []
    return Article(plain(title), blocks)


#: Functions that return a report with a title as text, by the suffix of its file.
FORMATS: Final[dict[str, Callable[[ClassReport, str], str]]] = {
    ".txt": format_text,
    ".csv": format_csv,
    ".md": lambda report, title: format_markdown(article_of(report, title)),
    ".html": lambda report, title: page_of_article(article_of(report, title)),
    ".htm": lambda report, title: page_of_article(article_of(report, title)),
}
