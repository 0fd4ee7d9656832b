"""Plain trees of nested lists, tuples and dicts, which behave as Python's and record all reads.

A leaf behaves as its number. It is reached if it is fetched or its type is tested, and visited if
its value is then used.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable, ItemsView, Iterator, ValuesView
from typing import Any, Final, Self

from ...watched_nodes import ASKED, TOUCHED, USED, NeverCopied, Node, NodeText
from .nodes import CALLABLES, NUMBERS, Record, WatchedDict, WatchedTree


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


def encode_leaf(encoder: json.JSONEncoder, value: Any) -> Any:
    """Return the number of a leaf for JSON, which shows it and is no use of its value."""
    return value.value if type(value) is Leaf else _encode_other(encoder, value)


_encode_other = json.JSONEncoder.default


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

    def _look_up(self) -> None:
        self._tree.hashed(self.node, self.shape)

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
_PLAIN: Final = (Lists, Tuples, Branches, Record, NodeText, *CALLABLES.values(), *NUMBERS.values())


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
