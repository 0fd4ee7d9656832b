"""An article: a title, then headings, paragraphs, lists, tables and boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias


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
    """A table."""

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
    """An article."""

    title: str
    blocks: Sequence[Block]
