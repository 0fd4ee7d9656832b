"""Functions over a plain tree, as in tutorials: nested lists, tuples or dicts.

Which form a function expects, and what its parameters mean, is found by calling it on tiny trees;
see `ways`.
"""

from __future__ import annotations

import ast
import math
import os
import sys
from dataclasses import replace
from typing import Final

from ...failures import ProgramFailure, failure_of
from ...loading.definitions import Definition, normalize
from ...loading.source_files import SourceFile
from ...parameters import ALPHA, BETA, GAME
from ...program import Driver, Program, ProgramResult, ProgramTask
from ...usual_names import NAMES
from ...watched_nodes import WatchedNodes
from .nested import plain_type
from .nodes import height_of, list_nodes
from .trials import find_way, list_turns
from .ways import INDEX, NODE, TREE, VALUES, Caller

FUNCTIONS: Final = NAMES["tree"]
#: The forms of a whole tree, usual ones first.
_FORMS: Final = ("lists", "tuples", "branches", "records", "objects", "globals")


_OTHER_FORM: Final = (
    "plytrace passed {}; if the function takes another form of trees, give it one of the forms of "
    "the shape tree, or write an adapter"
)
_PASSED: Final = {
    "lists": "nested lists",
    "tuples": "nested tuples",
    "branches": "nested dicts",
    "records": "dicts with the keys children and value",
    "objects": "objects with the attributes children and value",
    "graph": "a dict of the children's names",
    "records by name": "a dict of dicts with the keys children and value",
    "globals": "a dict in place of the file's own",
    "array": "the values of the leaves in a row",
}


def score(file: SourceFile, entry: Definition | None) -> int:
    """Return how surely a function of a file takes a plain tree."""
    if entry is None or any(normalize(name) in GAME for name in entry.open_parameters[:2]):
        return 0
    return _forms_of(file, entry)[0]


def _forms_of(file: SourceFile, entry: Definition) -> tuple[int, tuple[str, ...]]:
    """Return the same of a function, or of the first that it calls with a tree."""
    definitions = file.definitions
    below = [path for path in definitions.callables if path in definitions.reach(entry.path)]
    paths = (entry.path, *below, f"{entry.owner}.__init__")
    readers = filter(None, map(definitions.callables.get, paths))
    certainty, forms = max(map(_forms, readers), key=lambda forms: forms[0] > 0)
    nodes = definitions.list_nodes(entry.path)
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    is_for_lists = "list" in named and "tuple" not in named
    return certainty, tuple(form for form in forms if form != "tuples" or not is_for_lists)


def _forms(function: Definition) -> tuple[int, tuple[str, ...]]:
    """Return how surely a function takes a plain tree, and the forms that it may expect."""
    takes = [*map(normalize, function.open_parameters)]
    if any(name in INDEX for name in takes) and any(name in VALUES for name in takes):
        return 3, ("array",)
    both = any(name in TREE and name not in ("tree", "nodes") for name in takes)
    both = both or ("tree" in takes and any(name in NODE[:4] for name in takes))
    if both and sum(name in (*TREE, *NODE) for name in takes) >= 2:
        return 3, ("graph", "records by name")
    return 2 * any(name in NODE for name in takes), _FORMS


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the function with the tree and whatever else its parameters require."""
    function = program.file.definitions.callables[program.function]
    _stand_in(program)
    nodes = list_nodes(watched, task.depth)
    root, height = watched.node(0), height_of(nodes)
    forms = _forms_of(program.file, function)[1]
    way = find_way(program, function, forms, height, root)
    if root.player == 1 and not way.says_who_moves:
        optional = list_turns(function)[1]
        if optional:
            raise ProgramFailure(
                f"MIN begins, and with no value that was tried for {' or '.join(optional)} does "
                f"{function.name} return 3 for [3, 8], which is MIN's value",
                is_undecided=True,
            )
        raise ProgramFailure(
            f"MIN begins, and {program.function} has no parameter that says who moves, such as "
            "maximizing",
        )
    takes_window = any(normalize(name) in (*ALPHA, *BETA) for name in function.parameters)
    if not takes_window and [*task.window] != [-math.inf, math.inf]:
        raise ProgramFailure(
            "the key's search begins with a window, but "
            f"{program.function} has no parameters for it, such as alpha and beta",
        )
    caller = Caller(program, function, counts_uses=task.search == "pvs")
    try:
        result = caller.call(way, watched, nodes, task.window)
    except (AttributeError, LookupError, TypeError) as error:
        if way.is_tried:
            raise
        failure = failure_of(error, program.folder, "searched").text
        raise ProgramFailure(f"{failure}; {_OTHER_FORM.format(_PASSED[way.form])}") from None
    result = replace(result, takes=way.takes)
    if way.form == "array" and len(root.actions) != 2:
        remark = f"the nodes of the key's tree have {len(root.actions)} children"
        result = replace(result, notes=(f"{remark}; a nodeIndex * 2 would assume 2",))
    # A negating search returns the root's value for the player to move.
    if way.negates and result.value is not None:
        return replace(result, value=-result.value)
    return result


def _stand_in(program: Program) -> None:
    """Make `type(node)` in the program's files return a plain type."""
    here = f"{program.folder}{os.sep}"
    for module in [*sys.modules.values()]:
        if str(getattr(module, "__file__", None)).startswith(here):
            module.__dict__.setdefault("type", plain_type)


DRIVER: Final = Driver(
    "functions over a plain tree: nested lists, tuples or dicts",
    FUNCTIONS,
    score,
    run,
    takes_fractions=False,
    finds_entry=True,
    list_place=5,
    try_place=7,
)
