"""Edit a hand tree: change a value, a letter or the order of children."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from engine.errors import InvalidInput, UsageError
from engine.game import Number
from trees.building import TreeEdge, TreeNode, build
from trees.hand_tree import HandTree, VectorTree, show_vector


def set_value(tree: HandTree, node: int, value: Number) -> HandTree:
    """Return the tree with another value of a leaf, or estimate of an interior node."""
    nodes = copy_nodes(tree)
    if tree.is_terminal(node):
        nodes[node].value, nodes[node].letter = value, None
    else:
        nodes[node].eval = value
    return rebuild(tree, nodes[0])


def set_vector(tree: VectorTree, leaf: int, shares: Sequence[Number]) -> VectorTree:
    """Return the tree with another vector at a leaf."""
    names = tree.share_names
    if len(shares) != len(names) or not all(map(isfinite, shares)):
        raise InvalidInput(
            f"{show_vector(shares)} is not a vector of this tree",
            expected=f"{len(names)} numbers, for {', '.join(names)}",
        )
    vectors = list(tree.vectors)
    if vectors[leaf] is None:
        raise UsageError(f"{tree.ids[leaf]} is not a leaf", expected="a leaf, which has a vector")
    vectors[leaf] = tuple(shares)
    return VectorTree(tree.shape, vectors, names, tree.movers)


def set_letter(tree: HandTree, node: int, letter: str) -> HandTree:
    """Return the tree with a letter instead of the value of a leaf."""
    nodes = copy_nodes(tree)
    nodes[node].value, nodes[node].letter = None, letter
    return rebuild(tree, nodes[0])


def move_child(tree: HandTree, node: int, place: int, by: int) -> HandTree:
    """Return the tree with a child and its neighbour swapped."""
    nodes = copy_nodes(tree)
    edges = nodes[node].edges
    other = place + by
    if not (0 <= place < len(edges) and 0 <= other < len(edges)):
        raise UsageError(
            f"child {place + 1} of {tree.ids[node]} cannot swap places with child {other + 1}",
            expected=f"two of its {len(edges)} children",
        )
    edges[place], edges[other] = edges[other], edges[place]
    return rebuild(tree, nodes[0])


# A tree as loose nodes again.


def copy_nodes(tree: HandTree) -> list[TreeNode]:
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
        if isinstance(tree, VectorTree):
            node.value, node.vector, node.mover = None, tree.vectors[state], tree.movers[state]
        node.edges.extend(
            TreeEdge(nodes[tree.children[edge]], tree.edge_labels[edge], tree.probabilities[edge])
            for edge in tree.actions(state)
        )
    return nodes


def rebuild(tree: HandTree, root: TreeNode, share_names: Sequence[str] = ()) -> HandTree:
    """Build changed nodes of a tree; everything else is as in the tree."""
    built = build(
        root,
        players=tree.players,
        name=tree.name,
        description=tree.description,
        citation=tree.citation,
        convention=tree.convention,
        share_names=tree.share_names if isinstance(tree, VectorTree) else share_names,
    )
    built.replaced = {
        place: letter
        for node, letter in tree.replaced.items()
        if built.values[place := built.parse(tree.ids[node])] == tree.values[node]
    }
    return built
