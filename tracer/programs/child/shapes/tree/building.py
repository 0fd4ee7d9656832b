"""Builds a whole tree of any form, from the leaves up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...failures import ProgramFailure
from ...watched_nodes import Node, WatchedNodes

__all__ = ["MOST_NODES", "build_tree"]

#: The most nodes of such a tree.
MOST_NODES: Final = 100_000


def build_tree(
    watched: WatchedNodes, limit: int | None, make: Callable[[Node, list[Any]], Any]
) -> Any:
    """Return a tree, built from its leaves up.

    Args:
        watched: nodes of the game.
        limit: depth limit in plies; None for no limit.
        make: returns a tree node for a node and its converted children.

    Raises:
        ProgramFailure: if it is too large, or the players do not alternate by layers.
    """
    root = watched.node(0)
    waiting: list[tuple[Node, int]] = [(root, 0)]
    order: list[tuple[Node, bool]] = []
    turns: dict[int, int] = {}
    while waiting:
        node, depth = waiting.pop()
        stops = bool(node.terminal) or depth == limit
        order.append((node, stops))
        if len(order) > MOST_NODES:
            raise ProgramFailure(
                "refused",
                f"the key's game has more than {MOST_NODES:,} nodes, too many for a tree that is "
                "passed as a whole",
            )
        if stops:
            continue
        if turns.setdefault(depth % 2, node.player) != node.player:
            raise ProgramFailure(
                "refused",
                f"two players do not take turns at {node.text}, but a plain tree does not say "
                "who moves",
            )
        if node.chances and len({*node.chances}) > 1:
            raise ProgramFailure(
                "refused",
                f"the outcomes at {node.text} are not equally likely, which a plain tree cannot "
                "express",
            )
        waiting += [
            (watched.node(node.first + place), depth + 1) for place in _places_backwards(node)
        ]
    made: dict[int, Any] = {}
    for node, stops in reversed(order):
        below = [] if stops else [made.pop(node.first + at) for at in range(len(node.actions))]
        made[node.number] = make(node, below)
    if len(turns) == 2 and turns[0] == turns[1]:
        raise ProgramFailure(
            "refused", "one player makes all moves, which a plain tree cannot express"
        )
    return made[0]


def _places_backwards(node: Node) -> range:
    """Return the indexes of a node's moves in reverse order."""
    return range(len(node.actions) - 1, -1, -1)
