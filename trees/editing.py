"""Edit a hand tree: change a value, a letter or the order of children."""

from __future__ import annotations

from engine.errors import UsageError
from engine.game import Number
from trees.building.builder import build
from trees.building.node import TreeEdge, TreeNode
from trees.hand_tree import HandTree

__all__ = ["with_child_moved", "with_letter", "with_value"]


def with_value(tree: HandTree, node: int, value: Number) -> HandTree:
    """Return the tree with another value of a leaf, or estimate of an interior node.

    Args:
        tree: the tree; it is not changed.
        node: node, as a state of the tree.
        value: new value for MAX.

    Raises:
        InvalidInput: the value is infinite or NaN.
    """
    nodes = _loose(tree)
    if tree.is_terminal(node):
        nodes[node].value, nodes[node].letter = value, None
    else:
        nodes[node].eval = value
    return _built(tree, nodes)


def with_letter(tree: HandTree, node: int, letter: str) -> HandTree:
    """Return the tree with a letter instead of the value of a leaf.

    Args:
        tree: the tree; it is not changed.
        node: leaf, as a state of the tree.
        letter: the letter, or `?`.

    Raises:
        InvalidInput: it is not a letter, or the node is not a leaf.
    """
    nodes = _loose(tree)
    nodes[node].value, nodes[node].letter = None, letter
    return _built(tree, nodes)


def with_child_moved(tree: HandTree, node: int, place: int, by: int) -> HandTree:
    """Return the tree with a child and its neighbour swapped.

    Args:
        tree: the tree; it is not changed.
        node: parent, as a state of the tree.
        place: position of the child, from 0.
        by: 1 to swap with the next child, −1 with the previous one.

    Raises:
        UsageError: there is no neighbour on that side.
    """
    nodes = _loose(tree)
    edges = nodes[node].edges
    other = place + by
    if not (0 <= place < len(edges) and 0 <= other < len(edges)):
        raise UsageError(
            f"child {place + 1} of {tree.ids[node]} cannot swap places with child {other + 1}",
            expected=f"two of its {len(edges)} children",
        )
    edges[place], edges[other] = edges[other], edges[place]
    return _built(tree, nodes)


def _loose(tree: HandTree) -> list[TreeNode]:
    """Return loose nodes of a tree, with names and players, to build it again."""
    nodes = [
        TreeNode(
            id=tree.ids[state],
            player=tree.to_move(state),
            value=tree.values[state],
            eval=tree.evals[state],
            note=tree.notes[state],
            letter=tree.letters.get(state),
            bounds=tree.bounds[state] if tree.bounds else None,
        )
        for state in range(len(tree))
    ]
    for state, node in enumerate(nodes):
        node.edges.extend(
            TreeEdge(nodes[tree.children[edge]], tree.edge_labels[edge], tree.probabilities[edge])
            for edge in tree.actions(state)
        )
    return nodes


def _built(tree: HandTree, nodes: list[TreeNode]) -> HandTree:
    built = build(
        nodes[0],
        players=tree.players,
        name=tree.name,
        description=tree.description,
        citation=tree.citation,
    )
    if tree.convention:
        built.convention = tree.convention
    built.replaced = {
        place: letter
        for node, letter in tree.replaced.items()
        if built.values[place := built.parse(tree.ids[node])] == tree.values[node]
    }
    return built
