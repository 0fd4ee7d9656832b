r"""The preamble of a worksheet in LaTeX: packages, looks and page headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracer.export.formats.forest import PREAMBLE
from tracer.worksheet.contents.model import Worksheet
from tracer.worksheet.formats.answer_space import KEY, page_header
from tracer.worksheet.formats.latex_prose import latex_words
from tracer.worksheet.spec.paper import MARGIN, Paper


_PACKAGES: Final = r"""\IfFileExists{cmap.sty}{\usepackage{cmap}}{}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{array,longtable,needspace,graphicx,adjustbox}
"""

_LOOKS: Final = r"""\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\setlength{\linefillheight}{.32in}
\renewcommand{\questionshook}{\setlength{\leftmargin}{0pt}\setlength{\labelwidth}{-\labelsep}%
  \setlength{\itemsep}{12pt}\setlength{\parsep}{4pt}}
\renewcommand{\partshook}{\setlength{\itemsep}{7pt}\setlength{\parsep}{3pt}}
\makeatletter
% Numbers of a list that does not begin with 1; tables that begin where the text does.
\newcommand{\startat}[1]{\setcounter{\@enumctr}{#1}}
\newcommand{\atmargin}{\setlength{\LTleft}{\@totalleftmargin}\setlength{\LTright}{\fill}}
% \pageof{width}{height}: from here on pages of another size. The class sets \textheight globally
% after every page, so that a group would not bring the old one back.
\newcommand{\pageof}[2]{\clearpage
  \global\advance\textwidth by \dimexpr#1-\pdfpagewidth\relax
  \global\advance\textheight by \dimexpr#2-\pdfpageheight\relax
  \global\pdfpagewidth=\dimexpr#1\relax \global\pdfpageheight=\dimexpr#2\relax
  \global\hsize=\textwidth \global\columnwidth=\textwidth \global\linewidth=\textwidth
  \global\@colht=\textheight \global\@colroom=\textheight \global\vsize=\textheight}
\makeatother
\newcommand{\writeon}[2]{\textbf{#1:} \hrulefill\par\ifnum#2>1 \fillwithlines{\dimexpr
  \linefillheight*(#2-1)\relax}\fi}
"""

#: The additional looks of a key.
_KEY_LOOKS: Final = rf"""\printanswers % without this line it is the worksheet
\definecolor{{keyink}}{{HTML}}{{0B4FB3}}
\unframedsolutions
\renewcommand{{\solutiontitle}}{{}}
\SolutionEmphasis{{\color{{keyink}}\sffamily\bfseries}}
\newcommand{{\answer}}[1]{{\ifprintanswers\textcolor{{keyink}}{{\textsf{{\textbf{{#1}}}}}}\fi}}
\newcommand{{\keymark}}{{\answer{{\MakeUppercase{{{KEY}}}}}}}
"""


def preamble(worksheet: Worksheet, paper: Paper, *, adds: bool, is_key: bool) -> Iterator[str]:
    """Yield the lines of the preamble."""
    options = f"11pt,{paper}paper" + (",addpoints" if adds else "")
    title = latex_words(worksheet.title)
    yield rf"\documentclass[{options}]{{exam}}"
    yield f"{_PACKAGES}\\usepackage[margin={MARGIN:.2f}bp]{{geometry}}"
    yield PREAMBLE + _LOOKS + (_KEY_LOOKS if is_key else "")
    points = r"\hfill\totalpoints\ \points" if adds and worksheet.points else r"\hfill"
    yield (
        r"\qformat{\parbox[t]{.8\linewidth}{\raggedright\bfseries Problem \thequestion\quad "
        rf"\thequestiontitle\strut}}{points}}}"
    )
    mark = r"\keymark" if is_key else ""
    short, variant = map(latex_words, page_header(worksheet, is_key=is_key))
    yield r"\pagestyle{headandfoot}"
    yield rf"\firstpageheader{{}}{{{mark}}}{{}}"
    yield rf"\runningheader{{\small {short}}}{{{mark}}}{{\small {variant}}}"
    yield r"\footer{}{\small \thepage\ of \numpages}{}"
    yield rf"\hypersetup{{pdftitle={{{f'{KEY}: ' if is_key else ''}{title}}}}}"
