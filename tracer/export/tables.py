"""Tables of the result, the counts, the visits and the early returns, in Markdown and in LaTeX.

A LaTeX document is for pdfLaTeX, XeLaTeX and LuaLaTeX; a fragment has the tables only, for a
document that loads the packages it names. Tables use booktabs and longtable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TextIO

from tracer.export.format import ExportOptions
from tracer.recording.recording import Recording
from tracer.recording.visit_order import separator
from tracer.steps.result_words import count_lines, depth_table, heading, result_lines, which_pass
from tracer.steps.visit_views import Cutoffs, Visits
from tracer.text.article import escape_markdown
from tracer.text.latex import SPECIAL
from tracer.text.numbers import show_number


class _Table(NamedTuple):
    """A table of a trace, with a title above it or in its head."""

    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[str]]


def _tables(trace: Recording, options: ExportOptions) -> Iterator[_Table]:
    """Yield the tables of a trace; their rows are made as they are written."""
    yield _Table("", ("Result", ""), result_lines(trace))
    yield _Table("", ("Count", ""), count_lines(trace))
    if options.summary:
        return
    if not trace.has_visits:
        yield _Table("By depth", *depth_table(trace))
        return
    passes = ["Pass"] if trace.has_passes else []
    visits = ("#", "Node", "Player", "α", "β", "Value", *passes)
    yield _Table("Visits", visits, _visits(trace, options))
    if trace.has_window:
        early = ("At", "After", "v", "α", "β", "Skipped", "Because")
        yield _Table("Early returns", early, _cutoffs(trace))


def _visits(trace: Recording, options: ExportOptions) -> Iterator[Sequence[str]]:
    for visit, place in zip(Visits(trace), trace.walk(), strict=True):
        options.progress(place.row)
        yield (
            str(visit.order),
            place.name,
            trace.player_name(visit.row),
            show_number(visit.alpha),
            show_number(visit.beta),
            visit.shown_value,
            *([str(trace.pass_at(visit.row))] if trace.has_passes else []),
        )


def _cutoffs(trace: Recording) -> Iterator[Sequence[str]]:
    for cutoff in Cutoffs(trace):
        yield (
            f"{cutoff.at}{which_pass(trace, cutoff.row)}",
            cutoff.after,
            show_number(cutoff.value),
            show_number(cutoff.alpha),
            show_number(cutoff.beta),
            separator(trace).join(cutoff.skipped) or "–",
            cutoff.because,
        )


# Markdown -----------------------------------------------------------------------------------


def write_markdown(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as Markdown tables."""
    out.write(f"# {escape_markdown(heading(trace))}\n\n")
    for title, heads, rows in _tables(trace, options):
        out.write(f"## {title}\n\n" if title else "")
        out.write(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}\n")
        for row in rows:
            out.write(f"| {' | '.join(escape_markdown(cell) for cell in row)} |\n")
        out.write("\n")


# LaTeX --------------------------------------------------------------------------------------

_PACKAGES: Final = "amsmath,amssymb,array,booktabs,longtable"

_BEFORE: Final = rf"""\documentclass[a4paper]{{article}}
\usepackage{{iftex}}
\ifPDFTeX
  \usepackage[T1]{{fontenc}}
  \usepackage[utf8]{{inputenc}}
\else
  \usepackage{{fontspec}}
\fi
\usepackage[margin=2cm]{{geometry}}
\usepackage{{{_PACKAGES}}}
\setlength{{\parindent}}{{0pt}}
\begin{{document}}
"""
_AFTER: Final = "\\end{document}\n"

#: Special characters of LaTeX, and the field's symbols, which its usual fonts lack. Brackets and
#: the star get braces, since LaTeX would read them as an argument after \\ at a row's beginning.
_SIGNS: Final = {
    **SPECIAL,
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "−": r"\(-\)",
    "∞": r"\(\infty\)",
    "α": r"\(\alpha\)",
    "β": r"\(\beta\)",
    "≤": r"\(\le\)",
    "≥": r"\(\ge\)",
    "≠": r"\(\ne\)",
    "±": r"\(\pm\)",
    "×": r"\(\times\)",
    "·": r"\(\cdot\)",
    "→": r"\(\to\)",
    "←": r"\(\leftarrow\)",
    "△": r"\(\triangle\)",
    "▽": r"\(\triangledown\)",
    "○": r"\(\bigcirc\)",
    "□": r"\(\square\)",
    "…": r"\dots{}",
}
_TRANSLATION: Final = str.maketrans(_SIGNS)

#: Characters of which LaTeX joins two adjacent ones into one, unless they are separated.
_LIGATURES: Final = re.compile("([-',])(?=[-',])")


def write_latex(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as LaTeX, one table row at a time."""
    if options.fragment:
        out.write(f"% \\usepackage{{{_PACKAGES}}}\n")
    else:
        out.write(_BEFORE)
        out.write(f"\\section*{{{escaped(heading(trace))}}}\n")
    by_path, passes = trace.game.named_by_path, "r" if trace.has_passes else ""
    name, end = (_wide(0.45), _wide(0.1)) if by_path else ("l", "l")
    columns = {
        "Result": r"lp{0.8\linewidth}",
        "Count": "lr",
        "#": f"r{name}lrrr{passes}",
        "At": f"{end}{end}rrr{_wide(0.16)}{_wide(0.36)}",
    }
    for title, heads, rows in _tables(trace, options):
        # Sentences are long: use a smaller font and less space between the columns.
        small = title == "Early returns"
        out.write("\\begingroup\\footnotesize\\setlength{\\tabcolsep}{4pt}\n" if small else "")
        out.write(f"\\begin{{longtable}}[l]{{{columns[heads[0]]}}}\n\\toprule\n")
        out.write(f"{_row(heads)}\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n")
        for row in rows:
            out.write(_row(row))
        out.write("\\end{longtable}\n")
        out.write("\\endgroup\n" if small else "")
    if not options.fragment:
        out.write(_AFTER)


def escaped(text: str) -> str:
    """Escape a text for LaTeX."""
    text = text.translate(_TRANSLATION).replace(r"\)\(", "")  # join adjacent formulas
    return _LIGATURES.sub(r"\1{}", text)


def _wide(share: float) -> str:
    """Return a text column with a share of the line's width."""
    return rf">{{\raggedright\arraybackslash}}p{{{share:g}\linewidth}}"


def _row(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)) + " \\\\\n"
