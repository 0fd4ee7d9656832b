"""Plain ASCII on the whole screen, for terminals and readers that have no other signs."""

from __future__ import annotations

import re
from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.widget import Widget

from tracer.ascii import to_ascii
from tracer.figure.glyphs import ASCII, UNICODE
from tracer.figure.widths import cell_width

__all__ = ["AsciiFilter", "GlyphScreen", "plain"]

#: What stands for a sign that takes one cell, and has no longer text in its place.
_ONE_CELL = {
    **dict(zip(UNICODE.joints, ASCII.joints, strict=True)),
    **dict(zip("╭╮╰╯║═╔╗╚╝", "++++|=++++", strict=True)),
    **dict(zip("►▶◄◀▲△▼▽●○□◆◇★•·⋮…✗╳×", ">><<^^vvoo#@o**.:~xxx", strict=True)),
    **dict(zip("←→↑↓‹›−–αβ₀", "<>^v<>--ab0", strict=True)),
    **dict.fromkeys("█▉▊▋▇▆▅▄▓▀", "#"),
    **dict.fromkeys("▃▂▁▔", "_"),
    **dict.fromkeys("▌▍▎▏▐▕", "|"),
    **dict.fromkeys("░▒┄", "-"),
    "┆": ":",
}


#: What no sign of one cell can stand for: it would say something else.
_SPELLED = {"≤": "<=", "≥": ">=", "≠": "!=", "∞": "inf"}


class AsciiFilter(LineFilter):
    """Gives every sign beyond ASCII that is still in a line a plain one of the same width.

    Comparisons and infinities are spelled out, and what they take more comes off the free cells
    behind them; where there are none they become `?`, which says nothing wrong.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line in ASCII."""
        if not any(sign in text for text, _, _ in segments for sign in _SPELLED):
            return [
                Segment(text if text.isascii() else _plain_cells(text), style, control)
                for text, style, control in segments
            ]
        line, more = [], 0
        for text, style, control in segments:
            spelled, more = _spelled_out(text, more)
            line.append(Segment(spelled, style, control))
        if more:
            return [Segment(_plain_cells(text), style, how) for text, style, how in segments]
        return line


def _spelled_out(text: str, more: int) -> tuple[str, int]:
    """A text with its signs spelled out, and how many cells too many the line has with it.

    Args:
        text: a stretch of a line.
        more: the cells too many before it.
    """
    pieces = []
    for piece in re.split("( {2,})", text):
        if piece.isspace():
            spare = min(more, len(piece) - 1)
            pieces.append(piece[spare:])
            more -= spare
        else:
            pieces.append("".join(_SPELLED.get(sign) or _plain_cells(sign) for sign in piece))
            more += sum(len(_SPELLED[sign]) - 1 for sign in piece if sign in _SPELLED)
    return "".join(pieces), more


@lru_cache(maxsize=4096)
def _plain_cells(text: str) -> str:
    return "".join(
        letter if letter.isascii() else _ONE_CELL.get(letter, "?") * cell_width(letter)
        for letter in text
    )


class GlyphScreen:
    """A screen that draws with signs of its own, and wants to know when they change."""

    def glyphs_changed(self) -> None:
        """Draw again, with the signs that the application now has."""
        raise NotImplementedError


def plain(widget: Widget, text: str) -> str:
    """A text as the widget's application writes it: as it is, or spelled out in ASCII."""
    return to_ascii(text) if getattr(widget.app, "ascii", False) else text
