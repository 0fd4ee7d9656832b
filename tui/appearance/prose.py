"""Markdown as texts on a screen show it."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.table import Table

__all__ = ["Prose"]


class _LowTable(TableElement):
    """A table without the blank rows that Rich puts above and below it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for table in super().__rich_console__(console, options):
            if isinstance(table, Table):
                table.show_edge = False
            yield table


class Prose(Markdown):
    """Markdown with low tables.

    Args:
        markup: the Markdown.
    """

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "table_open": _LowTable,
    }
