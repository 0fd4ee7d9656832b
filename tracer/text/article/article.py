"""An article: a title, then headings, paragraphs, lists, tables and boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = ["BOLD", "Article", "Block", "Board", "Bullets", "Heading", "Paragraph", "Table"]

#: The mark before and after a bold part of a text; no name or number can contain it.
BOLD: Final = "\ue000"


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list, one or more sentences an item."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Args:
        head: the heads of the columns.
        rows: the cells.
        texts: the columns of text, from 0; the others have numbers and are aligned right.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: frozenset[int] = frozenset({0})


@dataclass(frozen=True, slots=True)
class Board:
    """Lines that are printed as they are."""

    text: str


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Board


@dataclass(frozen=True, slots=True)
class Article:
    """An article.

    Args:
        title: the title.
        blocks: what follows, in order.
    """

    title: str
    blocks: Sequence[Block]
