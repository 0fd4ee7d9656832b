"""Tic-tac-toe: X is MAX, O is MIN, and a win is worth 1.

Cells are numbered row by row, as on CS480's sheet:

    1 2 3
    4 5 6
    7 8 9

A side's marks are a number of nine bits, bit `cell - 1` for each cell it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import Game, Number, Player

__all__ = ["TicTacToe", "make"]

#: X's marks, O's marks, and whose turn it is.
Position: TypeAlias = tuple[int, int, Player]

_CELLS: Final = range(1, 10)
_FULL: Final = 0b111_111_111
_LINES: Final = (
    0b000_000_111, 0b000_111_000, 0b111_000_000,
    0b001_001_001, 0b010_010_010, 0b100_100_100,
    0b100_010_001, 0b001_010_100,
)  # fmt: skip

# Indexed by a number of nine bits: whether those marks hold a line, and the cells that are free.
_HAS_LINE: Final = [any(marks & line == line for line in _LINES) for marks in range(512)]
_FREE: Final = [
    tuple(cell for cell in _CELLS if not marks & 1 << (cell - 1)) for marks in range(512)
]
_RANK: Final = {5: 0, 1: 1, 3: 1, 7: 1, 9: 1, 2: 2, 4: 2, 6: 2, 8: 2}


class TicTacToe(Game[Position, int]):
    """Three in a row on three by three.

    Args:
        position: a board as `parse` reads it; the empty one by default.
    """

    name = "tic-tac-toe"
    labels = {Player.MAX: "X", Player.MIN: "O", Player.CHANCE: "chance"}  # noqa: RUF012

    def __init__(self, position: str = "") -> None:
        self.initial = self.parse(position) if position else (0, 0, Player.MAX)
        self.warnings = _oddities(self.initial)

    def to_move(self, state: Position) -> Player:
        """Whose turn it is."""
        return state[2]

    def actions(self, state: Position) -> Sequence[int]:
        """The free cells in the order of their numbers."""
        return _FREE[state[0] | state[1]]

    def result(self, state: Position, action: int) -> Position:
        """The board with a mark more."""
        x, o, player = state
        if player is Player.MAX:
            return x | 1 << (action - 1), o, Player.MIN
        return x, o | 1 << (action - 1), Player.MAX

    def is_terminal(self, state: Position) -> bool:
        """Whether a side has a line, or the board is full."""
        x, o, _ = state
        return _HAS_LINE[x] or _HAS_LINE[o] or x | o == _FULL

    def utility(self, state: Position, player: Player) -> Number:
        """1 for the side that has a line, −1 for the other, 0 for a draw."""
        x, o, _ = state
        value = 1 if _HAS_LINE[x] else -1 if _HAS_LINE[o] else 0
        return value if player is Player.MAX else -value

    def evaluate(self, state: Position) -> Number:
        """A tenth of (lines still open to X − lines still open to O), within −0.8 and 0.8.

        Nilsson, *Problem-Solving Methods in Artificial Intelligence* (1971), counts open lines so;
        the tenth keeps every estimate between a loss and a win.
        """
        x, o, _ = state
        open_to_x = sum(not o & line for line in _LINES)
        open_to_o = sum(not x & line for line in _LINES)
        return (open_to_x - open_to_o) / 10

    def priority(self, state: Position, action: int) -> Number:
        """Centre, corners, edges: the order of Lab 3."""
        return _RANK[action]

    def draw(self, state: Position) -> str:
        """The board as the courses print it."""
        rows = self._marks(state, " ")
        return "\n--+---+--\n".join(" | ".join(row) for row in rows)

    def format(self, state: Position) -> str:
        """Rows from the top, joined by bars, and the side to move where counts do not tell it."""
        x, o, player = state
        board = "|".join("".join(row) for row in self._marks(state, "."))
        told = player is _by_counts(x, o)
        return board if told else f"{board} {self.labels[player]}"

    def parse(self, text: str) -> Position:
        """Read a board such as `xox|xxo|o..`, with ` X` or ` O` after it to say who moves.

        Raises:
            InvalidInput: not nine cells of x, o and `.` in three rows, or an unknown side.
        """
        board, _, side = text.strip().partition(" ")
        cells = board.replace("|", "")
        rows = board.split("|")
        if len(cells) != 9 or (len(rows) > 1 and [len(row) for row in rows] != [3, 3, 3]):
            raise InvalidInput(
                f"a board of {len(cells)} cells in {len(rows)} rows",
                where=f"tic-tac-toe@{text}",
                expected="nine cells in three rows, such as xox|xxo|o..",
            )
        x = o = 0
        for bit, cell in enumerate(cells):
            if cell in "xX":
                x |= 1 << bit
            elif cell in "oO":
                o |= 1 << bit
            elif cell not in "._-":
                raise InvalidInput(
                    f"{cell!r} in cell {bit + 1}",
                    where=f"tic-tac-toe@{text}",
                    expected="x, o, or . for a free cell",
                )
        return x, o, _side(side, text) if side else _by_counts(x, o)

    def _marks(self, state: Position, free: str) -> list[list[str]]:
        x, o, _ = state
        marks = ["X" if x >> bit & 1 else "O" if o >> bit & 1 else free for bit in range(9)]
        return [marks[start : start + 3] for start in (0, 3, 6)]


def make(size: str, position: str, to_move: str) -> TicTacToe:
    """The game of a source.

    Raises:
        InvalidInput: a size, which it does not have, or a board that cannot be read.
    """
    if size:
        raise InvalidInput(
            f"tic-tac-toe of size {size!r}", expected="tic-tac-toe without a size: it is 3 by 3"
        )
    if to_move and not position:
        position = "...|...|..."
    return TicTacToe(f"{position} {to_move}".strip())


def _by_counts(x: int, o: int) -> Player:
    """Whose turn the marks tell: X begins."""
    return Player.MIN if x.bit_count() > o.bit_count() else Player.MAX


def _side(text: str, position: str) -> Player:
    sides = {"x": Player.MAX, "o": Player.MIN}
    side = sides.get(text.strip().lower())
    if side is None:
        raise InvalidInput(
            f"{text!r} as the side to move", where=f"tic-tac-toe@{position}", expected="X or O"
        )
    return side


def _oddities(position: Position) -> list[str]:
    """What cannot have come about by play, and is searched all the same."""
    x, o, player = position
    odd = []
    if x.bit_count() - o.bit_count() not in (0, 1):
        odd.append(
            f"{x.bit_count()} X and {o.bit_count()} O cannot come about by turns; "
            f"{'X' if player is Player.MAX else 'O'} is taken to move."
        )
    if _HAS_LINE[x] and _HAS_LINE[o]:
        odd.append("Both sides have a line; it is counted as X's win.")
    return odd
