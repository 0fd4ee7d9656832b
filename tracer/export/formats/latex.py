r"""LaTeX: the result, the counts, the visits and the early returns as tables.

By default this is a complete document for pdfLaTeX, XeLaTeX and LuaLaTeX. A fragment has the tables
only, for a document that loads the packages it names. Tables use booktabs and longtable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TextIO

from engine.game import Player
from tracer.export.format import ExportOptions, Format
from tracer.recording.recording import Recording
from tracer.recording.visit_order import separator
from tracer.steps.result_words import count_lines, heading, result_lines, which_pass
from tracer.steps.visit_views import Cutoffs, shown_value
from tracer.text.latex import SPECIAL
from tracer.text.numbers import show_number

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


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as LaTeX, one table row at a time."""
    if options.fragment:
        out.write(f"% \\usepackage{{{_PACKAGES}}}\n")
    else:
        out.write(_BEFORE)
        out.write(f"\\section*{{{escaped(heading(trace))}}}\n")
    _table(out, r"lp{0.8\linewidth}", ("Result", ""), result_lines(trace))
    _table(out, "lr", ("Count", ""), count_lines(trace))
    if not options.summary:
        _visits(trace, out, options)
        if trace.has_window:
            _cutoffs(trace, out)
    if not options.fragment:
        out.write(_AFTER)


FORMAT = Format(
    "latex",
    write,
    "a LaTeX document with tables of the visits and the early returns",
    (".tex",),
    takes=("summary", "fragment"),
    backslashes=True,
    position=7,
)


def escaped(text: str) -> str:
    """Escape a text for LaTeX."""
    text = text.translate(_TRANSLATION).replace(r"\)\(", "")  # join adjacent formulas
    return _LIGATURES.sub(r"\1{}", text)


def _visits(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    name = _wide(0.45) if trace.game.named_by_path else "l"
    passes = trace.has_passes
    columns = f"r{name}lrrr" + ("r" if passes else "")
    heads = ("#", "Node", "Player", "α", "β", "Value", *(["Pass"] if passes else []))
    _table(out, columns, heads, _visit_rows(trace, options))


def _visit_rows(trace: Recording, options: ExportOptions) -> Iterator[Sequence[str]]:
    log = trace.log
    for place in trace.walk():
        row = place.row
        options.progress(row)
        yield (
            str(row + 1),
            place.name,
            Player(log.player[row]).name,
            show_number(log.alpha[row]),
            show_number(log.beta[row]),
            shown_value(trace, row),
            *([str(trace.pass_at(row))] if trace.has_passes else []),
        )


def _cutoffs(trace: Recording, out: TextIO) -> None:
    name = _wide(0.1) if trace.game.named_by_path else "l"
    columns = f"{name}{name}rrr{_wide(0.16)}{_wide(0.36)}"
    heads = ("At", "After", "v", "α", "β", "Skipped", "Because")
    # Sentences are long: use a smaller font and less space between the columns.
    out.write("\\begingroup\\footnotesize\\setlength{\\tabcolsep}{4pt}\n")
    between = separator(trace).rstrip() + " "
    rows = (
        (
            f"{cutoff.at}{which_pass(trace, cutoff.row)}",
            cutoff.after,
            show_number(cutoff.value),
            show_number(cutoff.alpha),
            show_number(cutoff.beta),
            between.join(cutoff.skipped) or "–",
            cutoff.because,
        )
        for cutoff in Cutoffs(trace)
    )
    _table(out, columns, heads, rows)
    out.write("\\endgroup\n")


def _wide(share: float) -> str:
    """Return a text column with a share of the line's width."""
    return rf">{{\raggedright\arraybackslash}}p{{{share:g}\linewidth}}"


def _table(out: TextIO, columns: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    out.write(f"\\begin{{longtable}}[l]{{{columns}}}\n\\toprule\n")
    out.write(f"{_row(heads)}\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n")
    for row in rows:
        out.write(_row(row))
    out.write("\\end{longtable}\n")


def _row(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)) + " \\\\\n"
