"""Plain trees in forms that record all reads: their nodes, and dicts, objects and rows of leaves.

Nodes are dicts or objects with the children and the value, names in a dict, or indexes in a row of
leaves. `nested` has the nested lists, tuples and dicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, Self

from ...failures import ProgramFailure
from ...loading.source_files import normalize
from ...watched_nodes import (
    ASKED,
    EXPANDED,
    HASHED,
    SHOWN,
    TOUCHED,
    USED,
    VALUED,
    NeverCopied,
    Node,
    WatchedNodes,
)

#: The most nodes of such a tree.
MOST_NODES: Final = 100_000


#: The nodes of a tree with their children, each node after its children.
NodeList = list[tuple[Node, list[Node]]]


def list_nodes(watched: WatchedNodes, limit: int | None) -> NodeList:
    """Return the nodes of a tree down to a depth limit, each after its children."""
    waiting = [(watched.node(0), 0)]
    nodes: NodeList = []
    turns: dict[int, int] = {}
    while waiting:
        node, depth = waiting.pop()
        stops = node.terminal or depth == limit
        places = () if stops else range(len(node.actions))
        children = [watched.node(node.first + place) for place in places]
        nodes.append((node, children))
        if len(nodes) > MOST_NODES:
            raise ProgramFailure(
                f"the key's game has more than {MOST_NODES:,} nodes, too many for a tree that is "
                "passed as a whole"
            )
        if stops:
            continue
        if turns.setdefault(depth % 2, node.player) != node.player:
            raise ProgramFailure(
                f"two players do not take turns at {node.text}, but a plain tree does not say who "
                "moves"
            )
        if len({*node.chances}) > 1:
            raise ProgramFailure(
                f"the outcomes at {node.text} are not equally likely, which a plain tree cannot "
                "express"
            )
        waiting += [(child, depth + 1) for child in reversed(children)]
    if len(turns) == 2 and turns[0] == turns[1]:
        raise ProgramFailure("one player makes all moves, which a plain tree cannot express")
    return nodes[::-1]


def height_of(nodes: NodeList) -> int:
    """Return the plies from the root to the deepest leaf."""
    heights: dict[int, int] = {}
    for node, children in nodes:
        heights[node.number] = max((heights[child.number] + 1 for child in children), default=0)
    return heights[0]


def build_tree(nodes: NodeList, make: Callable[[Node, list[Any]], Any]) -> Any:
    """Return a tree, made from its leaves up: of each node and its converted children."""
    made: dict[int, Any] = {}
    for node, children in nodes:
        made[node.number] = make(node, [made.pop(child.number) for child in children])
    return made[0]


def worth(node: Node) -> Any:
    """Return the value of a node where the tree ends."""
    if node.worth is None:
        raise ProgramFailure(f"the key's depth limit stops at {node.text}, which has no evaluation")
    return node.worth


class LeafNumber(NeverCopied):
    """The value of a leaf, as a number that records whether it is used or only shown.

    It may be called as a method without parameters, which returns it.
    """

    _log: Callable[[int], None]
    _is_used = False

    def __call__(self) -> Self:
        """Return the value."""
        return self

    def record(self, what: int) -> None:
        """Record that the value is used or shown, until it is used: it may be read again since."""
        if not self._is_used:
            self._is_used = what == USED
            self._log(what)


#: Operations that use a number, and those that show it.
_USING: Final = (
    *("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "float", "int", "index", "round"),
    *("trunc", "floor", "ceil", "add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("radd", "rsub", "rmul", "rtruediv", "rfloordiv", "rmod", "rdivmod", "rpow"),
)
_SHOWING: Final = ("repr", "format")


def _make_operation(kind: type, name: str, what: int) -> Callable[..., Any]:
    """Return an operation of int or float that is recorded."""
    operation = getattr(kind, name)

    def operate(self: LeafNumber, *others: Any) -> Any:
        for number in (self, *others):
            if isinstance(number, LeafNumber):
                number.record(what)
        return operation(self, *others)

    return operate


def _make_number_class(kind: type) -> type:
    """Return a subclass of int or float whose operations are recorded."""
    members: dict[str, Any] = {"__hash__": kind.__hash__}
    for names, what in ((_USING, USED), (_SHOWING, SHOWN)):
        for name in (f"__{short}__" for short in names):
            if hasattr(kind, name):
                members[name] = _make_operation(kind, name, what)
    return type(kind.__name__, (LeafNumber, kind), members)


NUMBERS: Final[dict[type, Any]] = {kind: _make_number_class(kind) for kind in (int, float)}


def read_value(value: Any, node: Node, log: Callable[[Node, int], None]) -> Any:
    """Return the value of a leaf as a program requests it, which is recorded."""
    log(node, VALUED)
    number = NUMBERS[type(value)](value)
    number._log = partial(log, node)
    return number


class WatchedDict(dict[Any, Any], NeverCopied):
    """A dict that is read only through `[]`, so that a subclass sees each read."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return what `[]` returns, or the default if the key is missing."""
        try:
            return self[key]
        except KeyError:
            return default


class WatchedTree:
    """The state shared by the nodes of one tree."""

    def __init__(self, watched: WatchedNodes) -> None:
        self.watched = watched
        self._shapes: dict[Any, int] = {}
        self._seen: set[int] = set()
        self._looked_up = -1

    def log(self, node: Node, what: int) -> None:
        """Record a question about a node."""
        self._looked_up = -1
        self.watched.log(node, what)

    def shape(self, key: Any) -> int:
        """Return the same number for trees that are equal."""
        return self._shapes.setdefault(key, len(self._shapes))

    def opened(self, node: Node, shape: int) -> None:
        """Record that a node's children were requested."""
        self._seen.add(shape)
        self.log(node, EXPANDED)

    def hashed(self, node: Node, shape: int) -> None:
        """Record that a node was looked up, possibly as an equal node."""
        if shape not in self._seen:
            self.log(node, HASHED)
        elif self._looked_up != node.number:
            self.log(node, TOUCHED)
            self.log(node, USED)
            self._looked_up = node.number


class Record(WatchedDict):
    """A node as a dict with its children or its value."""

    def __init__(
        self, tree: WatchedTree, node: Node, children: list[Any], names: tuple[str, str]
    ) -> None:
        below, worth = names
        super().__init__(name=node.text)
        self._tree = tree
        self.node = node
        self._below = below
        self._worth = worth
        self[below] = children
        if not children:
            self[worth] = node.worth

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        leaf = self._worth in self.keys()
        if name == self._worth and leaf:
            return read_value(found, self.node, self._tree.log)
        if name == self._below:
            self._tree.log(self.node, ASKED if leaf else EXPANDED)
        return [*found] if name == self._below else found

    def __contains__(self, name: object) -> bool:
        self._tree.log(self.node, ASKED)
        return super().__contains__(name)


#: Names of what objects hold, compared with `normalize`: the children, the value (as an attribute
# or as a method), and the test for a leaf.
BELOW: Final = ("children", "childs", "successors", "kids", "branches")
_OBJECT_BELOW: Final = (*BELOW, "getchildren", "nextnodes", "childnodes", "getsuccessors")
WORTH: Final = ("value", "score", "utility", "val", "evaluation")
_WORTH_METHODS: Final = ("getvalue", "getscore", "evaluate", "eval")
_OBJECT_WORTH: Final = (*WORTH, *_WORTH_METHODS, "data", "heuristic", "payoff")
_OBJECT_LEAF: Final = (
    *("isterminal", "isleaf", "terminal", "leaf", "isterminalnode", "terminalnode", "isgameover"),
    *("isterminating", "isend", "isleafnode"),
)


class TreeNode:
    """A node as an object: its children, its value, and whether it is a leaf.

    Each may be read as an attribute or called as a method. Attributes that a program sets are
    returned as they were set.
    """

    def __init__(self, tree: WatchedTree, node: Node, below: list[TreeNode]) -> None:
        self._log = tree.log
        self.node = node
        self._below = below
        self._worth = None if below else worth(node)

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that were never set.
        short = normalize(name)
        if short in _OBJECT_BELOW:
            self._log(self.node, EXPANDED if self._below else ASKED)
            return CALLABLES[list](self._below)
        if short in _OBJECT_WORTH:
            if self._below:
                return (lambda: None) if short in _WORTH_METHODS else None
            return read_value(self._worth, self.node, self._log)
        if short in _OBJECT_LEAF:
            self._log(self.node, ASKED)
            return CALLABLES[int](not self._below)
        if short in ("name", "id", "label", "state"):
            return CALLABLES[str](self.node.text)
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(
            f"nodes of this key have no {name}; they have children, value and is_leaf"
        )

    def __repr__(self) -> str:
        return str(self.node.text)


#: Values that are also methods without parameters, which return them.
CALLABLES: Final[dict[type, Any]] = {
    kind: type(kind.__name__, (kind,), {"__call__": lambda self, kind=kind: kind(self)})
    for kind in (int, str, list)
}


class Named(WatchedDict):
    """A dict by the names of nodes: children's names of inner nodes, values of leaves, or both."""

    def __init__(
        self,
        watched: WatchedNodes,
        nodes: NodeList,
        *,
        inner: bool = True,
        leaves: bool = True,
    ) -> None:
        self._watched = watched
        names = _names_of(nodes)
        self._nodes = {names[node.number]: node for node, _ in nodes}
        super().__init__()
        for node, children in reversed(nodes):
            if children and inner:
                self[names[node.number]] = [names[child.number] for child in children]
            elif leaves and not children:
                self[names[node.number]] = worth(node)

    def __getitem__(self, name: Any) -> Any:
        value = super().__getitem__(name)
        if not isinstance(value, list):
            return read_value(value, self._nodes[name], self._watched.log)
        self._watched.log(self._nodes[name], EXPANDED)
        return [*value]

    def __contains__(self, name: Any) -> bool:
        if name in self._nodes:
            self._watched.log(self._nodes[name], ASKED)
        return super().__contains__(name)


def _names_of(nodes: NodeList) -> dict[int, str]:
    """Return the names of nodes by number: their texts, numbered if they repeat."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for node, _ in reversed(nodes):
        name = str(node.text)
        if name in taken:
            name = f"{name} ({node.number})"
        taken.add(name)
        names[node.number] = name
    return names


class Row(list[Any]):
    """The leaves' values from left to right, for a tree in which indexes identify nodes."""

    def __init__(self, watched: WatchedNodes, nodes: NodeList) -> None:
        self._watched = watched
        self._leaves = [node for node, children in reversed(nodes) if not children]
        many = {len(children) for _, children in nodes if children}
        if len(many) > 1 or len(self._leaves) != max(many, default=0) ** height_of(nodes):
            raise ProgramFailure(
                "its function takes an index in a row of leaves, but the key's tree is not "
                "complete: its nodes have different numbers of children, or its leaves different "
                "depths"
            )
        super().__init__(map(worth, self._leaves))

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        return read_value(super().__getitem__(place), self._leaves[place], self._watched.log)

    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self[place]
