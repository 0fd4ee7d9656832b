"""CS50 AI's `tictactoe.py`: its `minimax` on one board, and its helpers on every board.

The functions use boards of their own, so no call is watched. Their answers are sent as they are.
The right ones are not known in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..failures import failure_of
from ..loading.source_files import SourceFile
from ..program import Driver, Program, ProgramResult, ProgramTask
from ..sandbox.limits import Stopped, seconds_left, stopped_after
from ..watched_nodes import WatchedNodes

#: The helpers in the order of the assignment.
HELPERS: Final = ("player", "actions", "result", "winner", "terminal", "utility")
#: Answers of another kind: an error was raised; something else was returned or done.
RAISED: Final = "!"
OTHER: Final = "?"

#: Number of boards on which moves that are not allowed are tried.
_REFUSED: Final = 60


class Question(NamedTuple):
    """A call of a helper.

    Args:
        board: nine cells, row by row (X, O and `.`), and the player to move, or `-` if the game is
            over.
        action: row and column for `result`, from 0; None for the other helpers.
    """

    board: str
    action: tuple[int, int] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over on the board."""
        return self.board[9] == "-"

    @property
    def is_allowed(self) -> bool:
        """Whether the action takes a free cell."""
        row, column = self.action or (0, 0)
        return row in range(3) and column in range(3) and self.board[3 * row + column] == "."


def questions(helper: str, boards: Sequence[str]) -> Iterator[Question]:
    """Yield the questions about a helper.

    The assignment leaves open what `player` and `actions` return if the game is over, and what
    `utility` returns if it is not.

    Args:
        helper: name of the helper.
        boards: all boards.
    """
    asked = [one for one in map(Question, boards) if helper in _AT_END or not one.is_over]
    if helper == "utility":
        asked = [one for one in asked if one.is_over]
    if helper != "result":
        yield from asked
        return
    for one in asked:
        for cell in range(9):
            if one.board[cell] == ".":
                yield Question(one.board, divmod(cell, 3))
    for one in asked[:_REFUSED]:
        taken = [divmod(cell, 3) for cell in range(9) if one.board[cell] != "."]
        for action in (*taken[:1], (3, 3), (-1, 0)):
            yield Question(one.board, action)


_AT_END: Final = ("winner", "terminal", "utility")

#: The assignment's function; it may prune or not.
FUNCTIONS: Final = {"minimax": ("minimax",), "alphabeta": ("minimax",)}

#: Functions that identify the assignment; `player` and `result` alone are also those of others.
_ENOUGH: Final = 5
#: Seconds kept for all helpers while `minimax` runs, and for each later helper while one runs.
_OF_HELPERS: Final = 4.0
_OF_EACH: Final = 0.4
#: Seconds that each call gets at least.
_LEAST: Final = 0.2
#: Maximum number of odd answers of a helper that are sent as text.
_MOST_SHOWN: Final = 40

_Board = list[list[Any]]


def score(file: SourceFile) -> int:
    """Return how surely a file is of this shape: whether it has the assignment's functions."""
    names = [one for one in ("initial_state", *HELPERS) if one in file.functions]
    return 8 if "minimax" in file.functions and len(names) >= _ENOUGH else 0


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call `minimax` on the problem's board, and then every helper on every board."""
    watched.flush()
    move, shown, raised = _move(program, task.facts["board"])
    watched.send_first_part({"raised": raised})
    helpers = {name: _answers(program, name, task.facts["boards"]) for name in HELPERS}
    root = watched.node(0)
    place = root.actions.index(move) if move in root.actions else -1
    is_none = shown == "None" and root.terminal
    return ProgramResult(
        move=None if raised or is_none else place,
        shown=shown,
        printed={"helpers": helpers, "none": is_none, "initial_state": _initial_state(program)},
    )


def _move(program: Program, board: str) -> tuple[int, str, str]:
    """Return the cell that `minimax` chooses, its answer as text, and the reason for none."""
    most = max(_LEAST, seconds_left() - _OF_HELPERS)
    try:
        with stopped_after(most):
            found = program.entry(_rows(board))
    except Stopped as stopped:
        return 0, "", str(stopped)
    except Exception as error:
        failure = failure_of(error, program.folder, "searched")
        return 0, "", failure.message + (f" ({failure.where})" if failure.where else "")
    return _cell(found) or 0, f"{found!r:.40}", ""


def _cell(action: Any) -> int | None:
    """Return the number of a cell, from 1; None if this is not a cell."""
    if not isinstance(action, tuple | list) or len(action) != 2:
        return None
    row, column = action
    if type(row) is not int or type(column) is not int:
        return None
    return 3 * row + column + 1 if 0 <= row < 3 and 0 <= column < 3 else None


def _rows(board: str) -> _Board:
    """Return a board as the assignment has it: rows of X, O and None."""
    cells = [{"X": "X", "O": "O"}.get(one) for one in board]
    return [cells[at : at + 3] for at in (0, 3, 6)]


def _text(board: Any) -> str:
    """Return a board as nine signs, or OTHER if it is not a board."""
    signs = {"X": "X", "O": "O", None: "."}
    try:
        cells = [signs[one] for row in board for one in row]
        return "".join(cells) if len(cells) == 9 and len(board) == 3 else OTHER
    except (TypeError, KeyError):
        return OTHER


def _initial_state(program: Program) -> str:
    """Return the program's first board; empty if it has none."""
    try:
        return _text(program.callable("initial_state")())
    except Exception:
        return ""


def _answers(program: Program, helper: str, boards: list[str]) -> dict[str, Any]:
    """Return the answers of a helper: in one word each, and the odd ones as text."""
    answers: list[str] = []
    odd: dict[int, str] = {}
    stopped = ""
    if not callable(getattr(program.module, helper, None)):
        return {"answers": "", "missing": True, "odd": {}, "stopped": ""}
    function = program.callable(helper)
    try:
        kept = _OF_EACH * (len(HELPERS) - 1 - HELPERS.index(helper))
        with stopped_after(max(_LEAST, seconds_left() - kept)):
            for number, question in enumerate(questions(helper, boards)):
                answer, shown = _asked(function, helper, question)
                answers.append(answer)
                if len(odd) < _MOST_SHOWN and answer in (RAISED, OTHER):
                    odd[number] = shown
    except Stopped as error:
        stopped = str(error)
    return {"answers": ",".join(answers), "missing": False, "odd": odd, "stopped": stopped}


def _asked(function: Callable[..., Any], helper: str, question: Question) -> tuple[str, str]:
    """Return the answer to a question, in one word and as text."""
    rows = _rows(question.board)
    try:
        found = function(rows) if question.action is None else function(rows, question.action)
    except Exception as error:
        return RAISED, f"raises {type(error).__name__}"
    if _text(rows) != question.board[:9]:
        return OTHER, "changes the board that it receives"
    return _READ[helper](found), f"returns {found!r:.90}"


def _one_of(*known: Any) -> Callable[[Any], str]:
    """Return a function that shows one of some answers."""

    def read(found: Any) -> str:
        is_plain = type(found) in (str, int, float, bool)
        equal = (one for one in known if found is one or (is_plain and found == one))
        return str(next(equal, OTHER))

    return read


def _cells(found: Any) -> str:
    """Return the cells of some actions, sorted."""
    if not isinstance(found, set | frozenset | list | tuple):
        return OTHER
    cells = [_cell(one) or 0 for one in found]
    return OTHER if 0 in cells else " ".join(map(str, sorted(cells)))


_READ: Final[dict[str, Callable[[Any], str]]] = {
    "player": _one_of("X", "O"),
    "actions": _cells,
    "result": _text,
    "winner": _one_of("X", "O", None),
    "terminal": _one_of(True, False),
    "utility": _one_of(1, -1, 0),
}

DRIVER: Final = Driver(
    "a tictactoe.py as in Harvard's CS50 AI: minimax, and helpers on boards of lists",
    FUNCTIONS,
    score,
    run,
    moves="cell",
    unanswered=("visits", "line", "utility", "counts"),
    own_boards=True,
    list_place=8,
    try_place=5,
)
