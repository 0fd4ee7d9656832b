"""Matches and lessons without a full screen: prompts and lines."""

from __future__ import annotations

from typing import Final

_WORDS: Final = (("+∞", "inf"), ("−", "-"), ("∞", "inf"), ("✗ ", ""), ("…", "..."))


def plain_words(text: str) -> str:
    """Return a text whose symbols for numbers are read aloud correctly."""
    for sign, plain in _WORDS:
        text = text.replace(sign, plain)
    return text
