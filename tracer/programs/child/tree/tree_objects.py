"""Trees of nodes with attributes or methods, such as `node.children`, that note what is read."""

from __future__ import annotations

from typing import Any

from ..sources import plain
from ..table import ASKED, EXPANDED, VALUED, Node, Table
from .plain_graphs import worth
from .tree_forms import OBJECT_BELOW, OBJECT_LEAF, OBJECT_WORTH

__all__ = ["TreeNode"]


class TreeNode:
    """A node, of which a program asks the children, the value, and whether it is a leaf.

    What a program sets is its own: it is handed back as it was set.

    Args:
        table: the game.
        node: the node.
        below: the nodes below it.
        methods: what the program calls, and does not merely read.
    """

    def __init__(
        self, table: Table, node: Node, below: list[TreeNode], methods: frozenset[str]
    ) -> None:
        self._table = table
        self.node_watched = node
        self._below = below
        self._methods = methods
        self._worth = None if below else worth(node)

    def __getattr__(self, name: str) -> Any:
        # Only what was never set comes here.
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._found(name)
        return found if name in self._methods else found()

    def _found(self, name: str) -> Any:
        node, table = self.node_watched, self._table

        def children() -> Any:
            table.log(node, EXPANDED if self._below else ASKED)
            return [*self._below]

        def value() -> Any:
            if not self._below:
                table.log(node, VALUED)
            return self._worth

        def is_leaf() -> bool:
            table.log(node, ASKED)
            return not self._below

        short = plain(name)
        if short in OBJECT_BELOW:
            return children
        if short in OBJECT_WORTH:
            return value
        if short in OBJECT_LEAF:
            return is_leaf
        if short in ("name", "id", "label", "state"):
            return lambda: node.text
        raise AttributeError(f"a node of this key has no {name}, but children, value and is_leaf")

    def __repr__(self) -> str:
        return str(self.node_watched.text)
