"""Plain trees of nested lists, tuples and dicts, which behave as Python's and record all reads.

A leaf is an object that behaves as its number.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, ValuesView
from typing import Any, Final, Self

from ...watched_nodes import ASKED, VALUED, Node, NodeText
from .nodes import (
    CALLABLES,
    LeafNumber,
    Named,
    Record,
    Row,
    WatchedContainer,
    WatchedDict,
    WatchedTree,
)


class Leaf(LeafNumber):
    """A leaf of nested lists, tuples or dicts, which is its own value."""

    __slots__ = ()

    def fetch(self) -> Self:
        """Return a new object for the leaf, as it is fetched from its parent."""
        fetched = super().fetch()
        self._tree.ticks += 1
        fetched._tick = self._tree.ticks
        fetched._is_used = self._tree.used_last is self._node
        return fetched

    def _look(self) -> None:
        """Record the first test of the type, and those after the value was used."""
        if self._tick:
            self._tick, self._is_used = 0, False
            self._tree.log(self._node, ASKED)
        elif self._is_used:
            self._tree.log(self._node, VALUED)


Leaf.__name__ = LeafNumber.__name__


def reached_child(child: Any) -> Any:
    """Return a child as it is fetched; this reaches a leaf."""
    return child.fetch() if type(child) is Leaf else child


def equality_key(child: Any) -> Any:
    """Return a key that is equal for equal trees."""
    return ("leaf", child.value) if type(child) is Leaf else child.shape


class _Nested(WatchedContainer):
    """The common part of nested lists, tuples and dicts."""

    def __init__(self, tree: WatchedTree, node: Node, key: Any) -> None:
        self._tree = tree
        self.node = node
        self.shape = tree.shape(key)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self._base  # type: ignore[no-any-return]

    def _open(self) -> None:
        self._tree.opened(self.node, self.shape)

    def __len__(self) -> int:
        self._tree.log(self.node, ASKED)
        return int(self._base.__len__(self))

    def _look_up(self) -> None:
        self._tree.look_up(self.node, self.shape)

    def __repr__(self) -> str:
        return NodeText(self._base.__repr__(self), self._look_up)


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
        if isinstance(place, str):  # no form of a tree has what the program reads
            raise TypeError(f"nodes that are dicts have the keys children and value, not {place!r}")
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
        self._look_up()
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


class Branches(_Nested, WatchedDict):
    """A node of a nested dict: its children by the names of the moves."""

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
        return ValuesView(self)

    def items(self) -> Any:
        """Return the moves with the children, each fetched when it is reached."""
        return ItemsView(self)

    def __getitem__(self, name: Any) -> Any:
        child = dict.__getitem__(self, name)
        self._open()
        return reached_child(child)

    def __contains__(self, name: Any) -> bool:
        self._tree.log(self.node, ASKED)
        return dict.__contains__(self, name)


#: The types that pass for those of Python.
_PLAIN: Final = (Lists, Tuples, Branches, Record, NodeText, *CALLABLES.values())
for _kind in (Lists, Tuples, Branches, Record, Named, Row):
    _kind.__name__ = _kind._base.__name__  # in the messages of Python


class _AsPython(type):
    """Makes `type(node)` return list, dict or the type of a number, and `type(value)` too."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        if len(given) != 1 or named:
            return type(*given, **named)
        kind = type(given[0])
        if isinstance(given[0], LeafNumber):
            return given[0].__class__
        for base in (list, tuple, dict, int, str):
            if kind in _PLAIN and issubclass(kind, base):
                return base
        return kind

    def __instancecheck__(cls, one: Any) -> bool:
        return isinstance(one, type)

    def __subclasscheck__(cls, one: Any) -> bool:
        return issubclass(one, type)


class plain_type(type, metaclass=_AsPython):  # noqa: N801 - it stands in for a built-in
    """A replacement of `type` for programs that compare a node's type with `list` or `int`."""
