"""A result as a document in any format: an article (as text too), CSV or JSON."""

from __future__ import annotations

import csv
import json
import re
import textwrap
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType
from typing import Any, Final, TextIO, TypeAlias

from tracer.text.latex import latex_text
from tracer.text.printable_text import cell_width, formula_to_ascii

# An article: a title, then headings, paragraphs, lists, tables and boards. Markdown and LaTeX are
# written part by part, so that a table of millions of rows needs no memory.

#: The mark before and after a bold part of a text; no name or number can contain it.
BOLD: Final = "\ue000"


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list, one or more sentences an item."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table."""

    head: Sequence[str]
    rows: Iterable[Sequence[str]]
    texts: frozenset[int] = frozenset({0})
    #: Whether it may continue on the next page, however many rows it has.
    is_long: bool = False
    #: The columns of long texts: each has a share of the line's width on paper. In a terminal, the
    #: first is shortened and others are below their rows if the table is too wide.
    shares: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Board:
    """Lines that are printed as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as SVG, and as lines for formats without pictures."""

    svg: str
    text: str


Block: TypeAlias = Heading | Paragraph | Bullets | Table | Board | Figure


@dataclass(frozen=True, slots=True)
class Article:
    """An article."""

    title: str
    blocks: Sequence[Block]


# An article as Markdown.


def format_markdown(article: Article) -> str:
    """Return an article as Markdown with tables of GitHub's kind."""
    return "".join(markdown_parts(article))


def markdown_parts(article: Article) -> Iterator[str]:
    """Yield an article as Markdown, line by line."""
    yield f"# {escape_markdown(article.title)}\n"
    for block in article.blocks:
        yield "\n"
        for line in _md_lines(block):
            yield f"{line}\n"


def _md_lines(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"## {escape_markdown(block.text)}"
        case Bullets():
            yield from (f"- {escape_markdown(item)}" for item in block.items)
        case Table():
            yield _md_row(map(escape_markdown, block.head))
            yield _md_row(":--" if at in block.texts else "--:" for at in range(len(block.head)))
            yield from (_md_row(map(escape_markdown, row)) for row in block.rows)
        case Board() | Figure():
            longest = max(map(len, re.findall("`+", block.text)), default=0)
            fence = "`" * max(3, longest + 1)  # a student's text cannot end it
            yield f"{fence}\n{block.text}\n{fence}"
        case _:
            yield escape_markdown(block.text)


def _md_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def escape_markdown(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret, and write the bold parts."""
    for sign in "\\|*_<`[":
        text = text.replace(sign, f"\\{sign}")
    return text.replace(BOLD, "**")


# An article as a page of HTML that needs no other file.

_STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 30%, transparent);
  padding: .3rem .7rem; text-align: right; font-variant-numeric: tabular-nums; }
th { border-bottom-width: 2px; }
.text { text-align: left; }
.wide { overflow-x: auto; }
"""


def page_of_article(article: Article) -> str:
    """Return an article as a page of HTML."""
    title = escape(article.title, quote=False)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n"
        + "".join(f"{_html_block(block)}\n" for block in article.blocks)
        + "</main>\n</body>\n</html>\n"
    )


def _html_block(block: Block) -> str:
    match block:
        case Heading():
            return f"<h2>{_html_text(block.text)}</h2>"
        case Bullets():
            return (
                "<ul>\n"
                + "".join(f"<li>{_html_text(item)}</li>\n" for item in block.items)
                + "</ul>"
            )
        case Table():
            head = _html_row(block, "th", block.head)
            body = "\n".join(_html_row(block, "td", row) for row in block.rows)
            return (
                '<div class="wide" tabindex="0"><table>\n'
                f"<thead>\n{head}\n</thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
            )
        case Figure() if block.svg:
            return f'<div class="wide" tabindex="0">{block.svg}</div>'
        case Board() | Figure():
            return f"<pre>{escape(block.text, quote=False)}</pre>"
        case _:
            return f"<p>{_html_text(block.text)}</p>"


def _html_row(table: Table, tag: str, cells: Iterable[str]) -> str:
    start = {True: f'<{tag} class="text"', False: f"<{tag}"}
    scope = ' scope="col"' if tag == "th" else ""
    shown = (
        f"{start[at in table.texts]}{scope}>{_html_text(cell)}</{tag}>"
        for at, cell in enumerate(cells)
    )
    return f"<tr>{''.join(shown)}</tr>"


def _html_text(text: str) -> str:
    parts = escape(text, quote=False).split(BOLD)
    return "".join(f"<b>{part}</b>" if at % 2 else part for at, part in enumerate(parts))


# An article as a LaTeX document for pdfLaTeX, XeLaTeX and LuaLaTeX.

#: What a document needs that a fragment is copied into.
_PACKAGES: Final = r"\usepackage{amssymb,array,booktabs,graphicx,longtable,textcomp}"

_BEFORE: Final = rf"""\documentclass[a4paper]{{article}}
\usepackage[T1]{{fontenc}}
\IfFileExists{{lmodern.sty}}{{\usepackage{{lmodern}}}}{{}}
{_PACKAGES}
\usepackage[margin=2cm]{{geometry}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{6pt}}
\emergencystretch=4em
\begin{{document}}
"""
_AFTER: Final = "\\end{document}\n"

#: Rows of a table that fit on a page; a longer table continues on the next.
_ROWS: Final = 40

#: An empty group before a row or an item, where LaTeX reads a bracket as an argument.
_SAFE: Final = "{}"

#: A short table that is wider than the line is made smaller.
_FITTED: Final = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"


def latex_parts(article: Article, *, is_fragment: bool = False) -> Iterator[str]:
    """Yield an article in ASCII, as a LaTeX document or as its blocks alone."""
    title = f"\\section*{{{_latex_text(article.title)}}}\n"
    yield f"% {_PACKAGES}\n" if is_fragment else _BEFORE + title
    for block in article.blocks:
        yield from _latex_block(block)
    yield "" if is_fragment else _AFTER


def _latex_block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"\\subsection*{{{_latex_text(block.text)}}}\n"
        case Bullets():
            items = "".join(f"\\item {_SAFE}{_latex_text(item)}\n" for item in block.items)
            yield f"\\begin{{itemize}}\n{items}\\end{{itemize}}\n"
        case Table():
            yield from _latex_table(block)
        case Board() | Figure():
            lines = " \\\\\n".join(_typeset_board_row(line) for line in block.text.splitlines())
            yield f"{{\\ttfamily\n{lines}\\par}}\n"
        case _:
            yield f"{_latex_text(block.text)}\n\n"


def _latex_table(table: Table) -> Iterator[str]:
    columns = "".join(_latex_column(table, at) for at in range(len(table.head)))
    head = _latex_row(table.head)
    rows = table.rows if table.is_long else [*table.rows]
    if isinstance(rows, list) and len(rows) <= _ROWS and not table.is_long:
        yield f"{_FITTED}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{head}\\midrule\n"
        yield from map(_latex_row, rows)
        yield "\\bottomrule\n\\end{tabular}}\n\n"
        return
    is_small = len(table.shares) > 1  # sentences
    yield "\\begingroup\\footnotesize\\setlength{\\tabcolsep}{4pt}\n" if is_small else ""
    yield f"\\begin{{longtable}}[l]{{{columns}}}\n\\toprule\n{head}\\midrule\n\\endhead\n"
    yield "\\bottomrule\n\\endfoot\n"
    yield from map(_latex_row, rows)
    yield "\\end{longtable}\n\n"
    yield "\\endgroup\n" if is_small else ""


def _latex_column(table: Table, place: int) -> str:
    if place in table.shares:
        return rf">{{\raggedright\arraybackslash}}p{{{table.shares[place]:g}\linewidth}}"
    return "l" if place in table.texts else "r"


def _latex_row(cells: Iterable[str]) -> str:
    return f"{_SAFE}{' & '.join(map(_latex_text, cells))} \\\\\n"


def _typeset_board_row(line: str) -> str:
    """Return a line of a board, whose spaces count."""
    return _SAFE + (_latex_text(line).replace(" ", r"\ ") or r"\ ")


def _latex_text(text: str) -> str:
    parts = text.split(BOLD)
    return "".join(
        f"\\textbf{{{latex_text(part)}}}" if at % 2 else latex_text(part)
        for at, part in enumerate(parts)
    )


# An article as text for a terminal.

#: What is below a heading, and what continues a sentence there.
_INDENT: Final = "  "
#: Short texts in brackets, such as a move, in which no line ends.
_WHOLE: Final = re.compile(r"\([^()]{1,24}\)")
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
#: The longest word of a table's first column that is printed if the table is too wide.
_SHORTEST_NAME: Final = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of text, and whether it is only ASCII."""

    width: int = 80
    ascii: bool = False


USUAL_LAYOUT: Final = Layout()


def format_text(article: Article, layout: Layout = USUAL_LAYOUT) -> str:
    """Return an article as text: what is below a heading is indented, a bold part has a star."""
    lines = [*_wrap_text(article.title, layout.width), ""]
    before: Block | None = None
    indent = ""
    for block in article.blocks:
        is_heading = isinstance(block, Heading)
        if before is not None and (is_heading or not (indent or _continues(before, block))):
            lines.append("")
        indent = "" if is_heading else indent
        inside = _text_lines(block, layout.width - len(indent), hanging=indent)
        lines += [f"{indent}{line}".rstrip() for line in inside]
        indent = _INDENT if is_heading else indent
        before = block
    text = "\n".join(lines).rstrip() + "\n"
    return formula_to_ascii(text) if layout.ascii else text


def _continues(before: Block, block: Block) -> bool:
    """Return whether a block is below another one without a blank line: sentences, or a board."""
    if not isinstance(before, Paragraph | Bullets):
        return False
    return isinstance(block, Paragraph | Bullets | Board)


def _text_lines(block: Block, width: int, *, hanging: str) -> Iterator[str]:
    match block:
        case Bullets():
            for item in block.items:
                yield from _wrap_text(item, width, hanging)
        case Table():
            yield from _text_table(block, width)
        case Board() | Figure():
            yield from textwrap.indent(block.text, _INDENT).split("\n")
        case _:
            yield from _wrap_text(block.text, width, hanging)


def _wrap_text(text: str, width: int, hanging: str = "") -> list[str]:
    """Return the lines of a text; wide letters count twice."""
    whole = _WHOLE.sub(lambda short: short[0].replace(" ", _NO_BREAK), text)
    if cell_width(whole) > len(whole):
        width //= 2
    lines = textwrap.wrap(whole, width, subsequent_indent=hanging, break_on_hyphens=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]


def _text_table(table: Table, width: int) -> Iterator[str]:
    """Yield the lines of a table."""
    rows = [[_star_bold(cell) for cell in row] for row in table.rows]
    whole = align_columns([table.head, *rows], left=table.texts)
    if not table.shares or max(map(cell_width, whole)) <= width:
        yield from whole
        return
    below = sorted(table.shares.keys() - {0})
    inside = [at for at in range(len(table.head)) if at not in below]
    cells = [[row[at] for at in inside] for row in (table.head, *rows)]
    left = [place for place, at in enumerate(inside) if at in table.texts]
    rest = max(cell_width(line) for line in align_columns([["", *row[1:]] for row in cells]))
    names = [_shorten_text(name, max(_SHORTEST_NAME, width - rest)) for name, *_ in cells]
    lines = align_columns(
        [[name, *row[1:]] for name, row in zip(names, cells, strict=True)], left=left
    )
    yield lines[0]
    for line, row in zip(lines[1:], rows, strict=True):
        yield line
        for at in below:
            for part in _wrap_text(f"{table.head[at]}: {row[at]}", width - len(_INDENT), _INDENT):
                yield f"{_INDENT}{part}"


def _star_bold(cell: str) -> str:
    """Return a cell whose bold parts have a star."""
    parts = cell.split(BOLD)
    return "".join(f"{part}*" if at % 2 else part for at, part in enumerate(parts))


def _shorten_text(text: str, width: int) -> str:
    """Return a text that is cut to a width."""
    if cell_width(text) <= width:
        return text
    while cell_width(text) >= width:
        text = text[:-1]
    return f"{text}…"


# The formats of articles.

#: The function that yields the parts of an article as text, by the format's name.
ARTICLE_FORMATS: Final[Mapping[str, Callable[[Article], Iterable[str]]]] = MappingProxyType(
    {"md": markdown_parts, "html": lambda article: [page_of_article(article)], "latex": latex_parts}
)


#: The names of the formats, the default first.
DOCUMENT_FORMATS: Final = ("text", *ARTICLE_FORMATS, "csv", "json")


@dataclass(frozen=True, slots=True)
class Document:
    """A result, made in the requested format."""

    article: Callable[[], Article]
    #: The columns of CSV and its rows.
    table: Callable[[], tuple[Sequence[str], Iterable[Mapping[str, Any]]]]
    record: Callable[[], Mapping[str, Any]]
    #: Whether JSON has one field a line, without indents inside.
    is_flat: bool = False

    def write(self, format_name: str, out: TextIO, layout: Layout = USUAL_LAYOUT) -> None:
        """Write it in one of `DOCUMENT_FORMATS`."""
        if format_name in ARTICLE_FORMATS:
            out.writelines(ARTICLE_FORMATS[format_name](self.article()))
        elif format_name == "csv":
            fields, rows = self.table()
            writer = csv.DictWriter(out, fields, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        elif format_name == "json":
            out.write(self._format_json() + "\n")
        else:
            out.write(format_text(self.article(), layout))

    def _format_json(self) -> str:
        record = self.record()
        if not self.is_flat:
            return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False)
        dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
        fields = (f"\n {dump(key)}: {dump(value)}" for key, value in record.items())
        return "{" + ",".join(fields) + "\n}"


def align_columns(
    rows: Iterable[Sequence[str]], *, left: Container[int] = (0,), gap: str = "  "
) -> list[str]:
    """Return the lines of a table; the columns that are not on the left are numbers."""
    table = [*rows]
    widths = [max(map(cell_width, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        room = [" " * (wide - cell_width(cell)) for cell, wide in zip(row, widths, strict=True)]
        cells = (
            f"{cell}{free}" if place in left else f"{free}{cell}"
            for place, (cell, free) in enumerate(zip(row, room, strict=True))
        )
        lines.append(gap.join(cells).rstrip())
    return lines
