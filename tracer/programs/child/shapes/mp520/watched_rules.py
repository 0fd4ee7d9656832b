"""The watched rules of a module: their calls show at which node of the game its search is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from ...parameters import parameters_of
from .board_follower import BoardFollower
from .rules import OF_MOVES

#: Cells in MP 520's form, and in that of nodes.
_SIGNS: Final = {"B": "B", "W": "W", "": ".", " ": ".", ".": "."}


class WatchedRules:
    """Functions of a module that report the boards with which they are called."""

    def __init__(self, follower: BoardFollower, rows: int, columns: int) -> None:
        self._follower = follower
        self._shape = [columns] * rows
        #: Whether one of the functions is running; those that it calls are not reported.
        self._is_inside = False
        #: The board that was read last, in both forms.
        self._state: list[list[Any]] | None = None
        self._cells = ""
        #: The board and the player whose moves were requested last.
        self._requested = ("", "")
        self.calls: dict[str, int] = {}
        #: The first call with arguments other than the assignment's.
        self.missed = ""

    def read(self, state: Any) -> str | None:
        """Return the cells row by row; None if this is not a board of this size."""
        if type(state) is list and state == self._state:
            return self._cells
        try:
            rows = [[*row] for row in state]
            cells = "".join([_SIGNS[cell] for row in rows for cell in row])
        except (KeyError, TypeError):
            return None
        if [len(row) for row in rows] != self._shape:
            return None
        self._state, self._cells = rows, cells
        return cells

    def watch(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a watched function."""
        self.calls[name] = 0
        parameters = [parameter.name for parameter in parameters_of(function)]

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            self.calls[name] += 1
            if self._is_inside:
                return function(*given, **named)
            arguments = (*given, *(named[key] for key in parameters[len(given) :] if key in named))
            cells = self._board_in(name, arguments)
            self._is_inside = True
            try:
                result = function(*given, **named)
            finally:
                self._is_inside = False
            if cells is not None:
                self._report(name, cells, arguments[1:], result)
            return result

        return call

    def _board_in(self, name: str, arguments: tuple[Any, ...]) -> str | None:
        """Return the board among the arguments; None if they are not the assignment's."""
        takes_move = len(arguments) == 4 and arguments[1] in ("B", "W")
        is_usual = takes_move if name in OF_MOVES else len(arguments) == 1
        cells = self.read(arguments[0]) if is_usual else None
        if cells is None and not self.missed:
            shown = ", ".join(f"{value!r:.60}" for value in arguments)
            expected = "a list of rows"
            if name in OF_MOVES:
                expected += ", 'B' or 'W', a row and a column"
            self.missed = (
                f"{name} is called with ({shown}); expected {expected}. Such calls are not followed"
            )
        return cells

    def _report(self, name: str, cells: str, move: tuple[Any, ...], result: Any) -> None:
        """Report a call: a request for moves, a move, or a request for the value of a board."""
        if name == "get_move_value":
            if self._requested != (cells, move[0]):  # the first of many cells
                self._requested = cells, move[0]
                self._follower.expanded(cells, move[0])
            return
        if name == "is_terminal_state" and not result:
            return
        self._requested = "", ""
        if name != "execute_move":
            self._follower.valued(cells)
        elif right := self._follower.made(cells, *move):
            self._follower.is_lost = self.read(result) != right
