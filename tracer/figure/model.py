"""The drawn tree as plain data: what stands where in a figure, before it is drawn in any way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracer.board import Board

__all__ = ["Figure", "FigureNode", "Sign", "Status"]


class Sign(StrEnum):
    """What a node is drawn as."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"  #: a terminal node, or one at which a depth limit stopped
    MORE = "more"  #: not a node: it stands for nodes that are folded away


class Status(StrEnum):
    """How far the search is with a node."""

    UNSEEN = "unseen"  #: not yet entered
    OPEN = "open"  #: entered and not left: its value is not final
    DONE = "done"  #: left
    SKIPPED = "skipped"  #: a cutoff at it or above it keeps it from being visited


@dataclass(frozen=True, slots=True)
class FigureNode:
    """One node of a figure, with all that is written at it.

    Args:
        name: its name, in a game the move that leads to it; for `Sign.MORE` what is folded away.
        row: its row in the visit log; None where it was never visited.
        parent: its parent's place in the figure; −1 at the root.
        level: rows of nodes above it in the figure.
        sign: what it is drawn as.
        status: how far the search is with it.
        value: its value with `=`, `≤` or `≥` before it, or with `…` after it while it can still
            change; `?` before the first child has returned; empty where nothing is known.
        window: its window as it stands now, or stood when it returned; empty without one.
        entered: the window it was entered with.
        edge: what is written at the edge that leads to it: a move's label, a probability.
        current: whether this is the node that the step is about.
        best: whether it is on the line of best play of a finished search.
        folded: visits below it that the figure leaves out.
        shown: whether it is drawn; a game's nodes are not before they are visited.
        changed: whether something about it is different from before an edit.
        board: its position, where boards are drawn in the nodes.
    """

    name: str
    row: int | None
    parent: int
    level: int
    sign: Sign
    status: Status
    value: str = ""
    window: str = ""
    entered: str = ""
    edge: str = ""
    current: bool = False
    best: bool = False
    folded: int = 0
    shown: bool = True
    changed: bool = False
    board: Board | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A tree as it stands after a step of its search.

    Args:
        nodes: its nodes in pre-order, the root first.
        step: the step, from 0.
        whole: whether nothing is folded away.
    """

    nodes: tuple[FigureNode, ...]
    step: int
    whole: bool

    @property
    def current(self) -> int:
        """The place of the node that the step is about."""
        return next((place for place, node in enumerate(self.nodes) if node.current), 0)

    def children(self) -> list[list[int]]:
        """The places of every node's children, in order."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent >= 0:
                below[node.parent].append(place)
        return below
