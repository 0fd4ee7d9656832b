"""The classes of MIT's problem set 5, with watched boards.

`game_state` holds a board of any two-player game. The board of the game that a program receives
records all questions; a `tic_tac_toe_board` that the program creates itself is not watched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...failures import ProgramFailure
from ...watched_nodes import ASKED, EXPANDED, HASHED, VALUED, Node, WatchedNodes

__all__ = ["WatchedBoard", "game_state", "tic_tac_toe_board"]

_LINES: Final = tuple(
    [(first, first + 1, first + 2) for first in (0, 3, 6)]
    + [(first, first + 3, first + 6) for first in (0, 1, 2)]
    + [(0, 4, 8), (2, 4, 6)]
)
_MARKS: Final = {1: "x", 2: "o"}
_BETWEEN: Final = "\n--+---+--\n"


def _drawn(symbols: Sequence[str]) -> str:
    return _BETWEEN.join(" | ".join(symbols[start : start + 3]) for start in (0, 3, 6))


class tic_tac_toe_board:  # noqa: N801 (the notebook's name)
    """A board of tic-tac-toe.

    Args:
        symbols: nine of `'x'`, `'o'` and `' '`, row by row.
    """

    def __init__(self, symbols: Sequence[str]) -> None:
        self.moves = list(symbols)

    def _winner(self) -> str:
        found = self.moves
        for one, two, three in _LINES:
            if found[one] != " " and found[one] == found[two] == found[three]:
                return found[one]
        return ""

    def successors(self, player: int) -> list[tic_tac_toe_board]:
        """Return the boards with one more mark of player 1 or 2, cell by cell."""
        made = []
        for cell, symbol in enumerate(self.moves):
            if symbol == " ":
                made.append(
                    tic_tac_toe_board([*self.moves[:cell], _MARKS[player], *self.moves[cell + 1 :]])
                )
        return made

    def terminal_check(self) -> bool:
        """Return whether there is a line, or no free cell."""
        return bool(self._winner()) or " " not in self.moves

    def score(self) -> int:
        """Return 1 if x has a line, -1 if o has one, otherwise 0."""
        return {"x": 1, "o": -1}.get(self._winner(), 0)

    def __str__(self) -> str:
        return _drawn(self.moves)


class WatchedBoard:
    """The board of a node, which records all questions.

    Args:
        watched: nodes of the game.
        node: node of the board.
    """

    __slots__ = ("node", "watched")

    def __init__(self, watched: WatchedNodes, node: Node) -> None:
        self.watched = watched
        self.node = node

    @property
    def player(self) -> int:
        """The player to move: 1 for MAX; 2 for MIN, or for chance instead of MIN."""
        return 2 if self.node.player else 1

    def successors(self, player: int | None = None) -> list[WatchedBoard]:
        """Return the boards after each move, in order."""
        watched, node = self.watched, self.node
        watched.log(node, EXPANDED)
        if len(set(node.chances)) > 1:
            raise ProgramFailure(
                "refused",
                f"the outcomes at {node.text} are not equally likely, and a game_state cannot hold "
                "probabilities: this key needs programs of another shape",
            )
        return [WatchedBoard(watched, child) for child in watched.children(node)]

    def terminal_check(self) -> bool:
        """Return whether the game is over."""
        self.watched.log(self.node, ASKED)
        return bool(self.node.terminal)

    def score(self) -> float:
        """Return the board's value for player 1, its evaluation, or 0 if there is none."""
        node = self.node
        self.watched.log(node, VALUED)
        value: float | None = node.estimate if node.utility is None else node.utility
        return 0 if value is None else value

    @property
    def moves(self) -> list[str]:
        """The symbols of a tic-tac-toe board, row by row, possibly for a table key."""
        self.watched.log(self.node, HASHED)
        symbols = self._symbols()
        if symbols is None:
            raise AttributeError("only boards of tic-tac-toe have moves")
        return symbols

    def _symbols(self) -> list[str] | None:
        """Return the symbols: those of the root, and the marks of the moves since."""
        watched, node, placed = self.watched, self.node, []
        while node.up >= 0:
            above = watched.node(node.up)
            placed.append((above.actions[node.place], above.player))
            node = above
        if not isinstance(node.text, list):
            return None
        *symbols, mark = node.text  # of player 1, who need not be x
        marks = (mark, "o" if mark == "x" else "x")
        for cell, player in placed:
            symbols[cell] = marks[player]
        return symbols

    def __str__(self) -> str:
        self.watched.log(self.node, HASHED)
        symbols = self._symbols()
        return str(self.node.text) if symbols is None else _drawn(symbols)

    def __deepcopy__(self, memo: Any) -> WatchedBoard:
        return self


class game_state:  # noqa: N801 (the notebook's name)
    """A board of any two-player game, and the player to move.

    Args:
        board: board of the state.
        parent: state before the last move; None for the first state.
    """

    def __init__(self, board: Any, parent: game_state | None = None) -> None:
        self.board = board
        self.parent = parent
        if isinstance(board, WatchedBoard):
            self.player = board.player
        else:
            self.player = 1 if parent is None else 3 - parent.player

    def successors(self) -> list[game_state]:
        """Return the states after each move of the player, in order."""
        return [game_state(board, self) for board in self.board.successors(self.player)]

    def terminal_check(self) -> bool:
        """Return whether the game is over."""
        return bool(self.board.terminal_check())

    def score(self) -> float:
        """Return the value of the board for player 1."""
        value: float = self.board.score()
        return value

    def __str__(self) -> str:
        return f"{self.board}\n"
