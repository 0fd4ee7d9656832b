"""Reversi on boards of up to eight by eight, by the rules of Rutgers' MP 520: B is MAX, W is MIN.

A disc must enclose discs of the other side between itself and another of its own colour; it flips
them. A side without such a move passes, which counts as a move here. The game ends when neither
side has one. Its value is B's discs minus W's; empty cells count for neither side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from types import MappingProxyType
from typing import Any, ClassVar, Final

from engine.errors import InvalidInput
from engine.game import CHANCE, MAX, MIN, Number, Player, depth_in_a_second
from engine.games.reversi_board import MAX_SIDE, Position, make_cells
from engine.games.reversi_evaluations import described, evaluations, list_weights
from engine.games.source_texts import BuiltIn, read_side, read_size, source_text, split_side
from engine.games.symmetries import symmetries
from engine.text import Piece
from engine.values import Evaluation

#: The move of a side that cannot place a disc; every other move is the number of a cell.
PASS: Final = -1

#: Where MP 520's two games start, by rows and columns.
_SHEET: Final[Mapping[tuple[int, int], str]] = {
    (4, 4): "....|.BW.|.WB.|....",
    (5, 5): "WB...|BW...|.....|...BW|...WB",
}

_SIDES: Final = {"b": MAX, "black": MAX, "w": MIN, "white": MIN}


class Reversi(BuiltIn[Position, int]):
    """Reversi from any start."""

    name = "reversi"
    rules = (
        "B and W take turns; a move puts a disc on an empty cell. It flips the other side's discs "
        "in every straight line between it and another disc of the mover, and it must flip one. A "
        "player without a move plays pass. The game ends if neither player has a move. "
        "The end is worth MAX's discs minus MIN's."
    )
    move_naming = "Cells are named (row,column), from (0,0) at the top left."
    given_order = "the cells row by row from the top, each row from the left"
    static_order = "corners first, the cells next to them last"
    labels = {MAX: "B", MIN: "W", CHANCE: "chance"}  # noqa: RUF012
    ground = "felt"
    pieces = MappingProxyType({"B": Piece("disc", "black"), "W": Piece("disc", "white")})
    #: The empty cells at which the end is near.
    near_end: ClassVar[int] = 4
    #: A value is a difference of discs: the margin of a win matters.
    has_wins = False

    def __init__(self, position: str = "", size: str = "", to_move: str = "") -> None:
        where = source_text(self.name, size, position)
        cells, side = split_side(position, to_move, where)
        self.board = make_cells(*_shape(cells, size, where))
        rows, columns = self.board.rows, self.board.columns
        self.size = str(rows) if rows == columns else f"{rows},{columns}"
        self.columns = columns
        self.value_range = (-self.board.cells, self.board.cells)
        self.symmetries = symmetries(
            tuple(
                tuple(range(first, first + columns)) for first in range(0, rows * columns, columns)
            ),
            lambda action: None if action == PASS else action,
            lambda bit: bit,
        )
        self.evaluations = evaluations(self.board)
        self._weights = list_weights(self.board)
        cells = cells or _default_start(rows, columns, where)
        self.initial = self._read(cells, side, where)
        self.warnings = self._list_warnings(self.initial)

    def to_move(self, state: Position) -> Player:
        return state[2]

    def actions(self, state: Position) -> Sequence[int]:
        """Return the cells that flip something, row by row; the pass if there are none."""
        return self.board.cells_of(self._placements(state)) or [PASS]

    def result(self, state: Position, action: int) -> Position:
        """Return the board with one more disc and others flipped; unchanged after a pass."""
        black, white, player = state
        if player is MAX:
            if action == PASS:
                return black, white, MIN
            flipped = self.board.flips(black, white, action)
            return black | flipped | 1 << action, white & ~flipped, MIN
        if action == PASS:
            return black, white, MAX
        flipped = self.board.flips(white, black, action)
        return black & ~flipped, white | flipped | 1 << action, MAX

    def is_terminal(self, state: Position) -> bool:
        """Return whether neither side can place a disc."""
        if self._placements(state):
            return False
        black, white, player = state
        return not self._placements((black, white, player.opponent))

    def utility(self, state: Position, player: Player) -> Number:
        """Return the discs of `player` minus those of the other side."""
        value = state[0].bit_count() - state[1].bit_count()
        return value if player is MAX else -value

    def is_pass(self, action: int) -> bool:
        return action == PASS

    def cell_of(self, action: int) -> tuple[int, int] | None:
        """Return the row and column where a disc is placed; None for a pass."""
        return None if action == PASS else divmod(action, self.columns)

    def name_of(self, action: int) -> str:
        """Return `(row,column)` from 0, as in MP 520, or `pass`."""
        cell = self.cell_of(action)
        return f"({cell[0]},{cell[1]})" if cell else "pass"

    def priority(self, state: Position, action: int) -> Number:
        """Rank corners first and the cells next to them last, by the weights of `positional`."""
        # On smaller boards a cell ranks by its distance from the nearest edges.
        return 0 if action == PASS else -self._weights[action]

    def promise(self, state: Position, actions: Sequence[int]) -> Sequence[tuple[Number, ...]]:
        """Rank moves by the placements that they leave the opponent, then by `priority`."""
        after = (self.result(state, action) for action in actions)
        replies = [self._placements(reply_state).bit_count() for reply_state in after]
        ranked = [self.priority(state, action) for action in actions]
        return list(zip(replies, ranked, strict=True))

    @property
    def usual_depth(self) -> int | None:
        """Return a depth that takes about a second; None near the end and on small boards."""
        empty = self.board.cells - (self.initial[0] | self.initial[1]).bit_count()
        return depth_in_a_second(max(2, self.board.cells // 6), empty)

    def is_near_end(self, state: Position) -> bool:
        """Return whether at most four cells are empty."""
        return (state[0] | state[1]).bit_count() >= self.board.cells - self.near_end

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        """Read a `table` of weights for the cells, or `weights` for a sum of `evaluations`."""
        return described(spec, self.board)

    def draw(self, state: Position) -> str:
        """Return the board with its rows and columns numbered."""
        head = " ".join(["  ", *map(str, range(self.columns))])
        rows = (f"{row}  {' '.join(cells)}" for row, cells in enumerate(self.cells(state)))
        return "\n".join([head, *rows])

    def cells(self, state: Position) -> Sequence[str]:
        """Return B, W, or `.` for an empty cell, rows from the top."""
        black, white, _ = state
        signs = [
            "B" if black >> cell & 1 else "W" if white >> cell & 1 else "."
            for cell in range(self.board.cells)
        ]
        return [
            "".join(signs[start : start + self.columns])
            for start in range(0, self.board.cells, self.columns)
        ]

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return rows and columns from 0, as moves name them."""
        rows, columns = self.board.rows, self.columns
        return [*map(str, range(rows))], [*map(str, range(columns))]

    def score_line(self, state: Position, began: Position) -> str:
        """Return the discs of both sides: `B 5, W 2`."""
        return f"B {state[0].bit_count()}, W {state[1].bit_count()}"

    def format(self, state: Position) -> str:
        """Return rows from the top, joined by bars, with ` W` if W is to move."""
        cells = "|".join(self.cells(state))
        return cells if state[2] is MAX else f"{cells} W"

    def parse(self, text: str) -> Position:
        """Read a position of this size."""
        where = source_text(self.name, self.size, text or " ")
        cells, side = split_side(text, "", where)
        _shape(cells, self.size, where)
        return self._read(cells, side, where)

    def _placements(self, state: Position) -> int:
        """Return the cells where the side to move can place a disc."""
        black, white, player = state
        mine, theirs = (black, white) if player is MAX else (white, black)
        return self.board.placed[mine, theirs]

    def _read(self, cells: str, side: str, where: str) -> Position:
        """Return the state of a text whose shape has been checked."""
        if not cells:
            raise InvalidInput(
                "the position has no cells", where=where, expected="rows of B, W and . joined by |"
            )
        black = white = 0
        for cell, sign in enumerate(cells.replace("|", "")):
            if sign in "Bb":
                black |= 1 << cell
            elif sign in "Ww":
                white |= 1 << cell
            elif sign not in "._-":
                row, column = divmod(cell, self.columns)
                raise InvalidInput(
                    f"row {row}, column {column} cannot hold {sign!r}",
                    where=where,
                    expected="B, W, or . for an empty cell",
                )
        return black, white, read_side(side or "B", _SIDES, where, "B or W")

    def _list_warnings(self, state: Position) -> list[str]:
        if self.is_terminal(state):
            return ["Neither side can move: the game is over at the start."]
        if self.actions(state) == [PASS]:
            return [f"{self.labels[state[2]]} cannot move and passes first."]
        return []


make = Reversi


def _shape(cells: str, size: str, where: str) -> tuple[int, int]:
    """Return the rows and columns given by a position and a size; either may be empty."""
    shape = None
    if size:
        expected = "8 for 8 × 8, or 4,6 for 4 rows of 6"
        height, width = read_size(size, 2, where, expected, one_for_all=True)
        shape = height, width
    if not cells:
        shape = shape or (MAX_SIDE, MAX_SIDE)
    elif "|" in cells:
        rows = cells.split("|")
        if len({len(row) for row in rows}) > 1:
            lengths = ", ".join(str(len(row)) for row in rows)
            raise InvalidInput(
                f"the rows have {lengths} cells", where=where, expected="rows of one length"
            )
        rows_and_columns = len(rows), len(rows[0])
        if shape and shape != rows_and_columns:
            raise InvalidInput(
                f"the position has {rows_and_columns[0]} × {rows_and_columns[1]} cells",
                where=where,
                expected=f"{shape[0]} × {shape[1]}, as the size says",
            )
        shape = rows_and_columns
    else:
        side = isqrt(len(cells))
        shape = shape or (side, side)
        if len(cells) != shape[0] * shape[1]:
            fitting = f"{shape[0]} × {shape[1]} cells" if size else "as many rows as columns"
            raise InvalidInput(
                f"{len(cells)} cells without a | between rows do not make a board",
                where=where,
                expected=f"{fitting}, or rows joined by |",
            )
    if not 3 <= max(shape) <= MAX_SIDE or min(shape) < 1:
        raise InvalidInput(
            f"a board cannot have {shape[0]} × {shape[1]} cells",
            where=where,
            expected=f"at most {MAX_SIDE} rows and columns, and a line of at least 3 cells",
        )
    return shape


def _default_start(rows: int, columns: int, where: str) -> str:
    """Return MP 520's start for 4 × 4 and 5 × 5; else Othello's, with four discs in the centre."""
    if (rows, columns) in _SHEET:
        return _SHEET[rows, columns]
    if rows % 2 or columns % 2:
        raise InvalidInput(
            f"a board of {rows} × {columns} cells has no standard start",
            where=where,
            expected="even numbers of rows and columns, 5 × 5, or a position after @",
        )
    empty, side = "." * columns, "." * (columns // 2 - 1)
    above = [empty] * (rows // 2 - 1)
    return "|".join([*above, f"{side}WB{side}", f"{side}BW{side}", *above])
