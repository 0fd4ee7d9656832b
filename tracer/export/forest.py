r"""LaTeX: the figure of the tree as a whole document, drawn by the package forest.

`pdflatex tree.tex` makes a page of the size of the tree; from `\begin{forest}` on it can be put
into another document together with the lines above it.
"""

from __future__ import annotations

from typing import Final, TextIO

from engine.errors import UsageError
from tracer.diagram import Diagram, DiagramNode, Position, diagram_of, lay_out
from tracer.diagram.metrics import wrapped
from tracer.diagram.words import heading
from tracer.export.latex_text import latex_text
from tracer.export.options import ExportOptions
from tracer.figure.model import Sign
from tracer.recording import Recording

__all__ = ["MOST_NODES", "PREAMBLE", "forest_of", "tree_lines", "write"]

#: Nodes of a tree. pdflatex took 16 s over 341 nodes and 36 s over 585 on a busy machine, and had
#: not finished 1,365 after 150 s.
MOST_NODES: Final = 1_000

#: The longest length of TeX in points (16,384; The TeXbook, chapter 10), less a margin, and how
#: much wider than the drawing in SVG a tree is set by forest at most.
_WIDEST: Final = 16_000.0
_WIDER: Final = 1.25

#: How wide a line of a name may be, in points at size 10.
_NAME: Final = 84.0
_LEAF_NAME: Final = 54.0

#: The height between levels, in points; also in `PREAMBLE`.
_APART: Final = 26.0

#: What ends a row.
_ROW: Final = r"\\"

_CLASS: Final = r"""\documentclass[border=6pt]{standalone}
\usepackage[T1]{fontenc}
"""

#: What a document needs before it begins, for the environment that `tree_lines` makes.
PREAMBLE: Final = r"""\usepackage{textcomp}
\usepackage{forest}
\usetikzlibrary{decorations.markings}
% The signs; what is said of how they are drawn stands in brackets.
\newcommand\signmax[1][]{\tikz[baseline=-3pt]\draw[#1]
  (0,10pt)--(-12pt,-10pt)--(12pt,-10pt)--cycle;}
\newcommand\signmin[1][]{\tikz[baseline=-3pt]\draw[#1]
  (0,-10pt)--(-12pt,10pt)--(12pt,10pt)--cycle;}
\newcommand\signchance[1][]{\tikz[baseline=-3pt]\draw[#1] (0,0) circle (10pt);}
\newsavebox\leafbox \newlength\leafwidth
\newcommand\signleaf[2][]{\sbox\leafbox{#2}\setlength\leafwidth{\wd\leafbox}%
  \addtolength\leafwidth{8pt}\ifdim\leafwidth<18pt \setlength\leafwidth{18pt}\fi
  \tikz[baseline=-3pt]{\draw[#1] (-.5\leafwidth,-8pt) rectangle (.5\leafwidth,8pt);
    \pgftext[base,at=\pgfpoint{0pt}{-3.2pt}]{\usebox\leafbox}}}
% What stands at the left and at the right of a sign, which is in the middle.
\newsavebox\leftbox \newsavebox\rightbox \newlength\sidewidth
\newcommand\beside[3]{\sbox\leftbox{#1\,}\sbox\rightbox{\,#3}%
  \setlength\sidewidth{\ifdim\wd\leftbox>\wd\rightbox \wd\leftbox\else \wd\rightbox\fi}%
  \makebox[\sidewidth][r]{\usebox\leftbox}#2\makebox[\sidewidth][l]{\usebox\rightbox}}
\newcommand\lines[2]{\begin{tabular}{@{}#1@{}}#2\end{tabular}}
\forestset{
  tree/.style={for tree={anchor=north,parent anchor=south,child anchor=north,align=center,
    inner xsep=1.5pt,inner ysep=0pt,s sep=5pt,l sep=26pt,font=\small,
    edge={line width=.5pt}}},
  best/.style={edge={line width=1.8pt}},
  skipped/.style={text=black!60,edge={black!60,dashed}},
  cut/.style={text=black!60,edge={black!60,dashed,postaction={decorate,solid,black},
    decoration={markings,mark=at position .6 with {
      \draw[solid,black,line width=.8pt] (-1.2pt,-4pt)--(-1.2pt,4pt) (1.2pt,-4pt)--(1.2pt,4pt);}}}},
}
"""


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write the figure of a trace at a step.

    Raises:
        UsageError: it cannot be shown so, or is too large for LaTeX.
    """
    diagram = diagram_of(trace, options)
    _check_size(diagram)
    out.write(forest_of(diagram))


def _check_size(diagram: Diagram) -> None:
    """Refuse a tree that LaTeX cannot set, or not within reason.

    Raises:
        UsageError: it has too many nodes, or is too wide.
    """
    hint = "Export it as pdf, which \\includegraphics takes, or give it a limit of depth (--depth)"
    if len(diagram.nodes) > MOST_NODES:
        raise UsageError(
            f"the tree has {len(diagram.nodes):,} nodes, and LaTeX would take minutes over it",
            where=diagram.title,
            expected=f"no more than {MOST_NODES:,} for forest",
            hint=hint,
        )
    width = _WIDER * lay_out(diagram).width
    if width > _WIDEST:
        raise UsageError(
            f"the tree would be about {width:,.0f} points wide in LaTeX",
            where=diagram.title,
            expected=f"no more than {_WIDEST:,.0f} for forest: TeX knows no lengths beyond",
            hint=hint,
        )


def forest_of(diagram: Diagram) -> str:
    """A diagram as a LaTeX document."""
    lines = [
        f"% {_comment(heading(diagram))}",
        _CLASS + PREAMBLE + r"\begin{document}",
        *tree_lines(diagram),
        r"\end{document}",
        "",
    ]
    return "\n".join(lines)


def tree_lines(diagram: Diagram, *, apart: float = _APART) -> list[str]:
    """A diagram as an environment of the package forest, line by line.

    Args:
        diagram: what is drawn.
        apart: the height between its levels in points.
    """
    children = diagram.children()
    more = "" if apart == _APART else f", for tree={{l sep={apart:.0f}pt}}"
    lines = [rf"\begin{{forest}} tree{more}"]
    # Nodes to come, and brackets that close those that have been written: None.
    waiting: list[int | None] = [0]
    depth = 0
    while waiting:
        place = waiting.pop()
        if place is None:
            depth -= 1
            lines[-1] += "]"
            continue
        lines.append(f"{'  ' * min(depth, 20)}[{{{_content(diagram.nodes[place])}}}")
        lines[-1] += _looks(diagram.nodes[place])
        depth += 1
        waiting += [None, *reversed(children[place])]
    return [*lines, r"\end{forest}"]


def _looks(node: DiagramNode) -> str:
    style = "cut" if node.cut else "skipped" if node.skipped else "best" if node.best else ""
    return f", {style}" if style else ""


def _content(node: DiagramNode) -> str:
    """A node: the label of its edge, its sign with what stands beside it, and what is beneath."""
    lines = wrapped(node.edge, 8, _NAME) if node.edge else []
    rows = [rf"{{\scriptsize {latex_text(line)}}}" for line in lines]
    if node.sign is Sign.LEAF:
        rows += _leaf(node)
    elif node.sign is Sign.MORE:
        rows.append(latex_text(node.name))
    else:
        rows.append(
            rf"\beside{{{_name(node)}}}{{\sign{node.sign.value}[{_drawn(node)}]}}{{{_answer(node)}}}"
        )
    if node.position:
        rows.append(_board(node.position))
    return _ROW.join(rows)


def _leaf(node: DiagramNode) -> list[str]:
    value = _bold(latex_text(node.given), node.best)
    if node.current:
        value = rf"\textcolor{{white}}{{{value}}}"
    box = rf"\signleaf[{_drawn(node)}]{{{value}}}"
    counted = [rf"{{\scriptsize {latex_text(node.beneath)}}}"] if node.beneath else []
    if node.position:
        return [rf"\beside{{{_name(node)}}}{{{box}}}{{{''.join(counted)}}}"]
    names = wrapped(node.name, 8, _LEAF_NAME) if node.name else []
    return [box, *(rf"{{\scriptsize {latex_text(name)}}}" for name in names), *counted]


def _drawn(node: DiagramNode) -> str:
    looks = []
    if node.current:
        looks.append("fill=black")
    if node.skipped:
        looks.append("black!60,dashed")
    if node.best:
        looks.append("line width=1.2pt")
    return ",".join(looks)


def _name(node: DiagramNode) -> str:
    lines = [latex_text(line) for line in wrapped(node.name, 10, _NAME)] if node.name else []
    return rf"\lines{{r}}{{{_ROW.join(lines)}}}" if len(lines) > 1 else "".join(lines)


def _answer(node: DiagramNode) -> str:
    value = _bold(latex_text(node.value), node.best)
    if not node.beneath:
        return value
    window = rf"\scriptsize {latex_text(node.beneath)}"
    return rf"\lines{{l}}{{{value}\\[-1pt]{window}}}" if node.value else f"{{{window}}}"


def _board(position: Position) -> str:
    """A position: the squares of a board, those that the last move changed bold, or lines."""
    if not position.grid:
        rows = _ROW.join(latex_text(row[0]) for row in position.rows)
        return rf"{{\scriptsize\ttfamily\lines{{l}}{{{rows}}}}}"
    columns = max(map(len, position.rows))
    rows = r"\\\hline ".join(
        "&".join(
            rf"\makebox[5pt]{{{_bold(latex_text(text), (y, x) in position.changed)}}}"
            for x, text in enumerate(row)
        )
        for y, row in enumerate(position.rows)
    )
    table = rf"\begin{{tabular}}{{|*{{{columns}}}{{c|}}}}\hline {rows}\\\hline\end{{tabular}}"
    return rf"{{\scriptsize\setlength\tabcolsep{{1.5pt}}{table}}}"


def _bold(text: str, bold: bool) -> str:
    return rf"\textbf{{{text}}}" if bold and text else text


def _comment(text: str) -> str:
    return " ".join(text.split())
