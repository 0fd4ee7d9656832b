"""CS50 AI's `tictactoe.py`: its `minimax` on one board, and its helpers on many.

The functions use boards of their own, so no call is watched. Their answers are sent as they are.
The right ones are not known in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any, Final

from ..failures import failure_of
from ..loading.source_files import SourceFile
from ..program import Driver, Program, ProgramResult, ProgramTask
from ..sandbox.limits import Stopped, seconds_left, stopped_after
from ..watched_nodes import WatchedNodes

#: Functions that identify the assignment, and how many of them a file needs; `player` and `result`
#: alone are also those of others.
_NAMES: Final = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
_ENOUGH: Final = 5
#: Seconds kept for the helpers while `minimax` runs, and those that each call gets at least.
_OF_HELPERS: Final = 4.0
_LEAST: Final = 0.2
_SIGNS: Final = {"X": "X", "O": "O", None: None}


def score(file: SourceFile) -> int:
    """Return how surely a file is of this shape: whether it has the assignment's functions."""
    names = [name for name in _NAMES if name in file.functions]
    return 8 if "minimax" in file.functions and len(names) >= _ENOUGH else 0


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call `minimax` on the problem's board, and then each helper with the task's arguments."""
    watched.flush()
    calls = task.facts["calls"]
    chosen: Any = None
    shown = problem = ""
    try:
        with stopped_after(max(_LEAST, seconds_left() - (_OF_HELPERS if calls else 0))):
            chosen = program.entry(_copy(task.facts["board"]))
        shown = f"{chosen!r:.40}"
    except Stopped as stopped:
        problem = f"minimax returned nothing: {stopped}"
    except Exception as error:
        problem = f"minimax returned nothing: {failure_of(error, program.folder, 'searched').text}"
    watched.end_timing()
    root = watched.node(0)
    move: int | None = _place(chosen, root.actions)
    if chosen is None:
        move = None  # which is right if the game is over
    if move == -1 or (chosen is None and not root.terminal):
        place = "|".join("".join(cell or "." for cell in row) for row in task.facts["board"])
        expected = "None" if root.terminal else "the pair (row, column) of a free cell"
        problem = problem or f"minimax(board) returned {shown} at {place}, expected {expected}"
    return ProgramResult(
        move=move,
        shown=shown,
        notes=(problem,) if problem else (),
        printed={name: _answer_calls(program, name, calls[name]) for name in calls},
    )


def _place(action: Any, cells: Iterable[int]) -> int:
    """Return the place of an action among the numbers of the free cells; -1 if it is not there."""
    places = [divmod(cell - 1, 3) for cell in cells]
    is_pair = isinstance(action, list | tuple)
    return places.index(tuple(action)) if is_pair and tuple(action) in places else -1


def _copy(board: list[list[Any]]) -> list[list[Any]]:
    return [[*row] for row in board]


def _answer_calls(program: Program, helper: str, calls: list[list[Any]]) -> Any:
    """Return a helper's answers; a text if it is stopped, and None if it is missing."""
    if not callable(getattr(program.module, helper, None)):
        return None
    function = program.callable(helper)
    try:
        with stopped_after(max(_LEAST, seconds_left() / 2)):
            return [_answer(function, *arguments) for arguments in calls]
    except Stopped as stopped:
        return str(stopped)


def _answer(function: Callable[..., Any], board: list[list[Any]], *action: list[int]) -> Any:
    """Return the answer to a call as JSON; `{"odd": clause}` for anything unusual."""
    rows = _copy(board)
    try:
        returned = function(rows, *map(tuple, action))
    except Exception as error:
        return {"odd": f"raises {type(error).__name__}"}
    if rows != board:
        return {"odd": "changes the board that it receives"}
    try:
        return _as_json(returned)
    except (TypeError, ValueError, LookupError):
        return {"odd": f"returns {returned!r:.90}"}


def _as_json(value: Any) -> Any:
    """Return a board, a collection of actions, or a small value of Python as JSON."""
    if value is None or (type(value) in (bool, int, float, str) and len(str(value)) < 10):
        return value
    rows = [[*row] for row in value if isinstance(row, list | tuple)]
    if len(rows) != len(value) or len(rows) > 9:
        raise ValueError(value)
    if isinstance(value, set | frozenset) or (rows and len(rows[0]) == 2):
        return sorted([index(row), index(column)] for row, column in rows)
    return [[_SIGNS[cell] for cell in row] for row in rows]


DRIVER: Final = Driver(
    "a tictactoe.py as in Harvard's CS50 AI: minimax, and helpers on boards of lists",
    {"minimax": ("minimax",), "alphabeta": ("minimax",)},
    score,
    run,
    games="tic-tac-toe",
    moves="cell",
    parts=("move", "helpers", "time"),
    own_boards=True,
    list_place=8,
    try_place=5,
)
