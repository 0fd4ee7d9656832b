"""Markdown as HTML; HTML in the Markdown is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from tracer.text.printable_text import printable_text
from tracer.worksheet.formats.prose import (
    Cells,
    Node,
    inlines,
    is_plain_link,
    plain_text,
    read_prose,
    start_of,
    table_of,
)


_HEAD: Final = 'th scope="col"'


def html_prose(text: str) -> str:
    """Convert a text from Markdown to HTML."""
    return _blocks(read_prose(text))


def _blocks(blocks: Sequence[Node]) -> str:
    return "\n".join(_block(one) for one in blocks)


def _block(block: Node) -> str:
    match block.type:
        case "heading":
            return f"<p><strong>{_line(inlines(block))}</strong></p>"
        case "code_block" | "fence":
            lines = "\n".join(
                printable_text(line) for line in block.content.rstrip("\n").split("\n")
            )
            return f'<pre tabindex="0">{escape(lines)}</pre>'
        case "hr":
            return "<hr>"
        case "blockquote":
            return f"<blockquote>{_blocks(block.children)}</blockquote>"
        case "bullet_list" | "ordered_list":
            start = start_of(block)
            listed = "".join(f"<li>{_blocks(item.children)}</li>" for item in block.children)
            if start is None:
                return f"<ul>{listed}</ul>"
            return f"<ol>{listed}</ol>" if start == 1 else f'<ol start="{start}">{listed}</ol>'
        case "table":
            return _table(*table_of(block))
        case _:
            return f"<p>{_line(inlines(block))}</p>"


def _table(sides: Sequence[str], rows: Sequence[Cells]) -> str:
    def row(cells: Cells, tag: str) -> str:
        lines = zip(map(_line, cells), sides, strict=True)
        return "".join(_cell(line, side, tag if line else "td") for line, side in lines)

    head, *others = rows
    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in others)
    table = f"<table><thead><tr>{row(head, _HEAD)}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="across" role="group" tabindex="0" aria-label="Table">{table}</div>'


def _cell(line: str, side: str, tag: str) -> str:
    return f'<{tag} style="text-align:{side}">{line}</{tag.split()[0]}>'


def _line(parts: Sequence[Node]) -> str:
    return "".join(_part(one) for one in parts)


def _part(one: Node) -> str:
    match one.type:
        case "code_inline":
            return f"<code>{escape(printable_text(one.content))}</code>"
        case "hardbreak":
            return "<br>"
        case "strong" | "em":
            return f"<{one.type}>{_line(one.children)}</{one.type}>"
        case "link":
            shown = "" if is_plain_link(one) else ' class="address"'
            url = escape(str(one.attrs["href"]))
            return f'<a href="{url}"{shown}>{_line(one.children)}</a>'
        case _:
            return escape(printable_text(plain_text([one])))
