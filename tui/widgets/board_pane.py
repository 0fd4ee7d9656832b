"""The board of the node in question, with the last move marked."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from tracer.board import Board
from tui.glyphs import plain
from tui.widgets.board_plan import best_size, full_size
from tui.widgets.play_board import PlayBoard
from tui.widgets.styled import style_of

__all__ = ["BoardPane"]

#: The part of the screen's width that a board may take, since the tree is what matters.
_SHARE = 0.2

#: Cells for what is said beneath the board.
_SAID = 16

#: Cells of the pane beside the board, its border among them, and rows beneath it.
_BESIDE, _BENEATH = 4, 3


class BoardPane(Vertical, can_focus=False):
    """A position, as large as there is room for; what the last move changed stands out.

    ```
        │   ┌───┬───┬───┐
        │   │ X │ O │   │
        │   ├───┼───┼───┤
        │   │   │ X │   │
        │   └───┴───┴───┘
        │      after 5
        │     O to move
    ```

    A game without cells is shown as it draws itself.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._board: Board | None = None
        self._width = 0
        self._height = 0
        self._framed = False
        self.border_title = "Board"

    def compose(self) -> ComposeResult:
        """The cells or the lines, and what is said beneath them."""
        yield PlayBoard(id="cells")
        yield _Lines(id="lines")
        yield Static(id="about", markup=False)

    def show(self, board: Board, below: str) -> None:
        """Show a board.

        Args:
            board: the position.
            below: lines to write beneath it.
        """
        self._board = board
        self.query_one("#about", Static).update(plain(self, below), layout=False)
        self._fit()

    def on_resize(self) -> None:
        """Take what the board needs."""
        self._fit()

    def _fit(self) -> None:
        """Show the cells where their frames have room, and else the game's own drawing."""
        board = self._board
        if board is None:
            return
        size, view = None, board.view
        if view is not None:
            room = max(_SAID, int(self.screen.size.width * _SHARE) - _BESIDE)
            size = best_size(view, (room, self.size.height - _BENEATH))
        cells, lines = self.query_one(PlayBoard), self.query_one(_Lines)
        framed = size is not None and not size.is_smallest
        if view is not None and size is not None and framed:
            cells.show(view, board.signs, None)
            wanted, high = full_size(view, size)
        else:
            lines.show(board)
            wanted, high = board.width, len(board.lines)
        cells.set_class(not framed, "-nothing")
        lines.set_class(framed, "-nothing")
        wanted = max(wanted, _SAID) + _BESIDE
        # A new layout costs more than all the rest of a step: of a game that draws itself in more
        # or fewer cells it is made for the most.
        if wanted != self._width and (framed or wanted > self._width or self._framed):
            self._width = wanted
            self.styles.width = wanted
        self.set_class(self.size.height < high + _BENEATH, "-close")
        if high != self._height:
            self._height = high
            cells.styles.height = lines.styles.height = high
        self._framed = framed


class _Lines(Widget, can_focus=False):
    """A position as the game draws it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"figure--current"}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._board: Board | None = None

    def show(self, board: Board) -> None:
        """Show a board."""
        self._board = board
        self.refresh()

    def render(self) -> Text:
        """The board in the middle."""
        if self._board is None:
            return Text()
        lines = self._board.lines
        left = max(0, (self.size.width - self._board.width) // 2)
        marked = style_of(self, ["current"], Style())
        text = Text(no_wrap=True, overflow="crop", end="")
        for y, line in enumerate(lines):
            text.append(" " * left)
            for x, letter in enumerate(line):
                text.append(letter, marked if (y, x) in self._board.changed else "")
            text.append("\n")
        return text
