"""The nodes of a tree's file, in the grammar in which the shortest text is legal.

A node is a number, a list of nodes, or a map that says more about it. Read with a stack, not by
recursion.
"""

from __future__ import annotations

from typing import Final

from engine.game import Number
from trees.naming import check_word
from trees.node import Edge, Node
from trees.numbers import exact_number
from trees.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar
from trees.yaml_words import Words, kind_of

__all__ = ["MAX_EDGES", "MAX_NODES", "NodeReader"]

#: The most nodes that a file may write down.
MAX_NODES: Final = 25_000

#: The most moves: more than `MAX_NODES` only where children are shared.
MAX_EDGES: Final = 50_000

_NODE_KEYS: Final = ("id", "player", "value", "eval", "note", "children")
_OUTCOME_KEYS: Final = ("p", "node")


class NodeReader:
    """Reads the nodes of one file.

    Args:
        words: reads the words and numbers.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.ids: dict[str, YamlScalar] = {}
        self.made: dict[int, Node] = {}  # by the id() of what they were read from
        self.nodes = 0
        self.edges = 0

    def root(self, node: YamlNode) -> Node:
        """Loose nodes for everything below a node of the text."""
        if isinstance(node, YamlMap) and _is_outcome(node):
            raise self.words.error(
                node, "an outcome as the root", "a node: p: belongs below chance"
            )
        root = self.node(node)
        waiting = [node]
        while waiting:
            reading = waiting.pop()
            found = self.fill(self.made[id(reading)], reading)
            if self.nodes > MAX_NODES:
                raise self.words.error(reading, f"more than {MAX_NODES:,} nodes", "a smaller tree")
            waiting += reversed(found)
        return root

    def node(self, node: YamlNode) -> Node:
        """The loose node for a node of the text; a shared one is made once."""
        made = self.made.get(id(node))
        if made is None:
            made = self.made[id(node)] = Node(where=node)
            self.nodes += 1
        return made

    def fill(self, made: Node, node: YamlNode) -> list[YamlNode]:
        """Read one node; returns its children that were not met before."""
        if isinstance(node, YamlScalar):
            made.value = self.words.number(node, "a node")
            return []
        if isinstance(node, YamlList):
            return self.children(made, node)
        self.words.check_keys(node, _NODE_KEYS, "a node")
        entries = node.entries
        if "id" in entries:
            made.id = self.id(entries["id"][1])
        if "player" in entries:
            made.player = self.words.player(entries["player"][1], "a player")
        if "note" in entries:
            made.note = self.words.text(entries["note"][1], "a note")
        if "value" in entries:
            for other in ("children", "eval"):
                if other in entries:
                    hint = "An interior node's own estimate is called eval"
                    raise self.words.error(
                        entries[other][0],
                        f"a value and {other} at one node",
                        "a value alone, or children",
                        hint if other == "children" else "",
                    )
            made.value = self.words.number(entries["value"][1], "a value")
            return []
        if "children" not in entries:
            raise self.words.error(node, "a node without value and children", "one of the two")
        if "eval" in entries:
            made.eval = self.words.number(entries["eval"][1], "an eval")
        return self.children(made, entries["children"][1])

    def id(self, node: YamlNode) -> str:
        """The name of a node, which no other node has."""
        if not isinstance(node, YamlScalar) or node.is_null:
            raise self.words.error(node, f"{kind_of(node)} as an id", "a word")
        check_word(node.text, "an id", self.words.place(node))
        before = self.ids.setdefault(node.text, node)
        if before is not node:
            raise self.words.error(
                node,
                f"the id {node.text} for the second time",
                f"an id of its own (it stands in line {before.line} already)",
                "The same node again is written &name and *name",
            )
        return node.text

    def children(self, made: Node, node: YamlNode) -> list[YamlNode]:
        """Read the children of a node, a list or a map of moves; returns those not met before."""
        if isinstance(node, YamlScalar):
            raise self.words.error(
                node, f"{kind_of(node)} as children", "a list, or a map of move: node"
            )
        moves: list[tuple[YamlScalar | None, YamlNode]]
        if isinstance(node, YamlList):
            moves = [(None, item) for item in node.items]
        else:
            moves = list(node.entries.values())
        if not moves:
            raise self.words.error(node, "no children", "at least one, or a value instead")
        self.edges += len(moves)
        if self.edges > MAX_EDGES:
            raise self.words.error(node, f"more than {MAX_EDGES:,} moves", "a smaller tree")
        found: list[YamlNode] = []
        for label, child in moves:
            # Most nodes: a leaf that stands nowhere else.
            if isinstance(child, YamlScalar) and not (child.anchored or node.anchored):
                self.nodes += 1
                leaf = Node(value=self.words.number(child, "a node"), where=child)
                made.edges.append(
                    Edge(leaf, None if label is None else label.text, None, label or child)
                )
            else:
                made.edges.append(self.edge(label, child, found))
        return found

    def edge(self, label: YamlScalar | None, child: YamlNode, found: list[YamlNode]) -> Edge:
        """Read a move, or an outcome with its probability."""
        share: Number | None = None
        where: YamlNode = label or child
        if isinstance(child, YamlMap) and _is_outcome(child):
            self.words.check_keys(child, _OUTCOME_KEYS, "an outcome")
            for key in _OUTCOME_KEYS:
                if key not in child.entries:
                    raise self.words.error(child, f"an outcome without {key}:", "{p: 1/3, node: …}")
            where = child.entries["p"][1]
            digits = self.words.digits(where, "a probability")
            share = exact_number(digits, where=self.words.place(where))
            child = child.entries["node"][1]
            if isinstance(child, YamlMap) and _is_outcome(child):
                raise self.words.error(child, "an outcome inside an outcome", "a node")
        known = self.nodes
        made = self.node(child)
        if self.nodes > known:
            found.append(child)
        return Edge(made, None if label is None else label.text, share, where)


def _is_outcome(node: YamlMap) -> bool:
    return "p" in node.entries or "node" in node.entries
