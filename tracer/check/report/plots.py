"""The plots of a class report: horizontal bars, as SVG inside a page with the page's colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from tracer.check.report.figures import Distribution, MisconceptionCount, PartCount
from tracer.check.report.wording import bin_names, per_cent, sheets


_WIDTH: Final = 640
#: Most bars in a plot; its table shows all.
_MOST_BARS: Final = 25
_ROW: Final = 26
_LABELS: Final = 170
_LONGEST_LABEL: Final = 22
#: Width of the longest bar.
_ROOM: Final = _WIDTH - _LABELS - 84


class _Bar(NamedTuple):
    """A bar: its name, its tooltip, its value as text, and its pieces as kinds with numbers."""

    name: str
    tooltip: str
    value: str
    pieces: tuple[tuple[str, float], ...]


def plot_scores(scores: Distribution) -> str:
    """Return a histogram of the scores."""
    bars = [
        _Bar(f"{name} %", f"{name} %: {sheets(number)}", f"{number:,}", (("bar", number),))
        for name, number in zip(bin_names(), scores.histogram, strict=True)
    ]
    description = (
        f"{sheets(scores.sheets)}, mean {per_cent(scores.mean)}, median {per_cent(scores.median)}, "
        f"quartiles {per_cent(scores.lower_quartile)} and {per_cent(scores.upper_quartile)}."
    )
    return _plot("plot-scores", "Histogram of the scores", description, bars)


def plot_parts(parts: Sequence[PartCount]) -> str:
    """Return a bar for the mean share of points of each part."""
    bars = [
        _Bar(
            part.part,
            f"{part.part}: {per_cent(part.mean)}, {part.whole:,} of {part.sheets:,} whole",
            per_cent(part.mean),
            (("bar", part.mean or 0),),
        )
        for part in parts[:_MOST_BARS]
    ]
    description = f"The lowest is {parts[0].part}, {per_cent(parts[0].mean)}."
    title = "Mean share of the points of each part"
    return _plot("plot-parts", title, description, bars, longest=100)


def plot_misconceptions(found: Sequence[MisconceptionCount]) -> str:
    """Return a bar per misconception: sheets that it fits best, then sheets that it may fit."""
    bars = [
        _Bar(
            one.id,
            f"{one.title}: named on {sheets(one.named)}, may be on {one.may_be:,}",
            f"{one.named:,}" + (f" + {one.may_be:,} may be" if one.may_be else ""),
            (("bar", one.named), ("maybe", one.may_be)),
        )
        for one in found[:_MOST_BARS]
    ]
    description = f"The most frequent is {found[0].title}, named on {sheets(found[0].named)}."
    return _plot("plot-misconceptions", "Misconceptions by number of sheets", description, bars)


def _plot(
    name: str, title: str, description: str, bars: Sequence[_Bar], longest: float | None = None
) -> str:
    """Return a plot; the longest bar has the number `longest`, or else the largest number."""
    most = longest or max(sum(number for _, number in bar.pieces) for bar in bars) or 1
    drawn: list[str] = []
    for place, bar in enumerate(bars):
        y, x = 8 + _ROW * place, float(_LABELS)
        short = bar.name[: _LONGEST_LABEL - 1] + "…"
        label = bar.name if len(bar.name) <= _LONGEST_LABEL else short
        drawn.append(f"<g><title>{escape(bar.tooltip)}</title>")
        drawn.append(f'<text x="{x - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
        for kind, number in bar.pieces:
            width = _ROOM * number / most
            drawn.append(
                f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="18"/>'
            )
            x += width
        drawn.append(f'<text class="value" x="{x + 6:.1f}" y="{y + 14}">{bar.value}</text></g>')
    return (
        f'<svg viewBox="0 0 {_WIDTH} {12 + _ROW * len(bars)}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)} The table has every figure.</desc>\n'
        + "\n".join(drawn)
        + "\n</svg>"
    )
