"""A name that is shortened in the middle, so that its end stays readable."""

from __future__ import annotations

from tracer.text.cell_width import cell_width


_GAP = "…"


def shorten_middle(text: str, width: int) -> str:
    """Return a text cut to a width: its start, an ellipsis, and a longer part of its end."""
    if cell_width(text) <= width:
        return text
    if width < 1:
        return ""
    end = _take_prefix(text[::-1], (width - 1) * 2 // 3)[::-1]
    start = _take_prefix(text, width - 1 - cell_width(end))
    return f"{start}{_GAP}{end}"


def _take_prefix(text: str, width: int) -> str:
    """Return the longest prefix of a text that fits."""
    taken = 0
    for at, letter in enumerate(text):
        taken += cell_width(letter)
        if taken > width:
            return text[:at]
    return text
