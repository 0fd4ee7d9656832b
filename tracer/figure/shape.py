"""The shape of a whole tree: its nodes at every step of the search, and how they look at one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Player
from engine.log import LEAF, NO_PARENT, Flag
from tracer.board import Board, board_of
from tracer.figure.branches import (
    Branch,
    branches,
    is_drawn_whole,
    leaf_value,
    root_branch,
    split_skipped,
)
from tracer.figure.edges import Rank, rank_of
from tracer.figure.facts import cut_by, sign_of, status_of, value_of, windows_of
from tracer.figure.model import FigureNode, Sign, Status
from tracer.recording import Recording
from tracer.rewards import NO_NODE, ROOT, rewards_of
from tracer.values import show_number

__all__ = [
    *("Found", "Shape", "ShapeAt", "ShapeNode"),
    *("below_of", "node_of", "shape_from", "shape_of", "stub_of"),
]

#: Visits to a node at most, by which a tree is known early to be too large.
_MOST_VISITS = 3

_NO_CHILDREN = LEAF | Flag.REPEAT


@dataclass(frozen=True, slots=True)
class ShapeNode:
    """What does not change about a node from step to step.

    Args:
        name: what it is called in a figure.
        edge: what is written at the edge that leads to it.
        parent: its parent's place in the shape; −1 at the root.
        level: rows of nodes above it.
        sign: what it is drawn as.
        rows: the visits to it, in order; none where it is never visited.
        value: that of a leaf which can be read before the search comes to it.
        state: the game's state there; None for `Sign.MORE`.
        folded: visits beneath it that are folded away.
        number: of a search that plays out, the node's in `tracer.rewards`.
        left_out: for what stands for siblings for which there is no room: how far the search is
            with them, if no cutoff skips them.
    """

    name: str
    edge: str
    parent: int
    level: int
    sign: Sign
    rows: tuple[int, ...]
    value: str
    state: Any
    folded: int = 0
    number: int = NO_NODE
    left_out: Status | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A whole tree, or a part of one, the same at every step.

    Args:
        trace: the search.
        nodes: its nodes in pre-order.
        known: whether the tree was drawn before it was searched.
        places: the place of the node that a row is a visit to.
        revisits: whether any node is visited more than once.
    """

    trace: Recording
    nodes: tuple[ShapeNode, ...]
    known: bool
    places: dict[int, int]
    revisits: bool

    def may_be_skipped(self, place: int) -> bool:
        """Whether a cutoff keeps, or at some step may seem to keep, a node from being visited."""
        node = self.nodes[place]
        return node.sign is not Sign.MORE and (not node.rows or self.revisits)

    def place_of(self, row: int) -> int:
        """The place of a visited node, or of the one above it under which it is folded away."""
        while row not in self.places and row != NO_PARENT:
            row = self.trace.log.parent[row]
        return self.places.get(row, 0)


@dataclass(slots=True)
class Found:
    """A node that a walk has come to.

    Args:
        parent: its parent's place.
        branch: the node itself, with the first of its visits.
        rows: the visits to it.
        skipped: for what stands for several skipped moves, how many.
        number: of a search that plays out, the node's in `tracer.rewards`.
    """

    parent: int
    branch: Branch
    rows: list[int] = field(default_factory=list)
    skipped: int = 0
    number: int = NO_NODE


def shape_of(
    trace: Recording,
    root: int,
    *,
    most_nodes: int,
    most_levels: int | None = None,
    folded: Collection[int] = (),
) -> Shape | None:
    """The whole tree under a root, or None where it is too large.

    Args:
        trace: the search.
        root: the root's row.
        most_nodes: how many nodes are not too many.
        most_levels: how many levels of nodes are not too many; None for any number.
        folded: the rows of nodes under which nothing is to be drawn.
    """
    known, shut_rows = is_drawn_whole(trace.game), frozenset(folded)
    nodes: list[ShapeNode] = []
    if not shut_rows and trace.log.size[root] > _MOST_VISITS * most_nodes:
        return None
    number = ROOT if trace.plays_out else NO_NODE
    waiting = [Found(NO_PARENT, root_branch(trace, root), [root], number=number)]
    while waiting:
        found = waiting.pop()
        place, depth = len(nodes), found.branch.depth
        if place + len(waiting) >= most_nodes:
            return None
        if found.skipped:
            nodes.append(stub_of(f"+{found.skipped:,}", found.parent, depth))
            continue
        shut = not shut_rows.isdisjoint(found.rows)
        nodes.append(node_of(trace, found, known=known, shut=shut))
        if shut:
            continue
        below = below_of(trace, found, place)
        if below and most_levels is not None and depth + 1 >= most_levels:
            return None
        waiting.extend(reversed(below))
    return shape_from(trace, nodes)


def shape_from(trace: Recording, nodes: Sequence[ShapeNode]) -> Shape:
    """A shape of nodes in pre-order."""
    places = {row: place for place, node in enumerate(nodes) for row in node.rows}
    revisits = any(len(node.rows) > 1 for node in nodes)
    return Shape(trace, tuple(nodes), is_drawn_whole(trace.game), places, revisits)


def stub_of(name: str, parent: int, level: int, left_out: Status | None = None) -> ShapeNode:
    """What stands for several nodes; see `ShapeNode`."""
    return ShapeNode(name, "", parent, level, Sign.MORE, (), "", None, left_out=left_out)


def node_of(trace: Recording, found: Found, *, known: bool, shut: bool) -> ShapeNode:
    """A node that a walk has come to, shut where nothing is to be drawn beneath it."""
    branch, log = found.branch, trace.log
    value = leaf_value(trace, branch) if known or not found.rows else None
    if found.rows:
        # A node from which the game was played out may have children later.
        leaf = bool(log.flags[found.rows[-1 if trace.plays_out else 0]] & LEAF)
        sign = sign_of(Player(log.player[found.rows[0]]), leaf=leaf)
    else:
        leaf = known and value is not None
        sign = sign_of(trace.game.to_move(branch.state), leaf=leaf)
    return ShapeNode(
        name=branch.name,
        edge=branch.edge,
        parent=found.parent,
        level=branch.depth,
        sign=sign,
        rows=tuple(found.rows),
        value=show_number(float(value)) if known and value is not None else "",
        state=branch.state,
        folded=sum(log.size[row] - 1 for row in found.rows) if shut else 0,
        number=found.number,
    )


def below_of(trace: Recording, found: Found, place: int) -> list[Found]:
    """The children of a node at any step, in the game's own order.

    As in `branches.places`, over all the visits to it.
    """
    log, node = trace.log, found.branch
    expanded = [row for row in found.rows if not log.flags[row] & _NO_CHILDREN]
    if found.rows and not expanded:
        return []
    visits: dict[int, list[int]] = {}
    for row in expanded:
        for child in log.children(row):
            visits.setdefault(log.action[child], []).append(child)
    cut = any(log.flags[row] & Flag.CUTOFF for row in expanded)
    known = is_drawn_whole(trace.game)
    if cut or (known and leaf_value(trace, node) is None):
        at: Collection[int] = range(len(trace.game.moves(node.state)))
    else:
        at = sorted(visits)
    first = [(one, visits[one][0] if one in visits else None) for one in at]
    chosen, skipped = split_skipped(trace, first)
    rewards = rewards_of(trace) if trace.plays_out else None
    below = [
        Found(
            place,
            branch,
            visits.get(one[0], []),
            number=NO_NODE if rewards is None else rewards.below(found.number, one[0]),
        )
        for one, branch in zip(chosen, branches(trace, node, chosen, 0), strict=True)
    ]
    if skipped:
        stub = Branch(None, None, node.depth + 1, (), "")
        below.append(Found(place, stub, skipped=skipped))
    return below


class ShapeAt:
    """How the nodes of a shape look at a step.

    Args:
        shape: the tree; an attribute too.
        step: the step.
        current: the row of the node that the step is about, `NO_PARENT` for none.
        best: the rows of the line of best play, where it is to be seen.
        changed: says of a row whether something about its node is new.
        boards: whether positions are drawn.
        written: whether values and windows are to be seen.
    """

    def __init__(
        self,
        shape: Shape,
        step: int,
        *,
        current: int = NO_PARENT,
        best: Collection[int] = (),
        changed: Callable[[int], bool] | None = None,
        boards: bool = False,
        written: bool = True,
    ) -> None:
        self.shape = shape
        self._trace = shape.trace
        self._rewards = rewards_of(shape.trace) if shape.trace.plays_out else None
        self._step = step
        self._current = NO_PARENT if current == NO_PARENT else shape.place_of(current)
        self._best = best
        self._changed = changed
        self._boards = boards
        self._written = written
        self._nodes: dict[int, FigureNode] = {}
        self._skipping: dict[int, bool] = {}
        self._counting: dict[int, int | None] = {}

    def row(self, place: int) -> int | None:
        """The visit that counts at this step: of several, the last that it has come to."""
        node = self.shape.nodes[place]
        if not node.rows:
            return None
        if not self.shape.revisits:
            return node.rows[0]
        if place not in self._counting:
            self._counting[place] = self._last_entered(place)
        return self._counting[place]

    def _last_entered(self, place: int) -> int | None:
        """Of several visits the last that the step has come to, or the first of those to come."""
        node = self.shape.nodes[place]
        first, after = 0, len(node.rows)
        if node.parent >= 0:
            above = self.row(node.parent)
            if above is None:
                return None
            # Of the visits, which are in order, those in the subtree of the parent's own.
            first = bisect_left(node.rows, above)
            after = bisect_left(node.rows, above + self._trace.log.size[above], first)
        seen = bisect_right(node.rows, self._step, first, after, key=self._trace.tour.entered_at)
        if seen > first:
            return node.rows[seen - 1]
        return node.rows[first] if first < after else None

    def status(self, place: int) -> Status:
        """How far the search is with a node."""
        fixed = self.shape.nodes[place]
        if fixed.left_out is not None:
            skipped = fixed.left_out is Status.UNSEEN and self._skips(fixed.parent)
            return Status.SKIPPED if skipped else fixed.left_out
        row = self.row(place)
        if self._rewards is not None:
            # Nothing is final: another iteration may come to any node.
            visits = self._rewards.at(self.shape.nodes[place].number, self._step).visits
            entered = row is not None and self._trace.tour.entered_at(row) <= self._step
            return Status.OPEN if visits or entered else Status.UNSEEN
        if row is not None:
            return status_of(self._trace, row, self._step)
        parent = self.shape.nodes[place].parent
        return Status.SKIPPED if parent >= 0 and self._skips(parent) else Status.UNSEEN

    def _skips(self, place: int) -> bool:
        """Whether the unvisited children of a node are skipped by now."""
        climbed = []
        while place not in self._skipping:
            row = self.row(place)
            above = self.shape.nodes[place].parent
            climbed.append(place)
            if row is not None and cut_by(self._trace, row, self._step):
                answer = True
                break
            if row is not None or above < 0:
                answer = False
                break
            place = above
        else:
            answer = self._skipping[place]
        self._skipping.update(dict.fromkeys(climbed, answer))
        return answer

    def rank(self, place: int) -> Rank | None:
        """What the edge above a node leads to; None where the node is not drawn."""
        status = self.status(place)
        if not self._is_shown(place, status):
            return None
        return rank_of(status, best=self.row(place) in self._best)

    def _is_shown(self, place: int, status: Status) -> bool:
        if self.shape.known or status is not Status.UNSEEN:
            return True
        fixed = self.shape.nodes[place]
        if fixed.left_out is None:
            return False
        # Moves that are still to be tried are those of a node that has been entered.
        return self.status(fixed.parent) is not Status.UNSEEN

    def node(self, place: int) -> FigureNode:
        """A node with all that is written at it."""
        if place not in self._nodes:
            self._nodes[place] = self._node(place)
        return self._nodes[place]

    def _node(self, place: int) -> FigureNode:
        trace, shape = self._trace, self.shape
        fixed, row, status = shape.nodes[place], self.row(place), self.status(place)
        value, window, entered = fixed.value, "", ""
        if self._rewards is not None:
            told = self._rewards.at(fixed.number, self._step).told
            value = told if self._written and told else value
        elif row is not None and self._written:
            # A leaf's value stands in a hand tree before the search comes to it.
            leaf_known = shape.known and fixed.sign is Sign.LEAF
            value = value_of(trace, row, len(trace.tour) if leaf_known else self._step)
            window, entered = windows_of(trace, row, self._step)
        return FigureNode(
            name=fixed.name,
            row=row,
            parent=fixed.parent,
            level=fixed.level,
            sign=fixed.sign,
            status=status,
            value=value,
            window=window,
            entered=entered,
            edge=fixed.edge,
            current=place == self._current,
            best=row in self._best,
            folded=fixed.folded,
            shown=self._is_shown(place, status),
            changed=row is not None and self._changed is not None and self._changed(row),
            board=self._board(place) if self._boards else None,
        )

    def _board(self, place: int) -> Board | None:
        node = self.shape.nodes[place]
        if node.state is None:
            return None
        before = None if node.parent < 0 else self.shape.nodes[node.parent].state
        return board_of(self._trace.game, node.state, before)
