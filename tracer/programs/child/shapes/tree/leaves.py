"""The leaves of plain trees: numbers that record when they are reached and used."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from ...watched_nodes import EXPANDED, HASHED, TOUCHED, USED, Node, WatchedNodes

__all__ = ["Leaf", "WatchedTree", "equality_key", "reached_child"]


class WatchedTree:
    """The state shared by the nodes of one tree.

    Args:
        watched: nodes of the game.
    """

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


class Leaf:
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

    def __copy__(self) -> Leaf:
        return self

    def __deepcopy__(self, memo: Any) -> Leaf:
        return self


def _number(one: Any) -> Any:
    """Return the number that a leaf, or another value, has in an operation."""
    return one._use() if type(one) is Leaf else one


def _binary(how: Callable[[Any, Any], Any]) -> Callable[[Leaf, Any], Any]:
    def found(self: Leaf, other: Any) -> Any:
        right = _number(
            other
        )  # first, because max() and min() compare each one with the best so far
        return how(self._use(), right)

    return found


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
