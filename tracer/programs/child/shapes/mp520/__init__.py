"""A module with Reversi and its searches, as in Rutgers' MP 520, problem 4.

The module uses its own rules. plytrace follows its search through its calls of the assignment's
functions: `get_move_value` requests moves, `count_pieces` the value of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any, Final

from ...failures import ProgramFailure, failure_of
from ...helper_calls import call_helpers, functions_named
from ...loading.definitions import Definition
from ...loading.source_files import SourceFile
from ...parameters import ALPHA, BETA, DEPTH, STATE, call_by_names
from ...program import (
    PARTS_WITH_LINE,
    Driver,
    Program,
    ProgramResult,
    ProgramTask,
    is_finite_number,
)
from ...usual_names import NAMES
from ...watched_nodes import Node, WatchedNodes
from .boards import (
    PLAYERS,
    RULES,
    BoardFollower,
    WatchedRules,
)

FUNCTIONS: Final = NAMES["mp520"]
_PLAYER: Final = ("player", "p", "turn", "color", "colour", "currentplayer", "side")
_PROMISED: Final = "(value, row, column)"
_FULL: Final = "(value, [(player, row, column), …, (player, -1, -1)])"
_NOWHERE: Final = [-1, -1]


def score(file: SourceFile, _: Definition | None) -> int:
    """Return how surely a file has the assignment's functions."""
    rules = sum(file.definitions.function_named(name) is not None for name in RULES)
    return min(5, 3 + rules) if rules >= 2 else 0


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the board and the player, and compare the rules with the right ones."""
    if task.depth is not None:
        raise ProgramFailure("the key has a depth limit, but MP 520's searches do not")
    root = watched.node(0)
    rows, columns = len(task.facts["rows"]), len(task.facts["rows"][0])
    follower = BoardFollower(watched)
    watching = WatchedRules(follower, rows, columns)
    for name, function in functions_named(program, RULES).items():
        program.module.__dict__[function.__name__] = watching.watch(name, function)
    again = _watch_first_search(program, watching, follower)
    player = PLAYERS[root.player]
    state = [[sign.strip(".") for sign in row] for row in task.facts["rows"]]
    values = {
        STATE: state,
        _PLAYER: player,
        DEPTH: task.depth,
        ALPHA: task.window[0],
        BETA: task.window[1],
    }
    try:
        returned = call_by_names(program.entry, values, (state, player))
    except ProgramFailure:
        raise
    except Exception as error:
        follower.watching = False
        call_helpers(program, watched, task.facts["helpers"])
        raise failure_of(error, program.folder, "searched") from None
    watched.end_timing()
    notes = [*_find_remarks(watching, follower, columns), *again]
    follower.watching = False
    call_helpers(program, watched, task.facts["helpers"])
    result = read(returned, watched, full="full" in program.function)
    return replace(result, notes=(*notes, *result.notes))


def _watch_first_search(
    program: Program, watching: WatchedRules, follower: BoardFollower
) -> list[str]:
    """Let the follower stop after the first search for a line; return a list for a later remark."""
    notes: list[str] = []

    def watch(function: Callable[..., Any]) -> Callable[..., Any]:
        is_inside = False

        @wraps(function)
        def search(*given: Any, **named: Any) -> Any:
            nonlocal is_inside
            if is_inside:
                return function(*given, **named)
            if not follower.watching and not notes:
                notes.append(
                    f"it calls {function.__name__} again for each move of the line; the order of "
                    "visits is that of the first search"
                )
            is_inside = True
            try:
                return function(*given, **named)
            finally:
                is_inside = False
                if given and follower.is_root(watching.read(given[0])):
                    follower.watching = False

        return search

    if "full" in program.function:
        searches = functions_named(program, [names[0] for names in FUNCTIONS.values()])
        for function in searches.values():
            program.module.__dict__[function.__name__] = watch(function)
    return notes


def _find_remarks(watching: WatchedRules, follower: BoardFollower, columns: int) -> Iterator[str]:
    """Yield remarks on the parts of the search that were not seen."""
    if watching.missed:
        yield watching.missed
    if not any(watching.calls.values()):
        yield (
            f"its search calls none of {', '.join(RULES)}, which are watched, so its visits are "
            "unknown"
        )
    elif follower.strays:
        unused = [name for name, calls in watching.calls.items() if not calls]
        more = f", and {follower.strays - 1:,} more such boards" if follower.strays > 1 else ""
        cells = follower.stray
        stray = "|".join(cells[at : at + columns] for at in range(0, len(cells), columns))
        yield (
            f"its search uses the board {stray}, which does not follow "
            f"from any position at which it was seen{more}; these are not in the order of visits"
            + (f" (it never calls {', '.join(unused)})" if unused else "")
        )
    if count := follower.remembered:
        were = f"{count:,} positions were" if count > 1 else "1 position was"
        yield (
            f"{were} created again that it had searched before, without any call for them: does "
            "it cache them? They are not in the order of visits"
        )


def read(returned: Any, watched: WatchedNodes, *, full: bool) -> ProgramResult:
    """Read the value and the move, or the line, from a return value."""
    shown = f"{returned!r:.80}"
    parts = list(returned) if isinstance(returned, tuple | list) else [returned]
    root = watched.node(0)
    if (
        full
        and len(parts) == 2
        and is_finite_number(parts[0])
        and isinstance(parts[1], list | tuple)
    ):
        line, notes = _line([*parts[1]], watched)
        move = line[0] if line else (None if root.terminal else -1)
        return ProgramResult(float(parts[0]), move, line, shown=shown, notes=tuple(notes))
    if not full and len(parts) == 3 and all(map(is_finite_number, parts)):
        value, row, column = parts
        if [row, column] in root.actions:
            return ProgramResult(float(value), root.actions.index([row, column]), shown=shown)
        if root.terminal and [row, column] == _NOWHERE:
            return ProgramResult(float(value), shown=shown)
        remark = f"it returned the move ({row}, {column}), which is not a move at the root"
        return ProgramResult(float(value), -1, shown=f"({row},{column})", notes=(remark,))
    remark = f"it returned {shown}; expected {_FULL if full else _PROMISED}"
    value = float(parts[0]) if is_finite_number(parts[0]) else None
    return ProgramResult(value, -1, shown=shown, notes=(remark,))


def _line(turns: list[Any], watched: WatchedNodes) -> tuple[tuple[int, ...], list[str]]:
    """Return the indexes of the moves in a list of turns, with passes added, and a remark."""
    node, line = watched.node(0), list[int]()
    for turn in turns:
        move = [*turn] if isinstance(turn, tuple | list) else []
        if node.terminal and turn is turns[-1] and move == [PLAYERS[node.player], *_NOWHERE]:
            return tuple(line), []
        if node.actions == [_NOWHERE] and move[1:] != _NOWHERE:
            node = _play(node, 0, line, watched)  # the list omits passes
        legal = [[PLAYERS[node.player], *cell] for cell in node.actions]
        if move not in legal:
            remark = f"the list of moves contains {turn!r:.40}, which is not legal there"
            return tuple(line), [f"{remark}; expected {_FULL}"]
        node = _play(node, legal.index(move), line, watched)
    return tuple(line), ["the list of moves does not end with (player, -1, -1)"]


def _play(node: Node, place: int, line: list[int], watched: WatchedNodes) -> Node:
    line.append(place)
    return watched.node(watched.first_child(node) + place)


DRIVER: Final = Driver(
    "a module with Reversi and its searches, as in Rutgers' MP 520, problem 4",
    FUNCTIONS,
    score,
    run,
    games="reversi",
    moves="row and column",
    positions="cells",
    parts=PARTS_WITH_LINE,
    named_parts={"line": ("minimax", "alphabeta")},
    own_boards=True,
    list_place=3,
    try_place=3,
)
