"""Trees of names, and trees of numbers in a row, that note what is read of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..fault import Fault
from ..table import ASKED, EXPANDED, VALUED, Node, Table
from .plain_trees import whole

__all__ = ["Graph", "Row", "Worths", "names_of", "nodes_of", "worth"]


def nodes_of(table: Table, limit: int | None) -> list[tuple[Node, list[Node]]]:
    """The nodes of a tree with those below each, each after its children.

    Raises:
        Fault: the tree cannot be handed over; see `whole`.
    """
    found: list[tuple[Node, list[Node]]] = []

    def make(node: Node, below: list[Any]) -> Node:
        found.append((node, below))
        return node

    whole(table, limit, make)
    return found


def worth(node: Node) -> Any:
    """What a node at which a tree ends is worth.

    Raises:
        Fault: the depth limit stops there, and it has no estimate.
    """
    value = node.estimate if node.utility is None else node.utility
    if value is None:
        raise Fault("refused", f"the key's depth limit stops at {node.text}, which has no estimate")
    return value


class Graph(dict[Any, Any]):
    """The names of a node's children by its name; where `worths` are not apart, leaves' values too.

    Args:
        table: the game.
        below: each node with those below it.
        apart: whether leaves have no entry, since their values stand elsewhere.
    """

    def __init__(self, table: Table, below: list[tuple[Node, list[Node]]], apart: bool) -> None:
        self._table = table
        names = names_of(below)
        self._nodes = {names[node.number]: node for node, _ in below}
        super().__init__(
            (
                names[node.number],
                [names[one.number] for one in children] if children else worth(node),
            )
            for node, children in reversed(below)
            if children or not apart
        )

    def _log(self, name: Any, found: Any) -> Any:
        self._table.log(self._nodes[name], EXPANDED if isinstance(found, list) else VALUED)
        return [*found] if isinstance(found, list) else found

    def __getitem__(self, name: Any) -> Any:
        return self._log(name, super().__getitem__(name))

    def get(self, name: Any, default: Any = None) -> Any:
        """A node's children, or something else for one that has none."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: Any) -> bool:
        if name in self._nodes:
            self._table.log(self._nodes[name], ASKED)
        return super().__contains__(name)


class Worths(dict[Any, Any]):
    """The leaves' values by their names.

    Args:
        table: the game.
        below: each node with those below it.
    """

    def __init__(self, table: Table, below: list[tuple[Node, list[Node]]]) -> None:
        self._table = table
        names = names_of(below)
        self._nodes = {names[node.number]: node for node, _ in below}
        super().__init__(
            (names[node.number], worth(node)) for node, children in reversed(below) if not children
        )

    def __getitem__(self, name: Any) -> Any:
        found = super().__getitem__(name)
        self._table.log(self._nodes[name], VALUED)
        return found

    def get(self, name: Any, default: Any = None) -> Any:
        """A leaf's value, or something else for a node that is none."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: Any) -> bool:
        if name in self._nodes:
            self._table.log(self._nodes[name], ASKED)
        return super().__contains__(name)


def names_of(below: list[tuple[Node, list[Node]]]) -> dict[int, str]:
    """What nodes are called, by their numbers: their texts, with a number where one comes again."""
    found: dict[int, str] = {}
    taken: set[str] = set()
    for node, _ in reversed(below):
        name = str(node.text)
        if name in taken:
            name = f"{name} ({node.number})"
        taken.add(name)
        found[node.number] = name
    return found


class Row(list[Any]):
    """The leaves' values from left to right, of a tree whose nodes are places in their layers.

    Args:
        table: the game.
        below: each node with those below it.

    Raises:
        Fault: the tree is not complete, so that places say nothing.
    """

    def __init__(self, table: Table, below: list[tuple[Node, list[Node]]]) -> None:
        self._table = table
        self._leaves = [node for node, children in reversed(below) if not children]
        many = {len(children) for _, children in below if children}
        layers = {_depth(table, node) for node in self._leaves}
        if len(many) > 1 or len(layers) > 1:
            raise Fault(
                "refused",
                "its function takes a place in a row of leaves, and the key's tree is not "
                "complete: its nodes differ in how many children they have, or its leaves in "
                "depth",
            )
        super().__init__(worth(node) for node in self._leaves)

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        chosen = self._leaves[place]
        for node in chosen if isinstance(chosen, list) else [chosen]:
            self._table.log(node, VALUED)
        return found

    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self[place]


def _depth(table: Table, node: Node) -> int:
    depth = 0
    while node.up >= 0:
        node, depth = table.node(node.up), depth + 1
    return depth
