"""The nodes of a drawn tree as plain data, independent of its drawing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, Final

from engine.game import Player
from tracer.mcts.rewards import NO_NODE

if TYPE_CHECKING:
    from tracer.steps.step_views import BoardText


class Sign(StrEnum):
    """The symbol of a node."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"  #: a terminal node, or one at which a depth limit stopped
    MORE = "more"  #: not a node, but a placeholder for folded nodes


#: The symbols of internal nodes, by the player to move.
SIGNS: Final = {Player.MAX: Sign.MAX, Player.MIN: Sign.MIN, Player.CHANCE: Sign.CHANCE}


#: The meaning of a symbol if there are several players; see `figure_name`.
PLAYER_IN_PARENTHESES: Final = "player in parentheses"


def sign_of(player: int, *, leaf: bool) -> Sign:
    """Return the symbol of a node."""
    return Sign.LEAF if leaf else SIGNS[Player(player)]


class Status(StrEnum):
    """The progress of the search at a node."""

    UNSEEN = "unseen"  #: not yet entered
    OPEN = "open"  #: entered but not left, so its value is not final
    DONE = "done"  #: left
    SKIPPED = "skipped"  #: pruned by a cutoff at its parent or higher


class EdgeRank(IntEnum):
    """The kind of node that an edge leads to; where edges meet, the highest rank is drawn."""

    SKIPPED = 0
    UNSEEN = 1
    VISITED = 2
    BEST = 3


def edge_rank(status: Status, *, best: bool) -> EdgeRank:
    """Return the rank of the edge above a node."""
    if best:
        return EdgeRank.BEST
    if status is Status.SKIPPED:
        return EdgeRank.SKIPPED
    return EdgeRank.UNSEEN if status is Status.UNSEEN else EdgeRank.VISITED


@dataclass(frozen=True, slots=True)
class ShapeNode:
    """The properties of a node that are the same at every step."""

    name: str
    edge: str
    parent: int
    level: int
    sign: Sign
    rows: tuple[int, ...] = ()
    value: str = ""
    state: Any = None
    move: int = 0
    folded: int = 0
    number: int = NO_NODE
    left_out: Status | None = None
    is_brief: bool = False  # whether its window is not drawn


@dataclass(frozen=True, slots=True)
class FigureNode:
    """One node of a figure with all its texts."""

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
    chain: bool = False
    critical: int = 0
    board: BoardText | None = None


@dataclass(frozen=True, slots=True)
class TreeFigure:
    """A tree after a step of its search."""

    nodes: tuple[FigureNode, ...]
    step: int
    whole: bool

    @property
    def current(self) -> int:
        """The place of the step's node."""
        return next((place for place, node in enumerate(self.nodes) if node.current), 0)

    def children(self) -> list[list[int]]:
        """Return the places of every node's children, in order."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent >= 0:
                below[node.parent].append(place)
        return below
