"""An article as a page of HTML that needs no other file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from tracer.text.article.article import BOLD, Article, Block, Board, Bullets, Heading, Table


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
        + "".join(f"{_block(block)}\n" for block in article.blocks)
        + "</main>\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"<h2>{_text(block.text)}</h2>"
        case Bullets():
            return "<ul>\n" + "".join(f"<li>{_text(item)}</li>\n" for item in block.items) + "</ul>"
        case Table():
            head = _row(block, "th", block.head)
            body = "\n".join(_row(block, "td", row) for row in block.rows)
            return (
                '<div class="wide" tabindex="0"><table>\n'
                f"<thead>\n{head}\n</thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
            )
        case Board():
            return f"<pre>{escape(block.text, quote=False)}</pre>"
        case _:
            return f"<p>{_text(block.text)}</p>"


def _row(table: Table, tag: str, cells: Iterable[str]) -> str:
    start = {True: f'<{tag} class="text"', False: f"<{tag}"}
    scope = ' scope="col"' if tag == "th" else ""
    shown = (
        f"{start[at in table.texts]}{scope}>{_text(cell)}</{tag}>" for at, cell in enumerate(cells)
    )
    return f"<tr>{''.join(shown)}</tr>"


def _text(text: str) -> str:
    parts = escape(text, quote=False).split(BOLD)
    return "".join(f"<b>{part}</b>" if at % 2 else part for at, part in enumerate(parts))
