"""The Markdown of a lesson as lines of plain text, for terminals and screen readers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from tracer.worksheet.prose import (
    Block,
    Break,
    Heading,
    Inline,
    Items,
    Paragraph,
    Preformatted,
    Quote,
    Span,
    Table,
    read_prose,
    seen,
)

__all__ = ["prose_lines"]


def prose_lines(text: str, width: int = 80) -> list[str]:
    """Markdown as plain lines, an empty one between blocks.

    Args:
        text: the Markdown.
        width: cells that a line may take; tables and lines of code may take more.
    """
    lines: list[str] = []
    for block in read_prose(text):
        lines += ["", *_block(block, width)]
    return lines[1:]


def _block(block: Block, width: int) -> Iterator[str]:
    match block:
        case Paragraph() | Heading():
            yield from _wrapped(_text(block.inside), width)
        case Preformatted():
            yield from (f"    {line}" for line in block.text.rstrip("\n").split("\n"))
        case Quote():
            for one in block.inside:
                yield from (f"  {line}" for line in _block(one, width - 2))
        case Items():
            for number, item in enumerate(block.items):
                mark = "- " if block.start is None else f"{block.start + number}. "
                yield from _item(item, mark, width)
        case Table():
            yield from _table(block)
        case _:
            yield "-" * min(width, 20)


def _item(item: Sequence[Block], mark: str, width: int) -> Iterator[str]:
    before = mark
    for block in item:
        for line in _block(block, width - len(mark)):
            yield f"{before}{line}"
            before = " " * len(mark)


def _table(table: Table) -> Iterator[str]:
    rows = [[seen(cell) for cell in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()


def _text(inside: Sequence[Inline]) -> str:
    """A line's text; what stands in capitals or bold is only that text."""
    parts = []
    for one in inside:
        if isinstance(one, Break):
            parts.append("\n")
        elif isinstance(one, Span):
            parts.append(_text(one.inside))
        else:
            parts.append(seen([one]))
    return "".join(parts)


def _wrapped(text: str, width: int) -> Iterator[str]:
    for line in text.split("\n"):
        yield from textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [
            ""
        ]
