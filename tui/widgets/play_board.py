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

__all__ = ["PlayBoard", "best_size", "full_size"]

#: Sizes of a cell, columns and rows without its frame, the largest first; (1, 1) has no frame.
_SIZES = ((9, 3), (7, 3), (5, 1), (3, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the board is drawn.

    Args:
        width: the columns of a cell without its frame.
        height: its rows.
        x: where the frame begins.
        y: the same from the top.
        rows: the rows of the board in view; all of them where cells have frames.
        columns: its columns in view.
    """

    width: int
    height: int
    x: int
    y: int
    rows: range
    columns: range

    @property
    def framed(self) -> bool:
        """Whether there are lines between the cells."""
        return (self.width, self.height) != (1, 1)


def _window(wanted: int, near: int, room: int, count: int) -> range:
    """So many of the rows or columns: around one, and with another where both find room."""
    middle = (wanted + near) // 2 if abs(wanted - near) < room else wanted
    first = min(max(0, middle - room // 2), count - room)
    if abs(wanted - near) < room:  # the half that is rounded away must not lose either
        first = max(min(first, wanted, near), max(wanted, near) - room + 1)
    return range(first, first + room)


def _left(view: BoardView) -> int:
    """The columns that the names of the rows take."""
    return max((len(label) for label in view.rows), default=0) + 1


def full_size(view: BoardView, width: int, height: int) -> tuple[int, int]:
    """The columns and rows that a board takes with its rulers.

    Args:
        view: the board.
        width: the columns of a cell without its frame.
        height: its rows.
    """
    rows, columns = len(view.cells), len(view.cells[0])
    if (width, height) == (1, 1):
        return _left(view) + columns * 2, 1 + rows
    return _left(view) + columns * (width + 1) + 1, 1 + rows * (height + 1) + 1


def best_size(view: BoardView, width: int, height: int) -> tuple[int, int] | None:
    """The largest cells, columns and rows, with which a board is seen whole; None for no such."""
    for size in _SIZES:
        full_x, full_y = full_size(view, *size)
        if full_x <= width and full_y <= height:
            return size
    return None


class PlayBoard(Widget, can_focus=False):
    """A board with a cursor; legal cells have a dot, the last move is filled, flips are underlined.

    Where there is no room for all of it, the part around the cursor and the last move is shown.

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

    def _plan(self) -> _Plan:
        """The largest cells with which the board is seen whole, or else a part of it."""
        view, width_here, height_here = self._view, self.size.width, self.size.height
        assert view is not None
        rows, columns, left = len(view.cells), len(view.cells[0]), _left(view)
        size = best_size(view, width_here, height_here)
        if size is not None:
            full_x, full_y = full_size(view, *size)
            x = (width_here - full_x) // 2 + left
            return _Plan(*size, x, (height_here - full_y) // 2 + 1, range(rows), range(columns))
        header = int(any(view.columns) and height_here > 2)
        seen_rows = min(rows, max(1, height_here - header))
        seen_columns = min(columns, max(1, (width_here - left) // 2))
        last = [
            (row, column)
            for row, cells in enumerate(view.cells)
            for column, cell in enumerate(cells)
            if cell.last
        ]
        row, column = self.cursor or (last[0] if last else (rows // 2, columns // 2))
        near_row, near_column = last[0] if last else (row, column)
        return _Plan(
            1,
            1,
            max(0, (width_here - left - seen_columns * 2) // 2) + left,
            max(0, (height_here - header - seen_rows) // 2) + header,
            _window(row, near_row, seen_rows, rows),
            _window(column, near_column, seen_columns, columns),
        )

    def render_line(self, y: int) -> Strip:
        """One row of characters."""
        blank = Strip.blank(self.size.width, self.rich_style)
        view = self._view
        if view is None:
            return blank
        plan = self._plan()
        width, height, framed = plan.width, plan.height, plan.framed
        faint, edge = style_of(self, ["faint"], Style()), style_of(self, ["edge"], Style())
        segments = [Segment(" " * plan.x)]
        if y == plan.y - 1:
            for column in plan.columns if view.columns else ():
                label = view.columns[column]
                segments.append(
                    Segment(label.center(width + 1) if framed else f"{label:<2}", faint)
                )
            if framed:
                segments.insert(1, Segment(" "))
            return self._line(segments)
        inside, rows = y - plan.y, len(plan.rows)
        if inside < 0 or inside >= (rows * (height + 1) + 1 if framed else rows):
            return blank
        if framed and inside % (height + 1) == 0:
            at = inside // (height + 1)
            left, middle, right = "┌┬┐" if at == 0 else "└┴┘" if at == rows else "├┼┤"
            line = middle.join("─" * width for _ in plan.columns)
            segments.append(Segment(f"{left}{line}{right}", edge))
            return self._line(segments)
        row = plan.rows[inside // (height + 1) if framed else inside]
        is_middle = not framed or inside % (height + 1) == (height + 1) // 2
        if is_middle and view.rows:
            segments[0] = Segment(f"{view.rows[row]} ".rjust(plan.x), faint)
        for column in plan.columns:
            cell = view.cells[row][column]
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
        return self._line(segments)

    def _line(self, segments: list[Segment]) -> Strip:
        """A row of characters on the board's own ground, whatever the terminal's is."""
        strip = Strip(segments).apply_style(self.rich_style)
        return strip.crop_extend(0, self.size.width, self.rich_style)

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
