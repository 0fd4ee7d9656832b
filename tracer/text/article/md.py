"""An article as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from tracer.text.article.article import BOLD, Article, Block, Board, Bullets, Heading, Table


def format_markdown(article: Article) -> str:
    """Return an article as Markdown with tables of GitHub's kind."""
    return "\n\n".join([f"# {_escape(article.title)}", *map(_block, article.blocks)]) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"## {_escape(block.text)}"
        case Bullets():
            return "\n".join(f"- {_escape(item)}" for item in block.items)
        case Table():
            rule = [":--" if at in block.texts else "--:" for at in range(len(block.head))]
            rows = [
                [*map(_escape, block.head)],
                rule,
                *([*map(_escape, row)] for row in block.rows),
            ]
            return "\n".join(map(_row, rows))
        case Board():
            return f"```\n{block.text}\n```"
        case _:
            return _escape(block.text)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escape(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    for sign in "\\|*_<`[":
        text = text.replace(sign, f"\\{sign}")
    return text.replace(BOLD, "**")
