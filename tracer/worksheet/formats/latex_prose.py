r"""Markdown as LaTeX; LaTeX in the Markdown is escaped.

People read and edit the source, so commas and hyphens are not escaped unless LaTeX would join two
of them into one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracer.text.latex import latex_text
from tracer.text.printable_text import printable_text
from tracer.worksheet.formats.prose import (
    Cells,
    Node,
    inlines,
    is_plain_link,
    plain_text,
    read_prose,
    start_of,
    table_of,
)


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
