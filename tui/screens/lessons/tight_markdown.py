"""Markdown for low screens: never two blank lines in a row, none at the ends."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown
from rich.segment import Segment


class TightMarkdown:
    """A Markdown text with single blank lines around its tables and code."""

    def __init__(self, text: str) -> None:
        self._markdown = Markdown(text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        is_first, is_gap = True, False
        lines = console.render_lines(self._markdown, options.update(height=None), pad=False)
        for line in lines:
            if not "".join(segment.text for segment in line).strip():
                is_gap = True
                continue
            if is_gap and not is_first:
                yield Segment.line()
            is_first = is_gap = False
            yield from line
            yield Segment.line()
