"""Texts from users, made safe to print in a figure or on a page."""

from __future__ import annotations


def printable_text(text: str) -> str:
    """Return a text with plain spaces and a mark for each invisible character."""
    return "".join(
        " " if letter.isspace() else letter if letter.isprintable() else "�" for letter in text
    )
