"""A source drawn before it is searched."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import ClassVar, Final

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from tracer.drawing.terminal.tree_chart import NO_NODE, Rows, TextRun
from tui.appearance.theme import combine_styles, with_symbols

#: Columns of a line, at least.
_NARROWEST: Final = 10

_NAMES = (
    "max",
    "min",
    "chance",
    "leaf",
    "name",
    "edge",
    "move",
    "board",
    "value",
    "more",
    "best",
    "chain",
    "cut",
    "current",
    "pending",
    "skipped",
)


def text_rows(lines: Iterable[str], style: str = "board") -> Rows:
    """Return lines in rows as they are."""
    return tuple((TextRun(line, style, NO_NODE),) for line in lines)


def wrap_lines(
    widget: Widget,
    lines: Iterable[str],
    width: int,
    style: Callable[[str], str] = lambda _: "board",
) -> Rows:
    """Return lines in rows of a width, each in its style; a line's later rows are indented."""
    rows = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        wrapped = textwrap.wrap(
            with_symbols(widget, line), max(_NARROWEST, width), subsequent_indent=f"{indent}  "
        )
        rows += [(TextRun(part, style(line), NO_NODE),) for part in wrapped or [""]]
    return tuple(rows)


class Preview(Static):
    """Rows of a drawing, in the colours of figures."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"figure--{name}" for name in _NAMES}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._rows: Rows = ()

    def show(self, rows: Rows) -> None:
        """Show a drawing; empty rows show none."""
        self._rows = rows
        self._paint()

    def notify_style_update(self) -> None:
        """Repaint in the colours of another theme."""
        super().notify_style_update()
        if self.is_attached:
            self._paint()

    def _paint(self) -> None:
        text = Text(no_wrap=True, end="")
        for place, row in enumerate(self._rows):
            text.append("\n" if place else "")
            for run in row:
                names = [name for name in run.style.split() if name in _NAMES]
                text.append(run.text, combine_styles(self, names))
        self.update(text)
