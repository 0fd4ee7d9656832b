"""Nested lists as a tree: `[[3, 12, 8], [2, 4, 6], [14, 5, 2]]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.building import TreeEdge, TreeNode, build, collector_paused
from trees.hand_tree import ALTERNATING, HandTree
from trees.text import is_letter, plain_number, shorten

#: The most nodes of nested lists. A list used in several places counts each time, so a short
#: program could otherwise exhaust the memory.
LARGEST_NESTED: Final = 10_000_000


@collector_paused()
def from_nested(
    nested: Any,
    *,
    root: Player = Player.MAX,
    players: Sequence[Player] | None = None,
    name: str = "",
) -> HandTree:
    """Return a tree from nested lists or tuples of numbers."""
    top = _read(nested)
    if players is None:
        if root is Player.CHANCE:
            top.player, players = Player.CHANCE, ALTERNATING
        else:
            players = (root, root.opponent)
    return build(top, players=players, name=name)


def _read(nested: Any) -> TreeNode:
    """Return loose nodes for nested lists of any depth."""
    to_root: list[TreeEdge] = []
    # The open lists: the rest of each, and the edges made from it so far.
    stack: list[tuple[Any, Iterator[Any], list[TreeEdge]]] = [(None, iter([nested]), to_root)]
    open_lists: set[int] = set()
    room = LARGEST_NESTED
    while stack:
        items, rest, edges = stack[-1]
        before = len(edges)
        for item in rest:
            child = TreeNode()
            edges.append(TreeEdge(child))
            if type(item) is int:
                child.value = item
            elif isinstance(item, (list, tuple)):
                if not item or id(item) in open_lists:
                    raise InvalidInput(
                        "a list contains itself" if item else "a list is empty",
                        where=_path(stack),
                        expected="a number, or a list of numbers and lists",
                    )
                open_lists.add(id(item))
                stack.append((item, iter(item), child.edges))
                break
            elif type(item) is float and isfinite(item):
                child.value = item
            elif is_letter(item):
                child.letter = item
            else:
                child.value = plain_number(item, where=_path(stack))
        else:
            stack.pop()
            open_lists.discard(id(items))
        room -= len(edges) - before
        if room < 0:
            raise InvalidInput(
                f"the tree has more than {LARGEST_NESTED:,} nodes", where=_path(stack)
            )
    return to_root[0].child


def _path(stack: Sequence[tuple[Any, Iterator[Any], list[TreeEdge]]]) -> str:
    """Return the path to the last child in the nested lists, such as `[0][2]`."""
    text = "".join(f"[{len(edges) - 1}]" for _, _, edges in stack[1:])
    return shorten(text)
