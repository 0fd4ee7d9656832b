"""Lab 3's `TicTacToe`, which knows its node in the tree.

Programs copy it, or make a move and undo it. It finds its node again after the program has written
to the board: up from the last known node to one whose marks are all present, and then down by at
most one mark. Reading the board is recorded, since a program can derive moves, ends and table keys
from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from ...failures import ProgramFailure
from ...watched_nodes import ASKED, EXPANDED, HASHED, VALUED, Node, WatchedNodes
from .arrays import board_of, flat, rows_of, set_cell, shown_board

__all__ = ["METHODS", "Game", "SharedBoards", "class_for", "side_of"]

#: Methods that identify the lab's class.
METHODS: Final = frozenset({"get_valid_moves", "make_move", "check_winner"})
#: Names of the class in programs; the game replaces it.
_MARKS: Final = {"X": 1, "O": -1}
_CLASSES: Final = ("TicTacToe", "tictactoe", "TicTacToeGame", "Game")


class SharedBoards:
    """The state shared by all boards of a run.

    Args:
        watched: nodes of the game.
        facts: facts about the game, such as the rows of the root's board.
    """

    def __init__(self, watched: WatchedNodes, facts: Mapping[str, Any]) -> None:
        self.watched = watched
        self.root = watched.node(0)
        self.rows = [[_MARKS.get(sign.upper(), 0) for sign in row] for row in facts["rows"]]
        self.columns = len(self.rows[0])
        #: Row and column by the number of a cell, from 1.
        self.cells = [(-1, -1)] + [
            (row, column) for row in range(len(self.rows)) for column in range(self.columns)
        ]
        self.numbers = {cell: number for number, cell in enumerate(self.cells)}
        #: Node of the latest question, where the search for a new board starts.
        self.last = self.root
        #: A board that was handed out, with its node; whether it is read or written is not known
        # yet.
        self.lent: tuple[Game, Node] | None = None

    def marks(self, node: Node) -> list[int]:
        """Return the cells of a node, row by row: 1, -1 and 0."""
        found = [mark for row in self.rows for mark in row]
        while node.up >= 0:
            above = self.watched.node(node.up)
            found[above.actions[node.place] - 1] = side_of(above)
            node = above
        return found

    def in_rows(self, marks: list[int]) -> list[list[int]]:
        """Return the cells as rows."""
        width = self.columns
        return [marks[at : at + width] for at in range(0, len(marks), width)]

    def shown(self, node: Node) -> str:
        """Return the board of a node as text."""
        return shown_board(self.marks(node), self.columns)

    def log_lent_board(self) -> None:
        """Find out whether a board that was handed out was read or written."""
        if self.lent is not None:
            game, node = self.lent
            self.lent = None
            if game._is_as_it_was():
                game._was_read(node)

    def log(self, node: Node, what: int) -> None:
        """Record a question."""
        self.last = node
        self.watched.log(node, what)


def side_of(node: Node) -> int:
    """Return the mark to move: 1 for X, who is MAX; -1 for O, or for chance instead of O."""
    return 1 if node.player == 0 else -1


class Game:
    """Lab 3's `TicTacToe`, which knows its node in the tree."""

    _boards: SharedBoards

    def __init__(self, *given: Any, **named: Any) -> None:
        """Create a new game with an empty board and X to move, as in the lab."""
        boards = self._boards
        self._node = boards.root
        self._player: int | None = 1
        self._board: Any = None
        self._seen: list[list[int]] = []
        #: The node at which it was read last.
        self._read: Node | None = None
        if any(
            mark for row in boards.rows for mark in row
        ):  # the search starts from a later position
            self._lend_board(boards.root)
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
        """Return the free cells, in order."""
        node = self._current_node()
        cells = self._boards.cells
        if node.terminal:
            marks = self._boards.marks(node)
            free = [cells[at] for at, mark in enumerate(marks, 1) if not mark]
            self._boards.log(node, ASKED if free else VALUED)  # without free cells: a draw or a win
            return free
        self._boards.log(node, EXPANDED)
        return [cells[action] for action in node.actions]

    def make_move(self, row: int, col: int) -> bool:
        """Put a mark on a cell; return False if it is occupied."""
        boards = self._boards
        node = self._current_node()
        cell = boards.numbers.get((row, col))
        if cell is None:
            raise IndexError(f"there is no cell ({row}, {col})")
        if node.terminal:
            if boards.marks(node)[cell - 1]:
                return False
            raise ProgramFailure(
                "crash",
                f"it makes the move ({row}, {col}) although the game is over: {boards.shown(node)}",
            )
        if cell not in node.actions:
            return False
        if self._player is not None and self._player != side_of(node):
            raise ProgramFailure(
                "refused",
                f"it puts the mark {self._player} on ({row}, {col}), but it is the turn of "
                f"{side_of(node)}: does undoing a move reset current_player?",
            )
        self._node = boards.watched.child(node, node.actions.index(cell))
        self._player = None
        if self._board is not None:
            set_cell(self._board, row, col, side_of(node))
            self._seen[row][col] = side_of(node)
        return True

    def check_winner(self) -> int | None:
        """Return 1 if X has won, -1 if O has, 0 for a draw, None if the game is not over."""
        node = self._current_node()
        if not node.terminal:
            self._boards.log(node, ASKED)
            return None
        self._boards.log(node, VALUED)
        value: float = node.utility
        return (value > 0) - (value < 0)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        node = self._current_node()
        self._boards.log(node, ASKED)
        return bool(node.terminal)

    def evaluate(self) -> float:
        """Return the evaluation of a position for X, if the problem has a depth limit."""
        node = self._current_node()
        self._boards.log(node, VALUED)
        value = node.utility if node.estimate is None else node.estimate
        if value is None:
            raise ProgramFailure("crash", "it asked for an evaluation, but the key sets no depth")
        return float(value)

    def copy(self) -> Game:
        """Return a copy of the position."""
        return self._at(self._current_node(), self._player)

    def display(self) -> None:
        """Print the board."""
        print(self)

    def __copy__(self) -> Game:
        """Return the same position with the same board, like Python's shallow copy."""
        self._lend_board(self._current_node())
        made = self._at(self._node, self._player)
        made._board, made._seen = self._board, [[*row] for row in self._seen]
        return made

    def __deepcopy__(self, memo: Any) -> Game:
        return self.copy()

    def __str__(self) -> str:
        node = self._current_node()
        self._was_read(node)
        marks, width = self._boards.marks(node), self._boards.columns
        signs = ["X" if one > 0 else "O" if one < 0 else "." for one in marks]
        return "\n".join(" ".join(signs[at : at + width]) for at in range(0, len(signs), width))

    @property
    def current_player(self) -> int:
        """The mark to move: 1 for X, -1 for O."""
        return side_of(self._node) if self._player is None else self._player

    @current_player.setter
    def current_player(self, player: int) -> None:
        self._player = player

    @property
    def board(self) -> Any:
        """The cells, which may be written."""
        node = self._current_node()
        self._lend_board(node)
        self._boards.lent = self, node
        return self._board

    @board.setter
    def board(self, board: Any) -> None:
        self._boards.log_lent_board()
        if self._player is None:
            self._player = side_of(self._node)
        self._board, self._seen = board, []
        # It may be a copy of another node's board.
        self._node = self._boards.last

    # Boards that are written -------------------------------------------------------------------

    def _lend_board(self, node: Node) -> None:
        """Create the board if necessary, for reading and writing."""
        if self._board is None:
            self._seen = self._boards.in_rows(self._boards.marks(node))
            self._board = board_of(self._seen)

    def _was_read(self, node: Node) -> None:
        """Record that the program has seen the whole board: its moves, its end and its key."""
        if node.terminal:
            self._boards.log(node, VALUED)
        elif self._read is not node:
            self._boards.log(node, HASHED)
            self._boards.log(node, EXPANDED)
        self._boards.last = self._read = node

    def _is_as_it_was(self) -> bool:
        return self._board is None or bool(rows_of(self._board) == self._seen)

    def _current_node(self) -> Node:
        """Return the current node, found again if the board was written."""
        if self._boards.lent is not None:
            self._boards.log_lent_board()
        if self._board is None:
            return self._node
        if rows_of(self._board) != self._seen:
            self._find(flat(self._board))
        return self._node

    def _find(self, marks: list[int]) -> None:
        """Find the node with these marks: up from the last known one, then one mark down."""
        boards = self._boards
        if len(marks) != len(boards.cells) - 1:
            raise ProgramFailure("refused", f"its board has {len(marks)} cells")
        node = self._node
        known = [mark for row in self._seen for mark in row] or boards.marks(node)
        if known == marks:
            self._seen = boards.in_rows(marks)
            return
        if self._player is None:
            self._player = side_of(node)
        while any(mark and mark != marks[at] for at, mark in enumerate(known)):
            if node.up < 0:
                raise ProgramFailure(
                    "refused",
                    "it searches from a board that cannot follow from the problem's position: "
                    f"{shown_board(marks, boards.columns)}",
                )
            place, node = node.place, boards.watched.node(node.up)
            known[node.actions[place] - 1] = 0
        added = [at for at, mark in enumerate(marks) if mark and not known[at]]
        if len(added) > 1:
            raise ProgramFailure(
                "refused",
                f"it puts {len(added)} marks on the board at once, so their order is "
                f"unknown: {shown_board(marks, boards.columns)}",
            )
        for at in added:
            if marks[at] != side_of(node):
                raise ProgramFailure(
                    "refused",
                    f"it writes {marks[at]} into the cell {boards.cells[at + 1]}, but it is the "
                    f"turn of {side_of(node)}: {shown_board(marks, boards.columns)}",
                )
            if node.terminal:
                raise ProgramFailure(
                    "crash", f"it continues although the game is over: {boards.shown(node)}"
                )
            node = boards.watched.child(node, node.actions.index(at + 1))
        self._node, self._seen = node, boards.in_rows(marks)
        if self._player == side_of(node):
            self._player = None


def class_for(module: ModuleType, boards: SharedBoards) -> type[Game]:
    """Return the class of the game, derived from the program's own class if there is one."""
    known = {"_boards": boards, "__module__": module.__name__}
    for name in _CLASSES:
        theirs = getattr(module, name, None)
        if isinstance(theirs, type) and all(hasattr(theirs, one) for one in METHODS):
            try:
                made = type(name, (Game, theirs), known)
            except TypeError:  # slots or a metaclass prevent it: leave out the program's class
                made = type(name, (Game,), known)
            setattr(module, name, made)
            return made
    return type("TicTacToe", (Game,), known)
