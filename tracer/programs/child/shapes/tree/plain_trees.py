"""Trees without a game object: nested lists and dicts that record all reads.

Each behaves as Python's list, tuple or dict. A leaf behaves as its number. It is reached if it is
fetched or its type is tested, and visited if its value is then used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...watched_nodes import ASKED, EXPANDED, VALUED, Node
from .leaves import Leaf, WatchedTree, equality_key, reached_child
from .watched_dict import WatchedDict

__all__ = ["Branches", "Lists", "Record", "Tuples", "plain_type"]


class _Row:
    """The common part of nested lists and tuples: children by index."""

    _tree: WatchedTree
    node: Node
    shape: int
    #: Python's list or tuple, the base class.
    _base: Any

    def _set(self, tree: WatchedTree, node: Node, children: Iterable[Any]) -> None:
        self._tree = tree
        self.node = node
        self.shape = tree.shape(tuple(map(equality_key, children)))

    def _open(self) -> None:
        self._tree.opened(self.node, self.shape)

    def __iter__(self) -> Iterator[Any]:
        self._open()
        place = 0
        while place < self._base.__len__(self):
            yield reached_child(self._base.__getitem__(self, place))
            place += 1

    def __reversed__(self) -> Iterator[Any]:
        self._open()
        for place in range(self._base.__len__(self) - 1, -1, -1):
            yield reached_child(self._base.__getitem__(self, place))

    def __getitem__(self, place: Any) -> Any:
        found = self._base.__getitem__(self, place)
        self._open()
        return (
            self._base(map(reached_child, found))
            if isinstance(place, slice)
            else reached_child(found)
        )

    def __len__(self) -> int:
        self._tree.log(self.node, ASKED)
        return int(self._base.__len__(self))

    def index(self, one: Any, *ends: Any) -> int:
        """Return the index of a child."""
        self._tree.log(self.node, ASKED)
        return [equality_key(child) for child in self._base.__iter__(self)].index(
            _known(one), *ends
        )

    def count(self, one: Any) -> int:
        """Return how many children are equal to a value."""
        self._tree.log(self.node, ASKED)
        return [equality_key(child) for child in self._base.__iter__(self)].count(_known(one))

    def __contains__(self, one: Any) -> bool:
        return self.count(one) > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Row):
            return other.shape == self.shape
        return isinstance(other, list | tuple) and not other and not self._base.__len__(self)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        self._tree.hashed(self.node, self.shape)
        return hash(self.shape)

    def __repr__(self) -> str:
        self._tree.hashed(self.node, self.shape)
        return str(self._base.__repr__(self))

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def _known(one: Any) -> Any:
    if type(one) is Leaf or isinstance(one, _Row):
        return equality_key(one)
    return ("leaf", one)


class Lists(_Row, list[Any]):
    """A node of a nested list."""

    _base = list
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tree: WatchedTree, node: Node, children: list[Any]) -> None:
        list.__init__(self, children)
        self._set(tree, node, children)

    def pop(self, place: Any = -1) -> Any:
        """Remove and return a child."""
        found = list.pop(self, place)
        self._open()
        return reached_child(found)

    def copy(self) -> list[Any]:
        """Return a list of the children."""
        return [*self]


class Tuples(_Row, tuple[Any, ...]):
    """A node of a nested tuple."""

    _base = tuple

    @classmethod
    def made(cls, tree: WatchedTree, node: Node, children: list[Any]) -> Tuples:
        """Return a node; a tuple takes its children when it is created."""
        found = cls(children)
        found._set(tree, node, children)
        return found


class Branches(WatchedDict):
    """A node of a nested dict: its children by the names of the moves."""

    def __init__(self, tree: WatchedTree, node: Node, children: list[Any]) -> None:
        super().__init__(zip(node.actions, children, strict=True))
        self._tree = tree
        self.node = node
        self.shape = tree.shape(tuple((name, equality_key(one)) for name, one in super().items()))

    def _open(self) -> None:
        self._tree.opened(self.node, self.shape)

    def __iter__(self) -> Iterator[Any]:
        self._open()
        return super().__iter__()

    def __reversed__(self) -> Iterator[Any]:
        self._open()
        return super().__reversed__()

    def keys(self) -> Any:
        """Return the moves."""
        self._open()
        return super().keys()

    def values(self) -> Any:
        """Return the children."""
        return _View(self, lambda _, child: reached_child(child))

    def items(self) -> Any:
        """Return the moves with the children."""
        return _View(self, lambda name, child: (name, reached_child(child)))

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """Return the moves and children without recording anything."""
        return iter(super().items())

    def open(self) -> None:
        """Record that the children were requested."""
        self._open()

    def __getitem__(self, name: Any) -> Any:
        found = super().__getitem__(name)
        self._open()
        return reached_child(found)

    def __contains__(self, name: Any) -> bool:
        self._tree.log(self.node, ASKED)
        return super().__contains__(name)

    def __len__(self) -> int:
        self._tree.log(self.node, ASKED)
        return super().__len__()

    def __repr__(self) -> str:
        self._tree.hashed(self.node, self.shape)
        return super().__repr__()

    def __copy__(self) -> Branches:
        return self

    def __deepcopy__(self, memo: Any) -> Branches:
        return self


class _View:
    """The values or items of a node, each fetched when it is reached."""

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


class Record(WatchedDict):
    """A node as a dict with its children or its value.

    Args:
        tree: whole tree.
        node: node of the game.
        children: converted children.
        names: keys of the children and of the value.
    """

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
            self[worth] = node.estimate if node.utility is None else node.utility

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

    def __copy__(self) -> Record:
        return self

    def __deepcopy__(self, memo: Any) -> Record:
        return self


class _AsPython(type):
    """Makes `type(node)` return list, dict or the type of a number."""

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
    """A replacement of `type` for programs that compare a node's type with `list` or `int`."""
