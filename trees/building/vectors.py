"""The players of a tree with a vector at each leaf."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from engine.errors import InvalidInput
from trees.building.node import TreeNode
from trees.building.node_reader import NodeReader
from trees.hand_tree import HandTree
from trees.vector_tree import VectorTree


def vector_tree(
    shape: HandTree,
    root: TreeNode,
    reader: NodeReader,
    turns: Sequence[str],
    are_two: bool,
    where: str,
) -> VectorTree:
    """Return a tree with vectors, checked."""
    size = len(reader.vectors[0])
    check_shape(shape, where)
    nodes = in_level_order(root)
    are_two = are_two or any(node.player is not None for node in nodes)
    players = reader.players or (("MAX", "MIN") if are_two else player_letters(size))
    if len(players) != size:
        raise InvalidInput(
            f"the tree has {len(players)} players ({', '.join(players)}), but its vectors have "
            f"{size} values",
            where=where,
            expected="a value for each player",
            hint=f"Name the players: players: [{', '.join(player_letters(size))}]",
        )
    if are_two:
        return VectorTree(shape, reader.vectors, players, shape.player)
    cycle = [players.index(turn) for turn in turns] or list(range(size))
    depth = [0] * len(nodes)
    movers = bytearray(len(nodes))
    for number, node in enumerate(nodes):
        movers[number] = reader.movers.get(node, cycle[depth[number] % len(cycle)])
        for edge in shape.actions(number):
            depth[shape.children[edge]] = depth[number] + 1
    return VectorTree(shape, reader.vectors, players, bytes(movers))


def check_shape(shape: HandTree, where: str) -> None:
    """Refuse a tree that cannot have vectors."""
    for is_wrong, fault in (
        (shape.has_chance, "a tree with vectors cannot have chance nodes"),
        (len(shape.children) >= len(shape), "a tree with vectors cannot repeat a node"),
        (
            any(estimate is not None for estimate in shape.evals),
            "a tree with vectors cannot have an eval",
        ),
    ):
        if is_wrong:
            raise InvalidInput(fault, where=where, expected="moves of players, and vectors")


def in_level_order(root: TreeNode) -> list[TreeNode]:
    """Return the nodes of a tree without shared nodes in the order of its built form."""
    nodes = [root]
    for node in nodes:  # grows during the loop
        nodes += [edge.child for edge in node.edges]
    return nodes


def player_letters(size: int) -> tuple[str, ...]:
    """Return names for players without names: A, B, C, and so on."""
    return tuple(ascii_uppercase[:size])
