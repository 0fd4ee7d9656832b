"""Lab 3's functions: `minimax(game, is_maximizing, depth)` over the lab's `TicTacToe`.

The game is an object that programs copy, or change and change back. The object passed to a program
has the lab's methods, and whatever else the program's own class of that name has. It knows its
node, and finds it again after the program has written to the board: up from the last known node to
one whose marks are all present, and then down by at most one mark.

A program visits a node if it asks who has won there and the game is over, or if it requests its
moves and continues below it. Reading the board is recorded too, since a program can derive moves,
ends and table keys from it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Integral, Real
from types import ModuleType
from typing import Any, Final

from ..failures import ProgramFailure
from ..loading.definitions import Definition, normalize
from ..loading.source_files import SourceFile
from ..parameters import ALPHA, BETA, DEPTH, EVALUATION, PLAYER, STATE, call_by_names, has_parameter
from ..parameters import GAME as GAME_NAMES
from ..program import Driver, Program, ProgramResult, ProgramTask, read_answer
from ..usual_names import NAMES
from ..watched_nodes import ASKED, EXPANDED, HASHED, VALUED, Node, NodeText, WatchedNodes

#: Methods that identify the lab's class.
METHODS: Final = frozenset({"get_valid_moves", "make_move", "check_winner"})
#: Names of the class in programs; the game replaces it.
_CLASSES: Final = ("TicTacToe", "tictactoe", "TicTacToeGame", "Game")
_MARKS: Final = {"x": 1, "X": 1, "o": -1, "O": -1}


class Rows(list[Any]):
    """A board without NumPy, which also has `board[row, col]` and copies its rows."""

    def __getitem__(self, key: Any) -> Any:
        is_cell = isinstance(key, tuple)
        return list.__getitem__(self, key[0])[key[1]] if is_cell else list.__getitem__(self, key)

    def __setitem__(self, key: Any, mark: Any) -> None:
        if isinstance(key, tuple):
            list.__getitem__(self, key[0])[key[1]] = mark
        else:
            list.__setitem__(self, key, mark)

    def copy(self) -> Rows:
        """Return a copy with new rows, as an array's `copy` does."""
        return Rows([*row] for row in self)


def _board_of(rows: list[list[int]]) -> Any:
    """Return a board in the lab's form: an array if the program has loaded NumPy."""
    array = getattr(sys.modules.get("numpy"), "array", None)
    return array(rows, dtype=int) if callable(array) else Rows(rows).copy()


def _rows_of(board: Any) -> Any:
    """Return a board as a list of lists if it is one or an array; otherwise unchanged."""
    return board if isinstance(board, list) or not hasattr(board, "tolist") else board.tolist()


def _marks_on(board: Any) -> list[int]:
    """Return the cells of a board that the program has written."""
    rows = _rows_of(board)
    try:
        cells = [cell for row in rows for cell in (row if isinstance(row, Iterable) else (row,))]
    except TypeError:
        raise ProgramFailure(f"it assigns {rows!r:.60} to the board") from None
    for cell in cells:
        if not isinstance(cell, Real) or cell not in (1, 0, -1):
            raise ProgramFailure(f"it writes {cell!r:.20} into the board; expected 1, -1 or 0")
    return [int(cell) for cell in cells]


def side_of(node: Node) -> int:
    """Return the mark to move: 1 for X, who is MAX; -1 for O, or for chance instead of O."""
    return 1 if node.player == 0 else -1


class SharedBoards:
    """The state shared by all boards of a run."""

    def __init__(self, watched: WatchedNodes, columns: int) -> None:
        self.watched = watched
        self.columns = columns
        self.root = watched.node(0)
        #: Node of the latest question, where the search for a new board starts.
        self.last = self.root
        #: A board that was handed out, with its node; whether it is read or written is not known
        # yet.
        self.lent: tuple[Game, Node] | None = None

    def marks(self, node: Node) -> list[int]:
        """Return the cells of a node, row by row: 1, -1 and 0."""
        return [_MARKS.get(sign, 0) for sign in node.text]

    def rows(self, node: Node) -> list[list[int]]:
        """Return the cells of a node as rows."""
        marks, width = self.marks(node), self.columns
        return [marks[start : start + width] for start in range(0, len(marks), width)]

    def show(self, marks: list[int], between: str = "|", space: str = "") -> str:
        """Format cells as a position, such as `xo.|...|...`."""
        signs = [".xo"[mark] for mark in marks]
        starts = range(0, len(signs), self.columns)
        return between.join(space.join(signs[start : start + self.columns]) for start in starts)

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


class Game:
    """Lab 3's `TicTacToe`, which knows its node in the tree."""

    _boards: SharedBoards
    #: The board, as far as the program has seen it.
    _board: Any

    def __init__(self, *given: Any, **named: Any) -> None:
        """Create a new game with an empty board and X to move, as in the lab."""
        self._begin(self._boards.root, 1)
        self._board = _board_of([[0] * len(row) for row in self._boards.rows(self._node)])

    @classmethod
    def _at(cls, node: Node, player: int | None) -> Game:
        game = cls.__new__(cls)
        game._begin(node, player)
        return game

    def _begin(self, node: Node, player: int | None) -> None:
        self._node = node
        #: The mark to move; None for that of the node.
        self._player = player
        self._board = None
        #: The node at which it was read last.
        self._read: Node | None = None

    # The lab's methods --------------------------------------------------------------------------

    def get_valid_moves(self) -> list[tuple[int, int]]:
        """Return the free cells, in order."""
        node = self._current_node()
        if not node.terminal:
            self._boards.log(node, EXPANDED)
            return [(row, column) for row, column in node.actions]
        marks = self._boards.marks(node)
        free = [divmod(cell, self._boards.columns) for cell, mark in enumerate(marks) if not mark]
        self._boards.log(node, ASKED if free else VALUED)  # without free cells: a draw or a win
        return free

    def make_move(self, row: int, col: int) -> bool:
        """Put a mark on a cell; return False if it is occupied."""
        boards = self._boards
        node = self._current_node()
        rows = boards.rows(node)
        if not (0 <= row < len(rows) and 0 <= col < boards.columns):
            raise IndexError(f"there is no cell ({row}, {col})")
        if rows[row][col]:
            return False
        if node.terminal:
            shown = boards.show(boards.marks(node))
            raise ProgramFailure(
                f"it makes the move ({row}, {col}) although the game is over: {shown}"
            )
        side = side_of(node)
        if self._player not in (None, side):
            raise ProgramFailure(
                f"it puts the mark {self._player} on ({row}, {col}), but it is the turn of "
                f"{side}: does undoing a move reset current_player?",
            )
        self._node = boards.watched.child(node, node.actions.index([row, col]))
        self._player = None
        if self._board is not None:
            self._board[row][col] = side
        return True

    def check_winner(self) -> int | None:
        """Return 1 if X has won, -1 if O has, 0 for a draw, None if the game is not over."""
        node = self._current_node()
        self._boards.log(node, VALUED if node.terminal else ASKED)
        value = node.utility
        return None if value is None else (value > 0) - (value < 0)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        node = self._current_node()
        self._boards.log(node, ASKED)
        return bool(node.terminal)

    def evaluate(self) -> float:
        """Return the evaluation of a position for X, if the problem has a depth limit."""
        node = self._current_node()
        self._boards.log(node, VALUED)
        if node.worth is None:
            raise ProgramFailure("it asked for an evaluation, but the key sets no depth")
        return float(node.worth)

    def copy(self) -> Game:
        """Return a copy of the position."""
        return self._at(self._current_node(), self._player)

    def display(self) -> None:
        """Print the board."""
        print(self)

    def __copy__(self) -> Game:
        """Return the same position with the same board, like Python's shallow copy."""
        self._lend_board(self._current_node())
        game = self._at(self._node, self._player)
        game._board = self._board
        return game

    def __deepcopy__(self, memo: Any) -> Game:
        return self.copy()

    def __str__(self) -> str:
        node = self._current_node()
        text = self._boards.show(self._boards.marks(node), "\n", " ").upper()
        return NodeText(text, lambda: self._was_read(node))

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
        self._player = self.current_player
        self._board = board
        # It may be a copy of another node's board.
        self._node = self._boards.last

    # Boards that are written -------------------------------------------------------------------

    def _lend_board(self, node: Node) -> None:
        """Create the board if necessary, for reading and writing."""
        if self._board is None:
            self._board = _board_of(self._boards.rows(node))

    def _was_read(self, node: Node) -> None:
        """Record that the program has seen the whole board: its moves, its end and its key."""
        if node.terminal:
            self._boards.log(node, VALUED)
        elif self._read is not node:
            self._boards.log(node, HASHED)
            self._boards.log(node, EXPANDED)
        self._boards.last = self._read = node

    def _is_as_it_was(self) -> bool:
        return self._board is None or bool(_rows_of(self._board) == self._boards.rows(self._node))

    def _current_node(self) -> Node:
        """Return the current node, found again if the board was written."""
        self._boards.log_lent_board()
        if not self._is_as_it_was():
            self._find(_marks_on(self._board))
        return self._node

    def _find(self, marks: list[int]) -> None:
        """Find the node with these marks: up from the last known one, then one mark down."""
        boards = self._boards
        node, old = self._node, boards.marks(self._node)
        if len(marks) != len(old):
            raise ProgramFailure(f"its board has {len(marks)} cells")
        self._player = self.current_player
        shown = boards.show(marks)
        while any(before not in (0, mark) for before, mark in zip(old, marks, strict=True)):
            if node.up < 0:
                raise ProgramFailure(
                    "it searches from a board that cannot follow from the problem's position: "
                    + shown,
                )
            node = boards.watched.node(node.up)
            old = boards.marks(node)
        added = [cell for cell, mark in enumerate(marks) if mark and not old[cell]]
        if len(added) > 1:
            raise ProgramFailure(
                f"it puts {len(added)} marks on the board at once, so their order is "
                f"unknown: {shown}",
            )
        for cell in added:
            place = divmod(cell, boards.columns)
            if marks[cell] != side_of(node):
                raise ProgramFailure(
                    f"it writes {marks[cell]} into the cell {place}, but it is the "
                    f"turn of {side_of(node)}: {shown}",
                )
            if node.terminal:
                raise ProgramFailure(f"it continues although the game is over: {boards.show(old)}")
            node = boards.watched.child(node, node.actions.index([*place]))
        self._node = node
        if self._player == side_of(node):
            self._player = None


def class_for(module: ModuleType, boards: SharedBoards) -> type[Game]:
    """Return the class of the game, derived from the program's own class if there is one."""
    names = {"_boards": boards, "__module__": module.__name__}
    for name in _CLASSES:
        theirs = getattr(module, name, None)
        if isinstance(theirs, type) and all(hasattr(theirs, method) for method in METHODS):
            try:
                game = type(name, (Game, theirs), names)
            except TypeError:  # slots or a metaclass prevent it: leave out the program's class
                game = type(name, (Game,), names)
            setattr(module, name, game)
            return game
    return type("TicTacToe", (Game,), names)


# The search ---------------------------------------------------------------------------------------

FUNCTIONS: Final = NAMES["lab3"]

_LIMIT: Final = tuple(name for name in DEPTH if name not in ("depth", "d"))
_COUNTER: Final = re.compile(r"node|count|explored|visited|states|calls", re.IGNORECASE)
_PRUNINGS: Final = re.compile(r"prun|cut|move|depth|game|win", re.IGNORECASE)


def score(file: SourceFile, _: Definition | None) -> int:
    """Return how surely a function takes a game and uses the lab's methods or a MAX flag."""
    best = 0
    for names in FUNCTIONS.values():
        found = file.definitions.function_named(*names)
        if found is None:
            continue
        inside = ast.walk(found.code) if found.code else ()
        if len(METHODS & {node.attr for node in inside if isinstance(node, ast.Attribute)}) > 1:
            best = max(best, 6)
        takes = {normalize(name) for name in found.parameters}
        if takes & {*GAME_NAMES} and takes & {*PLAYER} and not takes & {*STATE}:
            best = max(best, 4)
    return best


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the game, the MAX flag, and whatever else it requires."""
    boards = SharedBoards(watched, len(task.facts["rows"][0]))
    root = boards.root
    game = class_for(program.module, boards)._at(root, None)
    is_max = root.player == 0
    if task.depth is not None and not has_parameter(program.entry, _LIMIT):
        raise ProgramFailure(
            f"the key has a depth limit of {task.depth} plies, but {program.function} has no "
            "parameter for it; expected max_depth, and game.evaluate() for the evaluation",
        )
    known: dict[tuple[str, ...], Any] = {
        (*GAME_NAMES, *STATE, "tictactoe", "ttt", "env"): game,
        (*PLAYER, "ismaxturn", "ismaxplayer", "isx"): is_max,
        ("player", "currentplayer", "turn"): side_of(root),
        ("depth", "d", "ply"): 0,
        # Without a limit, the number of cells: no node is deeper.
        _LIMIT: len(root.text) if task.depth is None else task.depth,
        ALPHA: task.window[0],
        BETA: task.window[1],
        EVALUATION: lambda one: one.evaluate(),
    }
    before = _counters(program)
    returned = call_by_names(program.make_entry(known), known, (game, is_max))
    boards.log_lent_board()
    found = read_answer(returned, root, expected="(value, (row, col))", find_move=_find_move)
    counts, notes = _raised(before, _counters(program))
    if found.value is not None and abs(found.value) > 1 and not task.facts["win"]:
        notes += (
            f"its value is {found.value:g}: the lab counts a win as 10 - depth, which requires a "
            "key with win: 10",
        )
    return replace(found, counts=counts, notes=(*found.notes, *notes))


def _counters(program: Program) -> dict[str, int]:
    """Return the program's global counters of nodes."""
    return {
        name: value
        for name, value in vars(program.module).items()
        if isinstance(value, int)
        and not isinstance(value, bool)
        and _COUNTER.search(name)
        and not _PRUNINGS.search(name)
    }


def _raised(
    before: Mapping[str, int], after: Mapping[str, int]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the increases of the counters: the nodes that the program says it visited."""
    raised = {
        name: value - before[name]
        for name, value in after.items()
        if value > before.get(name, value)
    }
    if len({*raised.values()}) > 1:
        increases = ", ".join(f"{name} by {by:,}" for name, by in raised.items())
        return {}, (f"it increases several counters ({increases}); none is used as its count",)
    return {"visited": by} if (by := max(raised.values(), default=0)) else {}, ()


def _find_move(cell: Any, node: Node) -> int | None:
    """Return the index of the move to a cell; None for anything else, -1 if it is not free."""
    is_pair = isinstance(cell, tuple | list) and len(cell) == 2
    if not is_pair or not all(isinstance(part, Integral) for part in cell):
        return None
    action = [int(part) for part in cell]
    return node.actions.index(action) if action in node.actions else -1


DRIVER: Final = Driver(
    "Lab 3's functions over its TicTacToe, in a notebook or a file",
    FUNCTIONS,
    score,
    run,
    games="x is max",
    moves="row and column",
    positions="cells",
    finds_entry=True,
    list_place=6,
    try_place=4,
)
