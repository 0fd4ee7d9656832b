r"""Prose as LaTeX: what Markdown means, and every sign of LaTeX in it as a sign.

Its source is to be read and changed by people, so commas and hyphens stay as they are unless two of
them would be set as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracer.diagram.model import printable
from tracer.export.latex_text import latex_text
from tracer.worksheet.prose import (
    Block,
    Break,
    Code,
    Heading,
    Inline,
    Items,
    Link,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Span,
    Table,
    Words,
    read_prose,
)

__all__ = ["latex_prose", "latex_words"]

#: Letters of a word from which on it may be broken anywhere, since it may be wider than a cell.
_LONG_WORD: Final = 24
_PIECE: Final = 12

#: Lists within lists: LaTeX takes six, of which `questions` and `parts` are two.
_DEEPEST: Final = 3

#: Signs that are set as they are, unless two of them stand together.
_PLAIN: Final = ",-'"

#: What LaTeX would take for an argument of the command before it.
_BRACKETS: Final = {"[": "{[}", "]": "{]}", "*": "{*}"}

#: What an address may hold that LaTeX would take for its own, as `\href` takes it.
_IN_ADDRESSES: Final = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "%#&_"},
        **{sign: rf"\%{ord(sign):02X}" for sign in "\\{}~$^"},
    }
)


def latex_prose(text: str) -> str:
    """A text in Markdown as LaTeX."""
    blocks = read_prose(text)
    start = "" if blocks and isinstance(blocks[0], Paragraph) else "\\mbox{}\n\n"
    return start + _blocks(blocks, 0)


def latex_words(text: str) -> str:
    """One line of plain text as LaTeX, with places to break in words that are wider than a cell."""
    pieces = []
    for word in printable(text).split(" "):
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


def _blocks(blocks: Sequence[Block], depth: int) -> str:
    return "\n\n".join(_block(one, depth) for one in blocks)


def _block(block: Block, depth: int) -> str:
    match block:
        case Heading(inside):
            return rf"\textbf{{{_line(inside)}}}\nopagebreak"
        case Preformatted(text):
            lines = [_code(line) or r"\mbox{}" for line in text.split("\n")]
            joined = "\\\\\n".join(lines)
            return f"\\begin{{flushleft}}\\small\n{joined}\n\\end{{flushleft}}"
        case Rule():
            return r"\noindent\rule{\linewidth}{.4pt}"
        case Quote(inside=blocks):
            inside_quote = _blocks(blocks, depth + 1)
            if depth >= _DEEPEST:
                return inside_quote
            return f"\\begin{{quote}}\n{inside_quote}\n\\end{{quote}}"
        case Items():
            return _items(block, depth)
        case Table(sides, rows):
            return _table(sides, rows)
        case _:
            return _line(block.inside)


def _items(block: Items, depth: int) -> str:
    inside = [_blocks(item, depth + 1) for item in block.items]
    if depth >= _DEEPEST:
        return "\n\n".join(f"-- {item}" for item in inside)
    kind = "itemize" if block.start is None else "enumerate"
    start = ""
    if block.start is not None and block.start != 1:
        start = f"\\startat{{{block.start - 1}}}\n"
    items = "\n".join(f"  \\item {item}" for item in inside)
    return f"\\begin{{{kind}}}\n{start}{items}\n\\end{{{kind}}}"


def _table(sides: Sequence[str], rows: Sequence[Sequence[Sequence[Inline]]]) -> str:
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


def _line(parts: Sequence[Inline]) -> str:
    return "".join(_part(one) for one in parts)


def _part(one: Inline) -> str:
    match one:
        case Words(text):
            return latex_words(text)
        case Code(text):
            return _code(text)
        case Break():
            return r"\newline{}"
        case Span(strong, inside):
            return rf"\{'textbf' if strong else 'emph'}{{{_line(inside)}}}"
        case Link(url, inside):
            link = rf"\href{{{url.translate(_IN_ADDRESSES)}}}{{{_line(inside)}}}"
            return link if one.is_plain else f"{link} ({_code(url)})"


def _code(text: str) -> str:
    """Text in letters of one width, its spaces kept."""
    if not text:
        return ""
    return rf"\texttt{{{latex_words(text).replace('  ', '~~')}}}"
