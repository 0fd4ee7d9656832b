"""Draw the times of the searches as SVG: a line per search, a symbol per competitor.

Each competitor has its own shape, so that colour is not needed to distinguish them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final
from xml.sax.saxutils import escape

from bench.figures import Figure, Report, Row

#: The colours by theme; competitors of one kind share theirs.
THEMES: Final = {
    "light": {
        "paper": "#ffffff", "ink": "#1b1b1f", "dim": "#5c5c66", "grid": "#d8d8de",
        "ours": "#0b4fb3", "floor": "#5c5c66", "peer": "#b42318",
    },
    "dark": {
        "paper": "#17171b", "ink": "#ececf1", "dim": "#a8a8b3", "grid": "#3a3a42",
        "ours": "#8ab4f8", "floor": "#a8a8b3", "peer": "#ff8a80",
    },
}  # fmt: skip

_WIDTH: Final = 960
_LEFT: Final = 300
_RIGHT: Final = 24
_TOP: Final = 112
_ROW: Final = 42
_SIGN: Final = 5.5


def _circle(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_SIGN}"/>'


def _shape(*corners: tuple[float, float]) -> Callable[[float, float], str]:
    """Return a function that draws a polygon; corners are in units of the symbol's size."""

    def drawn(x: float, y: float) -> str:
        points = " ".join(f"{x + _SIGN * dx:.1f},{y + _SIGN * dy:.1f}" for dx, dy in corners)
        return f'<polygon points="{points}"/>'

    return drawn


def _strokes(x: float, y: float, corners: tuple[tuple[float, float], ...]) -> str:
    """Draw lines through the middle; corners are in units of the symbol's size."""
    lines = "".join(
        f"M{x - _SIGN * dx:.1f} {y - _SIGN * dy:.1f}L{x + _SIGN * dx:.1f} {y + _SIGN * dy:.1f}"
        for dx, dy in corners
    )
    return f'<path d="{lines}"/>'


def _cross(x: float, y: float) -> str:
    return _strokes(x, y, ((0.85, 0.85), (0.85, -0.85)))


def _plus(x: float, y: float) -> str:
    return _strokes(x, y, ((1.15, 0), (0, 1.15)))


_UP: Final = _shape((0, -1.1), (1.1, 0.9), (-1.1, 0.9))
_SQUARE: Final = _shape((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
_DIAMOND: Final = _shape((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0))

#: Offset of a kind's symbols below the middle of a line, so that they do not hide each other.
_BELOW: Final = {"floor": -10.0, "ours": 0.0, "peer": 10.0}

#: The competitors: CSS class, whether the symbol is filled, its shape, and the legend's text.
_SIGNS: Final = {
    "C bare": ("floor", False, _UP, "C, records nothing"),
    "C rows": ("floor", True, _UP, "C, writes our columns"),
    "counting": ("ours", False, _circle, "ours compiled, counting"),
    "compiled": ("ours", True, _circle, "ours compiled, recording"),
    "plain": ("ours", True, _SQUARE, "ours plain, recording"),
    "OpenSpiel": ("peer", False, _plus, "OpenSpiel"),
    "aima3": ("peer", True, _DIAMOND, "aima3"),
    "easyAI": ("peer", False, _cross, "easyAI"),
}


def decades(least: float, most: float) -> range:
    """Return the powers of ten that enclose the numbers from least to most."""
    low = math.floor(math.log10(least))
    return range(low, max(math.ceil(math.log10(most)), low + 1) + 1)


def _format_power(power: int) -> str:
    """Format a power of ten nanoseconds in a suitable unit."""
    unit, shift = ("ns", 0) if power < 3 else ("µs", 3) if power < 6 else ("ms", 6)
    return f"{10 ** (power - shift):g} {unit}"


def write_plot(report: Report, theme: str) -> str:
    """Draw the searches of a run."""
    section = report.section("searches")
    rows = section.tables[0].rows if section else ()
    found = [cell.median for row in rows for cell in row.cells.values() if isinstance(cell, Figure)]
    if not found:
        raise ValueError("nothing to draw: the section searches was not measured")
    powers = decades(min(found), max(found))
    bottom = _TOP + _ROW * len(rows)

    def place(nanoseconds: float) -> float:
        part = (math.log10(nanoseconds) - powers[0]) / (powers[-1] - powers[0])
        return _LEFT + part * (_WIDTH - _LEFT - _RIGHT)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 58}" '
        f'width="{_WIDTH}" height="{bottom + 58}" role="img" '
        'font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif" font-size="14">',
        "<title>Time for each visited state</title>",
        f"<style>{_style(theme)}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{bottom + 58}"/>',
        '<text class="title" x="16" y="28">Time for each visited state, log scale; '
        "less is better</text>",
        *_legend(),
        *(_grid_line(place(10.0**power), bottom, _format_power(power)) for power in powers),
    ]
    for number, row in enumerate(rows):
        parts.extend(_line(row, _TOP + _ROW * (number + 0.5), place))
    return "\n".join([*parts, "</svg>", ""])


def _legend() -> list[str]:
    """Draw the legend, in two lines."""
    drawn = []
    for number, (class_, filled, sign, label) in enumerate(_SIGNS.values()):
        x, y = 24 + 232 * (number % 4), 54 + 24 * (number // 4)
        drawn.append(f'<g class="{class_}{"" if filled else " hollow"}">{sign(x, y)}</g>')
        drawn.append(f'<text x="{x + 14}" y="{y + 5}">{escape(label)}</text>')
    return drawn


def _grid_line(x: float, bottom: float, label: str) -> str:
    return (
        f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom}"/>'
        f'<text class="dim" text-anchor="middle" x="{x:.1f}" y="{bottom + 24}">{label}</text>'
    )


def _line(row: Row, y: float, place: Callable[[float], float]) -> list[str]:
    """Draw a search: its name, the range of its times, and its symbols."""
    drawn = [f'<text text-anchor="end" x="{_LEFT - 16}" y="{y + 5:.1f}">{escape(row.label)}</text>']
    figures = {name: cell for name in _SIGNS if isinstance(cell := row.cells.get(name), Figure)}
    if figures:
        medians = [place(figure.median) for figure in figures.values()]
        drawn.append(f'<path class="grid" d="M{min(medians):.1f} {y:.1f}H{max(medians):.1f}"/>')
    for name, figure in figures.items():
        class_, filled, sign, label = _SIGNS[name]
        drawn.append(
            f'<g class="{class_}{"" if filled else " hollow"}">'
            f"<title>{escape(label)}: {figure.median:,.1f} ns</title>"
            f"{sign(place(figure.median), y + _BELOW[class_])}</g>"
        )
    return drawn


def _style(theme: str) -> str:
    """Return the style sheet of a theme."""
    if theme != "auto":
        return _rules(THEMES[theme])
    return (
        f"{_rules(THEMES['light'])}@media (prefers-color-scheme:dark){{{_rules(THEMES['dark'])}}}"
    )


def _rules(colours: dict[str, str]) -> str:
    marks = "".join(
        f".{name}{{fill:{colours[name]};stroke:{colours[name]};stroke-width:1.8}}"
        for name in ("ours", "floor", "peer")
    )
    return (
        f".paper{{fill:{colours['paper']}}}text{{fill:{colours['ink']}}}"
        f".dim{{fill:{colours['dim']}}}.title{{font-weight:bold;font-size:16px}}"
        f".grid{{stroke:{colours['grid']};stroke-width:1}}{marks}"
        f".hollow{{fill:{colours['paper']}}}"
    )
