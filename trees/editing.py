"""A hand tree with something about it changed: a value, or the order of children."""

from __future__ import annotations

from engine.errors import UsageError
from engine.game import Number
from trees.builder import Edge, Node, build
from trees.hand_tree import HandTree

__all__ = ["with_child_moved", "with_value"]


def with_value(tree: HandTree, node: int, value: Number) -> HandTree:
    """The tree in which a leaf has another value, or an interior node another estimate.

    Args:
        tree: the tree, which stays as it is.
        node: the node, as a state of the tree.
        value: what it is worth to MAX.

    Raises:
        InvalidInput: the value is infinite or NaN.
    """
    nodes = _loose(tree)
    if tree.is_terminal(node):
        nodes[node].value = value
    else:
        nodes[node].eval = value
    return _built(tree, nodes)


def with_child_moved(tree: HandTree, node: int, place: int, by: int) -> HandTree:
    """The tree in which a child has changed places with its neighbour.

    Args:
        tree: the tree, which stays as it is.
        node: the parent, as a state of the tree.
        place: which child, from 0.
        by: 1 to move it behind the next, −1 before the one before.

    Raises:
        UsageError: there is no neighbour on that side.
    """
    nodes = _loose(tree)
    edges = nodes[node].edges
    other = place + by
    if not (0 <= place < len(edges) and 0 <= other < len(edges)):
        raise UsageError(
            f"child {place + 1} of {tree.ids[node]} cannot change places with child {other + 1}",
            expected=f"two of its {len(edges)} children",
        )
    edges[place], edges[other] = edges[other], edges[place]
    return _built(tree, nodes)


def _loose(tree: HandTree) -> list[Node]:
    """The nodes of a tree, named and with their turns, to be built anew."""
    nodes = [
        Node(
            id=tree.ids[state],
            player=tree.to_move(state),
            value=tree.values[state],
            eval=tree.evals[state],
            note=tree.notes[state],
        )
        for state in range(len(tree))
    ]
    for state, node in enumerate(nodes):
        node.edges.extend(
            Edge(nodes[tree.children[edge]], tree.edge_labels[edge], tree.probabilities[edge])
            for edge in tree.actions(state)
        )
    return nodes


def _built(tree: HandTree, nodes: list[Node]) -> HandTree:
    return build(
        nodes[0],
        players=tree.players,
        name=tree.name,
        description=tree.description,
        citation=tree.citation,
    )
