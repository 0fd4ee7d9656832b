r"""LaTeX: the result, the counts, the visits and the early returns as tables.

By default a whole document, which pdfLaTeX, XeLaTeX and LuaLaTeX take as it is; as a fragment the
tables alone, for a document that has the packages it names. Tables are those of booktabs, and those
that may be longer than a page of longtable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TextIO

from engine.game import Player
from tracer.export.latex_text import SPECIAL
from tracer.export.options import ExportOptions
from tracer.export.wording import count_lines, heading, result_lines, which_pass
from tracer.recording import Recording
from tracer.values import show_number
from tracer.views import Cutoffs, shown_value
from tracer.visit_order import separator

__all__ = ["escaped", "write"]

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

#: What LaTeX would read as its own, and the field's signs, which its usual fonts do not have. The
#: brackets and the star have braces since a row may begin with them, after \\ an argument.
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

#: Two of these are drawn as one sign, unless something stands between them.
_LIGATURES: Final = re.compile("([-',])(?=[-',])")


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as LaTeX; a table's rows are written as they are made."""
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


def escaped(text: str) -> str:
    """A text as LaTeX prints it, sign for sign."""
    text = text.translate(_TRANSLATION).replace(r"\)\(", "")  # two signs of mathematics are one run
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
    # Sentences are long: smaller, and with less room between the columns.
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
    """A column of running text, as wide as a share of the line."""
    return rf">{{\raggedright\arraybackslash}}p{{{share:g}\linewidth}}"


def _table(out: TextIO, columns: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    out.write(f"\\begin{{longtable}}[l]{{{columns}}}\n\\toprule\n")
    out.write(f"{_row(heads)}\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n")
    for row in rows:
        out.write(_row(row))
    out.write("\\end{longtable}\n")


def _row(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)) + " \\\\\n"
