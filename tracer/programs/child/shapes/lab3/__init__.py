"""Lab 3's functions: `minimax(game, is_maximizing, depth)` over the lab's `TicTacToe`.

The game is an object that programs copy, or change and change back. The object passed to a program
has the lab's methods, and whatever else the program's own class of that name has. It knows its
node, and finds it again if the program writes to the board. A program visits a node if it asks who
has won there and the game is over, or if it requests its moves and continues below it. For a
program that reads the board itself, its reads are used.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from numbers import Integral
from typing import Any, Final

from ...failures import ProgramFailure
from ...loading.source_files import Definition, SourceFile, normalize
from ...parameters import ALPHA, BETA, DEPTH, EVALUATION, PLAYER, STATE, call_by_names
from ...parameters import GAME as GAME_NAMES
from ...program import Driver, Program, ProgramResult, ProgramTask, is_number
from ...watched_nodes import Node, WatchedNodes
from .tictactoe import METHODS, SharedBoards, class_for, side_of

FUNCTIONS: Final = {
    "minimax": ("minimax", "minimax_with_count", "minimax_count", "mini_max", "minimax_search"),
    "alphabeta": (
        *("alpha_beta", "alpha_beta_with_count", "alphabeta_search", "minimax_alpha_beta"),
        *("minimax_ab", "alpha_beta_pruning", "alpha_beta_search", "minimax_with_alpha_beta"),
        *("alpha_beta_with_ordering",),
    ),
    "expectimax": ("expectimax", "expectimax_with_count", "expectimax_search"),
}

_LIMIT: Final = tuple(name for name in DEPTH if name not in ("depth", "d"))
_COUNTER: Final = re.compile(r"node|count|explored|visited|states|calls", re.IGNORECASE)
_PRUNINGS: Final = re.compile(r"prun|cut|move|depth|game|win", re.IGNORECASE)


def score(file: SourceFile) -> int:
    """Return how surely a function takes a game and uses the lab's methods or a MAX flag."""
    best = 0
    for names in FUNCTIONS.values():
        found = file.function_named(*names)
        if found is None:
            continue
        if len(METHODS & _attributes(file, found)) > 1:
            best = max(best, 6)
        takes = {normalize(name) for name in found.parameters}
        if takes & {*GAME_NAMES} and takes & {*PLAYER} and not takes & {*STATE}:
            best = max(best, 4)
    return best


def _attributes(file: SourceFile, function: Definition) -> set[str]:
    """Return the attributes that a function uses."""
    return {
        one.attr
        for node in file.code.body
        if isinstance(node, ast.FunctionDef) and node.name == function.name
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
    }


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the game, the MAX flag, and whatever else it requires."""
    boards = SharedBoards(watched, len(task.facts["rows"][0]))
    root = boards.root
    game = class_for(program.module, boards)._at(root, None)
    is_max = root.player == 0
    limited = {normalize(name) for name in _parameters(program)} & {*_LIMIT}
    if task.depth is not None and not limited:
        raise ProgramFailure(
            f"the key has a depth limit of {task.depth} plies, but {program.function} has no "
            "parameter for it; expected max_depth, and game.evaluate() for the evaluation",
        )
    known: dict[tuple[str, ...], Any] = {
        (*GAME_NAMES, *STATE, "tictactoe", "ttt", "env"): game,
        (*PLAYER, "ismaxturn", "ismaxplayer", "isx"): is_max,
        ("player", "currentplayer", "turn"): side_of(root),
        ("depth", "d", "ply"): 0,
        # Without a limit, the number of cells: no node is deeper.
        _LIMIT: len(root.text) if task.depth is None else task.depth,
        ALPHA: task.window[0],
        BETA: task.window[1],
        EVALUATION: lambda one: one.evaluate(),
    }
    before = _counters(program)
    returned = call_by_names(program.entry, known, (game, is_max))
    boards.log_lent_board()
    found = _read(returned, root)
    counts, notes = _raised(before, _counters(program))
    if found.value is not None and abs(found.value) > 1 and not task.facts["win"]:
        notes += (
            f"its value is {found.value:g}: the lab counts a win as 10 - depth, which requires a "
            "key with win: 10",
        )
    return ProgramResult(
        found.value, found.move, counts=counts, shown=found.shown, notes=(*found.notes, *notes)
    )


def _parameters(program: Program) -> tuple[str, ...]:
    found = program.file.functions.get(program.function)
    return found.parameters if found else ()


def _counters(program: Program) -> dict[str, int]:
    """Return the program's global counters of nodes."""
    return {
        name: value
        for name, value in vars(program.module).items()
        if isinstance(value, int)
        and not isinstance(value, bool)
        and _COUNTER.search(name)
        and not _PRUNINGS.search(name)
    }


def _raised(
    before: Mapping[str, int], after: Mapping[str, int]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the increases of the counters: the nodes that the program says it visited."""
    raised = {
        name: value - before[name]
        for name, value in after.items()
        if value > before.get(name, value)
    }
    if len({*raised.values()}) > 1:
        increases = ", ".join(f"{name} by {by:,}" for name, by in raised.items())
        return {}, (f"it increases several counters ({increases}); none is used as its count",)
    return {"visited": by} if (by := max(raised.values(), default=0)) else {}, ()


def _read(returned: Any, root: Node) -> ProgramResult:
    """Return the value and the move in what a search returned."""
    shown = f"{returned!r:.80}"
    expected = "expected (value, (row, col))"
    if is_number(returned):
        return ProgramResult(float(returned), notes=(f"it returned {shown} alone; {expected}",))
    parts = [*returned] if isinstance(returned, tuple | list) else []
    is_turned = len(parts) > 1 and _is_cell(parts[0]) and is_number(parts[1])
    value, cell = [*(parts[1::-1] if is_turned else parts[:2]), None, None][:2]
    if not is_number(value) or not (cell is None or _is_cell(cell)):
        return ProgramResult(move=-1, shown=shown, notes=(f"it returned {shown}; {expected}",))
    what = ", the move before the value" if is_turned else ""
    if cell is None and not root.terminal:
        what = ", without a move"
    notes = (f"it returned {shown}{what}; {expected}",) if what or len(parts) != 2 else ()
    return ProgramResult(float(value), _place(cell, root), shown=f"{cell!r:.40}", notes=notes)


def _is_cell(one: Any) -> bool:
    return (
        isinstance(one, tuple | list)
        and len(one) == 2
        and all(isinstance(part, Integral) for part in one)
    )


def _place(cell: Any, root: Node) -> int | None:
    """Return the index of a move among those of the root; -1 if it is not one of them."""
    if cell is None:
        return None
    action = [int(part) for part in cell]
    return root.actions.index(action) if action in root.actions else -1


DRIVER: Final = Driver(
    "Lab 3's functions over its TicTacToe, in a notebook or a file",
    FUNCTIONS,
    score,
    run,
    games="x is max",
    moves="row and column",
    positions="cells",
    list_place=6,
    try_place=4,
)
