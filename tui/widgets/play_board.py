"""A board to play on, with the keyboard or the mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from engine.match.board_view import BoardView, CellView
from tui.widgets.styled import style_of

__all__ = ["PlayBoard"]

#: Sizes of a cell, columns and rows without its frame, the largest first; (1, 1) has no frame.
_SIZES = ((9, 3), (7, 3), (5, 1), (3, 1), (1, 1))


class PlayBoard(Widget, can_focus=False):
    """A board with a cursor; legal cells have a dot, the last move is filled, flips are underlined.

    ```
          0   1   2   3
        ┌───┬───┬───┬───┐
      0 │   │   │ · │   │
        ├───┼───┼───┼───┤
      1 │   │ B │ W │[·]│
        └───┴───┴───┴───┘
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("max", "min", "faint", "edge", "current", "pending", "best")
    }

    @dataclass
    class CellChosen(Message):
        """A cell was clicked.

        Args:
            row: from 0, the top row first.
            column: from 0.
        """

        row: int
        column: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._view: BoardView | None = None
        self._signs: tuple[str, str] = ("X", "O")
        self.cursor: tuple[int, int] | None = None

    def show(self, view: BoardView, signs: tuple[str, str], cursor: tuple[int, int] | None) -> None:
        """Show a board.

        Args:
            view: the board.
            signs: what the first and the second player's pieces are written with, each a text of
                the signs that are theirs.
            cursor: the cell that the cursor is at; None for no cursor.
        """
        self._view = view
        self._signs = signs
        self.cursor = cursor
        self.refresh()

    def _cell_size(self) -> tuple[int, int]:
        assert self._view is not None
        rows, columns = len(self._view.cells), len(self._view.cells[0])
        for width, height in _SIZES:
            framed = (width, height) != (1, 1)
            needs_x = columns * (width + 1) + 1 if framed else columns * 2
            needs_y = rows * (height + 1) + 1 if framed else rows
            if needs_x + self._left() <= self.size.width and needs_y + 1 <= self.size.height:
                return width, height
        return _SIZES[-1]

    def _left(self) -> int:
        assert self._view is not None
        return max((len(label) for label in self._view.rows), default=0) + 1

    def _origin(self) -> tuple[int, int]:
        """Where the top left corner of the frame stands."""
        assert self._view is not None
        width, height = self._cell_size()
        framed = (width, height) != (1, 1)
        rows, columns = len(self._view.cells), len(self._view.cells[0])
        full_x = (columns * (width + 1) + 1 if framed else columns * 2) + self._left()
        full_y = (rows * (height + 1) + 1 if framed else rows) + 1
        x = max(0, (self.size.width - full_x) // 2) + self._left()
        return x, max(0, (self.size.height - full_y) // 2) + 1

    def render_line(self, y: int) -> Strip:
        """One row of characters."""
        blank = Strip.blank(self.size.width, self.rich_style)
        view = self._view
        if view is None:
            return blank
        width, height = self._cell_size()
        framed = (width, height) != (1, 1)
        x, top = self._origin()
        faint, edge = style_of(self, ["faint"], Style()), style_of(self, ["edge"], Style())
        segments = [Segment(" " * x)]
        if y == top - 1:
            for label in view.columns:
                segments.append(
                    Segment(label.center(width + 1) if framed else f"{label:<2}", faint)
                )
            if framed:
                segments.insert(1, Segment(" "))
            return Strip(segments).crop_extend(0, self.size.width, self.rich_style)
        inside = y - top
        rows = len(view.cells)
        if inside < 0 or inside >= (rows * (height + 1) + 1 if framed else rows):
            return blank
        if framed and inside % (height + 1) == 0:
            at = inside // (height + 1)
            left, middle, right = "┌┬┐" if at == 0 else "└┴┘" if at == rows else "├┼┤"
            line = middle.join("─" * width for _ in view.cells[0])
            segments.append(Segment(f"{left}{line}{right}", edge))
            return Strip(segments).crop_extend(0, self.size.width, self.rich_style)
        row = inside // (height + 1) if framed else inside
        is_middle = not framed or inside % (height + 1) == (height + 1) // 2
        if is_middle and view.rows:
            label = view.rows[row]
            segments[0] = Segment(f"{label} ".rjust(x), faint)
        for column, cell in enumerate(view.cells[row]):
            if framed:
                segments.append(Segment("│", edge))
            here = self.cursor == (row, column)
            text = self._sign(cell, here=here, width=width) if is_middle else " " * width
            meta = Style.from_meta({"cell": (row, column)})
            segments.append(Segment(text, self._style(cell, here=here) + meta))
            if not framed:
                segments.append(Segment(" ", meta))
        if framed:
            segments.append(Segment("│", edge))
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _sign(self, cell: CellView, *, here: bool, width: int) -> str:
        sign = cell.sign or ("·" if cell.legal else " ")
        if width == 1:
            return "□" if here and not cell.sign else sign
        if here:
            sign = f"[{sign}]"
        elif cell.sign and cell.legal and width >= 3:
            sign = f"·{sign}·"
        return sign.center(width)

    def _style(self, cell: CellView, *, here: bool) -> Style:
        names = []
        if cell.sign:
            first, second = self._signs
            names.append("max" if cell.sign in first else "min" if cell.sign in second else "faint")
            names.append("best")
        elif cell.legal:
            names.append("pending")
        style = style_of(self, names, Style())
        if cell.last:
            style += Style(reverse=True)
        elif cell.changed:
            style += Style(underline=True)
        if here:
            style += Style(bold=True, reverse=not cell.last)
        return style

    def on_click(self, event: Click) -> None:
        """Tell which cell was clicked."""
        cell = event.style.meta.get("cell")
        if cell is not None:
            self.post_message(self.CellChosen(*cell))
