"""The width of a text in terminal cells."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=8192)  # few different texts, at every step
def cell_width(text: str) -> int:
    """Return a text's width in cells: wide East Asian letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
