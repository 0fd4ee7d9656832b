"""The nodes of a page of a large tree."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from engine.log import NO_PARENT
from tracer.figure.branches import branches, is_drawn_whole, root_branch
from tracer.figure.build import MOST_LEVELS
from tracer.figure.kin import Kin
from tracer.figure.model import Status
from tracer.figure.plan import Plan, beneath
from tracer.figure.shape import Found, Shape, ShapeNode, below_of, node_of, shape_from, stub_of
from tracer.recording import Recording

__all__ = ["page_shape"]

#: Skipped moves of a game that are drawn one by one; more stand as one.
_MOST_STUBS = 3


class _Drawn(Enum):
    """What is drawn of a node's subtree."""

    PATH = auto()  #: its children on the path and beside it
    WHOLE = auto()  #: everything
    OPEN = auto()  #: its children, and beneath them what is open in turn
    SHUT = auto()  #: nothing but the node


def page_shape(trace: Recording, kin: Kin, plan: Plan, *, most: int) -> Shape:
    """The nodes that a plan holds, and what stands for the others.

    Args:
        trace: the search.
        kin: the children of its nodes.
        plan: what is to be drawn.
        most: how many unvisited children of a hand tree's node are not too many.
    """
    return shape_from(trace, _Page(trace, kin, plan, most).nodes())


class _Page:
    def __init__(self, trace: Recording, kin: Kin, plan: Plan, most: int) -> None:
        self._trace = trace
        self._kin = kin
        self._plan = plan
        self._most = most

    def nodes(self) -> list[ShapeNode]:
        """The nodes of a page in pre-order."""
        trace, plan = self._trace, self._plan
        path = plan.path
        known = is_drawn_whole(trace.game)
        hidden = self._hidden()
        nodes: list[ShapeNode] = []
        root = Found(NO_PARENT, root_branch(trace, path[0]), [path[0]])
        waiting: list[tuple[Found | ShapeNode, _Drawn]] = [(root, _Drawn.PATH)]
        while waiting:
            one, drawn = waiting.pop()
            place = len(nodes)
            if isinstance(one, ShapeNode):
                nodes.append(one)
                continue
            if drawn is _Drawn.PATH and one.branch.depth in hidden:
                name = f"… {len(hidden):,} plies"
                nodes.append(stub_of(name, one.parent, one.branch.depth, Status.OPEN))
                for row in path[hidden.start + 1 : hidden.stop + 1]:
                    one = self._below_hidden(one, row)
                waiting.append((replace(one, parent=place), _Drawn.PATH))
                continue
            if one.skipped:
                nodes.append(stub_of(f"+{one.skipped:,}", one.parent, one.branch.depth))
                continue
            at_end = one.branch.depth == len(path) - 1
            closed = drawn is _Drawn.SHUT or (drawn is _Drawn.PATH and at_end and plan.shut)
            nodes.append(node_of(trace, one, known=known, shut=closed))
            if closed:
                continue
            if drawn is _Drawn.PATH:
                waiting += reversed(self._children(one, place))
            else:
                waiting += [
                    (each, self._way(each, drawn)) for each in reversed(below_of(trace, one, place))
                ]
        return nodes

    def _hidden(self) -> range:
        """The depths of nodes on the path that are left out, of a path with too many."""
        plan = self._plan
        over = len(plan.path) + beneath(self._trace, plan) - MOST_LEVELS
        return range(1, min(over + 2, len(plan.path) - 1)) if over > 0 else range(0)

    def _below_hidden(self, above: Found, row: int) -> Found:
        """The next node of the path, beneath one that is left out."""
        branch = branches(self._trace, above.branch, [(self._trace.log.action[row], row)], 0)[0]
        return Found(above.parent, branch, [row])

    def _children(self, above: Found, place: int) -> list[tuple[Found | ShapeNode, _Drawn]]:
        """The children of a node on the path that are drawn, and what stands for the others."""
        trace, plan, parent = self._trace, self._plan, above.branch
        log = trace.log
        depth, row = parent.depth, parent.row
        assert row is not None
        firsts, drawn = self._kin.of(row), plan.along[depth]
        on_path = plan.path[depth + 1] if depth + 1 < len(plan.path) else None
        rows: dict[int, list[int]] = {log.action[firsts[at]]: [firsts[at]] for at in drawn}
        after = len(firsts) - drawn.stop
        count = len(trace.game.moves(parent.state))
        never = count - len(firsts)
        singly = never and not after and (never <= _MOST_STUBS or is_drawn_whole(trace.game))
        if singly and never <= self._most:
            visited = {log.action[first] for first in firsts}
            rows.update((action, []) for action in range(count) if action not in visited)
            never = 0
        chosen = [(action, rows[action][0] if rows[action] else None) for action in sorted(rows)]
        below: list[tuple[Found | ShapeNode, _Drawn]] = []
        if drawn.start:
            below.append((stub_of(f"+{drawn.start:,}", place, depth + 1, Status.DONE), _Drawn.SHUT))
        for (action, first), branch in zip(chosen, branches(trace, parent, chosen, 0), strict=True):
            if on_path is not None and first is not None and log.action[on_path] == action:
                branch.row = on_path
                below.append((Found(place, branch, [on_path]), _Drawn.PATH))
            else:
                found = Found(place, branch, self._visits(row, action, first))
                below.append((found, self._way(found, _Drawn.SHUT)))
        if plan.finished and after:
            below.append((stub_of(f"+{after:,}", place, depth + 1, Status.DONE), _Drawn.SHUT))
            after = 0
        if after + never:
            stub = stub_of(f"+{after + never:,}", place, depth + 1, Status.UNSEEN)
            below.append((stub, _Drawn.SHUT))
        return below

    def _way(self, found: Found, above: _Drawn) -> _Drawn:
        """What is drawn beneath a node that is not on the path."""
        plan = self._plan
        row = found.rows[0] if found.rows else None
        if above is _Drawn.WHOLE or row is None or row in plan.whole:
            return _Drawn.WHOLE
        return _Drawn.OPEN if row in plan.opened else _Drawn.SHUT

    def _visits(self, parent: int, action: int, first: int | None) -> list[int]:
        """All visits to a child of a node."""
        if first is None:
            return []
        log = self._trace.log
        if not self._trace.searches_again:
            return [first]
        return [row for row in log.children(parent) if log.action[row] == action]
