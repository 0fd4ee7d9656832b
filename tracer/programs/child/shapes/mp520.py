"""A module with Reversi and its searches, as Rutgers' MP 520, problem 4, asks for.

The module plays by rules of its own. What its search looks at is seen where it calls the functions
of the sheet: `get_move_value` asks for moves, `count_pieces` what a board is worth.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..calling import ALPHA, BETA, DEPTH, STATE, call
from ..fault import Fault, told_of
from ..mp520.following import PLAYERS, Follower
from ..mp520.own_rules import OwnRules
from ..mp520.reversi import OTHER, Boards, Rules
from ..sources import File, plain
from ..table import Node, Table
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "prepare", "read", "run", "score"]

FUNCTIONS: Final = {
    "minimax": ("minimax", "full_minimax"),
    "alphabeta": ("minimax_ab", "full_minimax_ab"),
}
_RULES: Final = ("get_move_value", "execute_move", "is_terminal_state", "count_pieces")
_PLAYER: Final = ("player", "p", "turn", "color", "colour", "currentplayer", "side")
_PROMISED: Final = "(value, row, column)"
_FULL: Final = "(value, [(player, row, column), …, (player, -1, -1)])"
_NOWHERE: Final = [-1, -1]


def score(file: File) -> int:
    """Whether it has the functions of the sheet."""
    rules = sum(file.called(name) is not None for name in _RULES)
    return min(5, 3 + rules) if rules >= 2 else 0


def prepare(folder: Path) -> None:
    """Nothing is needed: the module imports what it likes."""


def run(program: Program, table: Table, task: Task) -> Returned:
    """Call the search with the board and the player, while the module's rules are watched.

    Raises:
        Fault: the key's search has a depth limit, or the program fails.
    """
    root = table.node(0)
    rows, columns = int(task.more["rows"]), int(task.more["columns"])
    boards, follower = Boards(rows, columns), Follower(table)
    module, file = program.module, program.file
    own = OwnRules(
        boards,
        Rules(rows, columns),
        follower,
        values_by_ending=not _calls(file, "count_pieces"),
    )
    for role in _RULES:
        found = file.called(role)
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
            raise Fault("refused", "the key has a depth limit, and MP 520's searches have none")
        returned = call(program.entry, known, (state, player))
    except Fault:
        raise
    except Exception as error:
        notes = own.told()
        if not notes:
            raise
        fault = told_of(error, program.folder, "searched")
        raise Fault(fault.kind, f"{fault.told}; {notes[0]}", fault.where) from None
    notes = [*own.told(), *_oddities(own, boards, follower), *again]
    came_to = read(returned, table, full="full" in program.function)
    return Returned(
        came_to.value, came_to.move, came_to.line, None, came_to.shown, (*notes, *came_to.notes)
    )


def _watch_searches(
    program: Program, own: OwnRules, boards: Boards, follower: Follower
) -> list[str]:
    """Watch where searches are entered; what is said of that is in the list when all is done."""
    module, file = program.module, program.file
    notes: list[str] = []
    for name in _recursive(file):
        function = module.__dict__.get(name)
        if callable(function) and plain(name) not in {plain(one) for one in _RULES}:
            module.__dict__[name] = own.entering(function)
    if "full" in program.function:
        for name in (names[0] for names in FUNCTIONS.values()):
            found = file.called(name)
            if found is not None and callable(module.__dict__.get(found.name)):
                _watch_once(module, found.name, boards, follower, notes)
    return notes


def _watch_once(
    module: ModuleType, name: str, boards: Boards, follower: Follower, notes: list[str]
) -> None:
    """Watch a search that is called for each move of the line only where it searches the root."""
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


def _oddities(own: OwnRules, boards: Boards, follower: Follower) -> Iterator[str]:
    """What of the search was not seen, and why."""
    unused = [role for role, times in own.calls.items() if not times]
    if own.missed:
        yield own.missed
    if not any(own.calls.values()):
        yield (
            f"its search calls none of {', '.join(_RULES)}, by which it is watched: where it goes "
            "is not seen"
        )
    elif follower.strays:
        told = (
            f"its search comes to {boards.shown(follower.stray)}, which follows on no position "
            "that it was seen at"
        )
        if follower.strays > 1:
            told += f", and to {follower.strays - 1:,} more such boards"
        told += "; these are not in the order of visits"
        if unused:
            told += f" ({', '.join(unused)} it never calls)"
        yield told
    many = follower.remembered
    if many:
        were = f"{many:,} positions were" if many > 1 else "1 position was"
        yield (
            f"{were} made again that it had searched before, and nothing was asked of them: does "
            "it remember them? They are not in the order of visits"
        )


def read(returned: Any, table: Table, *, full: bool) -> Returned:
    """The value and the move, or the line, in what a search returned.

    Args:
        returned: what it was.
        table: the nodes.
        full: whether it is to be the value and all moves of best play.
    """
    shown = f"{returned!r:.80}"
    parts = list(returned) if isinstance(returned, tuple | list) else [returned]
    root = table.node(0)
    if full and len(parts) == 2 and _is_number(parts[0]) and isinstance(parts[1], list | tuple):
        line, notes = _line([*parts[1]], table)
        move = line[0] if line else (None if root.terminal else -1)
        return Returned(float(parts[0]), move, line, None, shown, tuple(notes))
    if not full and len(parts) == 3 and all(map(_is_number, parts)):
        value, row, column = parts
        if [row, column] in root.actions:
            return Returned(float(value), root.actions.index([row, column]), shown=shown)
        if root.terminal and [row, column] == _NOWHERE:
            return Returned(float(value), shown=shown)
        told = f"it returned the move ({row}, {column}), which is none of the root's"
        return Returned(float(value), -1, shown=f"({row},{column})", notes=(told,))
    told = f"it returned {shown}; expected {_FULL if full else _PROMISED}"
    value = float(parts[0]) if _is_number(parts[0]) else None
    return Returned(value, -1, shown=shown, notes=(told,))


def _line(turns: list[Any], table: Table) -> tuple[tuple[int, ...], list[str]]:
    """The places of the moves of a list of turns, passes put in, and what is odd about it."""
    node, line, notes = table.node(0), list[int](), list[str]()
    ended = False
    for turn in turns:
        if ended or not _is_turn(turn):
            odd = "goes on after its end" if ended else f"holds {turn!r:.40}"
            notes.append(f"the list of moves {odd}; expected (player, row, column)")
            break
        player, row, column = turn
        if node.terminal and [row, column] == _NOWHERE:
            ended = True
            if player != PLAYERS[node.player]:
                notes.append(f"its last turn is {player}'s, where {OTHER[player]} is to move")
            continue
        if node.actions == [_NOWHERE] and [row, column] != _NOWHERE:
            node = _played(node, 0, line, table)  # passes are left out
        elif node.actions == [_NOWHERE]:
            notes.append(f"{player}'s pass stands in the list; the sheet leaves passes out")
        if player != PLAYERS[node.player] or [row, column] not in node.actions:
            notes.append(f"({player!r}, {row}, {column}) in the list of moves is no move there")
            break
        node = _played(node, node.actions.index([row, column]), line, table)
    else:
        if not ended:
            notes.append("the list of moves does not end with (player, -1, -1)")
    return tuple(line), notes


def _played(node: Node, place: int, line: list[int], table: Table) -> Node:
    line.append(place)
    return table.node(node.first + place)


def _is_turn(turn: Any) -> bool:
    return (
        isinstance(turn, tuple | list)
        and len(turn) == 3
        and turn[0] in ("B", "W")
        and all(map(_is_number, turn[1:]))
    )


def _is_number(one: Any) -> bool:
    return isinstance(one, int | float) and not isinstance(one, bool) and math.isfinite(one)


# What the file says --------------------------------------------------------------------------


def _calls(file: File, role: str) -> bool:
    """Whether another function of a file names one of the rules' functions."""
    found = file.called(role)
    if found is None:
        return False
    others = (
        one
        for one in file.code.body
        if not (isinstance(one, ast.FunctionDef) and one.name == found.name)
    )
    return any(found.name in _named(one) for one in others)


def _recursive(file: File) -> list[str]:
    """The functions of a file that call themselves, directly or by others of the file."""
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
