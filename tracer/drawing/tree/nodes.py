"""The nodes of a drawn tree as plain data, independent of its drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any, Final

from engine.game import Player
from engine.log.visit_log import NO_PARENT

if TYPE_CHECKING:
    from engine.text import Ground, Piece
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


#: The players of internal nodes in words, by their symbols.
SIGN_WORDS: Final = {Sign.MAX: "MAX", Sign.MIN: "MIN", Sign.CHANCE: "chance"}

#: The symbols of internal nodes in texts.
SIGN_LETTERS: Final = {Sign.MAX: "△", Sign.MIN: "▽", Sign.CHANCE: "○"}

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
class Node:
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
    path: Sequence[str] = ()  # the moves to it, if the names of the nodes below it depend on them
    folded: int = 0
    #: Its number in `tracer.mcts.rewards`.
    number: int = field(kw_only=True)
    left_out: Status | None = None
    is_brief: bool = False  # whether its window is not drawn
    position: NodePosition | None = None  # in print
    values: tuple[str, ...] = ()  # the texts at all steps, for which there is room in print
    windows: tuple[str, ...] = ()

    def draw_bare(self, status: Status) -> DrawnNode:
        """Return it as it is before any search."""
        return DrawnNode(
            self.name, self.parent, self.level, self.sign, self.edge, self.value, status=status
        )


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """One node with all its texts, at a step, at the end, or before any search."""

    name: str
    parent: int
    level: int
    sign: Sign
    edge: str = ""
    value: str = ""
    row: int | None = None
    status: Status = Status.DONE
    window: str = ""
    entered: str = ""  # the window on entry
    visits: str = ""
    critical: int = 0
    current: bool = False
    best: bool = False
    cut: bool = False  # whether its parent's own cutoff skips it
    changed: bool = False
    chain: bool = False
    shown: bool = True
    folded: int | None = None  # the visits so far that are not drawn; None if nothing is folded
    board: BoardText | None = None  # in a terminal
    position: NodePosition | None = None  # in print, as the next two
    values: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    @property
    def unseen(self) -> bool:
        """Whether the search has not entered it."""
        return self.status is Status.UNSEEN

    @property
    def skipped(self) -> bool:
        """Whether it is pruned."""
        return self.status is Status.SKIPPED

    @property
    def beneath(self) -> str:
        """The small text under the value in print: the window or the visits."""
        return self.window or self.visits


@dataclass(frozen=True, slots=True)
class DrawnTree:
    """A tree with all its texts, in pre-order."""

    nodes: tuple[DrawnNode, ...]

    def children(self) -> list[list[int]]:
        """Return the places of every node's children, in order."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent != NO_PARENT:
                below[node.parent].append(place)
        return below

    def node(self, place: int) -> DrawnNode:
        """Return a node with all its texts."""
        return self.nodes[place]

    def rank(self, place: int) -> EdgeRank | None:
        """Return the rank of the edge above a node; None if the node is not drawn."""
        node = self.nodes[place]
        return edge_rank(node.status, best=node.best) if node.shown else None
