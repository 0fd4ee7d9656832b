"""Plain ASCII on the whole screen, for terminals and readers that have no other signs."""

from __future__ import annotations

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
    **dict(zip("←→↑↓−–≤≥αβ∞₀", "<>^v--<>ab80", strict=True)),
    **dict.fromkeys("█▉▊▋▇▆▅▄▓▀", "#"),
    **dict.fromkeys("▃▂▁▔", "_"),
    **dict.fromkeys("▌▍▎▏▐▕", "|"),
    **dict.fromkeys("░▒┄", "-"),
    "┆": ":",
}


class AsciiFilter(LineFilter):
    """Gives every sign beyond ASCII that is still in a line a plain one of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line in ASCII."""
        return [
            Segment(text if text.isascii() else _plain_cells(text), style, control)
            for text, style, control in segments
        ]


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
