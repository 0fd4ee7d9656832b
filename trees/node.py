"""A tree while it is being read or made: loose nodes, before `trees.builder.build`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.game import Number, Player

__all__ = ["Edge", "Node", "Place"]

#: Turns a node's or an edge's `where` into the text of an error's place.
Place: TypeAlias = Callable[[Any], str]


@dataclass(slots=True, eq=False)
class Node:
    """A node on its way into a tree: either a leaf with a value or an interior node with edges.

    Args:
        id: its name; None lets `build` name it.
        player: whose turn it is here, whatever the turns of the tree say.
        value: a leaf's utility for MAX.
        eval: an interior node's estimate, for a depth limit that stops here.
        note: what the author wrote beside it.
        edges: its moves or outcomes, in order.
        where: where it was read; only `build`'s `place` looks into it.
    """

    id: str | None = None
    player: Player | None = None
    value: Number | None = None
    eval: Number | None = None
    note: str = ""
    edges: list[Edge] = field(default_factory=list)
    where: Any = None

    def __str__(self) -> str:
        return self.id or ("an unnamed node" if self.edges else "an unnamed leaf")


@dataclass(slots=True, eq=False)
class Edge:
    """A move, or at a chance node an outcome.

    Args:
        child: the node that it leads to.
        label: its own name; None where the child's name serves.
        probability: of an outcome; None at a chance node stands for equal shares.
        where: where it was read.
    """

    child: Node
    label: str | None = None
    probability: Number | None = None
    where: Any = None
