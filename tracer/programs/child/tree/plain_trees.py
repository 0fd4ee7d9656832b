"""Trees as programs know them without a game: nested lists and dicts that note what is read.

Each is a list, tuple or dict of Python's own in all but that. A leaf behaves as its number; it is
reached where it is fetched or tested for what it is, and visited if its value is then used.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ..fault import Fault
from ..table import ASKED, EXPANDED, HASHED, TOUCHED, USED, VALUED, Node, Table

__all__ = [
    *("MOST_NODES", "Branches", "Leaf", "Lists", "Plain", "Record", "Tuples"),
    *("plain_type", "whole"),
]

#: Nodes of a tree that is handed over whole.
MOST_NODES: Final = 100_000


class Plain:
    """What the nodes of one tree share.

    Args:
        table: the game.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shapes: dict[Any, int] = {}
        self._seen: set[int] = set()
        self._looked_up = -1

    def log(self, node: Node, what: int) -> None:
        """Note that something was asked of a node."""
        self._looked_up = -1
        self.table.log(node, what)

    def shape(self, key: Any) -> int:
        """The same number for trees that are equal."""
        return self._shapes.setdefault(key, len(self._shapes))

    def opened(self, node: Node, shape: int) -> None:
        """Note that a node's children were asked for."""
        self._seen.add(shape)
        self.log(node, EXPANDED)

    def hashed(self, node: Node, shape: int) -> None:
        """Note that a node was looked up, where it may be found under an equal one's name."""
        if shape not in self._seen:
            self.log(node, HASHED)
        elif self._looked_up != node.number:
            self.log(node, TOUCHED)
            self.log(node, USED)
            self._looked_up = node.number


class Leaf:
    """A leaf: a number that notes when it is looked at, and when its value counts.

    It is no subclass of `int`, since a test whether it is one would then not be seen.
    """

    __slots__ = ("_node", "_plain", "_state", "_value")

    def __init__(self, plain: Plain, node: Node, value: Any) -> None:
        self._plain = plain
        self._node = node
        self._value = value
        #: 0 before it is touched, 1 while it is touched and not used, 2 when it was used.
        self._state = 0

    def reached(self) -> Leaf:
        """The leaf as it is fetched from its parent: anew each time."""
        found = Leaf(self._plain, self._node, self._value)
        found._touch()
        return found

    def _touch(self) -> None:
        self._state = 1
        self._plain.log(self._node, TOUCHED)

    def _look(self) -> None:
        """It is looked at, which says nothing of a value that has been used and is handed on."""
        if self._state != 2:
            self._touch()

    def _use(self) -> Any:
        if self._state == 0:
            self._touch()
        if self._state == 1:
            self._state = 2
            self._plain.log(self._node, USED)
        return self._value

    @property
    def value(self) -> Any:
        """Its number, for whoever watches."""
        return self._value

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # isinstance asks for it
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
    """The number that a leaf, or something else, counts as in a sum or comparison."""
    return one._use() if type(one) is Leaf else one


def _binary(how: Callable[[Any, Any], Any]) -> Callable[[Leaf, Any], Any]:
    def found(self: Leaf, other: Any) -> Any:
        right = _number(other)  # first: max() and min() compare each one with the best before it
        return how(self._use(), right)

    return found


def _turned(how: Callable[[Any, Any], Any]) -> Callable[[Leaf, Any], Any]:
    return lambda self, other: how(_number(other), self._use())


def _unary(how: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *more: how(self._use(), *more)


for _name in ("lt", "le", "gt", "ge", "ne"):
    setattr(Leaf, f"__{_name}__", _binary(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    setattr(Leaf, f"__{_name}__", _binary(getattr(operator, _name)))
    setattr(Leaf, f"__r{_name}__", _turned(getattr(operator, _name)))
for _name, _how in (
    *(("neg", operator.neg), ("pos", operator.pos), ("abs", abs), ("float", float), ("int", int)),
    *(("index", operator.index), ("round", round), ("trunc", math.trunc), ("ceil", math.ceil)),
    ("floor", math.floor),
):
    setattr(Leaf, f"__{_name}__", _unary(_how))


def _reached(child: Any) -> Any:
    return child.reached() if type(child) is Leaf else child


def _key(child: Any) -> Any:
    """By which equal trees are known."""
    return ("leaf", child.value) if type(child) is Leaf else child.shape


class _Row:
    """What nested lists and tuples share: children by their places."""

    _plain: Plain
    node: Node
    shape: int
    #: The list or tuple of Python's that it is.
    _base: Any

    def _set(self, plain: Plain, node: Node, children: Iterable[Any]) -> None:
        self._plain = plain
        self.node = node
        self.shape = plain.shape(tuple(map(_key, children)))

    def _open(self) -> None:
        self._plain.opened(self.node, self.shape)

    def __iter__(self) -> Iterator[Any]:
        self._open()
        place = 0
        while place < self._base.__len__(self):
            yield _reached(self._base.__getitem__(self, place))
            place += 1

    def __reversed__(self) -> Iterator[Any]:
        self._open()
        for place in range(self._base.__len__(self) - 1, -1, -1):
            yield _reached(self._base.__getitem__(self, place))

    def __getitem__(self, place: Any) -> Any:
        found = self._base.__getitem__(self, place)
        self._open()
        return self._base(map(_reached, found)) if isinstance(place, slice) else _reached(found)

    def __len__(self) -> int:
        self._plain.log(self.node, ASKED)
        return int(self._base.__len__(self))

    def index(self, one: Any, *ends: Any) -> int:
        """The place of a child."""
        self._plain.log(self.node, ASKED)
        return [_key(child) for child in self._base.__iter__(self)].index(_known(one), *ends)

    def count(self, one: Any) -> int:
        """How many children are equal to one."""
        self._plain.log(self.node, ASKED)
        return [_key(child) for child in self._base.__iter__(self)].count(_known(one))

    def __contains__(self, one: Any) -> bool:
        return self.count(one) > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Row):
            return other.shape == self.shape
        return isinstance(other, list | tuple) and not other and not self._base.__len__(self)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        self._plain.hashed(self.node, self.shape)
        return hash(self.shape)

    def __repr__(self) -> str:
        self._plain.hashed(self.node, self.shape)
        return str(self._base.__repr__(self))

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def _known(one: Any) -> Any:
    if type(one) is Leaf or isinstance(one, _Row):
        return _key(one)
    return ("leaf", one)


class Lists(_Row, list[Any]):
    """A node of a nested list."""

    _base = list
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, plain: Plain, node: Node, children: list[Any]) -> None:
        list.__init__(self, children)
        self._set(plain, node, children)

    def pop(self, place: Any = -1) -> Any:
        """Take a child out."""
        found = list.pop(self, place)
        self._open()
        return _reached(found)

    def copy(self) -> list[Any]:
        """A list of the children."""
        return [*self]


class Tuples(_Row, tuple[Any, ...]):
    """A node of a nested tuple."""

    _base = tuple

    @classmethod
    def made(cls, plain: Plain, node: Node, children: list[Any]) -> Tuples:
        """A node; a tuple takes its children before it begins to be one."""
        found = cls(children)
        found._set(plain, node, children)
        return found


class Branches(dict[Any, Any]):
    """A node of a nested dict: the children by the names of the moves."""

    def __init__(self, plain: Plain, node: Node, children: list[Any]) -> None:
        super().__init__(zip(node.actions, children, strict=True))
        self._plain = plain
        self.node = node
        self.shape = plain.shape(tuple((name, _key(one)) for name, one in super().items()))

    def _open(self) -> None:
        self._plain.opened(self.node, self.shape)

    def __iter__(self) -> Iterator[Any]:
        self._open()
        return super().__iter__()

    def __reversed__(self) -> Iterator[Any]:
        self._open()
        return super().__reversed__()

    def keys(self) -> Any:
        """The moves."""
        self._open()
        return super().keys()

    def values(self) -> Any:
        """The children."""
        return _View(self, lambda _, child: _reached(child))

    def items(self) -> Any:
        """The moves with the children."""
        return _View(self, lambda name, child: (name, _reached(child)))

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """The moves with the children, for whoever watches."""
        return iter(super().items())

    def open(self) -> None:
        """Note that the children were asked for."""
        self._open()

    def __getitem__(self, name: Any) -> Any:
        found = super().__getitem__(name)
        self._open()
        return _reached(found)

    def get(self, name: Any, default: Any = None) -> Any:
        """A child, or something else where there is none."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: Any) -> bool:
        self._plain.log(self.node, ASKED)
        return super().__contains__(name)

    def __len__(self) -> int:
        self._plain.log(self.node, ASKED)
        return super().__len__()

    def __repr__(self) -> str:
        self._plain.hashed(self.node, self.shape)
        return super().__repr__()

    def __copy__(self) -> Branches:
        return self

    def __deepcopy__(self, memo: Any) -> Branches:
        return self


class _View:
    """The values or items of a node, each fetched when its turn comes."""

    def __init__(self, branches: Branches, what: Callable[[Any, Any], Any]) -> None:
        self._branches = branches
        self._what = what

    def __iter__(self) -> Iterator[Any]:
        self._branches.open()
        for name, child in self._branches.pairs():
            yield self._what(name, child)

    def __reversed__(self) -> Iterator[Any]:
        return iter([*self][::-1])

    def __len__(self) -> int:
        return len(self._branches)


class Record(dict[str, Any]):
    """A node with its children, or its value, under a name each.

    Args:
        plain: the tree.
        node: the node.
        children: those below it.
        names: under which the children and the value stand.
    """

    def __init__(
        self, plain: Plain, node: Node, children: list[Any], names: tuple[str, str]
    ) -> None:
        below, worth = names
        super().__init__(name=node.text)
        self._plain = plain
        self.node = node
        self._below = below
        self._worth = worth
        self[below] = children
        if not children:
            self[worth] = node.estimate if node.utility is None else node.utility

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        leaf = self._worth in self.keys()
        if name == self._worth and leaf:
            self._plain.log(self.node, VALUED)
        elif name == self._below and not leaf:
            self._plain.log(self.node, EXPANDED)
        return [*found] if name == self._below else found

    def get(self, name: str, default: Any = None) -> Any:
        """What stands under a name, or something else where there is nothing."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        self._plain.log(self.node, ASKED)
        return super().__contains__(name)

    def __copy__(self) -> Record:
        return self

    def __deepcopy__(self, memo: Any) -> Record:
        return self


class _AsPython(type):
    """Answers `type(node)` as of the list, dict or number that a node stands for."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        if len(given) != 1 or named:
            return type(*given, **named)
        kind = type(given[0])
        if kind is Leaf:
            return given[0].__class__
        for base in (list, tuple, dict):
            if kind in (Lists, Tuples, Branches, Record) and issubclass(kind, base):
                return base
        return kind

    def __instancecheck__(cls, one: Any) -> bool:
        return isinstance(one, type)

    def __subclasscheck__(cls, one: Any) -> bool:
        return issubclass(one, type)


class plain_type(type, metaclass=_AsPython):  # noqa: N801 - it stands in for a built-in
    """`type`, for a program that compares the type of a node with `list` or `int`."""


def whole(table: Table, limit: int | None, make: Callable[[Node, list[Any]], Any]) -> Any:
    """A tree, built from its leaves up.

    Args:
        table: the game.
        limit: plies at which it ends; None for no limit.
        make: a node of the tree from a node and those made of its children.

    Raises:
        Fault: it is too large, or whose turn it is does not change from layer to layer.
    """
    root = table.node(0)
    waiting: list[tuple[Node, int]] = [(root, 0)]
    order: list[tuple[Node, bool]] = []
    turns: dict[int, int] = {}
    while waiting:
        node, depth = waiting.pop()
        stops = bool(node.terminal) or depth == limit
        order.append((node, stops))
        if len(order) > MOST_NODES:
            raise Fault(
                "refused",
                f"the key's game has more than {MOST_NODES:,} nodes, which is too many for a tree "
                "that is handed over whole",
            )
        if stops:
            continue
        if turns.setdefault(depth % 2, node.player) != node.player:
            raise Fault(
                "refused",
                f"two players do not take turns at {node.text}, and a plain tree does not say "
                "who moves",
            )
        if node.chances and len({*node.chances}) > 1:
            raise Fault(
                "refused",
                f"the outcomes at {node.text} are not all as likely, which a plain tree cannot say",
            )
        waiting += [(table.node(node.first + place), depth + 1) for place in _back(node)]
    made: dict[int, Any] = {}
    for node, stops in reversed(order):
        below = [] if stops else [made.pop(node.first + at) for at in range(len(node.actions))]
        made[node.number] = make(node, below)
    if len(turns) == 2 and turns[0] == turns[1]:
        raise Fault("refused", "one player moves all along, and a plain tree does not say so")
    return made[0]


def _back(node: Node) -> range:
    """The places of a node's moves, the last first."""
    return range(len(node.actions) - 1, -1, -1)
