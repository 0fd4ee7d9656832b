"""The Markdown of statements, instructions and questions, read into plain data.

It is CommonMark with tables. HTML is no part of it: `<b>` is those three signs. A picture is what
its text says, since a sheet asks nothing from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

__all__ = [
    "Block",
    "Break",
    "Code",
    "Heading",
    "Inline",
    "Items",
    "Link",
    "Paragraph",
    "Preformatted",
    "Quote",
    "Rule",
    "Span",
    "Table",
    "Words",
    "read_prose",
    "seen",
]


@dataclass(frozen=True, slots=True)
class Words:
    """Text as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Text in letters of one width."""

    text: str


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a line within a paragraph."""


@dataclass(frozen=True, slots=True)
class Span:
    """Text that is emphasised.

    Args:
        strong: bold, otherwise in italics.
        inside: what is in it.
    """

    strong: bool
    inside: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A link.

    Args:
        url: where to.
        inside: its text.
    """

    url: str
    inside: tuple[Inline, ...]

    @property
    def is_plain(self) -> bool:
        """Whether its text is the address itself, which need not be said again in print."""
        return seen(self.inside) == self.url.removeprefix("mailto:")


Inline: TypeAlias = Words | Code | Break | Span | Link


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    inside: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; on a sheet it is a bold line, whatever its level."""

    inside: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines in letters of one width, such as pseudocode."""

    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Paragraphs that are set in."""

    inside: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """A list.

    Args:
        start: the first number; None where items have no numbers.
        items: what is in each item.
    """

    start: int | None
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Args:
        sides: on which side each column is aligned: `left`, `center` or `right`.
        rows: its rows of cells, the headings first.
    """

    sides: tuple[str, ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]


Block: TypeAlias = Paragraph | Heading | Preformatted | Rule | Quote | Items | Table


def read_prose(text: str) -> tuple[Block, ...]:
    """The paragraphs, lists and tables of a text in Markdown; any text is one."""
    root = SyntaxTreeNode(_parser().parse(text))
    return _blocks(root.children)


def seen(inside: Sequence[Inline]) -> str:
    """The text of what stands in a line, without how it looks."""
    return "".join(_seen(one) for one in inside)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
    return tuple(_block(node) for node in nodes)


def _block(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "heading":
            return Heading(_line(node))
        case "code_block" | "fence":
            return Preformatted(node.content.rstrip("\n"))
        case "hr":
            return Rule()
        case "blockquote":
            return Quote(_blocks(node.children))
        case "bullet_list" | "ordered_list":
            start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
            return Items(start, tuple(_blocks(item.children) for item in node.children))
        case "table":
            rows = [row for part in node.children for row in part.children]
            return Table(
                tuple(str(cell.attrs.get("style", ""))[11:] or "left" for cell in rows[0].children),
                tuple(tuple(_line(cell) for cell in row.children) for row in rows),
            )
        case _:
            return Paragraph(_line(node))


def _line(node: SyntaxTreeNode) -> tuple[Inline, ...]:
    """What stands in a paragraph, a heading or a cell, which have one child."""
    return tuple(one for child in node.children for one in _inlines(child.children))


def _inlines(nodes: Sequence[SyntaxTreeNode]) -> Iterator[Inline]:
    for node in nodes:
        match node.type:
            case "strong" | "em":
                yield Span(node.type == "strong", tuple(_inlines(node.children)))
            case "link":
                yield Link(str(node.attrs["href"]), tuple(_inlines(node.children)))
            case "code_inline":
                yield Code(node.content)
            case "hardbreak":
                yield Break()
            case "softbreak":
                yield Words(" ")
            case "image":
                yield Words(_text_of(node.children))
            case _:
                yield Words(node.content)


def _text_of(nodes: Sequence[SyntaxTreeNode]) -> str:
    return seen(tuple(_inlines(nodes)))


def _seen(one: Inline) -> str:
    if isinstance(one, (Words, Code)):
        return one.text
    return " " if isinstance(one, Break) else seen(one.inside)
