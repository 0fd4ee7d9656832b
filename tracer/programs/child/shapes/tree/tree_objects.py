"""Trees of nodes with attributes or methods, such as `node.children`, that record all reads."""

from __future__ import annotations

from typing import Any

from ...loading.source_files import normalized
from ...watched_nodes import ASKED, EXPANDED, VALUED, Node, WatchedNodes
from .plain_graphs import worth
from .tree_forms import OBJECT_BELOW, OBJECT_LEAF, OBJECT_WORTH

__all__ = ["TreeNode"]


class TreeNode:
    """A node from which a program requests children, value, and whether it is a leaf.

    Attributes that a program sets are returned as they were set.

    Args:
        watched: nodes of the game.
        node: node of the game.
        below: children.
        methods: attributes that the program calls instead of only reading them.
    """

    def __init__(
        self, watched: WatchedNodes, node: Node, below: list[TreeNode], methods: frozenset[str]
    ) -> None:
        self._watched = watched
        self.node_watched = node
        self._below = below
        self._methods = methods
        self._worth = None if below else worth(node)

    def __getattr__(self, name: str) -> Any:
        # Called only for attributes that were never set.
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._attribute(name)
        return found if name in self._methods else found()

    def _attribute(self, name: str) -> Any:
        node, watched = self.node_watched, self._watched

        def children() -> Any:
            watched.log(node, EXPANDED if self._below else ASKED)
            return [*self._below]

        def value() -> Any:
            if not self._below:
                watched.log(node, VALUED)
            return self._worth

        def is_leaf() -> bool:
            watched.log(node, ASKED)
            return not self._below

        short = normalized(name)
        if short in OBJECT_BELOW:
            return children
        if short in OBJECT_WORTH:
            return value
        if short in OBJECT_LEAF:
            return is_leaf
        if short in ("name", "id", "label", "state"):
            return lambda: node.text
        raise AttributeError(
            f"nodes of this key have no {name}; they have children, value and is_leaf"
        )

    def __repr__(self) -> str:
        return str(self.node_watched.text)
