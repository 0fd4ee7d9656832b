"""Functions over a plain tree, as tutorials write them: nested lists, tuples or dicts.

Which of them a function goes over is read from its code; see `tree_forms`.
"""

from __future__ import annotations

import math
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ..calling import ALPHA, BETA, DEPTH, GAME, PLAYER, SIGN, call, needs
from ..fault import Fault
from ..sources import Definition, File, plain
from ..table import Node, Table
from ..tree.plain_graphs import Graph, Row, Worths, nodes_of, worth
from ..tree.plain_trees import Branches, Leaf, Lists, Plain, Record, Tuples, plain_type, whole
from ..tree.tree_forms import INDEX, NODE, TREE, VALUES, Wanted, wanted
from ..tree.tree_objects import TreeNode
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "prepare", "run", "score"]

_ALPHABETA: Final = (
    *("alphabeta", "alpha_beta_search", "alpha_beta_pruning", "minimax_alpha_beta"),
    *("minimax_ab", "minimax_alphabeta", "minimax_with_pruning", "minimax_pruning", "ab"),
    *("alphabeta_minimax", "alpha_beta_minimax", "abminimax", "prune", "pruning"),
)
FUNCTIONS: Final = {
    "minimax": ("minimax", "mini_max", "minimax_search", "min_max", "max_value", "negamax"),
    "alphabeta": (*_ALPHABETA, "negamax_ab", "minimax", "max_value", "negamax"),
    "negamax": ("negamax", "negamax_ab", "negamax_alpha_beta"),
    "expectimax": ("expectimax", "expectimax_search", "expecti_max", "max_value"),
    "pvs": ("pvs", "principal_variation_search", "nega_scout", "scout"),
}
FUNCTIONS["expectiminimax"] = ("expectiminimax", *FUNCTIONS["expectimax"])

_TURN: Final = ("player", "turn", "agent", "who", "whoseturn")
_DEPTH: Final = ("curdepth", "currentdepth", "currdepth", "level", "ply")
_HEIGHT: Final = ("h", "height", "maxdepth", "targetdepth", "treedepth", "depthlimit", "limit")


def score(file: File) -> int:
    """How surely a function of it goes over a plain tree."""
    names = {name for one in FUNCTIONS.values() for name in one}
    found = file.called(*names)
    if found is None or any(plain(name) in GAME for name in found.parameters[:2]):
        return 0
    return wanted(file, found).sure


def prepare(folder: Path) -> None:
    """Nothing is needed."""


def run(program: Program, table: Table, task: Task) -> Returned:
    """Call the function with the tree and what else its parameters ask for."""
    function = program.file.functions.get(program.function)
    if function is None:
        raise Fault("missing", f"{program.function} is a class, and functions are handed a tree")
    want = wanted(program.file, function)
    _stand_in(program)
    root = table.node(0)
    known = _known(program, function, want, table, task)
    if root.player == 1 and not _says_who_moves(program.file, function):
        raise Fault(
            "refused",
            f"MIN begins, and {program.function} has no parameter that says who moves, such as "
            "maximizing",
        )
    found = _read(call(program.entry, known), root)
    if want.form == "array" and len(root.actions) != 2:
        told = f"the nodes of the key's tree have {len(root.actions)} children"
        found = replace(found, notes=(f"{told}: leaves at nodeIndex * 2 are those of 2",))
    # A search that negates returns what the root is worth to whoever moves there.
    if root.player == 1 and found.value is not None and needs(program.entry, _signs(program.file)):
        return replace(found, value=-found.value)
    return found


def _signs(file: File) -> tuple[str, ...]:
    """What the sign of whoever moves is called."""
    minus = {plain(name) for name in file.turned()[1]}
    return (*SIGN, *minus.difference(ALPHA, BETA))


def _stand_in(program: Program) -> None:
    """Have `type(node)` answered in the program's files as for a plain list or number."""
    here = f"{program.folder}{os.sep}"
    for module in [*sys.modules.values()]:
        if str(getattr(module, "__file__", None)).startswith(here):
            module.__dict__.setdefault("type", plain_type)


def _says_who_moves(file: File, function: Definition) -> bool:
    turned = {name for names in file.turned() for name in names}
    return any(
        name in turned or plain(name) in (*PLAYER, *SIGN, *_TURN) for name in function.parameters
    )


def _known(
    program: Program, function: Definition, want: Wanted, table: Table, task: Task
) -> dict[tuple[str, ...], Any]:
    """What a function may ask for, by the names of its parameters."""
    root = table.node(0)
    is_max = root.player == 0
    height = _height(table, task.depth)
    takes = [plain(name) for name in function.parameters]
    deepest = next((name for name in takes if name in _HEIGHT), None)
    negated, minus = program.file.turned()
    known: dict[tuple[str, ...], Any] = {
        **{(plain(name),): is_max for name in negated},
        **{(plain(name),): 1 if is_max else -1 for name in minus},
        (*DEPTH, *_DEPTH): 0 if want.counts_up else height,
        PLAYER: is_max,
        SIGN: 1 if is_max else -1,
        _TURN: _turn(program.file, is_max),
        ALPHA: task.window[0],
        BETA: task.window[1],
    }
    counted = any(name in ("depth", "d", *_DEPTH) for name in takes)
    if deepest is not None and (want.counts_up or counted):
        known[(deepest,)] = height
    return known | _tree(program, takes, want, table, task.depth)


def _tree(
    program: Program, takes: list[str], want: Wanted, table: Table, limit: int | None
) -> dict[tuple[str, ...], Any]:
    """The tree in the form that is wanted."""
    if want.form == "array":
        return {VALUES: Row(table, nodes_of(table, limit)), INDEX: 0}
    if want.form == "graph":
        return _graph(program, takes, want, table, limit)
    plain_tree = Plain(table)

    def make(node: Node, below: list[Any]) -> Any:
        if want.form == "records":
            if not below:
                worth(node)
            return Record(plain_tree, node, below, want.names)
        if want.form == "objects":
            return TreeNode(table, node, below, want.methods)
        if not below:
            return Leaf(plain_tree, node, worth(node))
        makers = {"tuples": Tuples.made, "branches": Branches}
        return makers.get(want.form, Lists)(plain_tree, node, below)

    found = whole(table, limit, make)
    if type(found) is Leaf:
        found = found.reached()
    return {NODE: found}


def _graph(
    program: Program, takes: list[str], want: Wanted, table: Table, limit: int | None
) -> dict[tuple[str, ...], Any]:
    below = nodes_of(table, limit)
    tree, values = want.globals
    apart = bool(values) or any(name in VALUES for name in takes)
    graph, worths = Graph(table, below, apart), Worths(table, below)
    if tree:
        setattr(program.module, tree, graph)
        if values:
            setattr(program.module, values, worths)
    known: dict[tuple[str, ...], Any] = {NODE: str(table.node(0).text), VALUES: worths}
    of_tree = [name for name in takes if name in TREE]
    others = [name for name in takes if name in NODE and name not in TREE]
    if not tree:
        chosen = of_tree if others else of_tree[:1]
        known |= {(name,): graph for name in chosen}
    return known


def _height(table: Table, limit: int | None) -> int:
    """Plies down to the deepest leaf, or to the limit."""
    deepest = 0
    waiting = [(table.node(0), 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        if not node.terminal and depth != limit:
            places = range(len(node.actions))
            waiting += [(table.node(node.first + place), depth + 1) for place in places]
    return deepest


def _turn(file: File, is_max: bool) -> Any:
    """Whose turn it is, as a program compares it: `max` in its own spelling, or True."""
    for word, other in (("MAX", "MIN"), ("max", "min"), ("Max", "Min")):
        if file.has_text(word) or file.has_text(other):
            return word if is_max else other
    return is_max


def _read(returned: Any, root: Node) -> Returned:
    """The value, and the move where there is one, in what a function returned."""
    shown = f"{returned!r:.80}"
    parts = returned if isinstance(returned, tuple | list) and not _is_node(returned) else None
    if parts is None:
        number = _number(returned)
        if number is None and returned is not None:
            return Returned(move=-1, shown=shown)
        return Returned(number, shown=shown)
    value: float | None = None
    move: int | None = None
    for one in parts[:2]:
        place = _place(one, root, value is not None)
        if value is None and _number(one) is not None:
            value = _number(one)
        elif move is None and place is not None:
            move = place
    if value is None and move is None:
        return Returned(move=-1, shown=shown)
    return Returned(value, move, shown=shown)


def _is_node(one: Any) -> bool:
    return type(one) in (Lists, Tuples, Branches, Record)


def _number(one: Any) -> float | None:
    if type(one) is Leaf:
        return float(one.value)
    if type(one) is bool or not isinstance(one, int | float) or math.isnan(one):
        return None
    return float(one)


def _place(one: Any, root: Node, after_value: bool) -> int | None:
    """The place of a move: the name of one, a child itself, or a number behind the value."""
    if _is_node(one):
        return int(one.node.place) if one.node.up == root.number else None
    if type(one) is int and after_value and not any(type(a) is int for a in root.actions):
        return one if 0 <= one < len(root.actions) else None
    for place, action in enumerate(root.actions):
        if type(one) is type(action) and one == action:
            return place
    return None
