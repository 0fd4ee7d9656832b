r"""Connect Four on boards of up to 64 cells: X is MAX, O is MIN, and a win is worth 1.

Discs fall to the lowest free cell of a column. A side's discs are a number with a bit for each;
a column takes one bit more than it has cells, and that one stays 0. On 7 × 6:

     6 13 20 27 34 41 48     always 0
     5 12 19 26 33 40 47     top row
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42     bottom row

The lowest cell of a column, added to all discs, carries to the lowest free cell of that column;
if the column is full it carries into the bit above, which a mask clears. The layout is that
of J. Tromp's Fhourstones and of P. Pons, *Solving Connect 4: how to build a perfect AI*.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from engine.errors import InvalidInput
from engine.game import MAX, MIN, Number
from engine.games.in_a_row import MAX_CELLS, InARow, Position, read_mark
from engine.games.lines import chains, open_lines, weighted_lines
from engine.games.memo_table import MemoTable
from engine.games.source_texts import read_size, source_text, whole_number
from engine.games.symmetries import symmetries
from engine.text import Piece

_LENGTH: Final = 4
_USUAL: Final = "7,6"
#: Up to this many columns, a column is written with one digit.
_ONE_DIGIT: Final = 9
#: The symbols of a board; a list of columns has none of them.
_BOARD_SIGNS: Final = frozenset("xXoO._-|")


class ConnectFour(InARow):
    """Four in a row with falling discs."""

    name = "connect-four"
    placing = (
        "X and O take turns; a move drops a disc into a column that is not full, where it falls "
        "to the lowest free cell."
    )
    move_naming = "A move is named by its column; columns are numbered from 1, at the left."
    given_order = "the columns from the left"
    static_order = "the middle column first, then by the distance from it"
    ground = "felt"
    pieces = MappingProxyType({"X": Piece("disc", "black"), "O": Piece("disc", "white")})

    def __init__(self, position: str = "", size: str = _USUAL, to_move: str = "") -> None:
        width, height = _read_size(size, source_text(self.name, size, position))
        self.size = f"{width},{height}"
        self._width = width
        stride = height + 1
        super().__init__(
            tuple(
                tuple(column * stride + height - 1 - row for column in range(width))
                for row in range(height)
            ),
            _LENGTH,
        )
        #: The lowest cell of each column, and all its cells; the numbers of the columns are from 1.
        self.lowest = [0, *(1 << column * stride for column in range(width))]
        self.column = [lowest * ((1 << height) - 1) for lowest in self.lowest]
        self._bottom = sum(self.lowest)
        self.symmetries = symmetries(
            self._bits,
            lambda column: (column - 1) * stride,
            lambda bit: bit // stride + 1,
            falling=True,
        )
        #: The highest cell of each column, with the column's number.
        self._highest = [(at, self.lowest[at] << height - 1) for at in range(1, width + 1)]
        self._top = sum(highest for _, highest in self._highest)
        self._open = MemoTable(self._open_columns)
        self.evaluations = {
            "weighted-lines": weighted_lines(self.lines, scaled=True),
            "open-lines": open_lines(self.lines),
            "chains": chains(
                (1, stride - 1, stride, stride + 1), width * height, max(width, height)
            ),
        }
        #: The position as a list of columns, if it was given that way.
        self._played = ""
        self._start(position, to_move)
        self._given = self.initial
        cells = position.strip().partition(" ")[0]
        if cells and _is_columns(cells):
            x, o, player = self.initial
            played = (x | o).bit_count()
            began = player.opponent if played % 2 else player
            self._played = cells if began is MAX else f"{cells} {self.labels[player]}"

    def actions(self, state: Position) -> Sequence[int]:
        """Return the columns that are not full, from the left."""
        return [*self._open[(state[0] | state[1]) & self._top]]

    def result(self, state: Position, action: int) -> Position:
        x, o, player = state
        cell = ((x | o) + self.lowest[action]) & self.column[action]
        if player is MAX:
            return x | cell, o, MIN
        return x, o | cell, MAX

    def _open_cells(self, taken: int) -> int:
        """Return the lowest free cell of each column that is not full."""
        return taken + self._bottom & self.full

    def _open_columns(self, discs: int) -> tuple[int, ...]:
        """Return the columns whose highest cell is free."""
        return tuple(column for column, highest in self._highest if not discs & highest)

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the columns' numbers from 1, as in move names."""
        return (), [str(column) for column in range(1, self._width + 1)]

    def cells_of(self, state: Position, action: int) -> Sequence[tuple[int, int]]:
        """Return the cell that the disc falls to; none if the column is full."""
        x, o, _ = state
        fallen = ((x | o) + self.lowest[action]) & self.column[action]
        row = (fallen // self.lowest[action]).bit_length()
        return ((len(self._bits) - row, action - 1),) if fallen else ()

    def priority(self, state: Position, action: int) -> Number:
        """Return the middle column first, and then by the distance from it."""
        return abs(2 * action - self._width - 1)

    def draw(self, state: Position) -> str:
        """Return the board, and the columns' numbers below it."""
        _, numbers = self.rulers()
        digits = len(numbers[-1])
        rows = [*self.cells(state), numbers]
        return "\n".join(" ".join(sign.rjust(digits) for sign in row) for row in rows)

    def format(self, state: Position) -> str:
        """Return the columns played if the position was given so; else rows from the top."""
        return self._played if self._played and state == self._given else super().format(state)

    def _read(self, cells: str, side: str, where: str) -> Position:
        """Return the state described by columns or by a board."""
        if _is_columns(cells):
            return self._play(cells, side, where)
        state = super()._read(cells, side, where)
        self._check_support(state[0] | state[1], where)
        return state

    def _play(self, cells: str, side: str, where: str) -> Position:
        """Return the state after playing columns in turn; `side` moves next, if given."""
        apart = "," in cells or self._width > _ONE_DIGIT
        columns = [] if not cells else cells.split(",") if apart else list(cells)
        began = read_mark(side, where)
        if side and len(columns) % 2:
            began = began.opponent
        state: Position = (0, 0, began)
        for number, text in enumerate(columns, 1):
            column = whole_number(text)
            if column is None or not 1 <= column <= self._width:
                raise InvalidInput(
                    f"move {number} cannot be {text!r}",
                    where=where,
                    expected=f"a column from 1 to {self._width}{', after a comma' * apart}",
                )
            if self.is_terminal(state):
                over = "the board is full"
                if self.utility(state, MAX):
                    over = f"{self.labels[state[2].opponent]} has won"
                raise InvalidInput(
                    f"move {number} cannot be column {column}: {over} after move {number - 1}",
                    where=where,
                    expected="no move after the end",
                )
            if column not in self.actions(state):
                raise InvalidInput(
                    f"move {number} cannot be column {column}: it is full",
                    where=where,
                    expected=f"one of the columns {', '.join(map(str, self.actions(state)))}",
                )
            state = self.result(state, column)
        return state

    def _check_support(self, discs: int, where: str) -> None:
        """Refuse a board with a disc above a free cell."""
        height = len(self._bits)
        for column in range(1, self._width + 1):
            here = (discs & self.column[column]) // self.lowest[column]
            free = ~here & (here + 1)
            above = here & -free
            if above:
                row = height - (above & -above).bit_length() + 1
                raise InvalidInput(
                    f"the disc in row {row}, column {column} has a free cell below it",
                    where=where,
                    expected="discs that have fallen to the bottom or onto another",
                )

    def _describe_expected(self, rows: int, columns: int) -> str:
        return f"{super()._describe_expected(rows, columns)}; or the columns played, such as 1213"


make = ConnectFour


def _is_columns(cells: str) -> bool:
    """Return whether a position is a list of columns, and not a board."""
    return not _BOARD_SIGNS & set(cells)


def _read_size(size: str, where: str) -> tuple[int, int]:
    width, height = read_size(size or _USUAL, 2, where, "columns and rows, such as 7,6")
    if not 1 <= width * height <= MAX_CELLS or max(width, height) < _LENGTH:
        raise InvalidInput(
            f"a board cannot have {width} × {height} cells",
            where=where,
            expected=f"at most {MAX_CELLS} cells, with room for {_LENGTH} in a row",
        )
    return width, height
