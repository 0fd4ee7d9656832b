"""Trees of names, and trees as rows of numbers, that record all reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...failures import ProgramFailure
from ...watched_nodes import ASKED, EXPANDED, VALUED, Node, WatchedNodes
from .building import build_tree
from .watched_dict import WatchedDict

__all__ = ["Graph", "Row", "Worths", "names_of", "nodes_of", "worth"]


def nodes_of(watched: WatchedNodes, limit: int | None) -> list[tuple[Node, list[Node]]]:
    """Return the nodes of a tree with their children, each after its children.

    Raises:
        ProgramFailure: if such a tree cannot be built; see `build_tree`.
    """
    found: list[tuple[Node, list[Node]]] = []

    def make(node: Node, below: list[Any]) -> Node:
        found.append((node, below))
        return node

    build_tree(watched, limit, make)
    return found


def worth(node: Node) -> Any:
    """Return the value of a node where the tree ends.

    Raises:
        ProgramFailure: if it is at the depth limit and has no evaluation.
    """
    value = node.estimate if node.utility is None else node.utility
    if value is None:
        raise ProgramFailure(
            "refused", f"the key's depth limit stops at {node.text}, which has no evaluation"
        )
    return value


class _ByName(WatchedDict):
    """A dict with an entry for each node, by the names of nodes.

    Args:
        watched: nodes of the game.
        below: nodes with their children.
    """

    def __init__(self, watched: WatchedNodes, below: list[tuple[Node, list[Node]]]) -> None:
        self._watched = watched
        self._names = names_of(below)
        self._nodes = {self._names[node.number]: node for node, _ in below}
        super().__init__()

    def __contains__(self, name: Any) -> bool:
        if name in self._nodes:
            self._watched.log(self._nodes[name], ASKED)
        return super().__contains__(name)


class Graph(_ByName):
    """A dict of children's names by a node's name; without `apart`, also leaves' values.

    Args:
        watched: nodes of the game.
        below: nodes with their children.
        apart: whether leaves have no entry, because their values are passed separately.
    """

    def __init__(
        self, watched: WatchedNodes, below: list[tuple[Node, list[Node]]], apart: bool
    ) -> None:
        super().__init__(watched, below)
        names = self._names
        for node, children in reversed(below):
            if children:
                self[names[node.number]] = [names[one.number] for one in children]
            elif not apart:
                self[names[node.number]] = worth(node)

    def __getitem__(self, name: Any) -> Any:
        found = super().__getitem__(name)
        self._watched.log(self._nodes[name], EXPANDED if isinstance(found, list) else VALUED)
        return [*found] if isinstance(found, list) else found


class Worths(_ByName):
    """A dict of the leaves' values by name."""

    def __init__(self, watched: WatchedNodes, below: list[tuple[Node, list[Node]]]) -> None:
        super().__init__(watched, below)
        for node, children in reversed(below):
            if not children:
                self[self._names[node.number]] = worth(node)

    def __getitem__(self, name: Any) -> Any:
        found = super().__getitem__(name)
        self._watched.log(self._nodes[name], VALUED)
        return found


def names_of(below: list[tuple[Node, list[Node]]]) -> dict[int, str]:
    """Return the names of nodes by number: their texts, numbered if they repeat."""
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
    """The leaves' values from left to right, for a tree in which indexes identify nodes.

    Args:
        watched: nodes of the game.
        below: nodes with their children.

    Raises:
        ProgramFailure: if the tree is not complete, so that indexes do not identify nodes.
    """

    def __init__(self, watched: WatchedNodes, below: list[tuple[Node, list[Node]]]) -> None:
        self._watched = watched
        self._leaves = [node for node, children in reversed(below) if not children]
        many = {len(children) for _, children in below if children}
        layers = {_depth(watched, node) for node in self._leaves}
        if len(many) > 1 or len(layers) > 1:
            raise ProgramFailure(
                "refused",
                "its function takes an index in a row of leaves, but the key's tree is not "
                "complete: its nodes have different numbers of children, or its leaves "
                "different depths",
            )
        super().__init__(worth(node) for node in self._leaves)

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        chosen = self._leaves[place]
        for node in chosen if isinstance(chosen, list) else [chosen]:
            self._watched.log(node, VALUED)
        return found

    def __iter__(self) -> Iterator[Any]:
        for place in range(len(self)):
            yield self[place]


def _depth(watched: WatchedNodes, node: Node) -> int:
    depth = 0
    while node.up >= 0:
        node, depth = watched.node(node.up), depth + 1
    return depth
