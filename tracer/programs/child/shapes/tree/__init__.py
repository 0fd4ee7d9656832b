"""Functions over a plain tree, as in tutorials: nested lists, tuples or dicts.

The form that a function expects is read from its code; see `tree_forms`.
"""

from __future__ import annotations

import ast
import math
import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from ...failures import ProgramFailure
from ...loading.source_files import Definition, SourceFile, normalized
from ...parameters import (
    ALPHA,
    BETA,
    COUNTED,
    DEPTH,
    GAME,
    PLAYER,
    SIGN,
    call_by_names,
    requires_parameter,
)
from ...program import Driver, Program, ProgramResult, ProgramTask, place_of_move
from ...watched_nodes import Node, WatchedNodes
from .building import build_tree
from .leaves import Leaf, WatchedTree
from .plain_graphs import Graph, Row, Worths, nodes_of, worth
from .plain_trees import Branches, Lists, Record, Tuples, plain_type
from .tree_forms import INDEX, NODE, TREE, VALUES, TreeForm, tree_form_of
from .tree_objects import TreeNode
from .turns import Turn, parity_of, turns_of

__all__ = ["DRIVER"]

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
for _search in FUNCTIONS:  # the least telling names
    FUNCTIONS[_search] += ("search", "solve")

#: Usual names of classes that search a tree.
_CLASSES: Final = {
    "minimax": ("Minimax", "MinimaxSearch"),
    "alphabeta": ("AlphaBeta", "AlphaBetaSearch", "AlphaBetaPruning"),
    "expectimax": ("Expectimax", "ExpectimaxSearch"),
}
for _search in FUNCTIONS:
    FUNCTIONS[_search] += (*_CLASSES.get(_search, ()), "Solver", "TreeSearch")

_TURN: Final = ("player", "turn", "agent", "who", "whoseturn")
_HEIGHT: Final = ("h", "height", "maxdepth", "targetdepth", "treedepth", "depthlimit", "limit")


def score(file: SourceFile) -> int:
    """Return how surely a function of a file takes a plain tree."""
    names = {name for one in FUNCTIONS.values() for name in one}
    found = file.function_named(*names)
    if found is None:
        methods = (_methods(file, name, names) for name in names if name in file.classes)
        return max((tree_form_of(file, one[1]).sure for one in methods if one), default=0)
    if any(normalized(name) in GAME for name in found.parameters[:2]):
        return 0
    return tree_form_of(file, found).sure


def _methods(
    file: SourceFile, kind: str, names: Iterable[str]
) -> tuple[Definition, Definition] | None:
    """Return the method of a class that searches, and the one that looks at a node.

    None if it has no such methods.
    """
    wanted = sorted(map(normalized, names), key="maxvalue".__eq__)  # it may be a part of another
    methods = [
        Definition(one.name, tuple(arg.arg for arg in one.args.args[1:]), one.lineno, code=one)
        for name in file.classes[kind].methods
        if (one := file.method(kind, name)) and not name.startswith("__")
    ]
    methods.sort(key=lambda one: _place_in(wanted, normalized(one.name)))
    looks = [one for one in methods if any(normalized(name) in NODE for name in one.parameters)]
    if not looks or normalized(methods[0].name) not in wanted:
        return None
    return methods[0], methods[0] if methods[0] in looks else looks[0]


def _place_in(names: list[str], name: str) -> int:
    return names.index(name) if name in names else len(names)


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the function with the tree and whatever else its parameters require."""
    function = looks = program.file.functions.get(program.function)
    if function is None:
        methods = _methods(program.file, program.function, FUNCTIONS.get(task.search, ()))
        if methods is None:
            raise ProgramFailure(
                "missing", f"{program.function} has no method that searches a plain tree"
            )
        function, looks = methods
    assert looks is not None
    form = tree_form_of(program.file, looks)
    _stand_in(program)
    root = watched.node(0)
    names = vars(program.module)
    turns = turns_of(program.file, names, function, _other_parameters(function))
    parity = _parity(program, function, form, watched, task)
    known = _known(program, function, form, watched, task, parity)
    is_max = root.player == 0
    for name, turn in turns.items():  # last, since later entries replace earlier ones
        known.pop((normalized(name),), None)
        known[(normalized(name),)] = turn.of_max if is_max else turn.of_min
    says_who_moves = turns or parity or _says_who_moves(program.file, function)
    if root.player == 1 and not says_who_moves:
        raise ProgramFailure(
            "refused",
            f"MIN begins, and {program.function} has no parameter that says who moves, such as "
            "maximizing",
        )
    entry = program.entry
    if program.function in program.file.classes:
        entry = getattr(call_by_names(entry, known), function.name)
    found = _read(call_by_names(entry, known), root)
    if form.kind == "array" and len(root.actions) != 2 and _doubles(program.file):
        remark = f"the nodes of the key's tree have {len(root.actions)} children"
        found = replace(found, notes=(f"{remark}, but nodeIndex * 2 assumes 2",))
    # A negating search returns the root's value for the player to move.
    if (
        root.player == 1
        and found.value is not None
        and all(turn.is_custom for turn in turns.values())
        and requires_parameter(entry, _signs(program.file))
    ):
        return replace(found, value=-found.value)
    return found


def _doubles(file: SourceFile) -> bool:
    """Return whether a file multiplies something by 2, as the index of a first child."""
    return any(
        isinstance(one, ast.BinOp)
        and isinstance(one.op, ast.Mult)
        and any(
            isinstance(side, ast.Constant) and side.value == 2 for side in (one.left, one.right)
        )
        for one in ast.walk(file.code)
    )


def _signs(file: SourceFile) -> tuple[str, ...]:
    """Return the names of the parameter for the player's sign."""
    minus = {normalized(name) for name in file.negated_arguments()[1]}
    return (*SIGN, *minus.difference(ALPHA, BETA))


def _stand_in(program: Program) -> None:
    """Make `type(node)` in the program's files return a plain list or number type."""
    here = f"{program.folder}{os.sep}"
    for module in [*sys.modules.values()]:
        if str(getattr(module, "__file__", None)).startswith(here):
            module.__dict__.setdefault("type", plain_type)


def _other_parameters(function: Definition) -> list[str]:
    """Return the parameters that cannot say who moves."""
    others = {*DEPTH, *COUNTED, *_HEIGHT, *ALPHA, *BETA, *TREE, *VALUES, *INDEX, *NODE}
    return [name for name in function.parameters if normalized(name) in others]


def _parity(
    program: Program,
    function: Definition,
    form: TreeForm,
    watched: WatchedNodes,
    task: ProgramTask,
) -> Turn | None:
    """Return the depths at which MAX and MIN move, if the parity of the depth says so."""
    for name in function.parameters:
        if normalized(name) in (*COUNTED, *DEPTH):
            start = 0 if form.counts_up else _height(watched, task.depth)
            return parity_of(program.file, vars(program.module), function, name, start)
    return None


def _says_who_moves(file: SourceFile, function: Definition) -> bool:
    negated_arguments = {name for names in file.negated_arguments() for name in names}
    return any(
        name in negated_arguments or normalized(name) in (*PLAYER, *SIGN, *_TURN)
        for name in function.parameters
    )


def _known(
    program: Program,
    function: Definition,
    form: TreeForm,
    watched: WatchedNodes,
    task: ProgramTask,
    parity: Turn | None,
) -> dict[tuple[str, ...], Any]:
    """Return the possible arguments by the names of parameters."""
    root = watched.node(0)
    is_max = root.player == 0
    height = _height(watched, task.depth)
    first = 0 if form.counts_up else height
    if parity is not None:
        first = parity.of_max if is_max else parity.of_min
    takes = [normalized(name) for name in function.parameters]
    deepest = next((name for name in takes if name in _HEIGHT), None)
    negated, minus = program.file.negated_arguments()
    known: dict[tuple[str, ...], Any] = {
        **{(normalized(name),): is_max for name in negated},
        **{(normalized(name),): 1 if is_max else -1 for name in minus},
        (*DEPTH, *COUNTED): first,
        PLAYER: is_max,
        SIGN: 1 if is_max else -1,
        _TURN: _turn(program.file, is_max),
        ALPHA: task.window[0],
        BETA: task.window[1],
    }
    if deepest is not None and (form.counts_up or any(name in COUNTED for name in takes)):
        known[(deepest,)] = height + (first if form.counts_up else 0)
    return known | _tree(program, takes, form, watched, task.depth)


def _tree(
    program: Program, takes: list[str], form: TreeForm, watched: WatchedNodes, limit: int | None
) -> dict[tuple[str, ...], Any]:
    """Return the tree in the form that the function expects."""
    if form.kind == "array":
        return {VALUES: Row(watched, nodes_of(watched, limit)), INDEX: 0}
    if form.kind == "graph":
        return _graph(program, takes, form, watched, limit)
    tree = WatchedTree(watched)

    def make(node: Node, below: list[Any]) -> Any:
        if form.kind == "records":
            if not below:
                worth(node)
            return Record(tree, node, below, form.names)
        if form.kind == "objects":
            return TreeNode(watched, node, below, form.methods)
        if not below:
            return Leaf(tree, node, worth(node))
        makers = {"tuples": Tuples.made, "branches": Branches}
        return makers.get(form.kind, Lists)(tree, node, below)

    found = build_tree(watched, limit, make)
    if type(found) is Leaf:
        found = found.reached()
    return {NODE: found}


def _graph(
    program: Program, takes: list[str], form: TreeForm, watched: WatchedNodes, limit: int | None
) -> dict[tuple[str, ...], Any]:
    below = nodes_of(watched, limit)
    tree, values = form.names_in_module
    apart = bool(values) or any(name in VALUES for name in takes)
    graph, worths = Graph(watched, below, apart), Worths(watched, below)
    if tree:
        setattr(program.module, tree, graph)
        if values:
            setattr(program.module, values, worths)
    known: dict[tuple[str, ...], Any] = {NODE: str(watched.node(0).text), VALUES: worths}
    of_tree = [name for name in takes if name in TREE]
    others = [name for name in takes if name in NODE and name not in TREE]
    if not tree:
        chosen = of_tree if others else of_tree[:1]
        known |= {(name,): graph for name in chosen}
    return known


def _height(watched: WatchedNodes, limit: int | None) -> int:
    """Return the depth of the deepest leaf or of the limit in plies."""
    deepest = 0
    waiting = [(watched.node(0), 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        if not node.terminal and depth != limit:
            places = range(len(node.actions))
            waiting += [(watched.node(node.first + place), depth + 1) for place in places]
    return deepest


def _turn(file: SourceFile, is_max: bool) -> Any:
    """Return the player to move as the program writes it: `max` in its spelling, or True."""
    for word, other in (("MAX", "MIN"), ("max", "min"), ("Max", "Min")):
        if file.has_text(word) or file.has_text(other):
            return word if is_max else other
    return is_max


def _read(returned: Any, root: Node) -> ProgramResult:
    """Read the value, and the move if there is one, from a return value."""
    shown = f"{returned!r:.80}"
    parts = returned if isinstance(returned, tuple | list) and not _is_node(returned) else None
    if parts is None and _number(returned) is None:  # such as a data class
        fields = [getattr(returned, name, None) for name in ("value", "score", "utility")]
        numbers = [one for one in fields if _number(one) is not None]
        moves = [getattr(returned, name, None) for name in ("move", "action")]
        parts = (*numbers[:1], *(one for one in moves if one is not None)) if numbers else None
    if parts is None:
        number = _number(returned)
        if number is None and returned is not None:
            return ProgramResult(move=-1, shown=shown)
        return ProgramResult(number, shown=shown)
    value: float | None = None
    move: int | None = None
    for one in parts[:2]:
        place = _place(one, root, value is not None)
        if value is None and _number(one) is not None:
            value = _number(one)
        elif move is None and place is not None:
            move = place
    if value is None and move is None:
        return ProgramResult(move=-1, shown=shown)
    return ProgramResult(value, move, shown=shown)


def _is_node(one: Any) -> bool:
    return type(one) in (Lists, Tuples, Branches, Record)


def _number(one: Any) -> float | None:
    if type(one) is Leaf:
        return float(one.value)
    if type(one) is bool or not isinstance(one, int | float) or math.isnan(one):
        return None
    return float(one)


def _place(one: Any, root: Node, after_value: bool) -> int | None:
    """Return the index of a move given by name, as a child, or as a number after the value."""
    if _is_node(one):
        return int(one.node.place) if one.node.up == root.number else None
    if type(one) is int and after_value and not any(type(a) is int for a in root.actions):
        return one if 0 <= one < len(root.actions) else None
    return place_of_move(one, root)


DRIVER: Final = Driver(
    "functions over a plain tree: nested lists, tuples or dicts",
    FUNCTIONS,
    score,
    run,
    list_place=5,
    try_place=7,
)
