"""The plots of a class report, as SVG that stands inside a page and takes its colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from tracer.check.report.figures import Distribution, MisconceptionCount, PartCount
from tracer.check.report.wording import per_cent, sheets

__all__ = ["plot_misconceptions", "plot_parts", "plot_scores"]

_WIDTH: Final = 640
#: Bars that a plot has at most; the table beside it has all.
_MOST_BARS: Final = 25
_ROW: Final = 26
_LABELS: Final = 170
_LONGEST_LABEL: Final = 22


def plot_scores(scores: Distribution) -> str:
    """A histogram of the scores over a box plot of the quartiles and the mean."""
    left, right, top, bottom = 44, 14, 22, 200
    height = bottom + 88
    step = (_WIDTH - left - right) / 100

    def x(share: float) -> float:
        return left + share * step

    tallest = max(scores.histogram)
    tick = _tick(tallest)
    most = -(-tallest // tick) * tick
    scale = (bottom - top) / most
    drawn = []
    for number in range(0, most + 1, tick):
        y = bottom - number * scale
        drawn.append(_line(left, y, _WIDTH - right, y, "grid" if number else "axis"))
        drawn.append(_text(left - 6, y + 4, f"{number:,}", "end"))
    for place, number in enumerate(scores.histogram):
        low = 10 * place
        title = f"{low} to {low + 10} %: {sheets(number)}"
        y = bottom - number * scale
        drawn.append(
            f'<rect class="bar" x="{x(low) + 2:.1f}" y="{y:.1f}" width="{10 * step - 4:.1f}" '
            f'height="{number * scale:.1f}"><title>{title}</title></rect>'
        )
        if number:
            drawn.append(_text(x(low + 5), y - 5, f"{number:,}", "middle", "value"))
    drawn += [_text(x(tens), bottom + 17, str(tens), "middle") for tens in range(0, 101, 10)]
    middle = bottom + 44
    drawn += [
        _line(x(scores.lowest), middle, x(scores.highest), middle, "axis"),
        _line(x(scores.lowest), middle - 6, x(scores.lowest), middle + 6, "axis"),
        _line(x(scores.highest), middle - 6, x(scores.highest), middle + 6, "axis"),
        f'<rect class="box" x="{x(scores.lower_quartile):.1f}" y="{middle - 11}" height="22" '
        f'width="{max((scores.upper_quartile - scores.lower_quartile) * step, 1):.1f}"/>',
        _line(x(scores.median), middle - 11, x(scores.median), middle + 11, "median"),
        f'<path class="mean" d="M{x(scores.mean):.1f} {middle - 6}l6 6l-6 6l-6-6z"/>',
        _text(
            (left + _WIDTH - right) / 2,
            height - 8,
            "per cent of the points; line: lowest to highest, box: quartiles and median, ◆ mean",
            "middle",
        ),
    ]
    told = (
        f"{sheets(scores.sheets)}, mean {per_cent(scores.mean)}, median {per_cent(scores.median)}, "
        f"quartiles {per_cent(scores.lower_quartile)} and {per_cent(scores.upper_quartile)}."
    )
    return _svg("plot-scores", "Histogram of the scores", told, height, drawn)


def plot_parts(parts: Sequence[PartCount]) -> str:
    """A bar for the mean share of points of each part."""
    shown = parts[:_MOST_BARS]
    bottom = 8 + _ROW * len(shown)
    room = _WIDTH - _LABELS - 64
    drawn = []
    for share in range(0, 101, 25):
        at = _LABELS + room * share / 100
        drawn.append(_line(at, 4, at, bottom, "grid" if share else "axis"))
        drawn.append(_text(at, bottom + 16, f"{share}", "middle"))
    for place, part in enumerate(shown):
        length = room * (part.mean or 0) / 100
        told = f"{part.part}: {per_cent(part.mean)}, {part.whole:,} of {part.sheets:,} whole"
        drawn += _row(place, part.part, told, [("bar", length)], per_cent(part.mean))
    drawn.append(_text(_LABELS + room / 2, bottom + 34, "mean share of points, per cent", "middle"))
    told = f"The lowest is {shown[0].part}, {per_cent(shown[0].mean)}."
    return _svg("plot-parts", "Mean share of the points of each part", told, bottom + 42, drawn)


def plot_misconceptions(found: Sequence[MisconceptionCount]) -> str:
    """A bar for each misconception: sheets it was named on, then those it may be behind."""
    shown = found[:_MOST_BARS]
    room = _WIDTH - _LABELS - 84
    most = max(one.named + one.may_be for one in shown)
    drawn = [
        f'<rect class="bar" x="{_LABELS}" y="4" width="14" height="14"/>',
        _text(_LABELS + 20, 16, "named"),
        f'<rect class="maybe" x="{_LABELS + 84}" y="4" width="14" height="14"/>',
        _text(_LABELS + 104, 16, "may be"),
    ]
    for place, one in enumerate(shown, 1):
        lengths = [
            (kind, room * number / most)
            for kind, number in (("bar", one.named), ("maybe", one.may_be))
        ]
        value = f"{one.named:,}" + (f" + {one.may_be:,}" if one.may_be else "")
        told = f"{one.title}: named on {sheets(one.named)}, may be on {one.may_be:,}"
        drawn += _row(place, one.id, told, lengths, value)
    height = 16 + _ROW * (len(shown) + 1)
    drawn.append(_line(_LABELS, _ROW + 2, _LABELS, height - 6, "axis"))
    told = f"The most frequent is {shown[0].title}, named on {sheets(shown[0].named)}."
    return _svg("plot-misconceptions", "Misconceptions by number of sheets", told, height, drawn)


def _row(
    place: int, name: str, told: str, lengths: Sequence[tuple[str, float]], value: str
) -> list[str]:
    """A horizontal bar of one or more pieces, with its name before and its value behind."""
    y = 8 + _ROW * place
    short = name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1] + "…"
    drawn = [f"<g><title>{escape(told)}</title>", _text(_LABELS - 8, y + 14, short, "end")]
    at = float(_LABELS)
    for kind, length in lengths:
        if length:
            drawn.append(
                f'<rect class="{kind}" x="{at:.1f}" y="{y}" width="{length:.1f}" height="18"/>'
            )
        at += length
    return [*drawn, _text(at + 6, y + 14, value, "start", "value"), "</g>"]


def _tick(most: int) -> int:
    """A round number of sheets between two lines of the grid, so that there are at most five."""
    power = 1
    while True:
        for round_number in (1, 2, 5):
            if most <= 5 * round_number * power:
                return round_number * power
        power *= 10


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(name: str, title: str, told: str, height: float, drawn: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(told)} The table has every figure.</desc>\n'
        + "\n".join(drawn)
        + "\n</svg>"
    )
