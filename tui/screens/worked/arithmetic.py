"""The arithmetic of a step, with its result marked."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from tui.appearance.theme import combine_styles, with_symbols

#: Columns of a line, at least.
_NARROWEST: Final = 10


class Arithmetic(Static):
    """Lines of a calculation; the lines with an arrow are the result."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--max", "figure--best", "figure--leaf"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._lines: Sequence[str] = ()

    def show(self, lines: Sequence[str]) -> None:
        """Show some lines."""
        self._lines = lines
        self._paint()

    def on_resize(self) -> None:
        """Wrap the lines in the new width."""
        self._paint()

    def notify_style_update(self) -> None:
        """Repaint in the colours of another theme."""
        super().notify_style_update()
        if self.is_attached:
            self._paint()

    def _paint(self) -> None:
        width = max(_NARROWEST, self.content_size.width)
        text = Text(end="")
        for place, line in enumerate(self._lines):
            names = ("max", "best") if "←" in line else ("leaf",)
            indent = " " * (len(line) - len(line.lstrip()))
            wrapped = textwrap.wrap(
                with_symbols(self, line), width, subsequent_indent=f"{indent}  "
            )
            text.append("\n" if place else "")
            text.append("\n".join(wrapped), combine_styles(self, names, Style()))
        self.update(text)
