"""Plain trees in the forms that programs use, which record all reads.

Nested lists, tuples and dicts behave as Python's, and a leaf as its number. A leaf is reached if it
is fetched or its type is tested, and visited if its value is then used. Other forms are dicts and
objects with the children and the value of a node, dicts of names, and a row of leaves.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final, Self

from ...failures import ProgramFailure
from ...loading.source_files import normalize
from ...watched_nodes import (
    ASKED,
    EXPANDED,
    HASHED,
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


class Leaf(NeverCopied):
    """A leaf: a number that records when it is reached and when its value is used.

    It is not a subclass of `int`, because a test for `int` would then not be seen.
    """

    __slots__ = ("_node", "_state", "_tree", "_value")

    def __init__(self, tree: WatchedTree, node: Node, value: Any) -> None:
        self._tree = tree
        self._node = node
        self._value = value
        #: 0 before it is reached, 1 once reached, 2 once used.
        self._state = 0

    def reached(self) -> Leaf:
        """Return a new object for the leaf, as it is fetched from its parent."""
        found = Leaf(self._tree, self._node, self._value)
        found._touch()
        return found

    def _touch(self) -> None:
        self._state = 1
        self._tree.log(self._node, TOUCHED)

    def _look(self) -> None:
        """Record a look at the leaf, unless its value has been used already."""
        if self._state != 2:
            self._touch()

    def _use(self) -> Any:
        if self._state == 0:
            self._touch()
        if self._state == 1:
            self._state = 2
            self._tree.log(self._node, USED)
        return self._value

    @property
    def value(self) -> Any:
        """Its number, without recording anything."""
        return self._value

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # used by isinstance
        self._touch()
        return type(self._value)

    def __getattr__(self, name: str) -> Any:
        self._touch()
        return getattr(self._value, name)

    def __eq__(self, other: object) -> bool:
        kind = type(other)
        if kind is Leaf and other._node is self._node:  # type: ignore[attr-defined]
            return True
        if kind is not Leaf and kind not in (int, float):
            self._look()
            return False
        return bool(self._use() == _number(other))

    def __hash__(self) -> int:
        self._look()
        return hash(self._value)

    def __bool__(self) -> bool:
        self._look()
        return bool(self._value)

    def __repr__(self) -> str:
        return repr(self._value)

    def __str__(self) -> str:
        return str(self._value)

    def __format__(self, form: str) -> str:
        return format(self._value, form)


def _number(one: Any) -> Any:
    """Return the number that a leaf, or another value, has in an operation."""
    return one._use() if type(one) is Leaf else one


def _binary(how: Callable[[Any, Any], Any]) -> Callable[[Leaf, Any], Any]:
    def operate(self: Leaf, other: Any) -> Any:
        right = _number(other)  # first: max() and min() compare each one with the best so far
        return how(self._use(), right)

    return operate


def _reflected(how: Callable[[Any, Any], Any]) -> Callable[[Leaf, Any], Any]:
    return lambda self, other: how(_number(other), self._use())


def _unary(how: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *more: how(self._use(), *more)


for _name in ("lt", "le", "gt", "ge", "ne"):
    setattr(Leaf, f"__{_name}__", _binary(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(Leaf, f"__{_name}__", _binary(getattr(operator, _name)))
    setattr(Leaf, f"__r{_name}__", _reflected(getattr(operator, _name)))
for _name, _how in (
    *(("neg", operator.neg), ("pos", operator.pos), ("abs", abs), ("float", float), ("int", int)),
    *(("index", operator.index), ("round", round), ("trunc", math.trunc), ("ceil", math.ceil)),
    ("floor", math.floor),
):
    setattr(Leaf, f"__{_name}__", _unary(_how))


def reached_child(child: Any) -> Any:
    """Return a child as it is fetched; this reaches a leaf."""
    return child.reached() if type(child) is Leaf else child


def equality_key(child: Any) -> Any:
    """Return a key that is equal for equal trees."""
    return ("leaf", child.value) if type(child) is Leaf else child.shape


class _Nested(NeverCopied):
    """The common part of nested lists, tuples and dicts."""

    #: Python's type, the base class.
    _base: Any

    def __init__(self, tree: WatchedTree, node: Node, key: Any) -> None:
        self._tree = tree
        self.node = node
        self.shape = tree.shape(key)

    def _open(self) -> None:
        self._tree.opened(self.node, self.shape)

    def __len__(self) -> int:
        self._tree.log(self.node, ASKED)
        return int(self._base.__len__(self))

    def __repr__(self) -> str:
        self._tree.hashed(self.node, self.shape)
        return str(self._base.__repr__(self))


class _Row(_Nested):
    """The common part of nested lists and tuples: children by index."""

    def __init__(self, tree: WatchedTree, node: Node, children: list[Any]) -> None:
        super().__init__(tree, node, tuple(map(equality_key, children)))

    def _keys(self) -> list[Any]:
        self._tree.log(self.node, ASKED)
        return [equality_key(child) for child in self._base.__iter__(self)]

    def __iter__(self) -> Iterator[Any]:
        self._open()
        yield from map(reached_child, self._base.__iter__(self))

    def __reversed__(self) -> Iterator[Any]:
        self._open()
        for place in range(self._base.__len__(self) - 1, -1, -1):
            yield reached_child(self._base.__getitem__(self, place))

    def __getitem__(self, place: Any) -> Any:
        chosen = self._base.__getitem__(self, place)
        self._open()
        is_slice = isinstance(place, slice)
        return self._base(map(reached_child, chosen)) if is_slice else reached_child(chosen)

    def index(self, one: Any, *ends: Any) -> int:
        """Return the index of a child."""
        return self._keys().index(_key_of_any(one), *ends)

    def count(self, one: Any) -> int:
        """Return how many children are equal to a value."""
        return self._keys().count(_key_of_any(one))

    def __contains__(self, one: Any) -> bool:
        return self.count(one) > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Row):
            return other._tree is self._tree and other.shape == self.shape
        return isinstance(other, list | tuple) and not other and not self._base.__len__(self)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        self._tree.hashed(self.node, self.shape)
        return hash(self.shape)


def _key_of_any(value: Any) -> Any:
    is_node = type(value) is Leaf or isinstance(value, _Row)
    return equality_key(value) if is_node else ("leaf", value)


class Lists(_Row, list[Any]):
    """A node of a nested list."""

    _base = list
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tree: WatchedTree, node: Node, children: list[Any]) -> None:
        list.__init__(self, children)
        _Row.__init__(self, tree, node, children)

    def pop(self, place: Any = -1) -> Any:
        """Remove and return a child."""
        child = list.pop(self, place)
        self._open()
        return reached_child(child)

    def copy(self) -> list[Any]:
        """Return a list of the children."""
        return [*self]


class Tuples(_Row, tuple[Any, ...]):
    """A node of a nested tuple."""

    _base = tuple

    def __new__(cls, *arguments: Any) -> Self:
        """Return a node; a tuple takes its children when it is created."""
        return tuple.__new__(cls, arguments[-1])


class Branches(_Nested, WatchedDict):
    """A node of a nested dict: its children by the names of the moves."""

    _base = dict

    def __init__(self, tree: WatchedTree, node: Node, children: list[Any]) -> None:
        dict.__init__(self, zip(node.actions, children, strict=True))
        pairs = dict.items(self)
        _Nested.__init__(self, tree, node, tuple((name, equality_key(one)) for name, one in pairs))

    def __iter__(self) -> Iterator[Any]:
        self._open()
        return dict.__iter__(self)

    def __reversed__(self) -> Iterator[Any]:
        self._open()
        return dict.__reversed__(self)

    def keys(self) -> Any:
        """Return the moves."""
        self._open()
        return dict.keys(self)

    def values(self) -> Any:
        """Return the children, each fetched when it is reached."""
        return _View(self, lambda _, child: reached_child(child))

    def items(self) -> Any:
        """Return the moves with the children, each fetched when it is reached."""
        return _View(self, lambda name, child: (name, reached_child(child)))

    def __getitem__(self, name: Any) -> Any:
        child = dict.__getitem__(self, name)
        self._open()
        return reached_child(child)

    def __contains__(self, name: Any) -> bool:
        self._tree.log(self.node, ASKED)
        return dict.__contains__(self, name)


class _View:
    """The values or items of a node."""

    def __init__(self, branches: Branches, what: Callable[[Any, Any], Any]) -> None:
        self._branches = branches
        self._what = what

    def __iter__(self) -> Iterator[Any]:
        self._branches._open()
        for name, child in dict.items(self._branches):
            yield self._what(name, child)

    def __reversed__(self) -> Iterator[Any]:
        return iter([*self][::-1])

    def __len__(self) -> int:
        return len(self._branches)


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
            self._tree.log(self.node, VALUED)
        elif name == self._below and not leaf:
            self._tree.log(self.node, EXPANDED)
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
            return _CALLABLES[list](self._below)
        if short in _OBJECT_WORTH:
            if self._below:
                return (lambda: None) if short in _WORTH_METHODS else None
            self._log(self.node, VALUED)
            return _CALLABLES[type(self._worth)](self._worth)
        if short in _OBJECT_LEAF:
            self._log(self.node, ASKED)
            return _CALLABLES[int](not self._below)
        if short in ("name", "id", "label", "state"):
            return _CALLABLES[str](self.node.text)
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(
            f"nodes of this key have no {name}; they have children, value and is_leaf"
        )

    def __repr__(self) -> str:
        return str(self.node.text)


#: Values that are also methods without parameters, which return them.
_CALLABLES: Final[dict[type, Any]] = {
    kind: type(kind.__name__, (kind,), {"__call__": lambda self, kind=kind: kind(self)})
    for kind in (int, float, str, list)
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
        is_inner = isinstance(value, list)
        self._watched.log(self._nodes[name], EXPANDED if is_inner else VALUED)
        return [*value] if is_inner else value

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
        value = super().__getitem__(place)
        chosen = self._leaves[place]
        for node in chosen if isinstance(chosen, list) else [chosen]:
            self._watched.log(node, VALUED)
        return value

    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self[place]


#: The types that pass for those of Python.
_PLAIN: Final = (Lists, Tuples, Branches, Record, *_CALLABLES.values())


class _AsPython(type):
    """Makes `type(node)` return list, dict or the type of a number, and `type(value)` too."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        if len(given) != 1 or named:
            return type(*given, **named)
        kind = type(given[0])
        if kind is Leaf:
            return given[0].__class__
        for base in (list, tuple, dict, int, float, str):
            if kind in _PLAIN and issubclass(kind, base):
                return base
        return kind

    def __instancecheck__(cls, one: Any) -> bool:
        return isinstance(one, type)

    def __subclasscheck__(cls, one: Any) -> bool:
        return issubclass(one, type)


class plain_type(type, metaclass=_AsPython):  # noqa: N801 - it stands in for a built-in
    """A replacement of `type` for programs that compare a node's type with `list` or `int`."""
