"""Nested lists as a tree: `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.builder import build
from trees.collector import collector_paused
from trees.hand_tree import ALTERNATING, HandTree
from trees.node import Edge, Node
from trees.numbers import plain_number
from trees.quoting import shortened

__all__ = ["LARGEST_NESTED", "from_nested"]

#: The most nodes that nested lists may have. A list that stands in several places stands for as
#: many nodes, so that a short program can ask for more than any memory holds.
LARGEST_NESTED: Final = 10_000_000


@collector_paused()
def from_nested(
    nested: Any,
    *,
    root: Player = Player.MAX,
    players: Sequence[Player] | None = None,
    name: str = "",
) -> HandTree:
    """A tree from nested lists or tuples of numbers.

    Args:
        nested: a number is a leaf, a list or tuple a node with its children in order.
        root: whose turn it is at the root; MAX and MIN alternate from there.
        players: the turns of one round instead, such as MAX, MIN, MIN.
        name: what the tree is called.

    Raises:
        InvalidInput: there is something else in the lists, an empty list, or a list that
            contains itself. The place is given as the path to it: `[0][2]`.
    """
    top = _read(nested)
    if players is None:
        if root is Player.CHANCE:
            top.player, players = Player.CHANCE, ALTERNATING
        else:
            players = (root, root.opponent)
    return build(top, players=players, name=name)


def _read(nested: Any) -> Node:
    """Loose nodes for nested lists, however deep."""
    to_root: list[Edge] = []
    # The lists that are open: what is left of each, and the edges made of it so far.
    stack: list[tuple[Any, Iterator[Any], list[Edge]]] = [(None, iter([nested]), to_root)]
    open_lists: set[int] = set()
    room = LARGEST_NESTED
    while stack:
        items, rest, edges = stack[-1]
        before = len(edges)
        for item in rest:
            child = Node()
            edges.append(Edge(child))
            if type(item) is int:
                child.value = item
            elif isinstance(item, (list, tuple)):
                if not item or id(item) in open_lists:
                    raise InvalidInput(
                        "a list that contains itself" if item else "an empty list",
                        where=_path(stack),
                        expected="a number, or a list of numbers and lists",
                    )
                open_lists.add(id(item))
                stack.append((item, iter(item), child.edges))
                break
            elif type(item) is float and isfinite(item):
                child.value = item
            else:
                child.value = plain_number(item, where=_path(stack))
        else:
            stack.pop()
            open_lists.discard(id(items))
        room -= len(edges) - before
        if room < 0:
            raise InvalidInput(f"more than {LARGEST_NESTED:,} nodes", where=_path(stack))
    return to_root[0].child


def _path(stack: Sequence[tuple[Any, Iterator[Any], list[Edge]]]) -> str:
    """Where in the nested lists the last child stands, such as `[0][2]`."""
    text = "".join(f"[{len(edges) - 1}]" for _, _, edges in stack[1:])
    return shortened(text)
