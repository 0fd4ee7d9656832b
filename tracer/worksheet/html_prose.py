"""Prose as HTML: what Markdown means, and every sign of HTML in it as a sign."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from tracer.diagram.model import printable
from tracer.worksheet.prose import (
    Block,
    Break,
    Code,
    Heading,
    Inline,
    Items,
    Link,
    Preformatted,
    Quote,
    Rule,
    Span,
    Table,
    Words,
    read_prose,
)

__all__ = ["html_prose"]

_HEAD: Final = 'th scope="col"'


def html_prose(text: str) -> str:
    """A text in Markdown as HTML."""
    return _blocks(read_prose(text))


def _blocks(blocks: Sequence[Block]) -> str:
    return "\n".join(_block(one) for one in blocks)


def _block(block: Block) -> str:
    match block:
        case Heading(inside):
            return f"<p><strong>{_line(inside)}</strong></p>"
        case Preformatted(text):
            lines = "\n".join(printable(line) for line in text.split("\n"))
            return f"<pre>{escape(lines)}</pre>"
        case Rule():
            return "<hr>"
        case Quote(inside=blocks):
            return f"<blockquote>{_blocks(blocks)}</blockquote>"
        case Items(start, items):
            listed = "".join(f"<li>{_blocks(item)}</li>" for item in items)
            if start is None:
                return f"<ul>{listed}</ul>"
            return f"<ol>{listed}</ol>" if start == 1 else f'<ol start="{start}">{listed}</ol>'
        case Table(sides, rows):
            return _table(sides, rows)
        case _:
            return f"<p>{_line(block.inside)}</p>"


def _table(sides: Sequence[str], rows: Sequence[Sequence[Sequence[Inline]]]) -> str:
    def row(cells: Sequence[Sequence[Inline]], tag: str) -> str:
        return "".join(
            f'<{tag} style="text-align:{side}">{_line(cell)}</{tag.split()[0]}>'
            for cell, side in zip(cells, sides, strict=True)
        )

    head, *others = rows
    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in others)
    return f"<table><thead><tr>{row(head, _HEAD)}</tr></thead><tbody>{body}</tbody></table>"


def _line(parts: Sequence[Inline]) -> str:
    return "".join(_part(one) for one in parts)


def _part(one: Inline) -> str:
    match one:
        case Words(text):
            return escape(printable(text))
        case Code(text):
            return f"<code>{escape(printable(text))}</code>"
        case Break():
            return "<br>"
        case Span(strong, inside):
            tag = "strong" if strong else "em"
            return f"<{tag}>{_line(inside)}</{tag}>"
        case Link(url, inside):
            told = "" if one.is_plain else ' class="told"'
            return f'<a href="{escape(url)}"{told}>{_line(inside)}</a>'
