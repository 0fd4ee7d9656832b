"""A figure for print as plain data: numbers and texts, and nothing about how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.figure.model import Sign

__all__ = ["NO_PARENT", "Diagram", "DiagramNode", "Position", "printable"]

#: The parent of the root.
NO_PARENT = -1


def printable(text: str) -> str:
    """A text without what no figure can hold: spaces of other kinds, and what is not to be seen."""
    return "".join(
        " " if letter.isspace() else letter if letter.isprintable() else "�" for letter in text
    )


@dataclass(frozen=True, slots=True)
class Position:
    """A game's position as it is drawn in a node.

    Args:
        rows: the texts of its cells, rows from the top; of a game without a board its lines, each
            as one cell.
        grid: whether the cells are squares of a board.
        changed: the row and column, from 0, of each cell that the last move changed.
    """

    rows: tuple[tuple[str, ...], ...]
    grid: bool
    changed: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """One node, with all that is written at it.

    What stands below `position` is what a search has found; a worksheet's nodes have none of it.

    Args:
        name: its name, in a game the move that leads to it; empty at the root of a game.
        parent: its parent's place in the diagram; `NO_PARENT` at the root.
        level: edges between it and the root.
        sign: what it is drawn as.
        edge: what is written at the edge that leads to it: a move's label, a probability.
        given: the value of a leaf, which is known beforehand; empty at other nodes.
        position: its position, where the tree is that of a game.
        value: the value that was found, with `≤` or `≥` before it where it is a bound and `…`
            after it while it can still change; empty where nothing is known.
        window: the window that it was entered with; empty without one.
        visits: of a search that plays out, how often it was gone through, as `n=12`; its value is
            then the mean of their rewards.
        unseen: whether the search has not come to it yet.
        skipped: whether it is left out, for a cutoff at or above it or since the answer was known.
        cut: whether the edge that leads to it is the one that was cut.
        best: whether it is on the line of best play.
        current: whether this is the node that the step is about.
        values: the texts that stand for its value at some step of the search, so that a drawing
            can be given the same room at all of them.
        windows: the same for its window or its visits.
    """

    name: str
    parent: int
    level: int
    sign: Sign
    edge: str = ""
    given: str = ""
    position: Position | None = None
    value: str = ""
    window: str = ""
    visits: str = ""
    unseen: bool = False
    skipped: bool = False
    cut: bool = False
    best: bool = False
    current: bool = False
    values: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    @property
    def beneath(self) -> str:
        """What stands in small letters under the value: the window, or the visits."""
        return self.window or self.visits


@dataclass(frozen=True, slots=True)
class Diagram:
    """A tree to be drawn.

    Args:
        nodes: its nodes in pre-order, the root first.
        title: what it is of.
        answered: whether it shows what a search has found; a worksheet does not, and leaves room
            for it.
        labels: what the players are called: MAX, MIN and chance, perhaps with the game's names.
    """

    nodes: tuple[DiagramNode, ...]
    title: str
    answered: bool
    labels: tuple[tuple[Sign, str], ...]

    def children(self) -> list[list[int]]:
        """The places of every node's children, in order."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent != NO_PARENT:
                below[node.parent].append(place)
        return below

    def levels(self) -> list[list[int]]:
        """The places of the nodes of each level, from the root down and from the left."""
        found: list[list[int]] = []
        for place, node in enumerate(self.nodes):
            if node.level == len(found):
                found.append([])
            found[node.level].append(place)
        return found

    def label_of(self, sign: Sign) -> str:
        """What the player of a sign is called."""
        return dict(self.labels).get(sign, "")
