"""A figure for print as plain data, independent of its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tracer.drawing.tree.figure_model import NO_PARENT, Sign

if TYPE_CHECKING:
    from engine.text import Ground, Piece

__all__ = ["NO_PARENT", "Diagram", "DiagramNode", "NodePosition"]


@dataclass(frozen=True, slots=True)
class NodePosition:
    """A game's position in a node."""

    rows: tuple[tuple[str, ...], ...]
    grid: bool
    changed: frozenset[tuple[int, int]] = frozenset()
    last: frozenset[tuple[int, int]] = frozenset()
    pieces: Mapping[str, Piece] = field(default_factory=dict, hash=False)
    ground: Ground = "lines"
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()

    @property
    def turned(self) -> frozenset[tuple[int, int]]:
        """The cells that the last move changed without taking them, such as flipped discs."""
        return self.changed - self.last


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """One node with all its texts.

    The fields after `position` are results of a search; a worksheet's nodes have none of them.
    """

    name: str
    parent: int
    level: int
    sign: Sign
    edge: str = ""
    given: str = ""
    position: NodePosition | None = None
    value: str = ""
    window: str = ""
    visits: str = ""
    critical: str = ""
    unseen: bool = False
    skipped: bool = False
    cut: bool = False
    best: bool = False
    current: bool = False
    values: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    @property
    def beneath(self) -> str:
        """The small text under the value: the window, the visits or the type."""
        return self.window or self.visits or self.critical


@dataclass(frozen=True, slots=True)
class Diagram:
    """A tree to draw."""

    nodes: tuple[DiagramNode, ...]
    title: str
    answered: bool
    labels: tuple[tuple[Sign, str], ...]

    def children(self) -> list[list[int]]:
        """Return the places of every node's children, in order."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent != NO_PARENT:
                below[node.parent].append(place)
        return below

    def levels(self) -> list[list[int]]:
        """Return the places of the nodes of each level, from the root down and left to right."""
        found: list[list[int]] = []
        for place, node in enumerate(self.nodes):
            if node.level == len(found):
                found.append([])
            found[node.level].append(place)
        return found

    def label_of(self, sign: Sign) -> str:
        """Return the name of a symbol's player."""
        return dict(self.labels).get(sign, "")
