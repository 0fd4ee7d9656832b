"""The letters of leaves without a number."""

from __future__ import annotations

from typing import Final


#: The sign of a leaf whose value nobody gives, since no search visits it.
UNSEEN: Final = "?"


def is_letter(text: object) -> bool:
    """Return whether a leaf's text is a letter such as x, or `UNSEEN`."""
    if not isinstance(text, str) or len(text) != 1:
        return False
    return text == UNSEEN or (text.isascii() and text.isalpha())
