"""The look of a shape's nodes at a step of the search."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from engine.log.visit_log import NO_PARENT
from tracer.drawing.tree.figure_model import (
    EdgeRank,
    FigureNode,
    Sign,
    Status,
    edge_rank,
)
from tracer.drawing.tree.node_facts import cut_by, format_leaf, status_of, value_of, windows_of
from tracer.drawing.tree.shape import Shape
from tracer.mcts.rewards import mcts_rewards

if TYPE_CHECKING:
    from tracer.steps.board import BoardText

__all__ = ["ShapeAtStep"]


class ShapeAtStep:
    """The look of a shape's nodes at a step.

    Args:
        shape: the tree; an attribute too.
        step: the step.
        current: the row of the step's node; `NO_PARENT` for none.
        best: the rows of the line of best play, if it is shown.
        changed: function that returns whether a row's node has changed.
        chain: rows of the nodes that are marked as a chain.
        pointed: row of the parent, and name, of a node that is marked like a chain, visited or not.
        boards: whether positions are drawn.
        written: whether values and windows are shown.
    """

    def __init__(
        self,
        shape: Shape,
        step: int,
        *,
        current: int = NO_PARENT,
        best: Collection[int] = (),
        changed: Callable[[int], bool] | None = None,
        chain: Collection[int] = (),
        pointed: tuple[int, str] | None = None,
        boards: bool = False,
        written: bool = True,
    ) -> None:
        self.shape = shape
        self._trace = shape.trace
        self._rewards = mcts_rewards(shape.trace) if shape.trace.uses_playouts else None
        self._step = step
        self._current = NO_PARENT if current == NO_PARENT else shape.place_of(current)
        self._best = best
        self._changed = changed
        self._chain = chain
        self._pointed = pointed
        self._boards = boards
        self._written = written
        self._nodes: dict[int, FigureNode] = {}
        self._skipping: dict[int, bool] = {}
        self._counting: dict[int, int | None] = {}

    def row(self, place: int) -> int | None:
        """Return the visit to show at this step: the last one that the search has reached."""
        node = self.shape.nodes[place]
        if not node.rows or node.sign is Sign.MORE:
            return None
        if not self.shape.revisits:
            return node.rows[0]
        if place not in self._counting:
            self._counting[place] = self._last_entered(place)
        return self._counting[place]

    def _last_entered(self, place: int) -> int | None:
        """Return the last visit reached by the step, or the next one if none is reached."""
        node = self.shape.nodes[place]
        first, after = 0, len(node.rows)
        if node.parent >= 0:
            above = self.row(node.parent)
            if above is None:
                return None
            # Only visits in the subtree of the parent's visit; all visits are in order.
            first = bisect_left(node.rows, above)
            after = bisect_left(node.rows, above + self._trace.log.size[above], first)
        seen = bisect_right(node.rows, self._step, first, after, key=self._trace.tour.entered_at)
        if seen > first:
            return node.rows[seen - 1]
        return node.rows[first] if first < after else None

    def status(self, place: int) -> Status:
        """Return the status of a node."""
        fixed = self.shape.nodes[place]
        if fixed.left_out is not None:
            return fixed.left_out
        if fixed.sign is Sign.MORE and fixed.rows:
            entered = self._trace.tour.entered_at(fixed.rows[0]) <= self._step
            return Status.DONE if entered else Status.UNSEEN
        row = self.row(place)
        if self._rewards is not None:
            # Nothing is final: another iteration may visit any node.
            visits = self._rewards.measure_node(self.shape.nodes[place].number, self._step).visits
            entered = row is not None and self._trace.tour.entered_at(row) <= self._step
            return Status.OPEN if visits or entered else Status.UNSEEN
        if row is not None:
            return status_of(self._trace, row, self._step)
        parent = self.shape.nodes[place].parent
        return Status.SKIPPED if parent >= 0 and self._skips(parent) else Status.UNSEEN

    def _skips(self, place: int) -> bool:
        """Return whether the unvisited children of a node are skipped by now."""
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

    def rank(self, place: int) -> EdgeRank | None:
        """Return the rank of the edge above a node; None if the node is not drawn."""
        status = self.status(place)
        if not self._is_shown(place, status):
            return None
        return edge_rank(status, best=self.row(place) in self._best)

    def _is_shown(self, place: int, status: Status) -> bool:
        if self.shape.known or status is not Status.UNSEEN:
            return True
        # Untried moves are shown only at a node that has been entered.
        parent = self.shape.nodes[place].parent
        return parent >= 0 and self.status(parent) is not Status.UNSEEN

    def node(self, place: int) -> FigureNode:
        """Return a node with all its texts."""
        if place not in self._nodes:
            self._nodes[place] = self._node(place)
        return self._nodes[place]

    def _node(self, place: int) -> FigureNode:
        trace, shape = self._trace, self.shape
        fixed, row, status = shape.nodes[place], self.row(place), self.status(place)
        value, window, entered = fixed.value, "", ""
        if self._rewards is not None:
            text = self._rewards.measure_node(fixed.number, self._step).text
            value = text if self._written and text else value
        elif row is not None and self._written:
            # A leaf's value in a hand tree is shown before the search reaches it, unless covered.
            leaf_known = shape.known and fixed.sign is Sign.LEAF
            value = value_of(trace, row, len(trace.tour) if leaf_known else self._step)
            if not fixed.is_brief:
                window, entered = windows_of(trace, row, self._step)
        if fixed.sign is Sign.LEAF:
            value = format_leaf(trace, status, value)
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
            # In a game nobody knows what is below a node that is not visited yet.
            folded=0 if status is Status.UNSEEN and not shape.known else fixed.folded,
            shown=self._is_shown(place, status),
            changed=row is not None and self._changed is not None and self._changed(row),
            chain=row in self._chain or self._is_pointed(place),
            board=self._board(place) if self._boards else None,
        )

    def _is_pointed(self, place: int) -> bool:
        if self._pointed is None:
            return False
        node, (parent, name) = self.shape.nodes[place], self._pointed
        above = self.row(node.parent) if node.parent >= 0 else NO_PARENT
        return node.name == name and above == parent

    def _board(self, place: int) -> BoardText | None:
        node = self.shape.nodes[place]
        if node.state is None:
            return None
        before = None if node.parent < 0 else self.shape.nodes[node.parent].state
        from tracer.steps.board import board_of  # late: few figures draw positions

        return board_of(self._trace.game, node.state, before)
