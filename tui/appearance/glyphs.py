"""Plain ASCII on the whole screen, for simple terminals and screen readers."""

from __future__ import annotations

import re
from functools import lru_cache

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.widget import Widget

from engine.text import strip_unsafe
from tracer.drawing.terminal.glyphs import ASCII, UNICODE
from tracer.text.printable_text import cell_width, to_ascii

#: ASCII replacements of one cell.
_ONE_CELL = {
    **dict(zip(UNICODE.joints, ASCII.joints, strict=True)),
    **dict(zip("╭╮╰╯║═╔╗╚╝", "++++|=++++", strict=True)),
    **dict(zip("►▶◄◀▲△▼▽●○□◆◇★•·⋮…✓✗╳×", ">><<^^vvoo#@o**.:~+xxx", strict=True)),
    **dict(zip("←→↑↓−–αβ₀‹›", "<>^v--ab0<>", strict=True)),
    **dict.fromkeys("█▉▊▋▇▆▅▄▓▀", "#"),
    **dict.fromkeys("▃▂▁▔", "_"),
    **dict.fromkeys("▌▍▎▏▐▕", "|"),
    **dict.fromkeys("░▒┄", "-"),
    "┆": ":",
}


#: ASCII replacements that need more than one cell.
_SPELLED = {"≤": "<=", "≥": ">=", "≠": "!=", "∞": "inf"}


class CleanFilter(LineFilter):
    """Removes unsafe characters, such as the start of a terminal command, from every line."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without unsafe characters, which take no cells."""
        return [
            Segment(strip_unsafe(text), style, control)
            if control is None
            else Segment(text, style, control)
            for text, style, control in segments
        ]


class AsciiFilter(LineFilter):
    """Replaces every non-ASCII character by ASCII of the same width.

    Comparisons and infinities are spelled out, and use the free cells that follow. Without free
    cells they become `?`, which is at least not wrong.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in ASCII."""
        if not any(sign in text for text, _, _ in segments for sign in _SPELLED):
            return [
                Segment(text if text.isascii() else _plain_cells(text), style, control)
                for text, style, control in segments
            ]
        line, more = [], 0
        for text, style, control in segments:
            spelled, more = _spell_out(text, more)
            line.append(Segment(spelled, style, control))
        if more:
            return [Segment(_plain_cells(text), style, how) for text, style, how in segments]
        return line


def _spell_out(text: str, more: int) -> tuple[str, int]:
    """Spell out the symbols of a text; return it with the number of cells too many."""
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
    """A screen with a method to call when the symbols change."""

    def glyphs_changed(self) -> None:
        """Redraw with the application's symbols."""
        raise NotImplementedError


def with_symbols(widget: Widget, text: str) -> str:
    """Return a text as it is, or in ASCII if the widget's application uses ASCII."""
    return to_ascii(text) if getattr(widget.app, "ascii", False) else text
