"""Loose nodes of a tree that is being read or made, before `trees.building.builder.build`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.game import Number, Player

__all__ = ["LeafBounds", "Place", "TreeEdge", "TreeNode"]

#: A function that turns a node's or an edge's `where` into the place of an error.
Place: TypeAlias = Callable[[Any], str]

#: The smallest and the largest value that leaves can have.
LeafBounds: TypeAlias = tuple[Number, Number]


@dataclass(slots=True, eq=False)
class TreeNode:
    """A loose node: either a leaf with a value or a letter, or an interior node with edges.

    Args:
        id: its name; None lets `build` name it.
        player: player to move here, overriding the turns of the tree.
        value: a leaf's utility for MAX.
        letter: a leaf's letter instead of a value.
        eval: an interior node's estimate, for a depth limit.
        note: author's note.
        bounds: smallest and largest value of the leaves below it; None if nothing is said.
        edges: its moves or outcomes, in order.
        where: place where it was read, for `build`'s `place`.
    """

    id: str | None = None
    player: Player | None = None
    value: Number | None = None
    letter: str | None = None
    eval: Number | None = None
    note: str = ""
    bounds: LeafBounds | None = None
    edges: list[TreeEdge] = field(default_factory=list)
    where: Any = None

    def __str__(self) -> str:
        return self.id or ("an unnamed node" if self.edges else "an unnamed leaf")


@dataclass(slots=True, eq=False)
class TreeEdge:
    """A move, or at a chance node an outcome.

    Args:
        child: node that it leads to.
        label: its own name; None to use the child's name.
        probability: probability of an outcome; None at a chance node means equal shares.
        where: place where it was read.
    """

    child: TreeNode
    label: str | None = None
    probability: Number | None = None
    where: Any = None
