"""Markdown and Jinja templates: the same data becomes HTML, LaTeX, Markdown or Typst.

The Markdown of statements, instructions and questions is CommonMark with tables and without HTML:
`<b>` is those three characters. A picture becomes its alternative text, since a sheet loads nothing
from elsewhere.

A template escapes every text that it prints, in the way of its format. Only what is `Markup` stays
as it is, so no text of a sheet can be taken for code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tracer.marking.reading.part_names import printed_mark
from tracer.questions.typed_script import with_reader
from tracer.text.latex import latex_text
from tracer.text.numbers import show_number
from tracer.text.printable_text import printable_text

if TYPE_CHECKING:
    from jinja2 import Environment


class Prose(str):
    """A text in Markdown, which each format converts; other texts are printed as they are."""


#: Length from which a word may break after every piece, since it may be wider than a cell.
_LONG_WORD: Final = 24
_PIECE: Final = 12
#: Characters that are escaped in LaTeX only if two of them are adjacent: people edit the source.
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


# Markdown as data ---------------------------------------------------------------------------


def prose_data(text: str) -> list[dict[str, Any]]:
    """Return a Markdown text as blocks of plain data, which templates read; every text is valid."""
    return [_block(one) for one in SyntaxTreeNode(_parser().parse(text)).children]


def plain_words(parts: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of inline elements without formatting, in one line."""
    return "".join(
        plain_words(one["inside"]) if "inside" in one else one.get("text", " ") for one in parts
    )


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _block(block: SyntaxTreeNode) -> dict[str, Any]:
    match block.type:
        case "code_block" | "fence":
            lines = block.content.rstrip("\n").split("\n")
            return {"kind": "lines", "text": "\n".join(map(printable_text, lines))}
        case "hr":
            return {"kind": "rule"}
        case "blockquote":
            return {"kind": "quote", "inside": [*map(_block, block.children)]}
        case "bullet_list" | "ordered_list":
            start = int(block.attrs.get("start", 1)) if block.type == "ordered_list" else None
            listed = [[*map(_block, item.children)] for item in block.children]
            return {"kind": "items", "start": start, "items": listed}
        case "table":
            rows = [row.children for part in block.children for row in part.children]
            sides = [str(cell.attrs.get("style", ""))[11:] or "left" for cell in rows[0]]
            cells = [[_line(cell) for cell in row] for row in rows]
            return {"kind": "table", "sides": sides, "rows": cells}
        case kind:  # a paragraph or a heading
            return {"kind": kind, "inside": _line(block)}


def _line(block: SyntaxTreeNode) -> list[dict[str, Any]]:
    return [_part(one) for child in block.children for one in child.children]


def _part(one: SyntaxTreeNode) -> dict[str, Any]:
    inside = [*map(_part, one.children)]
    match one.type:
        case "hardbreak":
            return {"kind": "break"}
        case "softbreak":
            return {"kind": "words", "text": " "}
        case "strong" | "em":
            return {"kind": one.type, "inside": inside}
        case "link":
            url = str(one.attrs["href"])
            tell = plain_words(inside) != url.removeprefix("mailto:")  # print repeats the address
            return {"kind": "link", "url": url, "inside": inside, "tell": tell}
        case "image":
            return {"kind": "words", "text": plain_words(inside)}
        case "code_inline":
            return {"kind": "code", "text": printable_text(one.content)}
        case _:
            return {"kind": "words", "text": printable_text(one.content)}


def split_words(text: str) -> list[list[str]]:
    """Return the words of a line, a long one in pieces between which it may break."""
    return [
        [word[at : at + _PIECE] for at in range(0, len(word), _PIECE)]
        if len(word) > _LONG_WORD
        else [word]
        for word in printable_text(text).split(" ")
    ]


# LaTeX --------------------------------------------------------------------------------------


def latex_words(text: str) -> str:
    """Convert one line of plain text to LaTeX, with breaks allowed in long words."""
    return " ".join(r"\allowbreak{}".join(map(_signs, word)) for word in split_words(text))


def _signs(text: str) -> str:
    out = []
    for one, following in zip_longest(text, text[1:], fillvalue=""):
        if one in _PLAIN:
            out.append(one + ("{}" if following and following in _PLAIN else ""))
        else:
            out.append(_BRACKETS.get(one) or latex_text(one))
    return "".join(out)


def html_prose(text: str) -> str:
    """Convert a text from Markdown to HTML."""
    return call_macro("prose.html", "document", prose_data(text))


def latex_prose(text: str) -> str:
    """Convert a text from Markdown to LaTeX; LaTeX in the Markdown is escaped."""
    return call_macro("prose.tex", "document", prose_data(text))


# Markdown -----------------------------------------------------------------------------------

_SIGNS: Final = "\\`*_[]<>|#~&$"


def md_text(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    return "".join(f"\\{letter}" if letter in _SIGNS else letter for letter in text)


# Templates ----------------------------------------------------------------------------------

#: How a text, and a Markdown text, are written, by the suffix of a template.
_TEXTS: Final[Mapping[str, tuple[Callable[[str], str], Callable[[str], str]]]] = {
    "html": (lambda text: escape(printable_text(text)), html_prose),
    "xml": (lambda text: escape(printable_text(text)), html_prose),
    "tex": (latex_words, latex_prose),
    "md": (md_text, str),
}
#: Braces mean something else in LaTeX.
_IN_LATEX: Final[Mapping[str, str]] = {
    "variable_start_string": "<<",
    "variable_end_string": ">>",
    "block_start_string": "<%",
    "block_end_string": "%>",
    "comment_start_string": "<#",
    "comment_end_string": "#>",
}


def fill_template(name: str, **data: Any) -> str:
    """Return a template of this folder, filled in with data."""
    return _environment(name.rpartition(".")[2]).get_template(name).render(data)


def as_markup(text: str) -> Any:
    """Return a text that templates print as it is."""
    from markupsafe import Markup

    return Markup(text)


def call_macro(template: str, macro: str, *arguments: Any) -> str:
    """Return what a macro of a template makes of its arguments."""
    macros: Any = _environment(template.rpartition(".")[2]).get_template(template).module
    return str(getattr(macros, macro)(*arguments)).rstrip("\n")


def read_asset(name: str) -> str:
    """Return a file that goes into a page as it is: a style or a script."""
    text = resources.files(__package__).joinpath("templates", name).read_text("utf-8").rstrip()
    return with_reader(text) if name.endswith(".js") else text


def _css_string(text: str) -> str:
    """Return a CSS string, in which all but ASCII letters, digits and spaces is escaped."""
    letters = (
        one if one.isascii() and (one.isalnum() or one == " ") else f"\\{ord(one):x} "
        for one in printable_text(text)
    )
    return f'"{"".join(letters)}"'


@cache
def _environment(suffix: str) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    write_text, write_prose = _TEXTS[suffix]

    def finish(value: Any) -> Any:
        if isinstance(value, Prose):
            return as_markup(write_prose(value))
        return value if hasattr(value, "__html__") else as_markup(write_text(str(value)))

    made = Environment(
        autoescape=True,  # what `finish` returns is not escaped again
        finalize=finish,
        loader=FunctionLoader(read_asset),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        **(_IN_LATEX if suffix == "tex" else {}),  # type: ignore[arg-type]
    )
    made.filters |= {
        "as_is": as_markup,
        "number": show_number,
        "xml": lambda html: as_markup(escape(html)),
        "lines": lambda text: as_markup(escape(text)),
        "cdata": lambda html: as_markup(html.replace("]]>", "]]&gt;")),
        "address": lambda url: as_markup(url.translate(_IN_ADDRESSES)),
        "asset": lambda name: as_markup(read_asset(name)),
        "css": lambda text: as_markup(_css_string(text)),
        "printed": lambda blocks: as_markup(printed_mark(map(str, blocks))),
        # Only where text comes before it does a list need a box in front.
        "unboxed": lambda text: as_markup(latex_prose(text).removeprefix("\\mbox{}\n\n")),
        "spaced": lambda text: as_markup(latex_words(text).replace("  ", "~~")),
    }
    return made
