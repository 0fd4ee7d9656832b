"""The look of a tree's nodes at a step of the search."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.log.visit_log import LEAF, NO_PARENT, Flag
from tracer.drawing.tree.nodes import (
    DrawnNode,
    DrawnTree,
    EdgeRank,
    Node,
    Sign,
    Status,
    edge_rank,
)
from tracer.drawing.tree.shape import (
    MOST_LEVELS,
    PartLimits,
    Shape,
    find_part,
    is_ever_cut,
    shape_of,
    visits_below,
)
from tracer.mcts.rewards import mcts_rewards
from tracer.recording.critical_tree import critical_tree
from tracer.recording.fold import count_returned, fold, folds
from tracer.recording.recording import Recording
from tracer.steps.visit_values import Bound, bound_of, shown_value
from tracer.text.numbers import short_vector, show_number, show_window

if TYPE_CHECKING:
    from tracer.steps.step_views import BoardText


#: The text of a leaf whose value is hidden.
COVERED: Final = "▒"


def status_of(trace: Recording, row: int, step: int) -> Status:
    """Return the status of a visited node at the end of a step."""
    tour = trace.tour
    if tour.entered_at(row) > step:
        return Status.UNSEEN
    unfinished = tour.left_at(row) > step or trace.log.flags[row] & Flag.INCOMPLETE
    return Status.OPEN if unfinished else Status.DONE


def cut_by(trace: Recording, row: int, step: int) -> bool:
    """Return whether a cutoff has skipped children of a node by the end of a step."""
    cutting = trace.cutting_row(row)
    return is_ever_cut(trace, row) and trace.tour.left_at(cutting) - 1 <= step


def value_of(trace: Recording, row: int, step: int) -> str:
    """Return the text of a node's value at the end of a step; see `DrawnNode.value`.

    In a search with playouts: its visits so far, and their mean reward.
    """
    log = trace.log
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        return rewards.measure_node(rewards.find_number(row), step).text
    status = status_of(trace, row, step)
    if status is Status.UNSEEN:
        return ""
    if log.flags[row] & LEAF:
        shares = trace.shares(row)
        return show_number(log.value[row]) if shares is None else short_vector(shares)
    if status is Status.OPEN and trace.hides_v:
        return ""
    if status is Status.OPEN:
        count = count_returned(trace, row, step)
        return f"{show_number(fold(trace, row, count).v)}…" if count else "?"
    bound = bound_of(log.flags[row])
    if trace.vectors is not None and bound is not Bound.UNKNOWN:
        if bound is not Bound.EXACT:
            return shown_value(trace, row).removeprefix(f"{trace.player_name(row)} ")
        return f"= ({short_vector(trace.shares(row) or ())})"
    number = show_number(log.value[row])
    if log.flags[row] & Flag.REPEAT:
        number += " (repeat)"
    return f"{number}?" if bound is Bound.UNKNOWN else f"{bound} {number}"


def windows_of(trace: Recording, row: int, step: int) -> tuple[str, str]:
    """Return a node's window at the end of a step and on entry, as texts; empty without one."""
    log = trace.log
    leaf = log.flags[row] & LEAF
    is_unknown = leaf or row == trace.unwritten or not trace.has_window
    if is_unknown or trace.tour.entered_at(row) > step:
        return "", ""
    now = fold(trace, row, count_returned(trace, row, step))
    return show_window(now.alpha, now.beta), show_window(log.alpha[row], log.beta[row])


def texts_at_steps(trace: Recording, row: int) -> set[tuple[str, str]]:
    """Return the texts that a node shows while it is open: its value, and its window at that."""
    if trace.log.flags[row] & LEAF:
        return set()
    first, *later = folds(trace, row)
    has_window = trace.has_window and row != trace.unwritten
    looks = {("?", first.alpha, first.beta)}
    looks |= {(f"{show_number(state.v)}…", state.alpha, state.beta) for state in later}
    return {(value, show_window(alpha, beta) if has_window else "") for value, alpha, beta in looks}


@dataclass(eq=False)
class ShapeAtStep:
    """The look of a shape's nodes at a step."""

    shape: Shape
    step: int
    current: int = NO_PARENT  # the row of the step's node, if it is marked
    best: Collection[int] = ()  # the rows of the line of best play
    changed: Callable[[int], bool] | None = None
    chain: Collection[int] = ()  # the rows of nodes that are marked
    pointed: tuple[int, str] | None = None  # the same, by the parent's row and the name
    boards: bool = False
    written: bool = True  # whether values and windows are shown

    def __post_init__(self) -> None:
        self._trace = self.shape.trace
        self._rewards = mcts_rewards(self._trace) if self._trace.uses_playouts else None
        marked = self.current != NO_PARENT
        self._place = self.shape.place_of(self.current) if marked else NO_PARENT
        self._nodes: dict[int, DrawnNode] = {}
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
        seen = bisect_right(node.rows, self.step, first, after, key=self._trace.tour.entered_at)
        if seen > first:
            return node.rows[seen - 1]
        return node.rows[first] if first < after else None

    def status(self, place: int) -> Status:
        """Return the status of a node."""
        fixed = self.shape.nodes[place]
        if fixed.left_out is not None:
            return fixed.left_out
        if fixed.sign is Sign.MORE and fixed.rows:
            entered = self._trace.tour.entered_at(fixed.rows[0]) <= self.step
            return Status.DONE if entered else Status.UNSEEN
        row = self.row(place)
        if self._rewards is not None:
            # Nothing is final: another iteration may visit any node.
            visits = self._rewards.measure_node(self.shape.nodes[place].number, self.step).visits
            entered = row is not None and self._trace.tour.entered_at(row) <= self.step
            return Status.OPEN if visits or entered else Status.UNSEEN
        if row is not None:
            return status_of(self._trace, row, self.step)
        parent = self.shape.nodes[place].parent
        return Status.SKIPPED if parent >= 0 and self._skips(parent) else Status.UNSEEN

    def _skips(self, place: int) -> bool:
        """Return whether the unvisited children of a node are skipped by now."""
        climbed = []
        while place not in self._skipping:
            row = self.row(place)
            above = self.shape.nodes[place].parent
            climbed.append(place)
            if row is not None and cut_by(self._trace, row, self.step):
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
        return edge_rank(status, best=self.row(place) in self.best)

    def _is_shown(self, place: int, status: Status) -> bool:
        if self.shape.known or status is not Status.UNSEEN:
            return True
        # Untried moves are shown only at a node that has been entered.
        parent = self.shape.nodes[place].parent
        return parent >= 0 and self.status(parent) is not Status.UNSEEN

    def node(self, place: int) -> DrawnNode:
        """Return a node with all its texts."""
        if place not in self._nodes:
            self._nodes[place] = self._node(place)
        return self._nodes[place]

    def _node(self, place: int) -> DrawnNode:
        trace, shape = self._trace, self.shape
        fixed, row, status = shape.nodes[place], self.row(place), self.status(place)
        value, window, entered = fixed.value, "", ""
        if self._rewards is not None:
            text = self._rewards.measure_node(fixed.number, self.step).text
            value = text if self.written and text else value
        elif row is not None and self.written:
            # A leaf's value in a hand tree is shown before the search reaches it, unless covered.
            leaf_known = shape.known and fixed.sign is Sign.LEAF
            value = value_of(trace, row, len(trace.tour) if leaf_known else self.step)
            if not fixed.is_brief:
                window, entered = windows_of(trace, row, self.step)
        if fixed.sign is Sign.LEAF and trace.covers_leaves:
            value = value if status in (Status.OPEN, Status.DONE) else COVERED
        return DrawnNode(
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
            current=place == self._place,
            best=row in self.best,
            folded=self._count_folded(fixed, status),
            shown=self._is_shown(place, status),
            changed=row is not None and self.changed is not None and self.changed(row),
            chain=row in self.chain or self._is_pointed(place),
            board=self._board(place) if self.boards else None,
            position=fixed.position,
            values=fixed.values,
            windows=fixed.windows,
        )

    def _count_folded(self, fixed: Node, status: Status) -> int | None:
        # In a game nobody knows what is below a node that is not visited yet.
        if not fixed.folded or (status is Status.UNSEEN and not self.shape.known):
            return None
        return visits_below(self.shape.trace, fixed, self.step)

    def _is_pointed(self, place: int) -> bool:
        if self.pointed is None:
            return False
        node, (parent, name) = self.shape.nodes[place], self.pointed
        above = self.row(node.parent) if node.parent >= 0 else NO_PARENT
        return node.name == name and above == parent

    def _board(self, place: int) -> BoardText | None:
        node = self.shape.nodes[place]
        if node.state is None:
            return None
        before = None if node.parent < 0 else self.shape.nodes[node.parent].state
        from tracer.steps.step_views import board_of  # late: few figures draw positions

        return board_of(self._trace.game, node.state, before)


#: The largest number of nodes of a tree that is drawn whole.
MOST_NODES = 160

#: The largest number of children drawn at a node if the tree is not drawn whole, and at the root.
MOST_SIBLINGS, MOST_MOVES = 12, 24


@dataclass(frozen=True, slots=True)
class Focus:
    """The node of a step, and the path to it."""

    path: list[int]  # the rows from the root down to the step's node
    recent: int | None  # the child that has just returned to it
    finished: bool  # whether this is the last step of its pass, when best play is known

    @property
    def root(self) -> int:
        """The row of the root."""
        return self.path[0]

    @property
    def current(self) -> int:
        """The row of the step's node."""
        return self.path[-1]


def focus_of(trace: Recording, step: int) -> Focus:
    """Return the node of a step, counted from 0, and the path to it."""
    row, entering = trace.tour.row_at(step)
    parent = trace.log.parent[row]
    finished = not entering and parent == NO_PARENT
    current = row if entering or finished else parent
    return Focus(trace.rows_to(current), None if entering else row, finished)


def figure_at(
    trace: Recording, step: int | None = None, *, most_nodes: int = MOST_NODES
) -> DrawnTree:
    """Return the tree after a step; without one after the last, with no mark at its node.

    A negative step counts from the end. A tree of at most `most_nodes` is drawn whole: a hand tree
    from the first step on, since its shape is known; a game's tree with visited and skipped nodes
    only. Of a larger one the figure has the path from the root to the step's node (at the end of
    the search the line of best play) with the children of each node on it.
    """
    steps = len(trace.tour)
    at = steps - 1 if step is None else step + steps if step < 0 else step
    focus = focus_of(trace, at)
    marked = NO_PARENT if step is None else focus.current
    best = best_line(trace, focus.root) if focus.finished else []
    shape = shape_of(trace, focus.root, most_nodes=most_nodes, most_levels=MOST_LEVELS)
    if shape is None:
        shape = find_part(
            trace,
            best or focus.path,
            PartLimits(0, MOST_SIBLINGS, MOST_SIBLINGS, MOST_MOVES),
            near=focus.recent if not best else None,
            is_best_line=bool(best),
        )
    assert shape is not None, "a part has no largest number of nodes"
    look = ShapeAtStep(shape, at, current=marked, best=frozenset(best) if len(best) > 1 else ())
    nodes = tuple(look.node(place) for place in range(len(shape.nodes)))
    return DrawnTree(nodes)


def best_line(trace: Recording, root: int) -> list[int]:
    """Return the rows of best play from a root; only the root in a search with playouts."""
    if trace.uses_playouts:
        return [root]
    rows, row = [root], trace.best_child(root)
    while row is not None and trace.log.parent[row] == rows[-1]:  # a table's answer is elsewhere
        rows.append(row)
        row = trace.best_child(row)
    return rows


def mark_critical(trace: Recording, nodes: Sequence[DrawnNode]) -> tuple[DrawnNode, ...]:
    """Return nodes with their types in the critical tree."""
    types = critical_tree(trace).types
    by_path = trace.game.named_by_path
    paths: list[str] = []
    for node in nodes:
        # The root of a game has a name only in some drawings.
        path = f"{paths[node.parent]} {node.name}".strip() if node.parent != NO_PARENT else ""
        paths.append(path)
    return tuple(
        replace(node, critical=types.get((path or "root") if by_path else node.name, 0))
        for node, path in zip(nodes, paths, strict=True)
    )
