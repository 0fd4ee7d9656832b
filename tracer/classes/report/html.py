"""A class report as one HTML page with plots, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple, TextIO

from tracer.classes.report.class_report import (
    ClassReport,
    Distribution,
    MisconceptionCount,
    PartCount,
    plain,
)
from tracer.classes.report.wording import (
    Table,
    bin_names,
    conventions_table,
    departures_table,
    histogram_table,
    misconceptions_table,
    parts_table,
    pending_table,
    per_cent,
    scores_table,
    sheets,
    summary,
    unread_table,
)

# The plots of a class report: horizontal bars, as SVG inside a page with the page's colours.

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


_STYLE: Final = """
:root {
  color-scheme: light dark;
  --page: #fcfcfb; --ink: #1d2125; --quiet: #5a626b; --rule: #d9dce0;
  --bar: #2b6cb0; --stripe: #f3f4f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --ink: #e7e9eb; --quiet: #a3abb3; --rule: #373d44;
    --bar: #6cb0ee; --stripe: #1c2024;
  }
}
@media print {
  :root {
    --page: #fff; --ink: #000; --quiet: #444; --rule: #bbb;
    --bar: #2b6cb0; --stripe: #fff;
  }
  section { break-inside: avoid; }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 3rem; max-width: 76rem;
  background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
  print-color-adjust: exact;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
p { margin: .25rem 0; max-width: 46rem; }
.note { color: var(--quiet); font-size: .875rem; }
.pair { display: grid; gap: 1rem 2.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 62rem) {
  .beside { grid-template-columns: minmax(0, 40rem) minmax(20rem, 1fr); }
}
figure { margin: 0; max-width: 40rem; }
figure > svg { display: block; width: 100%; height: auto; }
figure > svg text { font: 13px system-ui, sans-serif; fill: var(--quiet); }
figure > svg text.value {
  fill: var(--ink); stroke: var(--page); stroke-width: 4; paint-order: stroke;
  font-variant-numeric: tabular-nums;
}
.bar { fill: var(--bar); }
.maybe { fill: url(#hatch); stroke: var(--bar); }
.hatch { stroke: var(--bar); stroke-width: 3; }
.scroll { overflow-x: auto; }
pre { margin: 0; white-space: pre-wrap; }
.scroll pre { white-space: pre; }
table { border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .3rem .75rem .3rem .25rem; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid var(--rule); line-height: 1.25; }
tbody tr { border-bottom: 1px solid var(--rule); }
tbody tr:nth-child(even) { background: var(--stripe); }
thead th { overflow-wrap: normal; }
tbody th { font-weight: inherit; }
tbody th:not(.number), td:not(.number) { min-width: 5.5rem; }
td:last-child:not(.number) { min-width: 9rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
figure + .scroll { margin-top: 1rem; font-size: .8125rem; }
figure + .scroll table { font-size: inherit; }
figure + .scroll :is(th, td) { padding: .25rem .4rem .25rem .1rem; }
"""

#: The pattern of "may be" bars, which also distinguishes them without colour.
_HATCH: Final = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="7"/></pattern>'
    "</defs></svg>"
)


def write(report: ClassReport, out: TextIO, *, title: str) -> None:
    """Write a class report as an HTML page.

    The page is XML as well as HTML. All text is escaped, since students choose names; as a second
    barrier, the page forbids scripts, forms and external resources.
    """
    sentences = "\n".join(f"<p>{escape(sentence)}</p>" for sentence in summary(report))
    out.write(f"{page_start(title)}{_HATCH}\n<header>\n<h1>{escape(plain(title))}</h1>\n")
    out.write(f"{sentences}\n</header>\n<main>\n")
    if report.pending:
        _section(out, "", pending_table(report))
    scores = report.scores
    if scores:
        _section(out, plot_scores(scores), scores_table(scores), beneath=histogram_table(scores))
    if report.parts:
        _section(out, plot_parts(report.parts), parts_table(report))
    if report.misconceptions:
        plot = plot_misconceptions(report.misconceptions)
        _section(out, plot, misconceptions_table(report), beside=False)
    for table in (departures_table(report), conventions_table(report), unread_table(report)):
        if table.rows:
            _section(out, "", table)
    out.write("</main>\n</body>\n</html>\n")


def page_start(title: str) -> str:
    """Return the start of a page, up to its body."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; "
        "base-uri 'none'\"/>\n"
        f"<title>{escape(plain(title))}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    )


def _section(
    out: TextIO, plot: str, table: Table, *, beneath: Table | None = None, beside: bool = True
) -> None:
    """Write a heading, an optional plot, and its table: next to it, or below if wide."""
    out.write(f"<section>\n<h2>{escape(table.heading)}</h2>\n")
    out.write(f'<div class="pair{" beside" * bool(plot and beside)}">\n')
    if plot:
        out.write(f"<div><figure>{plot}</figure>\n")
        if beneath:
            _table(out, beneath)
        out.write("</div>\n")
    out.write("<div>\n")
    _table(out, table)
    out.write("</div>\n</div>\n</section>\n")


def _table(out: TextIO, table: Table) -> None:
    out.write(f'<div class="scroll"><table aria-label="{escape(table.heading)}">\n')

    def kind(at: int) -> str:
        return ' class="number"' if at in table.numbers else ""

    head = "".join(
        f'<th scope="col"{kind(at)}>{escape(name)}</th>' for at, name in enumerate(table.columns)
    )
    out.write(f"<thead><tr>{head}</tr></thead>\n<tbody>\n")
    for first, *rest in table.rows:
        cells = "".join(f"<td{kind(at)}>{escape(cell)}</td>" for at, cell in enumerate(rest, 1))
        out.write(f'<tr><th scope="row"{kind(0)}>{escape(first)}</th>{cells}</tr>\n')
    out.write("</tbody>\n</table></div>\n")
    if table.note:
        out.write(f'<p class="note">{escape(table.note)}</p>\n')
