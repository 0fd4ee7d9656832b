"""A module's own rules of Reversi: every call is compared with the right rules and followed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any, Final

from ...parameters import parameters_of
from .board_follower import BoardFollower
from .reversi import OTHER, BoardReader, ReversiRules

__all__ = ["CheckedRules"]

_NOWHERE: Final = (-1, -1)
_MOVE: Final = "a list of rows, 'B' or 'W', a row and a column"
_GIVEN: Final = {
    "get_move_value": _MOVE,
    "execute_move": _MOVE,
    "is_terminal_state": "a list of rows",
    "count_pieces": "a list of rows",
}
#: Calls of `get_move_value` after which boards are no longer checked for changes.
_CAREFUL: Final = 10_000
#: Boards for which the values of moves are cached.
_MOST: Final = 100_000


class _Wrong:
    """The first error of a function, and the number of errors."""

    def __init__(self) -> None:
        self.first = ""
        self.times = 0

    def add(self, error: str) -> None:
        self.first = self.first or error
        self.times += 1


class _Board:
    """A board and, for each player, the values of its moves by cell."""

    __slots__ = ("cells", "is_over", "rows", "values")

    def __init__(self, cells: str, rows: list[list[Any]]) -> None:
        self.cells = cells
        self.rows = rows
        self.values: dict[str, dict[Any, int]] = {}
        self.is_over: bool | None = None


class CheckedRules:
    """The wrapped rules of a module.

    Args:
        boards: reader of boards.
        rules: right rules.
        follower: receives the boards that the program uses.
        values_by_ending: whether the program calls no other function for a board's value, so that
            only the test for the end of the game is seen at a leaf.
    """

    def __init__(
        self,
        boards: BoardReader,
        rules: ReversiRules,
        follower: BoardFollower,
        *,
        values_by_ending: bool,
    ) -> None:
        self._boards = boards
        self._rules = rules
        self._follower = follower
        self._values_by_ending = values_by_ending
        self._inside = 0
        #: The last board used, and the values of its moves requested last.
        self._board = _Board("", [])
        self._asked: dict[Any, int] | None = None
        self._known: dict[str, _Board] = {}
        self._wrong: dict[str, _Wrong] = {}
        self.calls: dict[str, int] = {}
        #: The first call with arguments other than the assignment's.
        self.missed = ""

    def wrap(self, module: ModuleType, role: str, name: str) -> None:
        """Replace a function of the module by a watched one.

        Args:
            module: module of the program.
            role: name of the function in the assignment.
            name: name of the function in the module.
        """
        function = module.__dict__[name]
        self.calls[role] = 0
        parameters = tuple(one.name for one in parameters_of(function))
        if role == "get_move_value":
            module.__dict__[name] = self._of_moves(function, parameters)
            return
        watched = getattr(self, f"_{role}")

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            if named:
                given = (*given, *(named[one] for one in parameters[len(given) :] if one in named))
            self.calls[role] += 1
            return watched(lambda: self._call(function, given), *given)

        module.__dict__[name] = call

    def entering(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a search; if it asks nothing, it must have looked the board up."""

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            found = None if self._inside else self._boards_in([*given, *named.values()])
            before = sum(self.calls.values())
            result = function(*given, **named)
            if found is not None and sum(self.calls.values()) == before:
                self._asked = None
                self._follower.looked_up(*found)
            return result

        return call

    def remarks(self) -> list[str]:
        """Return sentences about the functions that are wrong."""
        return [
            f"{role} is wrong in {one.times:,} of {self.calls[role]:,} calls: {one.first}"
            for role, one in self._wrong.items()
        ]

    def _call(self, function: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        """Call a function; calls that it makes to the others are not recorded."""
        self._inside += 1
        try:
            return function(*given)
        finally:
            self._inside -= 1

    def _boards_in(self, given: list[Any]) -> tuple[str, str | None] | None:
        """Return the board and the player among the arguments; None if there is no board."""
        boards = [cells for one in given if _is_board(one) and (cells := self._boards.read(one))]
        players = [one for one in given if isinstance(one, str) and one in ("B", "W")]
        return (boards[0], players[0] if players else None) if boards else None

    def _miss(self, role: str, given: tuple[Any, ...]) -> None:
        """Remember the first call with unusable arguments."""
        if not self.missed:
            shown = ", ".join(f"{one!r:.60}" for one in given)
            self.missed = (
                f"{role} is called with ({shown}); expected {_GIVEN[role]}. Such calls are "
                "not followed"
            )

    def _note(self, role: str, error: str) -> None:
        self._wrong.setdefault(role, _Wrong()).add(error)

    # get_move_value, which is called for every cell of every board and takes most of the time ----

    def _of_moves(
        self, function: Callable[..., Any], parameters: tuple[str, ...]
    ) -> Callable[..., Any]:
        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            if named:
                given = (*given, *(named[one] for one in parameters[len(given) :] if one in named))
            self.calls["get_move_value"] += 1
            values = self._values(*given) if len(given) == 4 else None
            if values is None:
                self._miss("get_move_value", given)
                return self._call(function, given)
            board = self._board
            if values is not self._asked and not self._inside:
                self._asked = values
                self._follower.expanded(board.cells, given[1])
            self._inside += 1
            try:
                result = function(*given)
            finally:
                self._inside -= 1
            if result != values.get(given[2:], result):
                self._check_value(result, values[given[2:]], board.cells, given)
            if result and self.calls["get_move_value"] < _CAREFUL:
                self._check_unchanged(given[0], board.cells)
            return result

        return call

    def _values(self, state: Any, player: Any, row: Any, column: Any) -> dict[Any, int] | None:
        """Return the values of a player's moves on a board; None if it is not a board."""
        try:
            hash((row, column))
            # The same list, or an equal one, is not read again.
            if type(state) is not list or state != self._board.rows:
                raise ValueError
        except ValueError:  # rows of other kinds cannot be compared
            cells = self._boards.read(state)
            if cells is None:
                return None
            self._board = self._known_board(cells, state)
        except TypeError:
            return None
        board = self._board
        values = board.values.get(player) if isinstance(player, str) else None
        if values is None and player in OTHER:
            values = board.values[player] = self._rules.values(board.cells, player)
        return values

    def _known_board(self, cells: str, state: Any) -> _Board:
        found = self._known.get(cells)
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            found = self._known[cells] = _Board(cells, [[*row] for row in state])
        return found

    def _check_unchanged(self, state: Any, cells: str) -> None:
        after = self._boards.read(state)
        if after != cells:
            self._note(
                "get_move_value",
                f"it changed the board {self._boards.shown(cells)} that was passed to it",
            )

    def _check_value(self, result: Any, right: int, cells: str, given: tuple[Any, ...]) -> None:
        if _number(result) != right:
            self._note(
                "get_move_value",
                f"({self._boards.shown(cells)}, {given[1]!r}, {given[2]}, {given[3]}) gave "
                f"{result!r:.40}, but the move flips {right}",
            )

    # The others, each called with the original call and its arguments ----------------------------

    def _execute_move(self, call: Callable[[], Any], *given: Any) -> Any:
        boards = self._boards
        cells = boards.read(given[0]) if len(given) == 4 else None
        player = given[1] if cells is not None else None
        if cells is None or player not in ("B", "W"):
            self._miss("execute_move", given)
            return call()
        if not self._inside:
            self._asked = None
            self._follower.made(cells, player, given[2], given[3])
        result = call()
        right = self._after(cells, player, given[2], given[3])
        if right is None:
            return result
        where = f"({boards.shown(cells)}, {player!r}, {given[2]}, {given[3]})"
        after = boards.read(result)
        if after != right:
            shown = f"{result!r:.60}" if after is None else boards.shown(after)
            self._note("execute_move", f"{where} gave {shown}, not {boards.shown(right)}")
            self._follower.is_lost = True
        elif boards.read(given[0]) != cells:
            self._note("execute_move", f"{where} changed the board that was passed to it")
        elif any(one is other for one in given[0] for other in result):
            self._note(
                "execute_move",
                f"{where} returned a board that shares rows with the one passed to it",
            )
        return result

    def _is_terminal_state(self, call: Callable[[], Any], *given: Any) -> Any:
        cells = self._boards.read(given[0]) if given else None
        if cells is None:
            self._miss("is_terminal_state", given)
            return call()
        board = self._known_board(cells, given[0])
        result = call()
        if not self._inside and result and self._values_by_ending:
            self._asked = None
            self._follower.valued(cells)
        if board.is_over is None:
            board.is_over = self._rules.is_over(cells)
        right = board.is_over
        if bool(result) != right:
            why = "neither player has a move" if right else "a player still has a move"
            self._note(
                "is_terminal_state",
                f"({self._boards.shown(cells)}) gave {result!r:.40}, but {why}",
            )
        return result

    def _count_pieces(self, call: Callable[[], Any], *given: Any) -> Any:
        cells = self._boards.read(given[0]) if given else None
        if cells is None:
            self._miss("count_pieces", given)
            return call()
        if not self._inside:
            self._asked = None
            self._follower.valued(cells)
        result = call()
        right = cells.count("B"), cells.count("W")
        if not isinstance(result, tuple | list) or tuple(result) != right:
            self._note(
                "count_pieces",
                f"({self._boards.shown(cells)}) gave {result!r:.40}, not {right}",
            )
        return result

    def _after(self, cells: str, player: str, row: Any, column: Any) -> str | None:
        """Return the right board after a move; None if the move is not legal."""
        if (row, column) == _NOWHERE:
            return cells
        cell = self._rules.cell(row, column)
        if cell is None or not self._rules.flips(cells, player, cell):
            return None
        return self._rules.after(cells, player, cell)


def _is_board(one: Any) -> bool:
    return isinstance(one, list | tuple) and bool(one) and isinstance(one[0], list | tuple)


def _number(result: Any) -> Any:
    """Return the number of discs that a return value stands for; nothing and False mean 0."""
    try:
        return max(int(result or 0), 0)
    except (TypeError, ValueError):
        return result
