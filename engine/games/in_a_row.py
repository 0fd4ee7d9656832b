"""Games won by the first line: X and O take cells in turn, and a full board is a draw.

X is MAX, O is MIN, and a win is worth 1. The games differ in which cells may be taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from engine.game import CHANCE, MAX, MIN, Number, Player, depth_in_a_second
from engine.games.lines import Bits, make_lines
from engine.games.source_texts import BuiltIn, read_side, source_text, split_side
from engine.text import Piece

#: X's cells, O's cells, each a number with a bit for each cell, and whose turn it is.
Position: TypeAlias = tuple[int, int, Player]

#: The most cells of a board.
MAX_CELLS: Final = 64

_SIDES: Final = {"x": MAX, "o": MIN}


class InARow(BuiltIn[Position, int]):
    """The shared part of such games: who has won, and how to read, write and draw a board."""

    labels = {MAX: "X", MIN: "O", CHANCE: "chance"}  # noqa: RUF012
    value_range = (-1, 1)
    #: The first sentence of the rules: what a move does.
    placing = "X and O take turns; a move puts the player's sign into a free cell."
    pieces = MappingProxyType({"X": Piece("cross"), "O": Piece("ring")})

    def __init__(self, bits: Bits, length: int) -> None:
        self.lines = make_lines(bits, length)
        self._bits = bits
        self.rules = (
            f"{self.placing} The first player with {length} in a line wins; lines are horizontal, "
            "vertical or diagonal. A full board without such a line is a draw. A win of MAX is "
            "worth 1, a win of MIN −1, and a draw 0."
        )
        self.full = sum(1 << bit for row in bits for bit in row)
        self._has_line = self.lines.holds_line

    def to_move(self, state: Position) -> Player:
        return state[2]

    def is_terminal(self, state: Position) -> bool:
        """Return whether a side has a line, or the board is full."""
        x, o, _ = state
        return self._has_line[x] or self._has_line[o] or x | o == self.full

    def utility(self, state: Position, player: Player) -> Number:
        """Return 1 for the side that has a line, −1 for the other, 0 for a draw."""
        x, o, _ = state
        value = 1 if self._has_line[x] else -1 if self._has_line[o] else 0
        return value if player is MAX else -value

    def promise(self, state: Position, actions: Sequence[int]) -> Sequence[tuple[Number, ...]]:
        """Rank a win first, moves that let the opponent win at once last, the rest by threats."""
        # A threat is a free cell that would complete a line of the mover.
        ranks: list[tuple[Number, ...]] = []
        for action in actions:
            after = self.result(state, action)
            x, o, player = after
            mine, theirs = (o, x) if player is MAX else (x, o)
            if self._has_line[mine]:
                ranks.append((0, self.priority(state, action)))
            elif self.lines.completions(theirs) & self._open_cells(x | o):
                ranks.append((2, self.priority(state, action)))
            else:
                threats = self.lines.completions(mine) & self.full & ~(x | o)
                ranks.append((1, -threats.bit_count(), self.priority(state, action)))
        return ranks

    @property
    def usual_depth(self) -> int | None:
        """Return a depth that takes about a second; None near the end and on small boards."""
        taken = self.initial[0] | self.initial[1]
        free = (self.full & ~taken).bit_count()
        return depth_in_a_second(self._open_cells(taken).bit_count(), free)

    def _open_cells(self, taken: int) -> int:
        """Return the free cells that a move can take."""
        return self.full & ~taken

    def format(self, state: Position) -> str:
        """Return rows from the top, joined by bars, and the side to move if it is not clear."""
        x, o, player = state
        board = "|".join("".join(row) for row in self.cells(state))
        is_clear = player is _find_player_to_move(x, o)
        return board if is_clear else f"{board} {self.labels[player]}"

    def cells(self, state: Position) -> Sequence[Sequence[str]]:
        """Return X, O, or `.` for a free cell, rows from the top."""
        x, o, _ = state
        return [
            ["X" if x >> bit & 1 else "O" if o >> bit & 1 else "." for bit in row]
            for row in self._bits
        ]

    def highlighted_cells(self, state: Position) -> Sequence[tuple[int, int]]:
        """Return the cells of all completed lines."""
        x, o, _ = state
        won = 0
        for mask in self.lines.masks if self._has_line[x] or self._has_line[o] else ():
            if mask in (x & mask, o & mask):
                won |= mask
        return [
            (row, column)
            for row, bits in enumerate(self._bits)
            for column, bit in enumerate(bits)
            if won >> bit & 1
        ]

    def _start(self, position: str, to_move: str) -> None:
        """Set the initial state and its warnings."""
        where = source_text(self.name, self.size, position)
        cells, side = split_side(position, to_move, where)
        self.initial = self._read(cells, side, where) if cells else (0, 0, read_mark(side, where))
        self.warnings = self._list_warnings(self.initial)

    def _read(self, cells: str, side: str, where: str) -> Position:
        """Return the state of rows from the top, joined by bars or not."""
        rows, columns = len(self._bits), len(self._bits[0])
        signs = cells.replace("|", "")
        widths = [len(row) for row in cells.split("|")]
        if len(signs) != rows * columns or (len(widths) > 1 and widths != [columns] * rows):
            raise InvalidInput(
                f"the board has {len(signs)} cells in {len(widths)} row{'s' * (len(widths) > 1)}",
                where=where,
                expected=self._describe_expected(rows, columns),
            )
        marks = dict.fromkeys("xo.", 0)
        places = (bit for row in self._bits for bit in row)
        for number, (sign, bit) in enumerate(zip(signs, places, strict=True)):
            mark = "." if sign in "._-" else sign.lower()
            if mark not in marks:
                row, column = divmod(number, columns)
                raise InvalidInput(
                    f"row {row + 1}, column {column + 1} cannot hold {sign!r}",
                    where=where,
                    expected="x, o, or . for a free cell",
                )
            marks[mark] |= 1 << bit
        x, o = marks["x"], marks["o"]
        return x, o, read_mark(side, where) if side else _find_player_to_move(x, o)

    def _describe_expected(self, rows: int, columns: int) -> str:
        """Describe the expected text of a position."""
        example = "|".join(["." * columns] * rows)
        return f"{columns} cells in each of {rows} rows from the top, such as {example}"

    def _list_warnings(self, position: Position) -> Sequence[str]:
        """Return warnings about a position that play cannot reach."""
        x, o, player = position
        odd = []
        ahead = x.bit_count() - o.bit_count()
        counts = f"{x.bit_count()} X and {o.bit_count()} O"
        moves = f"{self.labels[player]} is assumed to move"
        if ahead == -1 and player is MAX:
            odd.append(f"{counts}: O must have begun; {moves}.")
        elif ahead not in (0, 1) or (ahead == 1 and player is MAX):
            odd.append(f"{counts} cannot be reached by taking turns; {moves}.")
        if self._has_line[x] and self._has_line[o]:
            odd.append("Both sides have a line; it is counted as X's win.")
        return odd


def _find_player_to_move(x: int, o: int) -> Player:
    """Return the player to move by the number of marks: X begins."""
    return MIN if x.bit_count() > o.bit_count() else MAX


def read_mark(side: str, where: str) -> Player:
    """Return the player named X or O; X by default."""
    return read_side(side, _SIDES, where, "X or O") if side else MAX
