"""Loose nodes of a tree that is being read or made, before `trees.building.builder.build`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.game import Number, Player

#: A function that turns a node's or an edge's `where` into the place of an error.
Place: TypeAlias = Callable[[Any], str]

#: The smallest and the largest value that leaves can have.
LeafBounds: TypeAlias = tuple[Number, Number]


@dataclass(slots=True, eq=False)
class TreeNode:
    """A loose node: either a leaf with a value or a letter, or an interior node with edges."""

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
    """A move, or at a chance node an outcome."""

    child: TreeNode
    label: str | None = None
    probability: Number | None = None
    where: Any = None
