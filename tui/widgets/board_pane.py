"""The board of the node in question, with the last move marked."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from tracer.board import Board
from tui.widgets.styled import style_of

__all__ = ["BoardPane"]


class BoardPane(Widget, can_focus=False):
    """A position as the game draws it; what the last move changed stands out.

    ```
        ┌ Board ─────┐
        │  x o .     │
        │  . x .     │
        │  . . o     │
        └────────────┘
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--current", "figure--leaf", "figure--faint"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._board: Board | None = None
        self._below = ""
        self._width = 0
        self.border_title = "Board"

    def show(self, board: Board, below: str) -> None:
        """Show a board.

        Args:
            board: the position.
            below: a line to write beneath it.
        """
        self._board = board
        self._below = below
        width = max(board.width, 8) + 6
        if width != self._width:  # a new layout costs more than all the rest of a step
            self._width = width
            self.styles.width = width
        self.refresh()

    def render(self) -> Text:
        """The board in the middle of the pane."""
        if self._board is None:
            return Text()
        room_y, room_x = self.size.height, self.size.width
        lines = self._board.lines
        top = max(0, (room_y - len(lines) - 2) // 2)
        left = max(0, (room_x - self._board.width) // 2)
        marked = style_of(self, ["current"], Style())
        text = Text("\n" * top, no_wrap=True, overflow="crop", end="")
        for y, line in enumerate(lines):
            text.append(" " * left)
            for x, letter in enumerate(line):
                text.append(letter, marked if (y, x) in self._board.changed else "")
            text.append("\n")
        if self._below:
            text.append("\n" + " " * max(0, (room_x - len(self._below)) // 2))
            text.append(self._below, style_of(self, ["faint"], Style()))
        return text
