"""A board to play on, with the keyboard or the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from engine.match.position import BoardView, CellView
from engine.text import Piece, Shape
from tui.appearance.theme import combine_styles, uses_ascii

# The size of a board's cells, the cells in view, and their places.

#: Columns and rows of a cell with lines around it, the largest first.
_FRAMED = ((19, 9), (15, 7), (11, 5), (9, 4), (7, 3), (5, 1), (3, 1))
#: Columns and rows of a square of a chequered board, without lines.
_SQUARES = ((17, 8), (15, 7), (13, 6), (11, 5), (9, 4), (8, 4), (7, 3))
#: The smallest cell, without lines.
_SMALLEST = (2, 1)


class CellSize(NamedTuple):
    """The size of a cell."""

    width: int
    height: int
    framed: bool

    @property
    def is_smallest(self) -> bool:
        """Whether a cell has room for only one character."""
        return self[:2] == _SMALLEST


def full_size(view: BoardView, cell: CellSize) -> tuple[int, int]:
    """Return the columns and rows of a whole board with its rulers."""
    rows, columns, framed = len(view.cells), len(view.cells[0]), cell.framed
    return (
        _label_width(view) + columns * (cell.width + framed) + framed,
        1 + rows * (cell.height + framed) + framed,
    )


def best_size(view: BoardView, room: tuple[int, int]) -> CellSize | None:
    """Return the largest cells with which the whole board fits."""
    framed = [CellSize(*size, True) for size in _FRAMED]
    if view.ground == "squares":
        framed = [*(CellSize(*size, False) for size in _SQUARES), CellSize(3, 1, True)]
    for cell in (*framed, CellSize(*_SMALLEST, False)):
        full = full_size(view, cell)
        if full[0] <= room[0] and full[1] <= room[1]:
            return cell
    return None


def _label_width(view: BoardView) -> int:
    return max((len(label) for label in view.rows), default=0) + 1


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The layout of a board."""

    width: int
    height: int
    framed: bool
    x: int
    y: int
    rows: Sequence[int]
    columns: Sequence[int]


def lay_out_board(
    view: BoardView,
    room: tuple[int, int],
    cursor: tuple[int, int] | None = None,
    *,
    turned: bool = False,
) -> BoardLayout:
    """Return the largest cells with which the whole board fits, or else a part of it."""
    width_here, height_here = room
    rows, columns = len(view.cells), len(view.cells[0])
    left = _label_width(view)
    step = -1 if turned else 1
    cell = best_size(view, room)
    if cell is not None:
        full_x, full_y = full_size(view, cell)
        x = (width_here - full_x) // 2 + left
        y = (height_here - full_y) // 2 + 1
        return BoardLayout(*cell, x, y, range(rows)[::step], range(columns)[::step])
    header = int(any(view.columns) and height_here > 2)
    seen_rows = min(rows, max(1, height_here - header))
    seen_columns = min(columns, max(1, (width_here - left) // 2))
    last = [
        (row, column)
        for row, cells in enumerate(view.cells)
        for column, cell in enumerate(cells)
        if cell.last
    ]
    row, column = cursor or (last[0] if last else (rows // 2, columns // 2))
    near_row, near_column = last[0] if last else (row, column)
    return BoardLayout(
        *_SMALLEST,
        False,
        max(0, (width_here - left - seen_columns * 2) // 2) + left,
        max(0, (height_here - header - seen_rows) // 2) + header,
        window(row, near_row, seen_rows, rows)[::step],
        window(column, near_column, seen_columns, columns)[::step],
    )


def window(wanted: int, near: int, room: int, count: int) -> range:
    """Return the visible rows or columns: around one, and with another if both fit."""
    middle = (wanted + near) // 2 if abs(wanted - near) < room else wanted
    first = min(max(0, middle - room // 2), count - room)
    if abs(wanted - near) < room:  # rounding must not lose either
        first = max(min(first, wanted, near), max(wanted, near) - room + 1)
    return range(first, first + room)


# The pieces of a board: as one character, or drawn in half blocks if they fit.

#: One character for each piece, white and other. Chess uses filled ones for both: white outlines
#: are hard to see on a square, and colours are not needed to distinguish them.
_GLYPHS: Final[Mapping[Shape, tuple[str, str]]] = MappingProxyType(
    {
        "king": ("♚", "♚"),
        "queen": ("♛", "♛"),
        "rook": ("♜", "♜"),
        "bishop": ("♝", "♝"),
        "knight": ("♞", "♞"),
        "pawn": ("♟", "♟"),
        "disc": ("○", "●"),
        "cross": ("X", "X"),
        "ring": ("O", "O"),
    }
)


def _read_dots() -> dict[tuple[str, int], list[str]]:
    """Return the chess pieces of `pieces.txt` as rows of dots, by shape and size."""
    text = Path(__file__).with_name("pieces.txt").read_text(encoding="utf-8")
    blocks = re.findall(r"^\[(\w+) (\d+)\]\n([.#\n]+)", text, re.MULTILINE)
    return {(shape, int(size)): rows.split() for shape, size, rows in blocks}


_DOTS: Final = _read_dots()

#: The half blocks, by whether the upper and the lower dot is set.
_BLOCKS: Final = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def glyph(piece: Piece) -> str:
    """Return the character of a piece."""
    white, other = _GLYPHS[piece.shape]
    return white if piece.tone == "white" else other


@lru_cache(maxsize=256)
def art(shape: Shape, width: int, height: int) -> tuple[str, ...] | None:
    """Return a piece drawn in some rows of characters; None if it does not fit."""
    dots = _DOTS.get((shape, 12 if width >= 12 and height >= 6 else 8))
    if dots is not None:
        if width < len(dots) or 2 * height < len(dots):
            return None
        return _lines(lambda x, y: dots[y][x] == "#", len(dots), width, height)
    if width < 7 or height < 3:
        return None
    size = min(width - 2, 2 * height - 1)
    return _lines(lambda x, y: _is_set(shape, x, y, size), size, width, height)


def _is_set(shape: Shape, x: int, y: int, size: int) -> bool:
    """Return whether a dot of a disc, ring or cross of a given size is set."""
    half = (size - 1) / 2
    across, down = x - half, y - half
    if shape == "cross":
        return min(abs(across - down), abs(across + down)) < max(1.0, size / 8)
    distance = (across**2 + down**2) ** 0.5
    return distance <= half + 0.25 and (shape == "disc" or distance > half - max(1.0, size / 6))


def _lines(
    is_set: Callable[[int, int], bool], size: int, width: int, height: int
) -> tuple[str, ...]:
    """Return a square of dots, centred in rows of characters."""
    left, top = (width - size) // 2, (2 * height - size) // 2

    def dot(x: int, y: int) -> bool:
        x, y = x - left, y - top
        return 0 <= x < size and 0 <= y < size and is_set(x, y)

    return tuple(
        "".join(_BLOCKS[dot(x, 2 * row), dot(x, 2 * row + 1)] for x in range(width))
        for row in range(height)
    )


#: Marks on the left and right of a character, and in the corners of a large cell.
_MARKS = {
    "tells": ("**", "****"),
    "chosen": ("()", "┌┐└┘"),
    "hint": ("!!", "!!!!"),
    "last": ("‹›", "┌┐└┘"),
    "changed": ("", "····"),
}


class PlayBoard(Widget, can_focus=False):
    """A board with a cursor; it marks the legal moves and the last move.

    Pieces are drawn as large as the cells allow, or as one character. If the whole board does not
    fit, the part around the cursor and the last move is shown.

    ```
          0   1   2   3
        ┌───┬───┬───┬───┐
      0 │   │   │ · │   │
        ├───┼───┼───┼───┤
      1 │   │ ● │‹○›│[·]│
        └───┴───┴───┴───┘
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"figure--{name}" for name in ("max", "min", "faint", "edge", "pending", "best")),
        *(f"board--{name}" for name in ("light", "dark", "felt", "white", "black", "chosen")),
        *(f"board--{line}{name}" for line in ("", "line-") for name in ("last", "cursor", "hint")),
        *("board--tells", "board--line-tells"),
    }

    @dataclass
    class CellChosen(Message):
        """A cell was clicked."""

        row: int
        column: int

    cursor: tuple[int, int] | None = None
    _view: BoardView | None = None
    _signs: tuple[str, str] = ("X", "O")
    _turned = False

    def show(
        self,
        view: BoardView,
        signs: tuple[str, str],
        cursor: tuple[int, int] | None,
        *,
        turned: bool = False,
    ) -> None:
        """Show a board."""
        self._view = view
        self._signs = signs
        self._turned = turned
        self.cursor = cursor
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row of characters."""
        blank = Strip.blank(self.size.width, self.rich_style)
        view = self._view
        if view is None:
            return blank
        layout = lay_out_board(view, self.size, self.cursor, turned=self._turned)
        height, framed = layout.height, layout.framed
        faint = combine_styles(self, ["faint"])
        under = {"felt": ["felt"], "squares": ["dark"]}.get(view.ground, [])
        edge = combine_styles(self, ["edge"]) + combine_styles(self, under, prefix="board")
        segments = [Segment(" " * layout.x)]
        if y == layout.y - 1:
            return self._line([*segments, *self._column_labels(view, layout, faint)])
        inside, rows = y - layout.y, len(layout.rows)
        if inside < 0 or inside >= rows * (height + framed) + framed:
            return blank
        if framed and inside % (height + 1) == 0:
            at = inside // (height + 1)
            left, middle, right = "┌┬┐" if at == 0 else "└┴┘" if at == rows else "├┼┤"
            line = middle.join("─" * layout.width for _ in layout.columns)
            segments.append(Segment(f"{left}{line}{right}", edge))
            return self._line(segments)
        row = layout.rows[inside // (height + framed)]
        line_of_cell = inside % (height + framed) - framed
        if line_of_cell == height // 2 and view.rows:
            segments[0] = Segment(f"{view.rows[row]} ".rjust(layout.x), faint)
        for column in layout.columns:
            cell = view.cells[row][column]
            if framed:
                segments.append(Segment("│", edge))
            here = self.cursor == (row, column)
            style = self._style(view, (row, column), here=here, layout=layout)
            text = self._text(view, cell, line_of_cell, here=here, layout=layout)
            segments.append(Segment(text, style + Style.from_meta({"cell": (row, column)})))
        if framed:
            segments.append(Segment("│", edge))
        return self._line(segments)

    def _column_labels(self, view: BoardView, layout: BoardLayout, style: Style) -> list[Segment]:
        if not view.columns:
            return []
        gap = " " if layout.framed else ""
        pitch = layout.width + layout.framed
        labels = [view.columns[column] for column in layout.columns]
        return [
            Segment(gap),
            *(
                Segment(label.ljust(pitch) if pitch == 2 else label.center(pitch), style)
                for label in labels
            ),
        ]

    def _line(self, segments: list[Segment]) -> Strip:
        """Return a row of characters on the board's own background."""
        strip = Strip(segments).apply_style(self.rich_style)
        return strip.crop_extend(0, self.size.width, self.rich_style)

    # A cell ------------------------------------------------------------------------------------

    def _text(
        self, view: BoardView, cell: CellView, line: int, *, here: bool, layout: BoardLayout
    ) -> str:
        """Return one row of characters of a cell."""
        width, height = layout.width, layout.height
        piece = view.pieces.get(cell.sign)
        is_ascii = uses_ascii(self)
        dot = "·" if height == 1 or is_ascii else "•"
        label = cell.label if len(cell.label) <= max(1, layout.width - 2) else ""
        value = cell.value if len(cell.value) <= width else ""
        sign = cell.sign or value or label or (dot if cell.legal else " ")
        if piece is not None and not is_ascii:
            drawn = art(piece.shape, width, height)
            if drawn is not None:
                return _mark_row(drawn[line], cell, line, here=here, height=height)
            sign = glyph(piece)
        if width == 2:
            return ("□" if here and not cell.sign else sign).ljust(width)
        text = " " * width
        if line == height // 2:
            marks = _side_marks(cell, here=here) if height == 1 else ""
            marked = f"{marks[0]}{sign}{marks[1]}" if marks else sign
            text = (marked if len(marked) <= width else sign).center(width)
        return text if height == 1 else _mark_row(text, cell, line, here=here, height=height)

    def _style(
        self, view: BoardView, at: tuple[int, int], *, here: bool, layout: BoardLayout
    ) -> Style:
        cell = view.cells[at[0]][at[1]]
        names, grounds = [], []
        painted = view.ground != "lines"
        if view.ground == "squares":
            grounds.append("light" if sum(at) % 2 == 0 else "dark")
        elif view.ground == "felt":
            grounds.append("felt")
        line = "" if painted else "line-"
        grounds += [f"{line}{mark}" for mark in _grounds(cell) if painted or mark != "chosen"]
        if here:
            grounds.append(f"{line}cursor")
        piece = view.pieces.get(cell.sign)
        if cell.sign and piece is not None and piece.tone:
            grounds.append(piece.tone)
        elif cell.sign:
            first, second = self._signs
            names.append("max" if cell.sign in first else "min" if cell.sign in second else "faint")
            names.append("best")
        elif cell.value:
            names.append("best")
        elif cell.legal and not painted:
            names.append("pending")
        elif cell.label:
            names.append("faint")
        style = combine_styles(self, grounds, prefix="board") + combine_styles(self, names)
        if cell.changed and layout.height == 1:
            style += Style(underline=True)
        if here:
            style += Style(bold=True)
        if layout.width == 2 and not painted and (here or cell.last):
            style += Style(reverse=True)  # no room for another mark
        return style

    def on_click(self, event: Click) -> None:
        """Report the clicked cell."""
        cell = event.style.meta.get("cell")
        if cell is not None:
            self.post_message(self.CellChosen(*cell))


def _grounds(cell: CellView) -> list[str]:
    """Return the marks that a cell's background shows, the strongest last."""
    marks = {
        "last": cell.last,
        "tells": cell.tells,
        "hint": cell.hinted,
        "chosen": cell.chosen,
    }
    return [name for name, is_so in marks.items() if is_so]


def _side_marks(cell: CellView, *, here: bool) -> str:
    """Return the marks on both sides of a character in a cell of one row."""
    if here:
        return "[]"
    grounds = _grounds(cell)
    if grounds:
        return _MARKS[grounds[-1]][0]
    return "··" if cell.sign and cell.legal else ""


def _mark_row(text: str, cell: CellView, line: int, *, here: bool, height: int) -> str:
    """Return a row of a large cell with its marks in empty places."""
    both = ""
    grounds = _grounds(cell) or (["changed"] if cell.changed else [])
    if line == height // 2:
        both = "[]" if here else "··" if cell.sign and cell.legal else ""
    elif grounds and line in (0, height - 1):
        corners = _MARKS[grounds[-1]][1]
        both = corners[:2] if line == 0 else corners[2:]
    if both and text[0] == " ":
        text = both[0] + text[1:]
    return text[:-1] + both[1] if both and text[-1] == " " else text
