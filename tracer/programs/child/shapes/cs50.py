"""CS50 AI's `tictactoe.py`: its `minimax` on one board, and its helpers on many.

The functions use boards of their own, so no call is watched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ..failures import failure_of
from ..helper_calls import LEAST, call_helpers
from ..loading.definitions import Definition
from ..loading.source_files import SourceFile
from ..program import Driver, Program, ProgramResult, ProgramTask
from ..sandbox.limits import Stopped, seconds_left, stopped_after
from ..watched_nodes import WatchedNodes

#: Functions that identify the assignment, and how many of them a file needs; `player` and `result`
#: alone are also those of others.
_NAMES: Final = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
_ENOUGH: Final = 5
#: Seconds kept for the helpers while `minimax` runs.
_OF_HELPERS: Final = 4.0
_SIGNS: Final = {"X": "X", "O": "O"}


def score(file: SourceFile, _: Definition | None) -> int:
    """Return how surely a file is of this shape: whether it has the assignment's functions."""
    names = [name for name in _NAMES if name in file.definitions.functions]
    return 8 if "minimax" in file.definitions.functions and len(names) >= _ENOUGH else 0


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call `minimax` on the problem's board, and then each helper with the task's arguments."""
    watched.flush()
    helpers = task.facts.get("helpers")
    board = [[_SIGNS.get(sign.upper()) for sign in row] for row in task.facts["rows"]]
    chosen: Any = None
    shown = problem = ""
    try:
        with stopped_after(max(LEAST, seconds_left() - (_OF_HELPERS if helpers else 0))):
            chosen = program.entry([[*row] for row in board])
        shown = f"{chosen!r:.40}"
    except Stopped as stopped:
        problem = f"minimax returned nothing: {stopped}"
    except Exception as error:
        problem = f"minimax returned nothing: {failure_of(error, program.folder, 'searched').text}"
    watched.end_timing()
    if helpers:
        call_helpers(program, watched, helpers)
    root = watched.node(0)
    move: int | None = _place(chosen, root.actions)
    if chosen is None:
        move = None  # which is right if the game is over
    if move == -1 or (chosen is None and not root.terminal):
        place = "|".join("".join(cell or "." for cell in row) for row in board)
        expected = "None" if root.terminal else "the pair (row, column) of a free cell"
        problem = problem or f"minimax(board) returned {shown} at {place}, expected {expected}"
    return ProgramResult(
        move=move,
        shown=shown,
        notes=(problem,) if problem else (),
    )


def _place(action: Any, cells: Iterable[int]) -> int:
    """Return the place of an action among the numbers of the free cells; -1 if it is not there."""
    places = [divmod(cell - 1, 3) for cell in cells]
    is_pair = isinstance(action, list | tuple)
    return places.index(tuple(action)) if is_pair and tuple(action) in places else -1


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
