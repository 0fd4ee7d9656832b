"""Lab 3's functions: `minimax(game, is_maximizing, depth)` over the lab's `TicTacToe`.

The game is an object that is copied, or moved on and taken back. What a program is given answers to
the lab's methods, and to whatever else the program's own class of that name has; it knows its node,
and finds it again where the program writes to the board. A node is visited where the program asks
whether somebody has won there and somebody has (or the board is full), or asks for its moves and
goes on below it. A program that reads the board itself is followed by its reading.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Final

from ..calling import ALPHA, BETA, DEPTH, EVALUATION, PLAYER, STATE, call
from ..calling import GAME as GAME_NAMES
from ..fault import Fault
from ..lab3.tictactoe import METHODS, Boards, class_for, side_of
from ..sources import Definition, File, plain
from ..table import Node, Table
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "prepare", "run", "score"]

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


def score(file: File) -> int:
    """Whether a function of it takes a game, and uses the lab's methods or a flag for MAX."""
    best = 0
    for names in FUNCTIONS.values():
        found = file.called(*names)
        if found is None:
            continue
        if len(METHODS & _attributes(file, found)) > 1:
            best = max(best, 6)
        takes = {plain(name) for name in found.parameters}
        if takes & {*GAME_NAMES} and takes & {*PLAYER} and not takes & {*STATE}:
            best = max(best, 4)
    return best


def _attributes(file: File, function: Definition) -> set[str]:
    """The attributes that a function uses."""
    return {
        one.attr
        for node in file.code.body
        if isinstance(node, ast.FunctionDef) and node.name == function.name
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
    }


def prepare(folder: Path) -> None:
    """Nothing is needed."""


def run(program: Program, table: Table, task: Task) -> Returned:
    """Call the search with the game, whether MAX is to move, and what else it asks for."""
    boards = Boards(table, task.more)
    root = boards.root
    game = class_for(program.module, boards)._at(root, None)
    is_max = root.player == 0
    limited = {plain(name) for name in _parameters(program)} & {*_LIMIT}
    if task.depth is not None and not limited:
        raise Fault(
            "refused",
            f"the key stops after {task.depth} plies, and {program.function} has no parameter for "
            "that; expected max_depth, and game.evaluate() for the estimate",
        )
    known: dict[tuple[str, ...], Any] = {
        (*GAME_NAMES, *STATE, "tictactoe", "ttt", "env"): game,
        (*PLAYER, "ismaxturn", "ismaxplayer", "isx"): is_max,
        ("player", "currentplayer", "turn"): side_of(root),
        ("depth", "d", "ply"): 0,
        # Without a limit as many plies as there are cells: nothing is deeper.
        _LIMIT: len(boards.cells) if task.depth is None else task.depth,
        ALPHA: task.window[0],
        BETA: task.window[1],
        EVALUATION: lambda one: one.evaluate(),
    }
    before = _counters(program)
    returned = call(program.entry, known, (game, is_max))
    boards.settle()
    found = _read(returned, root, boards)
    counts, notes = _raised(before, _counters(program))
    if found.value is not None and abs(found.value) > 1 and not task.more["win"]:
        notes += (
            f"its value is {found.value:g}: the lab counts a win as 10 - depth, which a key with "
            "win: 10 compares",
        )
    return Returned(
        found.value, found.move, counts=counts, shown=found.shown, notes=(*found.notes, *notes)
    )


def _parameters(program: Program) -> tuple[str, ...]:
    found = program.file.functions.get(program.function)
    return found.parameters if found else ()


def _counters(program: Program) -> dict[str, int]:
    """The program's global counters of nodes."""
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
    """What the counters were raised by: the nodes that the program says it went through."""
    raised = {
        name: value - before[name]
        for name, value in after.items()
        if value > before.get(name, value)
    }
    if len({*raised.values()}) > 1:
        told = ", ".join(f"{name} by {by:,}" for name, by in raised.items())
        return {}, (f"it raises several counters ({told}), none of which is taken for its count",)
    return {"visited": by} if (by := max(raised.values(), default=0)) else {}, ()


def _read(returned: Any, root: Node, boards: Boards) -> Returned:
    """The value and the move in what a search returned."""
    shown = f"{returned!r:.80}"
    expected = "expected (value, (row, col))"
    if _is_number(returned):
        return Returned(float(returned), notes=(f"it returned {shown} alone; {expected}",))
    if not isinstance(returned, tuple | list) or not returned:
        return Returned(move=-1, shown=shown, notes=(f"it returned {shown}; {expected}",))
    first, second = (*returned[:2], None)[:2]
    if _is_number(first) and (second is None or _is_cell(second)):
        notes = () if len(returned) == 2 else (f"it returned {shown}; {expected}",)
        if second is None and not root.terminal:
            notes = (f"it returned {shown}, without a move; {expected}",)
        return Returned(
            float(first), _place(second, root, boards), shown=f"{second!r:.40}", notes=notes
        )
    if _is_number(second) and _is_cell(first):
        turned = (f"it returned {shown}, the move before the value; {expected}",)
        return Returned(
            float(second), _place(first, root, boards), shown=f"{first!r:.40}", notes=turned
        )
    return Returned(move=-1, shown=shown, notes=(f"it returned {shown}; {expected}",))


def _is_number(one: Any) -> bool:
    return type(one) is not bool and isinstance(one, Real) and one == one


def _is_cell(one: Any) -> bool:
    return (
        isinstance(one, tuple | list)
        and len(one) == 2
        and all(isinstance(part, Integral) for part in one)
    )


def _place(cell: Any, root: Node, boards: Boards) -> int | None:
    """The place of a move among those of the root; -1 for none of them."""
    if cell is None:
        return None
    number = boards.numbers.get((int(cell[0]), int(cell[1])))
    return root.actions.index(number) if number in root.actions else -1
