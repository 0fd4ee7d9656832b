"""The way to call a function over a plain tree, and what it returns; `trials` find the way.

Programs call the parameter that says who moves anything, and pass it as they like: `True` and
`False`, `"MAX"` and `"MIN"`, 1 and -1, an agent's number, an enum, or the parity of the depth. What
counts is the answer: on `[3, 8]` it is 8 if MAX moves and 3 if MIN does.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Final, Literal

from ...loading.definitions import Definition, normalize
from ...parameters import ALPHA, BETA, COUNTED, DEPTH, PLAYER, call_by_names
from ...program import (
    Program,
    ProgramResult,
    TreesTaken,
    is_number,
    list_parts,
    place_of_move,
    read_answer,
)
from ...usual_names import NAMES
from ...watched_nodes import Node, WatchedNodes
from .nested import Branches, Leaf, Lists, Tuples
from .nodes import (
    LeafNumber,
    Named,
    NodeList,
    Record,
    Row,
    TreeNode,
    WatchedTree,
    build_tree,
    height_of,
    list_records,
    worth,
)

#: Usual names of a node, of a whole tree next to a node, of the leaves' numbers, of a node's index
# in its layer, and of the depth of the leaves; compared with `normalize`.
_NAMES: Final = NAMES["parameters for trees"]
NODE: Final = _NAMES["node"]
TREE: Final = _NAMES["tree"]
VALUES: Final = _NAMES["values"]
INDEX: Final = _NAMES["index"]
_HEIGHT: Final = _NAMES["height"]
TURN: Final = _NAMES["turn"]
MEANT: Final = {*DEPTH, *COUNTED, *_HEIGHT, *ALPHA, *BETA, *TREE, *VALUES, *INDEX, *NODE}
#: Parts of the names of numbers, such as `max_score`, which do not say who moves.
_OF_NUMBERS: Final = ("best", "depth", "level", "limit", "score", "util", "val")

#: Values of a turn that many programs use, those for MAX before those for MIN.
_USUAL: Final = (True, False, 1, -1, 0, 2)
#: Most values of a program that are tried, and characters of one.
_MOST_VALUES: Final = 16
_LONGEST: Final = 16
#: Names of the value and of the move in an object, such as a data class.
_FIELDS: Final = (("value", "score", "utility"), ("move", "action"))


#: The parameter that says who moves, and the place of its argument in `Caller.values`.
Turn = tuple[str, int]


@dataclass(frozen=True)
class Way:
    """A way to call a function."""

    #: `lists`, `tuples`, `branches` (a dict of moves), `records` (a dict with the children under a
    # key), `objects` (the same as attributes), `graph` (a dict of children's names), `records by
    # name` (a dict of such dicts), `globals` (one of both as a name of the module) or `array` (a
    # row of leaves).
    form: str
    #: Whether the depth starts at 0 and increases.
    counts_up: bool = False
    #: Plies by which the depth starts later, for a search that tells players by its parity.
    later: int = 0
    turn: Turn | None = None
    #: Whether anything tells the function which player moves.
    says_who_moves: bool = False
    #: Which of the numbers that it returns is the value, the others being indexes of moves.
    value_at: Literal[0, -1] | None = 0
    #: Whether it returns the root's value for the player to move, who is MIN.
    negates: bool = False
    #: The trees of which it reads all leaves; some look for the children at fixed indexes, or for
    # the leaves at one depth.
    takes: TreesTaken = "complete"
    #: Whether the function returned a number for some tree.
    is_tried: bool = field(default=False, compare=False)


class Caller:
    """Calls a function of a program over any tree."""

    def __init__(
        self, program: Program, function: Definition, *, counts_uses: bool = False
    ) -> None:
        self.program = program
        self.function = function
        self._counts_uses = counts_uses
        #: Values that may name a player.
        self.values = [*_USUAL, *_values_of(program)]
        #: The module's own dicts, any of which the tree may replace for a call.
        self._dicts = {
            name: value
            for name, value in vars(program.module).items()
            if isinstance(value, dict) and not name.startswith("_")
        }

    def call(
        self,
        way: Way,
        watched: WatchedNodes,
        nodes: NodeList,
        window: Sequence[float] = (-math.inf, math.inf),
    ) -> ProgramResult:
        """Return what the function returns for a tree."""
        takes = [normalize(name) for name in self.function.parameters]
        root, height = watched.node(0), height_of(nodes)
        is_max = root.player == 0
        first = way.later + (0 if way.counts_up else height)
        known: dict[tuple[str, ...], Any] = {
            (*DEPTH, *COUNTED): first,
            PLAYER: is_max,
            ALPHA: window[0],
            BETA: window[1],
        }
        counted = [name for name in takes if name in COUNTED]
        limits = [name for name in takes if name in _HEIGHT] or counted[1:]
        deepest = limits[0] if limits else None
        if deepest is not None and (way.counts_up or counted):
            known[deepest,] = height + (first if way.counts_up else 0)
        known |= self._tree(way.form, takes, watched, nodes)
        for name in self.function.parameters:
            if is_worded(name):
                known[normalize(name),] = is_max == ("max" in name.casefold())
        if way.turn is not None:
            name, place = way.turn
            known[normalize(name),] = self.values[place]
        returned = call_by_names(self.program.make_entry(known), known)
        for value in returned if type(returned) in (list, tuple) else [returned]:
            if isinstance(value, LeafNumber):
                value.use()
        watched.end_search()  # a leaf that is compared with a move would count as used
        return read_result(returned, root, nodes[-1][1], value_at=way.value_at)

    def _tree(
        self, form: str, takes: list[str], watched: WatchedNodes, nodes: NodeList
    ) -> dict[tuple[str, ...], Any]:
        """Return the tree in the form that the function expects."""
        tree = WatchedTree(watched)
        tree.counts_uses = self._counts_uses
        vars(self.program.module).update(self._dicts)
        if form == "array":
            return {VALUES: Row(tree, nodes), INDEX: 0}
        if form in ("graph", "records by name", "globals"):
            return self._names(form, takes, tree, nodes)

        def make(node: Node, below: list[Any]) -> Any:
            if form == "records":
                return Record(tree, node, below)
            if form == "objects":
                return TreeNode(tree, node, below)
            if not below:
                return Leaf(tree, node, worth(node))
            makers = {"tuples": Tuples, "branches": Branches}
            return makers.get(form, Lists)(tree, node, below)

        root = build_tree(nodes, make)
        return {NODE: root.fetch() if type(root) is Leaf else root}

    def _names(
        self, form: str, takes: list[str], watched: WatchedTree, nodes: NodeList
    ) -> dict[tuple[str, ...], Any]:
        """Return the tree as dicts of names, which may replace those of the module."""
        module = vars(self.program.module)
        dicts = [*self._dicts] if form == "globals" else []
        values = next((name for name in dicts if normalize(name) in VALUES), "")
        tree = next((name for name in dicts if name != values), "")
        is_apart = bool(values) or any(name in VALUES for name in takes)
        graph: Any = Named(watched, nodes, leaves=not is_apart)
        inside = [*self._dicts[tree].values()] if tree else []
        if form == "records by name" or {*map(type, inside)} == {dict}:
            graph = list_records(watched, nodes)
        worths = Named(watched, nodes, inner=False)
        known: dict[tuple[str, ...], Any] = {NODE: str(nodes[-1][0].text), VALUES: worths}
        if tree:
            module[tree] = graph
            if values:
                module[values] = worths
            return known
        of_tree = [name for name in takes if name in TREE]
        has_node = any(name in NODE and name not in TREE for name in takes)
        return known | {(name,): graph for name in (of_tree if has_node else of_tree[:1])}


def is_worded(name: str) -> bool:
    """Return whether a parameter's name says that it is true for MAX, or for MIN."""
    word = normalize(name)
    means_other = word in MEANT or any(other in word for other in _OF_NUMBERS)
    return not means_other and ("max" in word) != ("min" in word)


def _values_of(program: Program) -> list[Any]:
    """Return the short constants of a program and the members of its enums."""
    code = program.file.code
    constants = [one.value for one in ast.walk(code) if isinstance(one, ast.Constant)]
    module = [value for name, value in vars(program.module).items() if not name.startswith("__")]
    members = [
        member
        for value in module
        if isinstance(value, type)
        for member in getattr(value, "__members__", {}).values()
    ]
    values: list[Any] = []
    for value in (*members, *module, *constants):
        is_short = isinstance(value, str) and 0 < len(value) <= _LONGEST
        is_simple = is_short or value in members or (isinstance(value, int) and abs(value) < 5)
        if is_simple and not any(type(one) is type(value) and one == value for one in values):
            values.append(value)
    return values[:_MOST_VALUES]


def read_result(
    returned: Any, root: Node, children: Sequence[Node], *, value_at: int | None = 0
) -> ProgramResult:
    """Read the value, and the move if there is one, from a return value.

    Args:
        returned: what a function returned.
        root: the root of its tree.
        children: the children of the root, whose names may be moves.
        value_at: the place of the value among the numbers; None if all are indexes of moves.
    """
    parts = [*map(_plain, [returned] if _is_node(returned) else list_parts(returned))]
    is_other = len(parts) == 1 and not _is_node(parts[0])
    if is_other and not (is_number(parts[0]) or isinstance(parts[0], str)):
        fields = [[_read_field(returned, name) for name in names] for names in _FIELDS]
        (value, *_), (move, *_) = ([*filter(_is_given, row), None] for row in fields)
        parts = parts if value is None else [_plain(value), move]
    numbers = [place for place, part in enumerate(parts) if is_number(part)]
    is_single = len(parts) == 1 and not _is_node(parts[0])  # whose children do not answer
    answer = parts[0] if is_single else parts or None
    values = [] if value_at is None else numbers[value_at:][:1]
    names = {str(child.text): child.place for child in children}

    def find_move(part: Any, node: Node) -> int | None:
        place = _find_move(part, node)
        return names.get(part) if place is None and isinstance(part, str) else place

    return read_answer(answer, root, find_move=find_move, values=values)


def _read_field(returned: Any, name: str) -> Any:
    """Return an attribute, or the value of a key; None if there is none."""
    return returned.get(name) if isinstance(returned, dict) else getattr(returned, name, None)


def _is_given(field: Any) -> bool:
    return field is not None


def _is_node(one: Any) -> bool:
    return type(one) in (Lists, Tuples, Branches, Record, TreeNode)


def _plain(part: Any) -> Any:
    """Return the number of a leaf, and the text of a name."""
    if isinstance(part, LeafNumber):
        return part.value
    return str(part) if isinstance(part, str) else part


def _find_move(part: Any, root: Node) -> int | None:
    """Return the index of a move that is given by name, as a child, or as an index."""
    if _is_node(part):
        return int(part.node.place) if part.node.up == root.number else None
    is_index = isinstance(part, Integral) and not isinstance(part, bool)
    if is_index and not any(type(action) is int for action in root.actions):
        return int(part) if 0 <= part < len(root.actions) else None
    return place_of_move(part, root)
