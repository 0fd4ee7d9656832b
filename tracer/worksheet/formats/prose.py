"""The Markdown of statements, instructions and questions, as the tree of markdown-it.

The Markdown is CommonMark with tables and without HTML: `<b>` is those three characters. A picture
becomes its alternative text, since a sheet loads nothing from elsewhere. Every format walks the
tree by the types of its nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

#: A block, or an inline element.
Node: TypeAlias = SyntaxTreeNode
#: The contents of the cells of a row.
Cells: TypeAlias = Sequence[Sequence[Node]]


class ProseTable(NamedTuple):
    """A table."""

    sides: Sequence[str]
    rows: Sequence[Cells]


def read_prose(text: str) -> Sequence[Node]:
    """Parse a Markdown text into paragraphs, lists and tables; every text is valid."""
    return SyntaxTreeNode(_parser().parse(text)).children


def inlines(node: Node) -> Sequence[Node]:
    """Return the inline elements of a paragraph, a heading or a cell."""
    return [one for child in node.children for one in child.children]


def plain_text(line: Sequence[Node]) -> str:
    """Return the text of inline elements without formatting."""
    return "".join(_text(one) for one in line)


def is_plain_link(node: Node) -> bool:
    """Return whether a link's text is its address, so print need not repeat it."""
    return plain_text(node.children) == str(node.attrs["href"]).removeprefix("mailto:")


def start_of(node: Node) -> int | None:
    """Return the first number of a list; None if its items have no numbers."""
    return int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None


def table_of(node: Node) -> ProseTable:
    """Return the table in a node."""
    rows = [row for part in node.children for row in part.children]
    return ProseTable(
        [str(cell.attrs.get("style", ""))[11:] or "left" for cell in rows[0].children],
        [[inlines(cell) for cell in row.children] for row in rows],
    )


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _text(node: Node) -> str:
    if node.type in ("softbreak", "hardbreak"):
        return " "
    if node.type in ("strong", "em", "link", "image"):
        return plain_text(node.children)
    return node.content
