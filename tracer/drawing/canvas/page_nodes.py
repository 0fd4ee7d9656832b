"""The nodes of a page of a large tree."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from engine.log.visit_log import NO_PARENT
from tracer.drawing.canvas.page_plan import PagePlan, levels_beneath
from tracer.drawing.tree.figure_model import ShapeNode, Status
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.shape import (
    PendingNode,
    Shape,
    children_of,
    make_shape,
    placeholder_node,
    shape_node,
)
from tracer.drawing.tree.visited_children import VisitedChildren
from tracer.drawing.tree.walk_nodes import child_nodes, root_node
from tracer.recording.recording import Recording

__all__ = ["page_shape"]


class _Drawn(Enum):
    """The part of a node's subtree that is drawn."""

    PATH = auto()  #: its child on the path, and children beside it
    WHOLE = auto()  #: the whole subtree
    OPEN = auto()  #: its children, and below them those that are open in turn
    HIDDEN = auto()  #: only the node


def page_shape(trace: Recording, visited: VisitedChildren, plan: PagePlan, *, most: int) -> Shape:
    """Return the nodes of a plan, and placeholders for the others.

    Args:
        trace: the search.
        visited: the visited children of its nodes.
        plan: the plan of the page.
        most: maximum number of unvisited children of a hand tree's node.
    """
    return make_shape(trace, _Page(trace, visited, plan, most).nodes())


class _Page:
    def __init__(
        self, trace: Recording, visited: VisitedChildren, plan: PagePlan, most: int
    ) -> None:
        self._trace = trace
        self._visited = visited
        self._plan = plan
        self._most = most

    def nodes(self) -> list[ShapeNode]:
        """Return the nodes of a page in pre-order."""
        trace, plan = self._trace, self._plan
        path = plan.path
        known = is_drawn_whole(trace.game)
        hidden = self._hidden()
        nodes: list[ShapeNode] = []
        root = PendingNode(NO_PARENT, root_node(trace, path[0]), [path[0]])
        waiting: list[tuple[PendingNode | ShapeNode, _Drawn]] = [(root, _Drawn.PATH)]
        while waiting:
            one, drawn = waiting.pop()
            place = len(nodes)
            if isinstance(one, ShapeNode):
                nodes.append(one)
                continue
            if drawn is _Drawn.PATH and one.branch.depth in hidden:
                name = f"… {len(hidden):,} plies"
                nodes.append(placeholder_node(name, one.parent, one.branch.depth, Status.OPEN))
                for row in path[hidden.start + 1 : hidden.stop + 1]:
                    one = self._below_hidden(one, row)
                waiting.append((replace(one, parent=place), _Drawn.PATH))
                continue
            if one.skipped:
                nodes.append(placeholder_node(f"+{one.skipped:,}", one.parent, one.branch.depth))
                continue
            at_end = one.branch.depth == len(path) - 1
            closed = drawn is _Drawn.HIDDEN or (drawn is _Drawn.PATH and at_end and plan.collapsed)
            nodes.append(shape_node(trace, one, known=known, collapsed=closed))
            if closed:
                continue
            if drawn is _Drawn.PATH:
                waiting += reversed(self._children(one, place))
            else:
                waiting += [
                    (each, self._part_drawn(each, drawn))
                    for each in reversed(children_of(trace, one, place))
                ]
        return nodes

    def _hidden(self) -> range:
        """Return the depths on the path that are hidden if the path is too long."""
        plan = self._plan
        over = len(plan.path) + levels_beneath(self._trace, plan) - plan.most_levels
        first = plan.first_left_out
        return range(first, min(over + first + 1, len(plan.path) - 1)) if over > 0 else range(0)

    def _below_hidden(self, above: PendingNode, row: int) -> PendingNode:
        """Return the next node of the path below a hidden one."""
        branch = child_nodes(self._trace, above.branch, [(self._trace.log.action[row], row)], 0)[0]
        return PendingNode(above.parent, branch, [row])

    def _children(
        self, above: PendingNode, place: int
    ) -> list[tuple[PendingNode | ShapeNode, _Drawn]]:
        """Return the drawn children of a node on the path, and placeholders for the others."""
        trace, plan, parent = self._trace, self._plan, above.branch
        log = trace.log
        depth, row = parent.depth, parent.row
        assert row is not None
        firsts, drawn = self._visited.first_visits(row), plan.along[depth]
        on_path = plan.path[depth + 1] if depth + 1 < len(plan.path) else None
        rows: dict[int, list[int]] = {log.action[firsts[at]]: [firsts[at]] for at in drawn}
        after = len(firsts) - drawn.stop if plan.finished or is_drawn_whole(trace.game) else 0
        visited = {log.action[first] for first in firsts[: drawn.stop + after]}
        left = [one for one in range(len(trace.game.moves(parent.state))) if one not in visited]
        if not is_drawn_whole(trace.game):
            count = plan.unvisited[depth]
            shown = left if count == len(left) - 1 else left[:count]  # a move, instead of +1
        else:
            shown = left if not after and len(left) <= self._most else []
        rows.update((action, []) for action in shown)
        never = len(left) - len(shown)
        chosen = [(action, rows[action][0] if rows[action] else None) for action in sorted(rows)]
        below: list[tuple[PendingNode | ShapeNode, _Drawn]] = []
        if drawn.start:
            below.append(
                (
                    placeholder_node(f"+{drawn.start:,}", place, depth + 1, Status.DONE),
                    _Drawn.HIDDEN,
                )
            )
        for (action, first), branch in zip(
            chosen, child_nodes(trace, parent, chosen, 0), strict=True
        ):
            if on_path is not None and first is not None and log.action[on_path] == action:
                branch.row = on_path
                below.append((PendingNode(place, branch, [on_path]), _Drawn.PATH))
            else:
                found = PendingNode(place, branch, self._visits(row, action, first))
                below.append((found, self._part_drawn(found, _Drawn.HIDDEN)))
        if plan.finished and after:
            below.append(
                (placeholder_node(f"+{after:,}", place, depth + 1, Status.DONE), _Drawn.HIDDEN)
            )
            after = 0
        if after + never:
            stub = placeholder_node(f"+{after + never:,}", place, depth + 1, Status.UNSEEN)
            below.append((stub, _Drawn.HIDDEN))
        return below

    def _part_drawn(self, found: PendingNode, above: _Drawn) -> _Drawn:
        """Return which part of the subtree of a node beside the path is drawn."""
        plan = self._plan
        row = found.rows[0] if found.rows else None
        if above is _Drawn.WHOLE or row is None or row in plan.whole:
            return _Drawn.WHOLE
        return _Drawn.OPEN if row in plan.opened else _Drawn.HIDDEN

    def _visits(self, parent: int, action: int, first: int | None) -> list[int]:
        """Return all visits to a child of a node."""
        if first is None:
            return []
        log = self._trace.log
        if not self._trace.searches_again:
            return [first]
        return [row for row in log.children(parent) if log.action[row] == action]
