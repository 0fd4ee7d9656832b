r"""An article as a LaTeX document for pdfLaTeX, XeLaTeX and LuaLaTeX."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracer.text.article.article import BOLD, Article, Block, Board, Bullets, Heading, Table
from tracer.text.latex import latex_text


_BEFORE: Final = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{textcomp}
\usepackage[margin=2cm]{geometry}
\usepackage{amssymb,booktabs,graphicx,longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\emergencystretch=4em
\begin{document}
"""
_AFTER: Final = "\\end{document}\n"

#: Rows of a table that fit on a page; a longer table continues on the next.
_ROWS: Final = 40

#: An empty group before a row or an item, where LaTeX reads a bracket as an argument.
_SAFE: Final = "{}"

#: A short table that is wider than the line is made smaller.
_FITTED: Final = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


def format_latex(article: Article) -> str:
    """Return an article as a LaTeX document in ASCII."""
    title = f"\\section*{{{_text(article.title)}}}\n"
    return _BEFORE + title + "".join(map(_block, article.blocks)) + _AFTER


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"\\subsection*{{{_text(block.text)}}}\n"
        case Bullets():
            items = "".join(f"\\item {_SAFE}{_text(item)}\n" for item in block.items)
            return f"\\begin{{itemize}}\n{items}\\end{{itemize}}\n"
        case Table():
            return _table(block)
        case Board():
            lines = " \\\\\n".join(_typeset_board_row(line) for line in block.text.splitlines())
            return f"{{\\ttfamily\n{lines}\\par}}\n"
        case _:
            return f"{_text(block.text)}\n\n"


def _table(table: Table) -> str:
    columns = "".join("l" if at in table.texts else "r" for at in range(len(table.head)))
    head, body = _row(table.head), "".join(map(_row, table.rows))
    if len(table.rows) > _ROWS:
        return (
            f"\\begin{{longtable}}[l]{{{columns}}}\n\\toprule\n{head}\\midrule\n\\endhead\n"
            f"\\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n\n"
        )
    return (
        f"{_FITTED}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{head}\\midrule\n"
        f"{body}\\bottomrule\n\\end{{tabular}}}}\n\n"
    )


def _row(cells: Iterable[str]) -> str:
    return f"{_SAFE}{' & '.join(map(_text, cells))} \\\\\n"


def _typeset_board_row(line: str) -> str:
    """Return a line of a board, whose spaces count."""
    return _SAFE + (_text(line).replace(" ", r"\ ") or r"\ ")


def _text(text: str) -> str:
    parts = text.split(BOLD)
    return "".join(
        f"\\textbf{{{latex_text(part)}}}" if at % 2 else latex_text(part)
        for at, part in enumerate(parts)
    )
