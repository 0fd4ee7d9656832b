"""How many cells of a terminal a text takes."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["cell_width"]


@lru_cache(maxsize=8192)  # the same few signs and numbers, at every step
def cell_width(text: str) -> int:
    """The cells that a text takes: two for a wide East Asian letter, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
