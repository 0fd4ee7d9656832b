"""The legend under a figure in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from tracer.diagram.legend import Entry, Sample
from tracer.diagram.metrics import ASCENT, text_width
from tracer.diagram.texts import Role
from tracer.figure.model import Sign

__all__ = ["Legend", "drawn_legend"]

#: The left margin, the height of a row, and half the width and the height of a small sign.
_MARGIN: Final = 8.0
_ROW: Final = 14.0
_HALF: Final = 5.0

#: How wide a sample of a line is, and what is between it, its words and the next entry.
_LINE: Final = 20.0
_GAP: Final = 4.0
_APART: Final = 14.0

#: The least width in which entries are set before a new row begins.
_LEAST: Final = 250.0


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend as it is drawn.

    Args:
        lines: its parts in SVG.
        right: how far it reaches to the right.
        bottom: how far down.
    """

    lines: tuple[str, ...]
    right: float
    bottom: float


def drawn_legend(entries: Sequence[Entry], width: float, top: float) -> Legend:
    """Set entries in rows.

    Args:
        entries: what is told.
        width: of the figure, which the rows keep to if they can.
        top: where the legend begins.
    """
    lines, size = ['<g class="legend">'], Role.LEGEND.size
    x, y, right = _MARGIN, top + _ROW / 2, 0.0
    for entry in entries:
        sample = _sample_width(entry)
        wide = sample + _GAP + text_width(entry.words, size)
        if x > _MARGIN and x + wide + _MARGIN > max(width, _LEAST):
            x, y = _MARGIN, y + _ROW
        lines += _sample(entry, x, y)
        lines.append(_text(entry.words, x + sample + _GAP, y))
        right = max(right, x + wide)
        x += wide + _APART
    return Legend((*lines, "</g>"), right + _MARGIN, y + _ROW / 2 + _MARGIN / 2)


def _sample_width(entry: Entry) -> float:
    if entry.sample is Sample.TEXT:
        return text_width(entry.text, Role.LEGEND.size)
    return _LINE if entry.sample in (Sample.CUT, Sample.BEST) else 2 * _HALF


def _sample(entry: Entry, x: float, y: float) -> list[str]:
    """What is shown of an entry, from its left end and the middle of its row."""
    if entry.sample is Sample.TEXT:
        return [_text(entry.text, x, y)]
    if entry.sample is Sample.SIGN:
        return [f'<g class="{entry.sign.value}">{_sign(entry.sign, x, y)}</g>']
    if entry.sample is Sample.CUT:
        middle = x + _LINE / 2
        strokes = "".join(
            f"M{_short(at)},{_short(y + 4)}L{_short(at)},{_short(y - 4)}"
            for at in (middle - 1.7, middle + 1.7)
        )
        return [_line("skipped", x, y), f'<path class="cut" d="{strokes}"/>']
    if entry.sample is Sample.BEST:
        return [_line("best", x, y)]
    return [f'<g class="leaf {entry.sample.value}">{_sign(Sign.LEAF, x, y)}</g>']


def _line(looks: str, x: float, y: float) -> str:
    return (
        f'<path class="edge {looks}" d="M{_short(x)},{_short(y)}L{_short(x + _LINE)},{_short(y)}"/>'
    )


def _sign(sign: Sign, x: float, y: float) -> str:
    """A small sign, its left end at x and its middle at y."""
    left, right, middle = x, x + 2 * _HALF, x + _HALF
    if sign is Sign.CHANCE:
        return f'<circle class="sign" cx="{_short(middle)}" cy="{_short(y)}" r="{_HALF - 0.5:g}"/>'
    if sign is Sign.LEAF:
        return (
            f'<rect class="sign" x="{_short(left)}" y="{_short(y - 4)}" '
            f'width="{2 * _HALF:g}" height="8"/>'
        )
    high = 4.5 if sign is Sign.MAX else -4.5
    corners = ((middle, y - high), (left, y + high), (right, y + high))
    points = " ".join(f"{_short(a)},{_short(b)}" for a, b in corners)
    return f'<polygon class="sign" points="{points}"/>'


def _text(text: str, x: float, y: float) -> str:
    size = Role.LEGEND.size
    return (
        f'<text class="{Role.LEGEND.value}" x="{_short(x)}" y="{_short(y + size * ASCENT / 2)}" '
        f'text-anchor="start" font-size="{size:g}" textLength="{_short(text_width(text, size))}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
