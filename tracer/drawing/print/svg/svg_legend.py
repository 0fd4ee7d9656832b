"""The legend under a figure in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from tracer.drawing.print.contents.diagram_legend import LegendEntry, LegendSample
from tracer.drawing.print.layout.font_metrics import ASCENT, text_width
from tracer.drawing.print.layout.text_lines import TextRole
from tracer.drawing.tree.figure_model import Sign

#: The left margin, the height of a row, and half the width of a small symbol.
_MARGIN: Final = 8.0
_ROW: Final = 14.0
_HALF: Final = 5.0

#: The width of a line's sample, and the gaps to its words and to the next entry.
_LINE: Final = 20.0
_GAP: Final = 4.0
_APART: Final = 14.0

#: The smallest width of a row.
_LEAST: Final = 250.0


@dataclass(frozen=True, slots=True)
class SvgLegend:
    """A drawn legend."""

    lines: tuple[str, ...]
    right: float
    bottom: float


def draw_legend(entries: Sequence[LegendEntry], width: float, top: float) -> SvgLegend:
    """Arrange entries in rows."""
    lines, size = ['<g class="legend">'], TextRole.LEGEND.size
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
    return SvgLegend((*lines, "</g>"), right + _MARGIN, y + _ROW / 2 + _MARGIN / 2)


def _sample_width(entry: LegendEntry) -> float:
    if entry.sample is LegendSample.TEXT:
        return text_width(entry.text, TextRole.LEGEND.size)
    return _LINE if entry.sample in (LegendSample.CUT, LegendSample.BEST) else 2 * _HALF


def _sample(entry: LegendEntry, x: float, y: float) -> list[str]:
    """Draw the sample of an entry from its left end, around the middle of its row."""
    if entry.sample is LegendSample.TEXT:
        return [_text(entry.text, x, y)]
    if entry.sample is LegendSample.SIGN:
        return [f'<g class="{entry.sign.value}">{_sign(entry.sign, x, y)}</g>']
    if entry.sample is LegendSample.CUT:
        middle = x + _LINE / 2
        strokes = "".join(
            f"M{_short(at)},{_short(y + 4)}L{_short(at)},{_short(y - 4)}"
            for at in (middle - 1.7, middle + 1.7)
        )
        return [_line("skipped", x, y), f'<path class="cut" d="{strokes}"/>']
    if entry.sample is LegendSample.BEST:
        return [_line("best", x, y)]
    return [f'<g class="leaf {entry.sample.value}">{_sign(Sign.LEAF, x, y)}</g>']


def _line(looks: str, x: float, y: float) -> str:
    return (
        f'<path class="edge {looks}" d="M{_short(x)},{_short(y)}L{_short(x + _LINE)},{_short(y)}"/>'
    )


def _sign(sign: Sign, x: float, y: float) -> str:
    """Draw a small symbol with its left end at x and its middle at y."""
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
    role = TextRole.LEGEND
    size = role.size
    return (
        f'<text class="{role.value}" x="{_short(x)}" y="{_short(y + size * ASCENT / 2)}" '
        f'text-anchor="start" font-size="{size:g}" textLength="{_short(text_width(text, size))}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
