"""A module with Reversi and its searches, as in Rutgers' MP 520, problem 4.

The module uses its own rules. plytrace follows its search through its calls of the assignment's
functions: `get_move_value` requests moves, `count_pieces` the value of a board.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

from ...failures import ProgramFailure, failure_of
from ...loading.source_files import SourceFile, normalized
from ...parameters import ALPHA, BETA, DEPTH, STATE, call_by_names
from ...program import Driver, Program, ProgramResult, ProgramTask, is_finite_number
from ...watched_nodes import Node, WatchedNodes
from .board_follower import PLAYERS, BoardFollower
from .checked_rules import CheckedRules
from .reversi import OTHER, BoardReader, ReversiRules

__all__ = ["DRIVER", "read"]

FUNCTIONS: Final = {
    "minimax": ("minimax", "full_minimax"),
    "alphabeta": ("minimax_ab", "full_minimax_ab"),
}
_RULES: Final = ("get_move_value", "execute_move", "is_terminal_state", "count_pieces")
_PLAYER: Final = ("player", "p", "turn", "color", "colour", "currentplayer", "side")
_PROMISED: Final = "(value, row, column)"
_FULL: Final = "(value, [(player, row, column), …, (player, -1, -1)])"
_NOWHERE: Final = [-1, -1]


def score(file: SourceFile) -> int:
    """Return how surely a file has the assignment's functions."""
    rules = sum(file.function_named(name) is not None for name in _RULES)
    return min(5, 3 + rules) if rules >= 2 else 0


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the board and the player while the module's rules are watched.

    Raises:
        ProgramFailure: if the key has a depth limit, or the program fails.
    """
    root = watched.node(0)
    rows, columns = len(task.facts["rows"]), len(task.facts["rows"][0])
    boards, follower = BoardReader(rows, columns), BoardFollower(watched)
    module, file = program.module, program.file
    own = CheckedRules(
        boards,
        ReversiRules(rows, columns),
        follower,
        values_by_ending=not _calls(file, "count_pieces"),
    )
    for role in _RULES:
        found = file.function_named(role)
        if found is not None and callable(module.__dict__.get(found.name)):
            own.wrap(module, role, found.name)
    again = _watch_searches(program, own, boards, follower)
    player = PLAYERS[root.player]
    state = boards.written(root.text)
    known = {
        STATE: state,
        _PLAYER: player,
        DEPTH: task.depth,
        ALPHA: task.window[0],
        BETA: task.window[1],
    }
    try:
        if task.depth is not None:
            raise ProgramFailure(
                "refused", "the key has a depth limit, but MP 520's searches do not"
            )
        returned = call_by_names(program.entry, known, (state, player))
    except ProgramFailure:
        raise
    except Exception as error:
        notes = own.remarks()
        if not notes:
            raise
        failure = failure_of(error, program.folder, "searched")
        raise ProgramFailure(
            failure.kind, f"{failure.message}; {notes[0]}", failure.where
        ) from None
    notes = [*own.remarks(), *_find_remarks(own, boards, follower), *again]
    result = read(returned, watched, full="full" in program.function)
    return ProgramResult(
        result.value, result.move, result.line, None, result.shown, (*notes, *result.notes)
    )


def _watch_searches(
    program: Program, own: CheckedRules, boards: BoardReader, follower: BoardFollower
) -> list[str]:
    """Watch the entry of searches; return a list that receives remarks during the run."""
    module, file = program.module, program.file
    notes: list[str] = []
    for name in _recursive(file):
        function = module.__dict__.get(name)
        if callable(function) and normalized(name) not in {normalized(one) for one in _RULES}:
            module.__dict__[name] = own.entering(function)
    if "full" in program.function:
        for name in (names[0] for names in FUNCTIONS.values()):
            found = file.function_named(name)
            if found is not None and callable(module.__dict__.get(found.name)):
                _watch_once(module, found.name, boards, follower, notes)
    return notes


def _watch_once(
    module: ModuleType, name: str, boards: BoardReader, follower: BoardFollower, notes: list[str]
) -> None:
    """Watch a search that is called for each move of the line only until the first one ends."""
    function = module.__dict__[name]
    inside = done = 0

    def once(*given: Any, **named: Any) -> Any:
        nonlocal inside, done
        if done and not inside and not notes:
            notes.append(
                f"it calls {name} again for each move of the line; the order of visits is that of "
                "the first search"
            )
        inside += 1
        try:
            return function(*given, **named)
        finally:
            inside -= 1
            if not inside and given and follower.is_root(boards.read(given[0])):
                done += 1
                follower.watching = False

    module.__dict__[name] = once


def _find_remarks(own: CheckedRules, boards: BoardReader, follower: BoardFollower) -> Iterator[str]:
    """Yield remarks on the parts of the search that were not seen."""
    unused = [role for role, times in own.calls.items() if not times]
    if own.missed:
        yield own.missed
    if not any(own.calls.values()):
        yield (
            f"its search calls none of {', '.join(_RULES)}, which are watched, so its visits are "
            "unknown"
        )
    elif follower.strays:
        remark = (
            f"its search uses the board {boards.shown(follower.stray)}, which does not follow "
            "from any position at which it was seen"
        )
        if follower.strays > 1:
            remark += f", and {follower.strays - 1:,} more such boards"
        remark += "; these are not in the order of visits"
        if unused:
            remark += f" (it never calls {', '.join(unused)})"
        yield remark
    many = follower.remembered
    if many:
        were = f"{many:,} positions were" if many > 1 else "1 position was"
        yield (
            f"{were} created again that it had searched before, without any call for them: does "
            "it cache them? They are not in the order of visits"
        )


def read(returned: Any, watched: WatchedNodes, *, full: bool) -> ProgramResult:
    """Read the value and the move, or the line, from a return value.

    Args:
        returned: return value of the search.
        watched: nodes of the game.
        full: whether the value and all moves of the principal variation are expected.
    """
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
        return ProgramResult(float(parts[0]), move, line, None, shown, tuple(notes))
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
    """Return the indexes of the moves in a list of turns, with passes added, and remarks."""
    node, line, notes = watched.node(0), list[int](), list[str]()
    ended = False
    for turn in turns:
        if ended or not _is_turn(turn):
            odd = "continues after its end" if ended else f"contains {turn!r:.40}"
            notes.append(f"the list of moves {odd}; expected (player, row, column)")
            break
        player, row, column = turn
        if node.terminal and [row, column] == _NOWHERE:
            ended = True
            if player != PLAYERS[node.player]:
                notes.append(f"its last turn is {player}'s, but {OTHER[player]} is to move")
            continue
        if node.actions == [_NOWHERE] and [row, column] != _NOWHERE:
            node = _played(node, 0, line, watched)  # the list omits passes
        elif node.actions == [_NOWHERE]:
            notes.append(f"the list contains {player}'s pass; the assignment omits passes")
        if player != PLAYERS[node.player] or [row, column] not in node.actions:
            notes.append(f"({player!r}, {row}, {column}) in the list of moves is not legal there")
            break
        node = _played(node, node.actions.index([row, column]), line, watched)
    else:
        if not ended:
            notes.append("the list of moves does not end with (player, -1, -1)")
    return tuple(line), notes


def _played(node: Node, place: int, line: list[int], watched: WatchedNodes) -> Node:
    line.append(place)
    return watched.node(node.first + place)


def _is_turn(turn: Any) -> bool:
    return (
        isinstance(turn, tuple | list)
        and len(turn) == 3
        and turn[0] in ("B", "W")
        and all(map(is_finite_number, turn[1:]))
    )


# Analysis of the file's code ---------------------------------------------------------------


def _calls(file: SourceFile, role: str) -> bool:
    """Return whether other code of a file uses one of the rules' functions."""
    found = file.function_named(role)
    if found is None:
        return False
    others = (
        one
        for one in file.code.body
        if not (isinstance(one, ast.FunctionDef) and one.name == found.name)
    )
    return any(found.name in _named(one) for one in others)


def _recursive(file: SourceFile) -> list[str]:
    """Return the functions of a file that call themselves directly or indirectly."""
    calls = {
        one.name: _named(one) & file.functions.keys()
        for one in file.code.body
        if isinstance(one, ast.FunctionDef)
    }
    found = []
    for name, direct in calls.items():
        reached, waiting = set[str](), [*direct]
        while waiting:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                waiting += calls.get(one, ())
        if name in reached:
            found.append(name)
    return found


def _named(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


DRIVER: Final = Driver(
    "a module with Reversi and its searches, as in Rutgers' MP 520, problem 4",
    FUNCTIONS,
    score,
    run,
    games="reversi",
    moves="row and column",
    positions="cells",
    unanswered=(),
    own_boards=True,
    list_place=3,
    try_place=3,
)
