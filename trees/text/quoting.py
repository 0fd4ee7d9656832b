"""Quote the user's text in error messages."""

from __future__ import annotations

from typing import Final


#: The most characters of offending text that a message shows.
LONGEST_QUOTE: Final = 60


def shorten(text: str, limit: int = LONGEST_QUOTE) -> str:
    """Return at most `limit` characters of a text, with an ellipsis if it was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def quote(text: str, limit: int = LONGEST_QUOTE) -> str:
    """Return a text in quotes, shortened, with line breaks and control characters escaped."""
    return repr(shorten(text, limit - 2))
