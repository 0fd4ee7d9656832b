"""Build a `HandTree` from loose nodes: check it, name its nodes, assign turns.

Every reader (nested lists, YAML, saved traces) makes `TreeNode`s with their edges and passes the
root to `build`. A `TreeNode` reached by two edges is one node with two parents: a transposition.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.building.chance import read_probabilities
from trees.building.gc_pause import collector_paused
from trees.building.leaf_bounds import find_spans
from trees.building.naming import check_labels, name_nodes
from trees.building.node import Place, TreeNode
from trees.building.turns import assign_turns, check_cycle
from trees.hand_tree import ALTERNATING, HandTree
from trees.text.letters import is_letter
from trees.text.numbers import plain_number
from trees.text.quoting import quote


#: The most children that a node can have; the visit log counts them in 16 bits.
MAX_CHILDREN: Final = 65_535


def _format_place(where: object) -> str:
    return str(where or "")


@collector_paused()
def build(
    root: TreeNode,
    *,
    players: Sequence[Player] = ALTERNATING,
    name: str = "",
    description: str = "",
    citation: str = "",
    max_size: int | None = None,
    place: Place = _format_place,
) -> HandTree:
    """Check, name and flatten a tree of loose nodes."""
    turns = check_cycle(players)
    nodes, children = _level_order(root)
    first_edge = _first_edges(nodes, place)
    parents = _first_parents(children)
    order: Sequence[int] = range(len(nodes))
    if len(children) >= len(nodes):
        order = _parents_first(nodes, first_edge, children, place)
    if max_size is not None:
        _check_size(nodes, order, first_edge, children, max_size, place)
    spans = find_spans(nodes, order, first_edge, children, place)
    player = assign_turns(nodes, order, first_edge, children, parents, turns, place)
    ids = name_nodes(nodes, first_edge, parents, place)
    check_labels(nodes, ids, first_edge, children, place)
    tree = HandTree(
        ids=ids,
        player=player,
        values=[node.value for node in nodes],
        evals=[node.eval for node in nodes],
        notes=[node.note for node in nodes],
        bounds=[node.bounds for node in nodes] if spans else (),
        spans=spans or (),
        first_edge=first_edge,
        children=children,
        edge_labels=[edge.label for node in nodes for edge in node.edges],
        probabilities=read_probabilities(nodes, player, place),
        players=turns,
        name=name,
        description=description,
        citation=citation,
        letters={
            number: node.letter for number, node in enumerate(nodes) if node.letter is not None
        },
    )
    if tree.unknowns:
        tree.letter_place = next(
            place(node.where) for node in nodes if node.letter in tree.unknowns
        )
    return tree


def _level_order(root: TreeNode) -> tuple[list[TreeNode], array[int]]:
    """Return the distinct nodes in level order, and for every edge the index of its child."""
    index = {id(root): 0}
    nodes = [root]
    children = array("i")
    for node in nodes:  # grows during the loop
        for edge in node.edges:
            child = edge.child
            number = index.setdefault(id(child), len(nodes))
            if number == len(nodes):
                nodes.append(child)
            children.append(number)
    return nodes, children


def _first_edges(nodes: list[TreeNode], place: Place) -> array[int]:
    """Return each node's first edge; check that each node is a leaf or has children."""
    first_edge = array("i", [0])
    edges = 0
    for node in nodes:
        count = len(node.edges)
        if node.letter is not None:
            _check_letter(node, place)
        elif node.value is None:
            if not count:
                raise InvalidInput(
                    f"{node} has neither a value nor children",
                    where=place(node.where),
                    expected="a value, or at least one child",
                )
            if count > MAX_CHILDREN:
                raise InvalidInput(
                    f"{node} has {count:,} children",
                    where=place(node.where),
                    expected=f"at most {MAX_CHILDREN:,}",
                )
            if node.eval is not None:
                node.eval = plain_number(node.eval, where=place(node.where))
        elif count:
            raise InvalidInput(
                f"{node} has a value and children",
                where=place(node.where),
                expected="one of the two",
                hint="Write an interior node's estimate as eval",
            )
        elif node.eval is not None:
            raise InvalidInput(
                f"{node} has an eval but no children",
                where=place(node.where),
                expected="only a value: eval is for interior nodes at a depth limit",
            )
        elif type(node.value) is not int or not -(2**53) <= node.value <= 2**53:
            node.value = plain_number(node.value, where=place(node.where))
        edges += count
        first_edge.append(edges)
    return first_edge


def _check_letter(node: TreeNode, place: Place) -> None:
    """Refuse a letter at an interior node or beside a value, and any other text."""
    if node.edges or node.value is not None or node.eval is not None:
        raise InvalidInput(
            f"{node} has the letter {node.letter} and a value or children",
            where=place(node.where),
            expected="a letter at leaves only, instead of a value",
        )
    if not is_letter(node.letter):
        raise InvalidInput(
            f"{quote(str(node.letter))} is not a letter",
            where=place(node.where),
            expected="one letter such as x, or ?",
        )


def _first_parents(children: array[int]) -> array[int]:
    """Return, for every node except the root, its first edge in level order."""
    edges = array("i", [-1])
    for edge, child in enumerate(children):
        if child == len(edges):
            edges.append(edge)
    return edges


def _parents_first(
    nodes: list[TreeNode], first_edge: array[int], children: array[int], place: Place
) -> list[int]:
    """Return the nodes with every parent before its children."""
    waiting = array("i", bytes(4 * len(nodes)))
    for child in children:
        waiting[child] += 1
    order = [] if waiting[0] else [0]
    for node in order:  # grows during the loop
        for edge in range(first_edge[node], first_edge[node + 1]):
            child = children[edge]
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    if len(order) < len(nodes):
        looped = _find_cycle_node(waiting, first_edge, children)
        raise InvalidInput(
            f"{nodes[looped]} is its own descendant",
            where=place(nodes[looped].where),
            expected="a tree without cycles",
        )
    return order


def _find_cycle_node(waiting: array[int], first_edge: array[int], children: array[int]) -> int:
    """Return a node on a cycle, by following parents among the waiting nodes."""
    parent = {}
    for node, left in enumerate(waiting):
        if left:
            for edge in range(first_edge[node], first_edge[node + 1]):
                parent[children[edge]] = node
    node = next(iter(parent))
    seen = set()
    while node not in seen:
        seen.add(node)
        node = parent[node]
    return node


def _check_size(
    nodes: list[TreeNode],
    order: Sequence[int],
    first_edge: array[int],
    children: array[int],
    max_size: int,
    place: Place,
) -> None:
    """Refuse a tree with too many paths; a few shared nodes can cause billions of visits."""
    total = len(nodes)
    if len(children) >= len(nodes):
        size = [1] * len(nodes)
        for node in reversed(order):
            for edge in range(first_edge[node], first_edge[node + 1]):
                size[node] += size[children[edge]]
            size[node] = min(size[node], max_size + 1)  # keeps the sums small
        total = size[0]
    if total > max_size:
        raise InvalidInput(
            f"the tree has more than {max_size:,} nodes, counting shared nodes once per path",
            where=place(nodes[0].where),
            expected=f"at most {max_size:,}",
        )
