"""A figure for print as plain data, independent of its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tracer.drawing.tree.figure_model import NO_PARENT, Sign

if TYPE_CHECKING:
    from engine.text.pieces import Ground, Piece

__all__ = ["NO_PARENT", "Diagram", "DiagramNode", "NodePosition"]


@dataclass(frozen=True, slots=True)
class NodePosition:
    """A game's position in a node.

    Args:
        rows: the texts of its cells, by row; for a game without a board, one cell per line.
        grid: whether the cells are squares of a board.
        changed: the row and column, from 0, of each cell that the last move changed.
        last: those that the last move took, or led from and to; the other changed cells were
            turned or captured.
        pieces: how to draw the texts of cells; others are written unchanged.
        ground: background of the board.
        row_labels: label of each row; empty if the game has none.
        column_labels: label of each column.
    """

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

    Args:
        name: its name, in a game the move that leads to it; empty at the root of a game.
        parent: its parent's place in the diagram; `NO_PARENT` at the root.
        level: number of edges up to the root.
        sign: its symbol.
        edge: the label of the edge above it: a move, a probability.
        given: the given value of a leaf; empty at other nodes.
        position: its position, in the tree of a game.
        value: the value that was found, with `≤` or `≥` before it if it is a bound and `…` after it
            while it can still change; empty if nothing is known.
        window: the window on entry; empty without one.
        visits: in a search with playouts, the number of visits as `n=12`; the value is then their
            mean reward.
        critical: the type in the critical tree, as `type 2`; empty outside it or if not requested.
        unseen: whether the search has not reached it yet.
        skipped: whether it is pruned by a cutoff, or not needed since the answer was known.
        cut: whether the edge above it was cut off.
        best: whether it is on the line of best play.
        current: whether it is the step's node.
        values: the texts of its value at all steps, so that a drawing can reserve space.
        windows: the texts of its window or its visits at all steps.
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
    """A tree to draw.

    Args:
        nodes: its nodes in pre-order, the root first.
        title: its title.
        answered: whether it shows the results of a search; a worksheet leaves space for them.
        labels: the names of the players: MAX, MIN and chance, with the game's names if it has any.
    """

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
