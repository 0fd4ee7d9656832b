"""Reader of the nodes of a tree file, in a grammar that allows short forms.

A node is a number, a letter, a list of nodes, or a mapping with more details. It reads with a
stack, not by recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import did_you_mean
from engine.game import Number
from trees.building.naming import TreeEdge, TreeNode, check_word
from trees.text import exact_number, is_letter, number_from_text, quote
from trees.yaml.yaml_fields import FieldReader, describe_kind, join_vectors
from trees.yaml.yaml_text import YamlList, YamlMap, YamlNode, YamlScalar

#: The most nodes that may be written in a file.
MAX_NODES: Final = 25_000

#: The most moves: more than `MAX_NODES` only if children are shared.
MAX_EDGES: Final = 50_000

NODE_KEYS: Final = ("id", "player", "value", "eval", "note", "bounds", "children")
OUTCOME_KEYS: Final = ("p", "node")

#: The most players; each has a letter if the file gives no names.
MAX_SHARES: Final = 26


class NodeReader:
    """Reads the nodes of one file."""

    def __init__(self, words: FieldReader, players: Sequence[str] = ()) -> None:
        self.words = words
        self.players = players
        #: The vectors of the leaves; a leaf's value is then the place of its vector.
        self.vectors: list[tuple[Number, ...]] = []
        #: A place with the bounds of a node's leaves, if there are any.
        self.bounds_at: YamlNode | None = None
        #: The nodes with an explicit player of `players`, and the player's place.
        self.movers: dict[TreeNode, int] = {}
        self.has_numbers = False
        self.ids: dict[str, YamlScalar] = {}
        self.made: dict[int, TreeNode] = {}  # by the id() of their node in the text
        self.nodes = 0
        self.edges = 0

    def root(self, node: YamlNode) -> TreeNode:
        """Return loose nodes for everything below a node of the text."""
        if isinstance(node, YamlMap) and _is_outcome(node):
            raise self.words.error(
                node, "the root cannot be an outcome", "a node: p: belongs below chance"
            )
        root = self.node(node)
        waiting = [node]
        while waiting:
            reading = waiting.pop()
            new_nodes = self.fill(self.made[id(reading)], reading)
            if self.nodes > MAX_NODES:
                raise self.words.error(
                    reading, f"the tree has more than {MAX_NODES:,} nodes", "a smaller tree"
                )
            waiting += reversed(new_nodes)
        return root

    def node(self, node: YamlNode) -> TreeNode:
        """Return the loose node for a node of the text; a shared one is created once."""
        tree_node = self.made.get(id(node))
        if tree_node is None:
            tree_node = self.made[id(node)] = TreeNode(where=node)
            self.nodes += 1
        return tree_node

    def fill(self, tree_node: TreeNode, node: YamlNode) -> list[YamlNode]:
        """Read one node and return its new children."""
        if isinstance(node, YamlScalar):
            self.value(tree_node, node, "a node")
            return []
        if isinstance(node, YamlList):
            return self.children(tree_node, node)
        self.words.check_keys(node, NODE_KEYS, "a node")
        entries = node.entries
        if "id" in entries:
            tree_node.id = self.id(entries["id"][1])
        if "player" in entries:
            self.player(tree_node, entries["player"][1])
        if "note" in entries:
            tree_node.note = self.words.text(entries["note"][1], "a note")
        if "bounds" in entries:
            tree_node.bounds = self.words.bounds(entries["bounds"][1])
            self.bounds_at = entries["bounds"][0]
        if "value" in entries:
            for other in ("children", "eval"):
                if other in entries:
                    hint = "Write an interior node's estimate as eval"
                    raise self.words.error(
                        entries[other][0],
                        f"a node cannot have both a value and {other}",
                        "only a value, or children",
                        hint if other == "children" else "",
                    )
            self.value(tree_node, entries["value"][1], "a value")
            return []
        if "children" not in entries:
            raise self.words.error(
                node, "a node has neither a value nor children", "one of the two"
            )
        if "eval" in entries:
            tree_node.eval = self.words.number(entries["eval"][1], "an eval")
        return self.children(tree_node, entries["children"][1])

    def value(self, tree_node: TreeNode, node: YamlNode, what: str) -> None:
        """Read the value of a leaf, or its letter; a vector's value is its place in `vectors`."""
        is_vector = isinstance(node, YamlScalar) and node.text[:1] == "(" and "," in node.text
        if self.vectors if not is_vector else self.has_numbers:
            raise self.words.error(
                node,
                "a tree cannot have both numbers and vectors at its leaves",
                "a number at each leaf, or a vector such as (1, 2, 6) at each leaf",
            )
        if isinstance(node, YamlScalar) and is_vector:
            self.vectors.append(self.vector(node))
            tree_node.value = len(self.vectors) - 1
            return
        self.has_numbers = True
        if isinstance(node, YamlScalar) and is_letter(node.text):
            tree_node.letter = node.text
        else:
            tree_node.value = self.words.number(node, what)

    def vector(self, node: YamlScalar) -> tuple[Number, ...]:
        """Return the vector of a leaf, such as (1, 2, 6)."""
        expected = "a vector such as (1, 2, 6)"
        if not node.text.endswith(")"):
            raise self.words.error(node, f"{quote(node.text)} has no closing )", expected)
        parts = node.text[1:-1].split(",")
        if len(parts) > MAX_SHARES:
            raise self.words.error(
                node,
                f"a vector cannot have {len(parts):,} values",
                f"between 2 and {MAX_SHARES}, one for each player",
            )
        if self.vectors and len(parts) != len(self.vectors[0]):
            raise self.words.error(
                node,
                f"the vector {quote(node.text)} has {len(parts)} values",
                f"{len(self.vectors[0])} values, as the vectors before it have",
            )
        place = self.words.place(node)
        return tuple(number_from_text(part.strip(), where=place) for part in parts)

    def player(self, tree_node: TreeNode, node: YamlNode) -> None:
        """Read the player of a node."""
        if not self.players:
            tree_node.player = self.words.player(node, "a player")
            return
        word = node.text if isinstance(node, YamlScalar) else ""
        if word not in self.players:
            raise self.words.error(
                node,
                f"a player cannot be {describe_kind(node)}",
                f"one of {', '.join(self.players)}",
                did_you_mean(word[:100], self.players),
            )
        self.movers[tree_node] = self.players.index(word)

    def id(self, node: YamlNode) -> str:
        """Return the name of a node; refuse a duplicate."""
        if not isinstance(node, YamlScalar) or node.is_null:
            raise self.words.error(node, f"an id cannot be {describe_kind(node)}", "a word")
        check_word(node.text, "an id", self.words.place(node))
        before = self.ids.setdefault(node.text, node)
        if before is not node:
            raise self.words.error(
                node,
                f"two nodes have the id {node.text}",
                f"different ids (the other is in line {before.line})",
                "To repeat a node, write &name and *name",
            )
        return node.text

    def children(self, tree_node: TreeNode, node: YamlNode) -> list[YamlNode]:
        """Read a node's children, a list or a mapping of moves, and return the new ones."""
        if isinstance(node, YamlScalar):
            raise self.words.error(
                node,
                f"children cannot be {describe_kind(node)}",
                "a list, or a mapping of move: node",
            )
        moves: list[tuple[YamlScalar | None, YamlNode]]
        if isinstance(node, YamlList):
            moves = [(None, item) for item in join_vectors(node.items)]
        else:
            moves = list(node.entries.values())
        if not moves:
            raise self.words.error(node, "children is empty", "at least one, or a value instead")
        self.edges += len(moves)
        if self.edges > MAX_EDGES:
            raise self.words.error(
                node, f"the tree has more than {MAX_EDGES:,} moves", "a smaller tree"
            )
        new_nodes: list[YamlNode] = []
        for label, child in moves:
            # The common case: a leaf that is not shared.
            if isinstance(child, YamlScalar) and not (child.anchored or node.anchored):
                self.nodes += 1
                leaf = TreeNode(where=child)
                self.value(leaf, child, "a node")
                tree_node.edges.append(
                    TreeEdge(leaf, None if label is None else label.text, None, label or child)
                )
            else:
                tree_node.edges.append(self.edge(label, child, new_nodes))
        return new_nodes

    def edge(
        self, label: YamlScalar | None, child: YamlNode, new_nodes: list[YamlNode]
    ) -> TreeEdge:
        """Read a move, or an outcome with its probability."""
        share: Number | None = None
        where: YamlNode = label or child
        if isinstance(child, YamlMap) and _is_outcome(child):
            self.words.check_keys(child, OUTCOME_KEYS, "an outcome")
            for key in OUTCOME_KEYS:
                if key not in child.entries:
                    raise self.words.error(child, f"an outcome has no {key}:", "{p: 1/3, node: …}")
            where = child.entries["p"][1]
            digits = self.words.digits(where, "a probability")
            share = exact_number(digits, where=self.words.place(where))
            child = child.entries["node"][1]
            if isinstance(child, YamlMap) and _is_outcome(child):
                raise self.words.error(child, "an outcome cannot contain an outcome", "a node")
        nodes_before = self.nodes
        tree_node = self.node(child)
        if self.nodes > nodes_before:
            new_nodes.append(child)
        return TreeEdge(tree_node, None if label is None else label.text, share, where)


def _is_outcome(node: YamlMap) -> bool:
    return "p" in node.entries or "node" in node.entries
