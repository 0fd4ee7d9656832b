"""The class and functions of Lab 3 (Adversarial Search), using our searches.

The functions take a `TicTacToe`, in which X is MAX, and return the same as the lab's: the value and
the move. A win is worth 10 − depth, a loss −10 + depth. Ties go to the first move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final, TypeAlias

from engine.conventions import COURSES
from engine.errors import InvalidInput
from engine.game import MAX
from engine.games import tic_tac_toe
from engine.log.best_play import actions_along, best_rows
from engine.search import SearchResult, run_search
from engine.searches.settings import Settings
from engine.wrappers.changed import change

#: A cell as its row and its column, from 0.
Cell: TypeAlias = tuple[int, int]
#: The value for X, and the best move; None if the game is over.
Found: TypeAlias = tuple[int, Cell | None]

#: The lab's counters: nodes explored by `minimax_with_count` and by `alpha_beta` since they were 0.
minimax_nodes = 0
alphabeta_nodes = 0

_COURSE: Final = COURSES["lab3"]
_WIN: Final = int(_COURSE.settings["win"])
_MARKS: Final = {1: "x", -1: "o", 0: "."}
_SIDES: Final = {1: "X", -1: "O"}


class TicTacToe:
    """The lab's game: `board` has three rows of 0, 1 for X and −1 for O; X begins."""

    def __init__(self) -> None:
        self.board: Any = [[0, 0, 0] for _ in range(3)]
        self.current_player = 1

    def get_valid_moves(self) -> list[Cell]:
        """Return the free cells, row by row."""
        return [
            (row, column)
            for row in range(3)
            for column in range(3)
            if not self._mark_in_cell(row, column)
        ]

    def make_move(self, row: int, col: int) -> bool:
        """Place the current player's mark; return whether the cell was free."""
        if self._mark_in_cell(row, col):
            return False
        self.board[row][col] = self.current_player
        self.current_player *= -1
        return True

    def check_winner(self) -> int | None:
        """Return 1 if X has a line, −1 if O has one, 0 for a draw, None if the game goes on."""
        game = _game(self)
        if not game.is_terminal(game.initial):
            return None
        value = game.utility(game.initial, MAX)
        return int(value > 0) - int(value < 0)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.check_winner() is not None

    def copy(self) -> TicTacToe:
        """Return a game of its own with the same board and player."""
        other = TicTacToe()
        other.board = [[*row] for row in self.board]
        other.current_player = self.current_player
        return other

    def display(self) -> None:
        """Print the board as the lab draws it."""
        print("\n  0   1   2")
        for row in range(3):
            if row:
                print("  ───┼───┼───")
            marks = [
                {1: "X", -1: "O"}.get(self._mark_in_cell(row, column), " ") for column in range(3)
            ]
            print(f"{row}  " + " │ ".join(marks) + " ")
        print()

    def _mark_in_cell(self, row: int, column: int) -> int:
        return int(self.board[row][column])


def minimax(game: TicTacToe, is_maximizing: bool, depth: int = 0) -> Found:
    """Return the value and the best move by minimax."""
    return _collect_found(_search("minimax", game, is_maximizing, depth))


def minimax_with_count(game: TicTacToe, is_maximizing: bool, depth: int = 0) -> Found:
    """Return `minimax(...)`, and add the explored nodes to `minimax_nodes`."""
    global minimax_nodes
    result = _search("minimax", game, is_maximizing, depth)
    minimax_nodes += result.counts.visited
    return _collect_found(result)


def alpha_beta(
    game: TicTacToe,
    is_maximizing: bool,
    alpha: float = -inf,
    beta: float = inf,
    depth: int = 0,
) -> Found:
    """Return the value and the best move by alpha-beta, and count in `alphabeta_nodes`."""
    global alphabeta_nodes
    result = _search("alphabeta", game, is_maximizing, depth, window=(alpha, beta))
    alphabeta_nodes += result.counts.visited
    return _collect_found(result)


def alpha_beta_with_ordering(
    game: TicTacToe,
    is_maximizing: bool,
    alpha: float = -inf,
    beta: float = inf,
    depth: int = 0,
) -> Found:
    """Return `alpha_beta(...)` with the centre first, then corners, then edges; not counted."""
    window = (alpha, beta)
    return _collect_found(
        _search("alphabeta", game, is_maximizing, depth, window=window, order="static")
    )


def _search(
    search: str,
    game: TicTacToe,
    is_maximizing: bool,
    depth: int,
    *,
    window: tuple[float, float] = (-inf, inf),
    order: str = "given",
) -> SearchResult:
    inner = _game(game)
    is_over = inner.is_terminal(inner.initial)
    if not is_over and bool(is_maximizing) != (game.current_player == 1):
        raise InvalidInput(
            f"{_SIDES[game.current_player]} is to move, but is_maximizing is {is_maximizing!r}",
            expected="is_maximizing to say whether X is to move",
        )
    if not window[0] < window[1]:
        raise InvalidInput(
            f"the window cannot run from {window[0]!r} to {window[1]!r}",
            expected="two numbers, alpha below beta",
        )
    if not 0 <= depth < _WIN:
        raise InvalidInput(f"the depth cannot be {depth!r}", expected=f"0 to {_WIN - 1}")
    settings = Settings(_COURSE.convention, window, order=order)
    return run_search(change(inner, win=_WIN - depth), search, settings)


def _collect_found(result: SearchResult) -> Found:
    ways = actions_along(result.game, result.log, best_rows(result.log))
    action = ways[0][1]
    return int(result.log.value[0]), None if action is None else result.game.cell_of(action)


def _game(game: TicTacToe) -> tic_tac_toe.TicTacToe:
    """Return our game from the same board."""
    board: Sequence[Sequence[Any]] = getattr(game, "board", ())
    try:
        cells = [[_MARKS[int(cell)] for cell in row] for row in board]
        side = _SIDES[int(game.current_player)]
    except (TypeError, ValueError, KeyError, AttributeError):
        cells, side = [], ""
    if [len(row) for row in cells] != [3, 3, 3]:
        raise InvalidInput(
            f"{game!r:.60} is not a game of Lab 3",
            expected="an object with board, three rows of 0, 1 and -1, and current_player, 1 or -1",
        )
    return tic_tac_toe.TicTacToe("|".join(map("".join, cells)) + f" {side}")
