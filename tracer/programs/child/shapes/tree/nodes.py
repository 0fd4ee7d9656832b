"""Plain trees in forms that record all reads: their nodes, and dicts, objects and rows of leaves.

Nodes are dicts or objects with the children and the value, names in a dict, or indexes in a row of
leaves. `nested` has the nested lists, tuples and dicts.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterator
from numbers import Number
from typing import Any, Final, Self

from ...failures import ProgramFailure
from ...loading.definitions import normalize
from ...usual_names import NAMES
from ...watched_nodes import (
    ASKED,
    EXPANDED,
    FOUND,
    TOUCHED,
    USED,
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
        children = [] if stops else watched.known_children(node)
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


class _NumberType(type):
    """Lets `statistics` mix leaves with numbers of any type: it takes the type that is derived."""

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, Number)


class LeafNumber(NeverCopied, metaclass=_NumberType):
    """The value of a leaf: a number that records when it is used, but not that it is shown.

    It is not a subclass of `int` or `float`: a test for these types and much arithmetic would then
    not be seen. It may be called as a method without parameters, which returns it.
    """

    __slots__ = ("_is_used", "_node", "_tick", "_tree", "_value")

    def __new__(cls, *arguments: Any) -> Any:
        """Return the value of a leaf; a number if a library calls the type of another number."""
        if len(arguments) == 1:
            return arguments[0] if type(arguments[0]) is int else float(arguments[0])
        return super().__new__(cls)

    def __init__(self, tree: WatchedTree, node: Node, value: Any) -> None:
        self._tree = tree
        self._node = node
        self._value = value
        #: When it was fetched, until its type is tested or it is used. Siblings may have been
        # fetched together, so it is touched once more when it is used, if no other node was opened
        # since.
        self._tick: float = math.inf
        self._is_used = False

    def fetch(self) -> Self:
        """Return a new object for the value as a program requests it, which touches the leaf."""
        fetched = object.__new__(type(self))
        fetched.__init__(self._tree, self._node, self._value)  # type: ignore[misc]
        fetched._tick = 0
        self._tree.log(self._node, TOUCHED)
        return fetched

    def use(self) -> Any:
        """Return the number, and record that the program uses it."""
        if not self._is_used or self._tree.counts_uses:
            self._is_used = True
            if self._tick > self._tree.opened_at:
                self._tree.log(self._node, TOUCHED)
            self._tick = 0
            self._tree.log(self._node, USED)
            self._tree.used_last = self._node
        return self._value

    def _look(self) -> None:
        """Record a look at the type; of a value, it tells nothing."""

    @property
    def value(self) -> Any:
        """The number, without recording anything."""
        return self._value

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # used by isinstance
        self._look()
        return type(self._value)

    def __getattr__(self, name: str) -> Any:
        if hasattr(self._value, name):
            return getattr(self.use(), name)
        if not name.startswith("__array"):  # NumPy asks every value for these
            self._look()
        raise AttributeError(f"numbers have no {name}")

    def __call__(self) -> Self:
        """Return the value."""
        return self

    def __array__(self, *arguments: Any, **named: Any) -> Any:
        return sys.modules["numpy"].array(self.use(), *arguments, **named)

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return other._node is self._node or bool(_equal(self, other))
        return isinstance(other, Number) and bool(self.use() == other)

    def __hash__(self) -> int:
        return hash(self._value)

    def __bool__(self) -> bool:
        return bool(self._value or self.use())  # of `value or 0`, a 0 is not the leaf's any more

    def __repr__(self) -> str:
        return repr(self._value)

    def __str__(self) -> str:
        return str(self._value)

    def __format__(self, form: str) -> str:
        return format(self._value, form)


def _binary(how: Callable[[Any, Any], Any]) -> Callable[[LeafNumber, Any], Any]:
    """Return an operation that uses two leaves in the order in which they were fetched."""

    def operate(self: LeafNumber, other: Any) -> Any:
        if type(other) is not type(self):
            return how(self.use(), other)
        if other._tick < self._tick:
            other.use()
        return how(self.use(), other.use())

    return operate


def _reflected(how: Callable[[Any, Any], Any]) -> Callable[[LeafNumber, Any], Any]:
    return lambda self, other: how(other, self.use())


def _unary(how: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *more: how(self.use(), *more)


LeafNumber.__name__ = "number"  # in the messages of Python
_equal = _binary(operator.eq)
for _name in ("lt", "le", "gt", "ge", "ne"):
    setattr(LeafNumber, f"__{_name}__", _binary(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "divmod"):
    _how = getattr(operator, _name, divmod)
    setattr(LeafNumber, f"__{_name}__", _binary(_how))
    setattr(LeafNumber, f"__r{_name}__", _reflected(_how))
for _how in (
    *(operator.neg, operator.pos, operator.index, abs, float, int, round),
    *(math.trunc, math.ceil, math.floor),
):
    setattr(LeafNumber, f"__{_how.__name__}__", _unary(_how))


class WatchedContainer(NeverCopied):
    """A list, tuple or dict of a tree, which records its reads."""

    #: Python's type.
    _base: Any

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        """Return one of a tree, or a plain one to a library that calls the type of another."""
        if len(arguments) < 2:
            return cls._base(*arguments, **named)
        return cls._base.__new__(cls, arguments[-1])


class WatchedDict(WatchedContainer, dict[Any, Any]):
    """A dict that is read only through `[]`, so that a subclass sees each read."""

    _base = dict

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
        self._opened: Node | None = None
        #: How many leaves were fetched, and how many before the last node was opened.
        self.ticks = 0
        self.opened_at = 0
        #: The leaf whose value was used last.
        self.used_last: Node | None = None
        #: Whether every use of a leaf is recorded, since the search may visit it again.
        self.counts_uses = False

    def log(self, node: Node, what: int) -> None:
        """Record a question about a node."""
        self.watched.log(node, what)

    def shape(self, key: Any) -> int:
        """Return the same number for trees that are equal."""
        return self._shapes.setdefault(key, len(self._shapes))

    def opened(self, node: Node, shape: int) -> None:
        """Record that a node's children were requested."""
        if node is not self._opened:
            self._opened = node
            self.opened_at = self.ticks
        self._seen.add(shape)
        self.log(node, EXPANDED)

    def look_up(self, node: Node, shape: int) -> None:
        """Record that a node is looked up, if it is equal to one that was opened."""
        if shape in self._seen:
            self.log(node, FOUND)


class Record(WatchedDict):
    """A node as a dict with its `children` or its `value`."""

    def __init__(self, tree: WatchedTree, node: Node, children: list[Any]) -> None:
        super().__init__(name=node.text, children=children)
        self._tree = tree
        self.node = node
        if not children:
            self["value"] = LeafNumber(tree, node, worth(node))

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        if type(found) is LeafNumber:
            return found.fetch()
        if name != "children":
            return found
        self._tree.log(self.node, EXPANDED if found else ASKED)
        return [*found]

    def __contains__(self, name: object) -> bool:
        self._tree.log(self.node, ASKED)
        return super().__contains__(name)


#: Names of what objects hold, compared with `normalize`: the children, the value (as an attribute
# or as a method), and the test for a leaf.
_MEMBERS: Final = NAMES["members of nodes"]
_BELOW: Final = _MEMBERS["children"]
_WORTH: Final = _MEMBERS["value"]
_WORTH_METHODS: Final = _MEMBERS["value as a method"]
_LEAF: Final = _MEMBERS["is a leaf"]
#: The first and the second child, for programs over trees whose nodes have two.
_SIDES: Final = (_MEMBERS["left child"], _MEMBERS["right child"])


class TreeNode(NeverCopied):
    """A node as an object: its children, its value, and whether it is a leaf.

    Each may be read as an attribute or called as a method. Attributes that a program sets are
    returned as they were set.
    """

    def __init__(self, tree: WatchedTree, node: Node, below: list[TreeNode]) -> None:
        self._log = tree.log
        self.node = node
        self._below = below
        self._worth = None if below else LeafNumber(tree, node, worth(node))

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that were never set.
        short = normalize(name)
        if short in _BELOW:
            self._log(self.node, EXPANDED if self._below else ASKED)
            return CALLABLES[list](self._below)
        if short in _WORTH:
            if self._worth is None:
                return (lambda: None) if short in _WORTH_METHODS else None
            return self._worth.fetch()
        if short in _LEAF:
            self._log(self.node, ASKED)
            return CALLABLES[int](not self._below)
        for place, names in enumerate(_SIDES):
            if short in names:
                return self._find_side(place)
        if short in ("name", "id", "label", "state"):
            return CALLABLES[str](self.node.text)
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(
            f"nodes of this key have no {name}; they have children, value and is_leaf"
        )

    def _find_side(self, place: int) -> TreeNode | None:
        """Return the left or the right child; None for a leaf."""
        self._log(self.node, EXPANDED if self._below else ASKED)
        if len(self._below) not in (0, 2):
            raise ProgramFailure(
                f"it reads the left and the right child of {self.node.text}, which has "
                f"{len(self._below)} children; give it a tree whose nodes have two",
                is_undecided=True,
            )
        return self._below[place] if self._below else None

    def __repr__(self) -> str:
        return str(self.node.text)


TreeNode.__name__ = "Node"  # in the messages of Python

#: Values that are also methods without parameters, which return them.
CALLABLES: Final[dict[type, Any]] = {
    kind: type(kind.__name__, (kind,), {"__call__": lambda self, kind=kind: kind(self)})
    for kind in (int, str, list)
}


class Named(WatchedDict):
    """A dict by the names of nodes: children's names of inner nodes, values of leaves, or both."""

    def __init__(
        self, tree: WatchedTree, nodes: NodeList, *, inner: bool = True, leaves: bool = True
    ) -> None:
        self._log = tree.log
        names = _names_of(nodes)
        self._nodes = {names[node.number]: node for node, _ in nodes}
        super().__init__()
        for node, children in reversed(nodes):
            if children and inner:
                self[names[node.number]] = [names[child.number] for child in children]
            elif leaves and not children:
                self[names[node.number]] = LeafNumber(tree, node, worth(node))

    def __getitem__(self, name: Any) -> Any:
        value = super().__getitem__(name)
        if type(value) is LeafNumber:
            return value.fetch()
        self._log(self._nodes[name], EXPANDED)
        return [*value]

    def __contains__(self, name: Any) -> bool:
        if name in self._nodes:
            self._log(self._nodes[name], ASKED)
        return super().__contains__(name)


def list_records(tree: WatchedTree, nodes: NodeList) -> dict[str, Record]:
    """Return the nodes by their names, as dicts with the children's names or the value."""
    names = _names_of(nodes)
    return {
        names[node.number]: Record(tree, node, [names[child.number] for child in children])
        for node, children in reversed(nodes)
    }


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


class Row(WatchedContainer, list[Any]):
    """The leaves' values from left to right, for a tree in which indexes identify nodes."""

    _base = list

    def __init__(self, tree: WatchedTree, nodes: NodeList) -> None:
        leaves = [node for node, children in reversed(nodes) if not children]
        many = {len(children) for _, children in nodes if children}
        if len(many) > 1 or len(leaves) != max(many, default=0) ** height_of(nodes):
            raise ProgramFailure(
                "its function takes an index in a row of leaves, but the key's tree is not "
                "complete: its nodes have different numbers of children, or its leaves different "
                "depths"
            )
        super().__init__(LeafNumber(tree, node, worth(node)) for node in leaves)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        return super().__getitem__(place).fetch()

    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self[place]
