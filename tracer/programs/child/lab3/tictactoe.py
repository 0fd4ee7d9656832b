"""Lab 3's `TicTacToe`, which knows where in the tree it is.

It is copied, or moved on and taken back, and finds its node again where the program writes to the
board: up from the last node known to one whose marks are all there, and down by a mark at most. A
board that is read is noted, since a program can tell moves, ends and keys from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from ..fault import Fault
from ..table import ASKED, EXPANDED, HASHED, VALUED, Node, Table
from .arrays import board_of, flat, rows_of, set_cell, shown_board

__all__ = ["METHODS", "Boards", "Game", "class_for", "side_of"]

#: Methods of the lab's class by which it is known.
METHODS: Final = frozenset({"get_valid_moves", "make_move", "check_winner"})
#: What the class is called in a program, for which the game stands.
_CLASSES: Final = ("TicTacToe", "tictactoe", "TicTacToeGame", "Game")


class Boards:
    """What all boards of a run share.

    Args:
        table: the nodes.
        more: the rows of the root's board, as the parent's side sends them.
    """

    def __init__(self, table: Table, more: Mapping[str, Any]) -> None:
        self.table = table
        self.root = table.node(0)
        self.rows: list[list[int]] = more["rows"]
        self.columns = len(self.rows[0])
        #: Row and column by the number of a cell, from 1.
        self.cells = [(-1, -1)] + [
            (row, column) for row in range(len(self.rows)) for column in range(self.columns)
        ]
        self.numbers = {cell: number for number, cell in enumerate(self.cells)}
        #: The node of the latest question, from which a new board is looked for.
        self.last = self.root
        #: A board that was handed out, and its node: to read it, or to write to it?
        self.lent: tuple[Game, Node] | None = None

    def marks(self, node: Node) -> list[int]:
        """The cells of a node, row by row: 1, -1 and 0."""
        found = [mark for row in self.rows for mark in row]
        while node.up >= 0:
            above = self.table.node(node.up)
            found[above.actions[node.place] - 1] = side_of(above)
            node = above
        return found

    def in_rows(self, marks: list[int]) -> list[list[int]]:
        """Cells as rows."""
        width = self.columns
        return [marks[at : at + width] for at in range(0, len(marks), width)]

    def shown(self, node: Node) -> str:
        """The board of a node, for people."""
        return shown_board(self.marks(node), self.columns)

    def settle(self) -> None:
        """Find out what a board that was handed out was wanted for."""
        if self.lent is not None:
            game, node = self.lent
            self.lent = None
            if game._is_as_it_was():
                game._was_read(node)

    def asked(self, node: Node, what: int) -> None:
        """Note a question."""
        self.last = node
        self.table.log(node, what)


def side_of(node: Node) -> int:
    """Whose mark comes next: 1 for X, who is MAX, -1 for O, or chance in its place."""
    return 1 if node.player == 0 else -1


class Game:
    """The lab's `TicTacToe`, which knows where in the tree it is."""

    _boards: Boards

    def __init__(self, *given: Any, **named: Any) -> None:
        """A new game, as the lab begins one: with an empty board, X to move."""
        boards = self._boards
        self._node = boards.root
        self._player: int | None = 1
        self._board: Any = None
        self._seen: list[list[int]] = []
        #: The node at which it was read last.
        self._read: Node | None = None
        if any(mark for row in boards.rows for mark in row):  # the search begins further on
            self._hand_out(boards.root)
            for row in range(len(boards.rows)):
                for column in range(boards.columns):
                    set_cell(self._board, row, column, 0)

    @classmethod
    def _at(cls, node: Node, player: int | None) -> Game:
        made = cls.__new__(cls)
        made._node = node
        made._player = player
        made._board = None
        made._seen = []
        made._read = None
        return made

    # The lab's methods --------------------------------------------------------------------------

    def get_valid_moves(self) -> list[tuple[int, int]]:
        """The free cells, in order."""
        node = self._here()
        cells = self._boards.cells
        if node.terminal:
            marks = self._boards.marks(node)
            free = [cells[at] for at, mark in enumerate(marks, 1) if not mark]
            self._boards.asked(node, ASKED if free else VALUED)  # none free: a draw, or a win
            return free
        self._boards.asked(node, EXPANDED)
        return [cells[action] for action in node.actions]

    def make_move(self, row: int, col: int) -> bool:
        """Put a mark on a cell; False where it is taken."""
        boards = self._boards
        node = self._here()
        cell = boards.numbers.get((row, col))
        if cell is None:
            raise IndexError(f"there is no cell ({row}, {col})")
        if node.terminal:
            if boards.marks(node)[cell - 1]:
                return False
            raise Fault(
                "crash",
                f"it makes the move ({row}, {col}) where the game is over: {boards.shown(node)}",
            )
        if cell not in node.actions:
            return False
        if self._player is not None and self._player != side_of(node):
            raise Fault(
                "refused",
                f"it puts the mark {self._player} on ({row}, {col}), and it is the turn of "
                f"{side_of(node)}: is current_player set right where a move is taken back?",
            )
        self._node = boards.table.child(node, node.actions.index(cell))
        self._player = None
        if self._board is not None:
            set_cell(self._board, row, col, side_of(node))
            self._seen[row][col] = side_of(node)
        return True

    def check_winner(self) -> int | None:
        """1 where X has won, -1 where O has, 0 for a draw, None where the game goes on."""
        node = self._here()
        if not node.terminal:
            self._boards.asked(node, ASKED)
            return None
        self._boards.asked(node, VALUED)
        winner: int = node.text
        return winner

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        node = self._here()
        self._boards.asked(node, ASKED)
        return bool(node.terminal)

    def evaluate(self) -> float:
        """X's estimate of a position, where the problem has a depth limit."""
        node = self._here()
        self._boards.asked(node, VALUED)
        value = node.utility if node.estimate is None else node.estimate
        if value is None:
            raise Fault("crash", "it asked for an estimate; the key has no depth")
        return float(value)

    def copy(self) -> Game:
        """The same position once more."""
        return self._at(self._here(), self._player)

    def display(self) -> None:
        """Print the board."""
        print(self)

    def __copy__(self) -> Game:
        """The same position on the same board, as Python copies an object."""
        self._hand_out(self._here())
        made = self._at(self._node, self._player)
        made._board, made._seen = self._board, [[*row] for row in self._seen]
        return made

    def __deepcopy__(self, memo: Any) -> Game:
        return self.copy()

    def __str__(self) -> str:
        node = self._here()
        self._was_read(node)
        marks, width = self._boards.marks(node), self._boards.columns
        signs = ["X" if one > 0 else "O" if one < 0 else "." for one in marks]
        return "\n".join(" ".join(signs[at : at + width]) for at in range(0, len(signs), width))

    @property
    def current_player(self) -> int:
        """1 where X is to move, -1 where O is."""
        return side_of(self._node) if self._player is None else self._player

    @current_player.setter
    def current_player(self, player: int) -> None:
        self._player = player

    @property
    def board(self) -> Any:
        """The cells, which may be written to."""
        node = self._here()
        self._hand_out(node)
        self._boards.lent = self, node
        return self._board

    @board.setter
    def board(self, board: Any) -> None:
        self._boards.settle()
        if self._player is None:
            self._player = side_of(self._node)
        self._board, self._seen = board, []
        # It may be a copy of the board of another node than this object's.
        self._node = self._boards.last

    # Boards that are written to -----------------------------------------------------------------

    def _hand_out(self, node: Node) -> None:
        """Have the board as something that can be read and written."""
        if self._board is None:
            self._seen = self._boards.in_rows(self._boards.marks(node))
            self._board = board_of(self._seen)

    def _was_read(self, node: Node) -> None:
        """The program has seen the whole board: it can tell the moves, the end and a key by it."""
        if node.terminal:
            self._boards.asked(node, VALUED)
        elif self._read is not node:
            self._boards.asked(node, HASHED)
            self._boards.asked(node, EXPANDED)
        self._boards.last = self._read = node

    def _is_as_it_was(self) -> bool:
        return self._board is None or bool(rows_of(self._board) == self._seen)

    def _here(self) -> Node:
        """The node that the game is at, looked for anew where the board was written to."""
        if self._boards.lent is not None:
            self._boards.settle()
        if self._board is None:
            return self._node
        if rows_of(self._board) != self._seen:
            self._find(flat(self._board))
        return self._node

    def _find(self, marks: list[int]) -> None:
        """The node with these marks: up from the last one known, and down by a mark at most."""
        boards = self._boards
        if len(marks) != len(boards.cells) - 1:
            raise Fault("refused", f"its board has {len(marks)} cells")
        node = self._node
        known = [mark for row in self._seen for mark in row] or boards.marks(node)
        if known == marks:
            self._seen = boards.in_rows(marks)
            return
        if self._player is None:
            self._player = side_of(node)
        while any(mark and mark != marks[at] for at, mark in enumerate(known)):
            if node.up < 0:
                raise Fault(
                    "refused",
                    "it searches from a board that is not below the position of the problem: "
                    f"{shown_board(marks, boards.columns)}",
                )
            place, node = node.place, boards.table.node(node.up)
            known[node.actions[place] - 1] = 0
        added = [at for at, mark in enumerate(marks) if mark and not known[at]]
        if len(added) > 1:
            raise Fault(
                "refused",
                f"it puts {len(added)} marks on the board at once, so that their order is not "
                f"known: {shown_board(marks, boards.columns)}",
            )
        for at in added:
            if marks[at] != side_of(node):
                raise Fault(
                    "refused",
                    f"it writes {marks[at]} into the cell {boards.cells[at + 1]}, and it is the "
                    f"turn of {side_of(node)}: {shown_board(marks, boards.columns)}",
                )
            if node.terminal:
                raise Fault("crash", f"it goes on where the game is over: {boards.shown(node)}")
            node = boards.table.child(node, node.actions.index(at + 1))
        self._node, self._seen = node, boards.in_rows(marks)
        if self._player == side_of(node):
            self._player = None


def class_for(module: ModuleType, boards: Boards) -> type[Game]:
    """The class of the game: ours, before the program's own where it has one."""
    known = {"_boards": boards, "__module__": module.__name__}
    for name in _CLASSES:
        theirs = getattr(module, name, None)
        if isinstance(theirs, type) and all(hasattr(theirs, one) for one in METHODS):
            try:
                made = type(name, (Game, theirs), known)
            except TypeError:  # slots, or a metaclass: it does without what it adds
                made = type(name, (Game,), known)
            setattr(module, name, made)
            return made
    return type("TicTacToe", (Game,), known)
