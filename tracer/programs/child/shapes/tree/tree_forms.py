"""The form of plain tree that a program expects, read from its code without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from ...loading.source_files import Definition, SourceFile, normalized
from ...parameters import ALPHA, PLAYER

__all__ = [
    *("INDEX", "NODE", "OBJECT_BELOW", "OBJECT_LEAF", "OBJECT_WORTH", "TREE", "VALUES"),
    *("TreeForm", "tree_form_of"),
]

#: Usual names of a node, of a whole tree next to a node, of the leaves' numbers, and of a node's
# index in its layer; compared with `normalized`.
NODE: Final = (
    *("node", "current", "currentnode", "position", "state", "root", "tree", "t", "n", "curr"),
    *("subtree", "gametree", "nodes", "child", "s", "data", "name"),
)
TREE: Final = (
    *("tree", "graph", "gametree", "children", "successors", "adjacency", "adj", "edges", "g"),
    *("nodes", "treedict", "adjlist"),
)
VALUES: Final = (
    *("values", "scores", "leafvalues", "utilities", "utility", "leaves", "leafs", "score"),
    *("value", "terminalvalues", "evaluations", "leafnodes", "vals", "heuristics", "nodevalues"),
    *("terminalnodes", "terminals", "leafvalue", "payoffs"),
)
INDEX: Final = ("nodeindex", "index", "idx", "nodeidx", "i", "nodeid", "currentindex", "pos")

#: First parameters that identify a function that is not written yet.
_TREES: Final = ("tree", "root", "subtree", "gametree")
_BELOW: Final = ("children", "childs", "successors", "kids", "branches")
_WORTH: Final = ("value", "score", "utility", "val", "evaluation")
#: The same for objects, and the test for a leaf; compared with `normalized`.
OBJECT_BELOW: Final = (*_BELOW, "getchildren", "nextnodes", "childnodes", "getsuccessors")
OBJECT_WORTH: Final = (
    *(*_WORTH, "getvalue", "getscore", "evaluate", "eval", "data", "heuristic", "payoff"),
)
OBJECT_LEAF: Final = (
    *("isterminal", "isleaf", "terminal", "leaf", "isterminalnode", "terminalnode", "isgameover"),
    *("isterminating", "isend", "isleafnode"),
)
_DICTS: Final = ("items", "keys", "values")


@dataclass(frozen=True)
class TreeForm:
    """A form of plain trees.

    Args:
        kind: `lists`, `tuples`, `branches` (a dict of moves), `records` (a dict with the children
            under a key), `objects` (the same as attributes or methods), `graph` (a dict of
            children's names) or `array` (a row of leaves).
        sure: how surely the program uses a plain tree; 0 if it does not.
        names: keys of the children and of the value, for records.
        methods: attributes of a node that are called, for objects.
        counts_up: whether the depth starts at 0 and increases.
        names_in_module: names of the tree and the values in the module, for graphs that the
            function does not receive as arguments.
    """

    kind: str
    sure: int
    names: tuple[str, str] = ("children", "value")
    methods: frozenset[str] = frozenset()
    counts_up: bool = False
    names_in_module: tuple[str, str] = ("", "")


def tree_form_of(file: SourceFile, function: Definition) -> TreeForm:
    """Return the form of tree that a function of a file uses."""
    parameters = [normalized(name) for name in function.parameters]
    body = [*ast.walk(file.code)]
    up = _counts_up(body)
    if any(name in INDEX for name in parameters) and any(name in VALUES for name in parameters):
        return TreeForm("array", 3, counts_up=up)
    looks = _NodeUses(body, {name for name in _node_names(file) if normalized(name) in NODE})
    both = any(name in TREE and name not in ("tree", "nodes") for name in parameters)
    both = both or ("tree" in parameters and any(name in NODE[:4] for name in parameters))
    if both and sum(name in (*TREE, *NODE) for name in parameters) >= 2:
        return TreeForm("graph", 3, counts_up=up)
    tree, values = looks.globals_
    if tree:
        return TreeForm("graph", 2, counts_up=up, names_in_module=(tree, values))
    if looks.below:
        return TreeForm("records", 3, (looks.below, looks.worth or "value"), counts_up=up)
    named = bool(parameters) and parameters[0] in NODE[:2] + _TREES
    named = named and any(name in (*PLAYER, *ALPHA) for name in parameters)
    if any(normalized(name) in OBJECT_BELOW for name in looks.attributes):
        return TreeForm("objects", 2, counts_up=up, methods=frozenset(looks.methods))
    sure = 2 if looks.is_tree or named else 0
    if looks.has_dict and not looks.has_list:
        return TreeForm("branches", max(sure, 2), counts_up=up)
    if looks.has_tuple and not looks.has_list:
        return TreeForm("tuples", sure, counts_up=up)
    return TreeForm("lists", sure, counts_up=up)


def _node_names(file: SourceFile) -> set[str]:
    """Return the parameters of the file's functions."""
    return {
        one.arg
        for node in ast.walk(file.code)
        if isinstance(node, ast.FunctionDef | ast.Lambda)
        for one in (*node.args.posonlyargs, *node.args.args)
    }


def _counts_up(body: list[ast.AST]) -> bool:
    """Return whether a depth is incremented, and never decremented."""
    adds = {
        type(one.op)
        for one in body
        if isinstance(one, ast.BinOp)
        and isinstance(one.left, ast.Name)
        and "depth" in normalized(one.left.id)
        and isinstance(one.right, ast.Constant)
        and one.right.value == 1
    }
    return ast.Add in adds and ast.Sub not in adds


class _NodeUses:
    """Collects what a file does with the nodes that its functions receive.

    Args:
        body: all nodes of its syntax tree.
        nodes: names of nodes.
    """

    def __init__(self, body: list[ast.AST], nodes: set[str]) -> None:
        self._nodes = nodes
        self.is_tree = self.has_list = self.has_tuple = self.has_dict = False
        self.below = self.worth = ""
        self.attributes: set[str] = set()
        self.methods: set[str] = set()
        self.globals_ = ("", "")
        assigned = {
            target.id
            for one in body
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Dict)
            for target in one.targets
            if isinstance(target, ast.Name)
        }
        dicts: list[str] = []
        for one in body:
            if isinstance(one, ast.Call):
                self._call(one)
            elif isinstance(one, ast.Constant) and isinstance(one.value, str):
                self._text(one.value)
            elif isinstance(one, ast.For | ast.comprehension):
                self.is_tree |= self._is_node(one.iter)
            elif isinstance(one, ast.Subscript):
                self.is_tree |= self._is_node(one.value)
            elif isinstance(one, ast.Compare):
                self._compare(one)
            elif isinstance(one, ast.Attribute) and self._is_node(one.value):
                self.attributes.add(one.attr)
            name = _dict_looked_in(one, self._is_node)
            if name in assigned and name not in nodes and name not in dicts:
                dicts.append(name)
        worth = next((name for name in dicts if normalized(name) in VALUES), "")
        self.globals_ = (next((name for name in dicts if name != worth), ""), worth)

    def _is_node(self, one: ast.AST | None) -> bool:
        return isinstance(one, ast.Name) and one.id in self._nodes

    def _call(self, one: ast.Call) -> None:
        called = one.func
        first = one.args[0] if one.args else None
        if isinstance(called, ast.Name) and self._is_node(first):
            self.is_tree |= called.id in ("len", "list", "enumerate", "reversed", "type", "iter")
            if called.id == "isinstance" and len(one.args) == 2:
                self._note_types(one.args[1])
        elif isinstance(called, ast.Attribute) and self._is_node(called.value):
            self.has_dict |= called.attr in _DICTS
            self.methods.add(called.attr)

    def _compare(self, one: ast.Compare) -> None:
        """Note types in comparisons such as `type(node) == list`."""
        left = one.left
        if (
            isinstance(left, ast.Call)
            and isinstance(left.func, ast.Name)
            and left.func.id == "type"
        ):
            for other in one.comparators:
                self._note_types(other)

    def _note_types(self, kinds: ast.AST) -> None:
        """Note the types that a node is compared with."""
        for one in ast.walk(kinds):
            if isinstance(one, ast.Name):
                self.has_list |= one.id == "list"
                self.has_tuple |= one.id == "tuple"
                self.has_dict |= one.id == "dict"
                self.is_tree |= one.id in ("list", "tuple", "dict", "int", "float")

    def _text(self, text: str) -> None:
        if text in _BELOW:
            self.below = text
        elif text in _WORTH:
            self.worth = text


def _dict_looked_in(one: ast.AST, is_node: object) -> str:
    """Return the dict in which a node is looked up, as in `tree[node]` or `tree.get(node)`."""
    assert callable(is_node)
    if isinstance(one, ast.Subscript) and is_node(one.slice) and isinstance(one.value, ast.Name):
        return one.value.id
    if isinstance(one, ast.Compare) and is_node(one.left) and len(one.comparators) == 1:
        other = one.comparators[0]
        if isinstance(one.ops[0], ast.In | ast.NotIn) and isinstance(other, ast.Name):
            return other.id
    if isinstance(one, ast.Call) and one.args and is_node(one.args[0]):
        called = one.func
        if isinstance(called, ast.Attribute) and called.attr == "get":
            return called.value.id if isinstance(called.value, ast.Name) else ""
    return ""
