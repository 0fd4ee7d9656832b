"""The Markdown of a lesson as lines of plain text, for terminals and screen readers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from tracer.worksheet.formats.answer_space import (
    Node,
    inlines,
    plain_text,
    read_prose,
    start_of,
    table_of,
)


def prose_lines(text: str, width: int = 80) -> list[str]:
    """Format Markdown as plain lines, with an empty line between blocks."""
    lines: list[str] = []
    for block in read_prose(text):
        lines += ["", *_block(block, width)]
    return lines[1:]


def _block(block: Node, width: int) -> Iterator[str]:
    match block.type:
        case "paragraph" | "heading":
            yield from _wrapped(_text(inlines(block)), width)
        case "code_block" | "fence":
            yield from (f"    {line}" for line in block.content.rstrip("\n").split("\n"))
        case "blockquote":
            for one in block.children:
                yield from (f"  {line}" for line in _block(one, width - 2))
        case "bullet_list" | "ordered_list":
            start = start_of(block)
            for number, item in enumerate(block.children):
                mark = "- " if start is None else f"{start + number}. "
                yield from _item(item.children, mark, width)
        case "table":
            yield from _table(block)
        case _:
            yield "-" * min(width, 20)


def _item(item: Sequence[Node], mark: str, width: int) -> Iterator[str]:
    before = mark
    for block in item:
        for line in _block(block, width - len(mark)):
            yield f"{before}{line}"
            before = " " * len(mark)


def _table(table: Node) -> Iterator[str]:
    rows = [[plain_text(cell) for cell in row] for row in table_of(table).rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()


def _text(line: Sequence[Node]) -> str:
    """Return the text of a line with its breaks."""
    parts = []
    for one in line:
        if one.type == "hardbreak":
            parts.append("\n")
        elif one.type in ("strong", "em"):
            parts.append(_text(one.children))
        else:
            parts.append(plain_text([one]))
    return "".join(parts)


def _wrapped(text: str, width: int) -> Iterator[str]:
    for line in text.split("\n"):
        yield from textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [
            ""
        ]
