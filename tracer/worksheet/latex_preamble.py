r"""What a worksheet in LaTeX needs before it begins: packages, looks, the heads of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracer.export.forest import PREAMBLE
from tracer.worksheet.latex_prose import latex_words
from tracer.worksheet.model import Worksheet
from tracer.worksheet.paper import MARGIN, Paper
from tracer.worksheet.rooms import KEY, shortened, variant_of

__all__ = ["preamble"]

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
  \setlength{\itemsep}{18pt}\setlength{\parsep}{4pt}}
\renewcommand{\partshook}{\setlength{\itemsep}{10pt}\setlength{\parsep}{3pt}}
\makeatletter
% Numbers of a list that does not begin with 1; tables that begin where the text does.
\newcommand{\startat}[1]{\setcounter{\@enumctr}{#1}}
\newcommand{\atmargin}{\setlength{\LTleft}{\@totalleftmargin}\setlength{\LTright}{\fill}}
% Pages of another size, from \turnto{width}{height} to \turnback.
\newcommand{\turnto}[2]{\clearpage\begingroup
  \pdfpagewidth=#1\relax \pdfpageheight=#2\relax
  \advance\textwidth by \pdfpagewidth \advance\textwidth by -\paperwidth
  \advance\textheight by \pdfpageheight \advance\textheight by -\paperheight
  \hsize=\textwidth \columnwidth=\textwidth \linewidth=\textwidth \newheight}
\newcommand{\turnback}{\clearpage\endgroup\newheight}
\newcommand{\newheight}{\global\@colht=\textheight \global\@colroom=\textheight
  \global\vsize=\textheight}
\makeatother
\newcommand{\writeon}[2]{\textbf{#1:} \hrulefill\par\ifnum#2>1 \fillwithlines{\dimexpr
  \linefillheight*(#2-1)\relax}\fi}
"""

#: What a key has besides.
_KEY_LOOKS: Final = rf"""\printanswers % without this line it is the worksheet
\definecolor{{keyink}}{{HTML}}{{0B4FB3}}
\unframedsolutions
\renewcommand{{\solutiontitle}}{{}}
\SolutionEmphasis{{\color{{keyink}}\sffamily\bfseries}}
\newcommand{{\answer}}[1]{{\ifprintanswers\textcolor{{keyink}}{{\textsf{{\textbf{{#1}}}}}}\fi}}
\newcommand{{\keymark}}{{\answer{{\MakeUppercase{{{KEY}}}}}}}
"""


def preamble(worksheet: Worksheet, paper: Paper, *, adds: bool, is_key: bool) -> Iterator[str]:
    """What stands before the document's beginning.

    Args:
        worksheet: what is asked.
        paper: what it is printed on.
        adds: whether the class is to add up the points.
        is_key: whether it is the key.
    """
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
    short, variant = (
        latex_words(shortened(one)) for one in (worksheet.title, variant_of(worksheet))
    )
    yield r"\pagestyle{headandfoot}"
    yield rf"\firstpageheader{{}}{{{mark}}}{{}}"
    yield rf"\runningheader{{\small {short}}}{{{mark}}}{{\small {variant}}}"
    yield r"\footer{}{\small \thepage\ of \numpages}{}"
    yield rf"\hypersetup{{pdftitle={{{f'{KEY}: ' if is_key else ''}{title}}}}}"
