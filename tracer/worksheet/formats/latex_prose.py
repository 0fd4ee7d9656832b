"""Markdown as LaTeX; LaTeX in the Markdown is escaped.

People read and edit the source, so commas and hyphens are not escaped unless LaTeX would join two
of them into one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tracer.export.forest import PREAMBLE
from tracer.text.latex import latex_text
from tracer.text.printable_text import printable_text
from tracer.worksheet.contents.model import Worksheet
from tracer.worksheet.formats.answer_space import (
    KEY,
    Cells,
    Node,
    inlines,
    is_plain_link,
    page_header,
    plain_text,
    read_prose,
    start_of,
    table_of,
)
from tracer.worksheet.spec.spec import MARGIN, Paper

#: Length from which a word may break anywhere, since it may be wider than a cell.
_LONG_WORD: Final = 24
_PIECE: Final = 12

#: The deepest nesting of lists: LaTeX allows six, and `questions` and `parts` are two of them.
_DEEPEST: Final = 3

#: Characters that are not escaped unless two of them are adjacent.
_PLAIN: Final = ",-'"

#: Characters that LaTeX could read as an argument of the preceding command.
_BRACKETS: Final = {"[": "{[}", "]": "{]}", "*": "{*}"}

#: Characters of an address that `\href` needs escaped.
_IN_ADDRESSES: Final = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "%#&_"},
        **{sign: rf"\%{ord(sign):02X}" for sign in "\\{}~$^"},
    }
)


def latex_prose(text: str) -> str:
    """Convert a text from Markdown to LaTeX."""
    blocks = read_prose(text)
    start = "" if blocks and blocks[0].type == "paragraph" else "\\mbox{}\n\n"
    return start + _blocks(blocks, 0)


def latex_words(text: str) -> str:
    """Convert one line of plain text to LaTeX, with breaks allowed in long words."""
    pieces = []
    for word in printable_text(text).split(" "):
        cuts = range(0, len(word), _PIECE if len(word) > _LONG_WORD else len(word) or 1)
        size = cuts.step
        pieces.append(r"\allowbreak{}".join(_signs(word[at : at + size]) for at in cuts))
    return " ".join(pieces)


def _signs(text: str) -> str:
    out = []
    for one, following in zip(text, [*text[1:], ""], strict=True):
        if one in _PLAIN:
            out.append(one + ("{}" if following and following in _PLAIN else ""))
        else:
            out.append(_BRACKETS.get(one) or latex_text(one))
    return "".join(out)


def _blocks(blocks: Sequence[Node], depth: int) -> str:
    return "\n\n".join(_block(one, depth) for one in blocks)


def _block(block: Node, depth: int) -> str:
    match block.type:
        case "heading":
            return rf"\textbf{{{_line(inlines(block))}}}\nopagebreak"
        case "code_block" | "fence":
            text = block.content.rstrip("\n")
            lines = [_code(line) or r"\mbox{}" for line in text.split("\n")]
            joined = "\\\\\n".join(lines)
            return f"\\begin{{flushleft}}\\small\n{joined}\n\\end{{flushleft}}"
        case "hr":
            return r"\noindent\rule{\linewidth}{.4pt}"
        case "blockquote":
            inside_quote = _blocks(block.children, depth + 1)
            if depth >= _DEEPEST:
                return inside_quote
            return f"\\begin{{quote}}\n{inside_quote}\n\\end{{quote}}"
        case "bullet_list" | "ordered_list":
            return _items(block, depth)
        case "table":
            return _table(*table_of(block))
        case _:
            return _line(inlines(block))


def _items(block: Node, depth: int) -> str:
    inside = [_blocks(item.children, depth + 1) for item in block.children]
    if depth >= _DEEPEST:
        return "\n\n".join(f"-- {item}" for item in inside)
    number = start_of(block)
    kind = "itemize" if number is None else "enumerate"
    start = f"\\startat{{{number - 1}}}\n" if number is not None and number != 1 else ""
    items = "\n".join(f"  \\item {item}" for item in inside)
    return f"\\begin{{{kind}}}\n{start}{items}\n\\end{{{kind}}}"


def _table(sides: Sequence[str], rows: Sequence[Cells]) -> str:
    columns = "|".join(side[0] for side in sides)
    head, *others = rows
    lines = [" & ".join(rf"\textbf{{{_line(cell)}}}" for cell in head)]
    lines += [" & ".join(map(_line, row)) for row in others]
    body = "\n".join(rf"{line} \\ \hline" for line in lines)
    return (
        "\\begin{adjustbox}{max width=\\linewidth}\n"
        f"\\begin{{tabular}}{{|{columns}|}}\n\\hline\n{body}\n\\end{{tabular}}\n"
        "\\end{adjustbox}"
    )


def _line(parts: Sequence[Node]) -> str:
    return "".join(_part(one) for one in parts)


def _part(one: Node) -> str:
    match one.type:
        case "code_inline":
            return _code(one.content)
        case "hardbreak":
            return r"\newline{}"
        case "strong" | "em":
            return rf"\{'textbf' if one.type == 'strong' else 'emph'}{{{_line(one.children)}}}"
        case "link":
            url = str(one.attrs["href"])
            link = rf"\href{{{url.translate(_IN_ADDRESSES)}}}{{{_line(one.children)}}}"
            return link if is_plain_link(one) else f"{link} ({_code(url)})"
        case _:
            return latex_words(plain_text([one]))


def _code(text: str) -> str:
    """Return a text in a monospaced font, with its spaces kept."""
    if not text:
        return ""
    return rf"\texttt{{{latex_words(text).replace('  ', '~~')}}}"


# The preamble of a worksheet in LaTeX: packages, looks and page headers.

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
