"""The part of a large tree that a canvas shows, a page at a time.

A page holds some children of one node with all that the search ever comes to beneath them, the path
from the root to that node, and beside it as many finished nodes as there is room for. It is laid
out once: as long as the search goes on within these children nothing on the canvas moves, nodes and
values only come to be seen where room is kept for them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import pairwise, zip_longest
from typing import NamedTuple

from engine.log import LEAF, NO_PARENT, Flag
from tracer.figure.branches import branches, is_drawn_whole, root_branch
from tracer.figure.build import MOST_LEVELS, Focus, best_line
from tracer.figure.cells import LINES, Cells
from tracer.figure.chart import Chart
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.model import Status
from tracer.figure.shape import (
    Found,
    Shape,
    ShapeNode,
    below_of,
    node_of,
    shape_from,
    stub_of,
)
from tracer.recording import Recording
from tracer.wide import family_of

__all__ = ["Pages"]

#: The part of the canvas that the children of a page may take; the rest is for what is beside.
_SHARE = 0.65

#: Visits beneath a node, for each cell of a row, with which it is too large for a page.
_MOST_VISITS = 4

#: Nodes with more children than that are counted out from every so many of them.
_BLOCK = 64

#: Rows of the log from which it is told how deep a search goes.
_LOOKED_AT = 100_000

#: How often a page is laid out until it is as full as it can be.
_TRIES = 4

#: Skipped moves of a game that are drawn one by one; more stand as one.
_MOST_STUBS = 3

#: Nodes beside the path whose children are drawn, at most.
_MOST_OPENED = 80

_MOST_KEPT = 64

_NO_CHILDREN = LEAF | Flag.REPEAT


@dataclass(frozen=True, slots=True)
class _Kin:
    """The visited children of a node.

    Args:
        firsts: the first visit to each, in the order of these visits.
        ends: behind which of them each page ends, as far as that is known.
    """

    firsts: Sequence[int]
    ends: list[int] = field(default_factory=list)


class _Drawn(Enum):
    """What is drawn of a node's subtree."""

    PATH = auto()  #: its children on the path and beside it
    WHOLE = auto()  #: everything
    OPEN = auto()  #: its children, and beneath them what is open in turn
    SHUT = auto()  #: nothing but the node


class _Offer(NamedTuple):
    """A node that may be drawn beside the path, or the children of one that is.

    Args:
        depth: that of the node on the path of whose child this is about.
        at: which of the children.
        row: of a node that is to be opened the first visit; `NO_PARENT` for the child alone.
    """

    depth: int
    at: int
    row: int = NO_PARENT


@dataclass(slots=True)
class _Plan:
    """What a page holds.

    Args:
        path: the rows from the root to the node whose children are drawn whole.
        along: for each of them the first and the last child that is drawn, by its place among the
            visited ones; that of the path is among them.
        whole: the first visits of children beneath which everything is drawn.
        opened: the first visits of other nodes whose children are drawn.
        offers: what may still be drawn, the nearest first.
        deepest: the depth down to which nodes are drawn in any case.
    """

    path: list[int]
    along: list[range]
    whole: set[int]
    opened: set[int] = field(default_factory=set)
    offers: list[_Offer] = field(default_factory=list)
    deepest: int = 0


class Pages:
    """The pages of a search, as they are shown on a canvas of one size.

    Args:
        trace: the search.
        style: what is to be written at the nodes; how tight it is set is found here.
        board: the cells of a row and the rows of the board in each node; (0, 0) for none.
        folded: the rows of nodes under which nothing is to be drawn.
        width: the cells of a row of the canvas.
        height: its rows.
        lay_out: gives a shape its places.
    """

    def __init__(
        self,
        trace: Recording,
        style: LabelStyle,
        *,
        board: tuple[int, int],
        folded: Collection[int],
        width: int,
        height: int,
        lay_out: Callable[[Shape, LabelStyle], Chart],
    ) -> None:
        self._trace = trace
        self._folded = folded
        self._width = width
        self._lay_out = lay_out
        deepest = max(trace.log.depth[:_LOOKED_AT])
        levels = min(deepest + 1, MOST_LEVELS)
        ways = (style, replace(style, tight=True), replace(style, tight=True, flat=True))
        lines = [one + board[1] for one in LINES]
        if style.detail > Detail.FULL:
            lines = [2, 2, 2]
        fitting = [way for way, one in zip(ways, lines, strict=True) if levels * one <= height + 1]
        self._style = fitting[0] if fitting else ways[-1]
        #: Levels of a page beneath its node: these are seen at once, and half of them at least.
        self._levels = max(2, height // lines[ways.index(self._style)] - 1)
        most = _MOST_VISITS * width
        self._cells = Cells(trace, self._style, board=board[0], most=most)
        self._kin_of: dict[int, _Kin] = {}
        self._fit: dict[int, bool] = {}
        self._kept: dict[object, tuple[Shape, Chart]] = {}
        self._lines: dict[int, list[int]] = {}

    def at(self, focus: Focus) -> tuple[Shape, Chart]:
        """The page on which a step is shown.

        Args:
            focus: what the step is about.
        """
        path, shut = self._path(focus)
        if shut or len(path) == 1:
            return self._page(path, range(0), focus, shut=True)
        *above, child = path
        return self._page(above, self._among(above[-1], child), focus, shut=False)

    # Which page ------------------------------------------------------------------------------

    def _path(self, focus: Focus) -> tuple[list[int], bool]:
        """The rows from the root to a child of the page's node, and whether that is shut."""
        log = self._trace.log
        path = focus.path if focus.recent is None else [*focus.path, focus.recent]
        if focus.finished:
            if focus.root not in self._lines:
                self._lines[focus.root] = best_line(self._trace, focus.root)
            path = self._lines[focus.root]
        for place, row in enumerate(path):
            if row in self._folded:
                return path[: place + 1], True
            if place and self._fits(row):
                return path[: place + 1], False
        path = list(path)
        while log.size[path[-1]] > 1:
            # Before the first child is entered, and after the last, the page is already theirs.
            firsts = self._kin(path[-1]).firsts
            path.append(firsts[0] if focus.recent is None else firsts[-1])
            if path[-1] in self._folded:
                return path, True
            if self._fits(path[-1]):
                break
        return path, False

    def _fits(self, row: int) -> bool:
        """Whether a subtree can be drawn whole beside others."""
        if row not in self._fit:
            log, room = self._trace.log, self._width * _SHARE
            size = log.size[row]
            if size == 1:
                self._fit[row] = True
            elif size > _MOST_VISITS * self._width:
                self._fit[row] = False
            else:
                levels = max(log.depth[row : row + size]) - log.depth[row] + 1
                cells = self._cells.of(row)
                self._fit[row] = (
                    levels <= self._levels
                    and cells is not None
                    and cells <= room
                    and not any(row < one < row + size for one in self._folded)
                )
        return self._fit[row]

    def _kin(self, row: int) -> _Kin:
        if row not in self._kin_of:
            if len(self._kin_of) >= 8 * _MOST_KEPT:
                self._kin_of.clear()
            self._kin_of[row] = _Kin(self._firsts(row))
        return self._kin_of[row]

    def _firsts(self, row: int) -> Sequence[int]:
        """The first visit to each visited child, in the order of the visits."""
        log = self._trace.log
        if log.flags[row] & _NO_CHILDREN:
            return ()
        family = family_of(self._trace, row)
        if family is not None and family.in_order:
            return family.children
        firsts: dict[int, int] = {}
        for child in log.children(row):
            firsts.setdefault(log.action[child], child)
        return list(firsts.values())

    def _place(self, parent: int, row: int) -> int:
        """Which of the children of a node a row is a visit to."""
        log, firsts = self._trace.log, self._kin(parent).firsts
        place = bisect_right(firsts, row) - 1
        if firsts[place] == row:
            return place
        action = log.action[row]  # a later visit to it
        return next(at for at, first in enumerate(firsts) if log.action[first] == action)

    def _among(self, parent: int, row: int) -> range:
        """The children that share a page with one of them."""
        kin, place = self._kin(parent), self._place(parent, row)
        if len(kin.firsts) > 4 * _BLOCK:
            ends: list[int] = []
            begin = place // _BLOCK * _BLOCK
        else:
            ends = kin.ends
            begin = ends[-1] if ends else 0
        while not ends or ends[-1] <= place:
            end = self._end(kin.firsts, begin)
            ends.append(end)
            begin = end
        at = bisect_right(ends, place)
        first = ends[at - 1] if at else (0 if ends is kin.ends else place // _BLOCK * _BLOCK)
        return range(first, ends[at])

    def _end(self, firsts: Sequence[int], begin: int) -> int:
        """Behind which child a page ends that begins with one."""
        room, taken = self._width * _SHARE, 0
        for place in range(begin, len(firsts)):
            cells = self._cells.of(firsts[place]) if self._fits(firsts[place]) else None
            if place > begin and (cells is None or taken + cells > room):
                return place
            if cells is None:
                return place + 1
            taken += cells + self._cells.gap
        return len(firsts)

    # A page ----------------------------------------------------------------------------------

    def _page(
        self, path: list[int], among: range, focus: Focus, *, shut: bool
    ) -> tuple[Shape, Chart]:
        key = path[-1], among, focus.finished, shut
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._fill(path, among, shut=shut, finished=focus.finished)
        return self._kept[key]

    def _fill(
        self, path: list[int], among: range, *, shut: bool, finished: bool
    ) -> tuple[Shape, Chart]:
        """The page with as much beside the path as there is room for."""
        along = [
            range(place, place + 1)
            for place in (self._place(above, row) for above, row in pairwise(path))
        ]
        firsts = [] if shut else self._kin(path[-1]).firsts[among.start : among.stop]
        plan = _Plan(path, [*along, among], {row for row in firsts if self._fits(row)})
        plan.deepest = max(len(path) - 1 + self._beneath(plan), self._levels)
        plan.offers = self._offers(plan, shut=shut, finished=finished)
        drawn = self._drawn(plan, shut=shut, finished=finished)
        share = 1.0
        for _ in range(_TRIES):
            fuller = self._fuller(plan, (self._width - drawn[1].width) * share)
            if len(fuller.opened) == len(plan.opened) and fuller.along == plan.along:
                break
            tried = self._drawn(fuller, shut=shut, finished=finished)
            if tried[1].width <= self._width:
                plan, drawn = fuller, tried
            else:
                share /= 2
        return drawn

    def _beneath(self, plan: _Plan) -> int:
        """How many levels of nodes are drawn beneath the last of the path."""
        log, last = self._trace.log, plan.path[-1]
        deepest = (max(log.depth[row : row + log.size[row]]) for row in plan.whole)
        return max(deepest, default=log.depth[last] + 1) - log.depth[last]

    def _offers(self, plan: _Plan, *, shut: bool, finished: bool) -> list[_Offer]:
        """What may stand beside the path: one neighbour on each level, another, and so on.

        After each of them once comes what is beneath them.
        """
        found: list[list[_Offer]] = []
        last, room = len(plan.path) - 1, self._width // self._cells.shut + 1
        for depth in range(last - shut, max(-1, last - MOST_LEVELS), -1):
            drawn, firsts = plan.along[depth], self._kin(plan.path[depth]).firsts
            before = [_Offer(depth, at) for at in range(drawn.start - 1, -1, -1)[:room]]
            after = [_Offer(depth, at) for at in range(drawn.stop, len(firsts))[:room]]
            both = zip_longest(before, after if finished else ())
            found.append([one for pair in both for one in pair if one is not None])
        in_turn = [one for ring in zip_longest(*found) for one in ring if one is not None]
        beneath = [
            one._replace(row=self._kin(plan.path[one.depth]).firsts[one.at]) for one in in_turn
        ]
        return [*in_turn, *beneath]

    def _fuller(self, plan: _Plan, spare: float) -> _Plan:
        """A plan with what of the offers there is room for.

        Args:
            plan: the plan.
            spare: the cells that are free.
        """
        along, opened, left = list(plan.along), set(plan.opened), list[_Offer]()
        waiting = deque(plan.offers)
        while waiting:
            offer = waiting.popleft()
            drawn = along[offer.depth]
            if offer.row != NO_PARENT:
                if offer.at not in drawn:
                    left.append(offer)
                    continue
                below = self._openable(offer.row, plan.deepest)
                cells = sum(self._cells.alone(row) + self._cells.gap for row in below)
                cells -= self._cells.shut
                if below and cells <= spare and len(opened) < _MOST_OPENED:
                    opened.add(offer.row)
                    spare -= max(0, cells)
                    waiting.extend(offer._replace(row=row) for row in below)
                elif below:
                    left.append(offer)
            elif offer.at in (drawn.start - 1, drawn.stop) and self._cells.shut <= spare:
                along[offer.depth] = range(
                    min(offer.at, drawn.start), max(offer.at + 1, drawn.stop)
                )
                spare -= self._cells.shut + self._cells.gap
            else:
                left.append(offer)
        return _Plan(plan.path, along, plan.whole, opened, left, plan.deepest)

    def _openable(self, row: int, deepest: int) -> Sequence[int]:
        """The children of a node that may be drawn beneath it."""
        log = self._trace.log
        if row in self._folded or log.size[row] == 1 or log.depth[row] >= deepest:
            return ()
        firsts = self._kin(row).firsts
        return firsts if len(firsts) < _BLOCK else ()

    def _drawn(self, plan: _Plan, *, shut: bool, finished: bool) -> tuple[Shape, Chart]:
        shape = shape_from(self._trace, self._nodes(plan, shut=shut, finished=finished))
        return shape, self._lay_out(shape, self._style)

    def _nodes(self, plan: _Plan, *, shut: bool, finished: bool) -> list[ShapeNode]:
        """The nodes of a page in pre-order."""
        trace, path = self._trace, plan.path
        known = is_drawn_whole(trace.game)
        hidden = self._hidden(plan)
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
            closed = drawn is _Drawn.SHUT or (drawn is _Drawn.PATH and at_end and shut)
            nodes.append(node_of(trace, one, known=known, shut=closed))
            if closed:
                continue
            if drawn is _Drawn.PATH:
                waiting += reversed(self._children(one, place, plan, finished=finished))
            else:
                waiting += [
                    (each, self._way(each, drawn, plan))
                    for each in reversed(below_of(trace, one, place))
                ]
        return nodes

    def _hidden(self, plan: _Plan) -> range:
        """The depths of nodes on the path that are left out, of a path with too many."""
        over = len(plan.path) + self._beneath(plan) - MOST_LEVELS
        return range(1, min(over + 2, len(plan.path) - 1)) if over > 0 else range(0)

    def _below_hidden(self, above: Found, row: int) -> Found:
        """The next node of the path, beneath one that is left out."""
        branch = branches(self._trace, above.branch, [(self._trace.log.action[row], row)], 0)[0]
        return Found(above.parent, branch, [row])

    def _children(
        self, above: Found, place: int, plan: _Plan, *, finished: bool
    ) -> list[tuple[Found | ShapeNode, _Drawn]]:
        """The children of a node on the path that are drawn, and what stands for the others."""
        trace, log, parent = self._trace, self._trace.log, above.branch
        depth, row = parent.depth, parent.row
        assert row is not None
        firsts, drawn = self._kin(row).firsts, plan.along[depth]
        on_path = plan.path[depth + 1] if depth + 1 < len(plan.path) else None
        rows: dict[int, list[int]] = {log.action[firsts[at]]: [firsts[at]] for at in drawn}
        after = len(firsts) - drawn.stop
        count = len(trace.game.moves(parent.state))
        never = count - len(firsts)
        singly = never and not after and (never <= _MOST_STUBS or is_drawn_whole(trace.game))
        if singly and never <= self._width // 2:
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
                below.append((found, self._way(found, _Drawn.SHUT, plan)))
        if finished and after:
            below.append((stub_of(f"+{after:,}", place, depth + 1, Status.DONE), _Drawn.SHUT))
            after = 0
        if after + never:
            stub = stub_of(f"+{after + never:,}", place, depth + 1, Status.UNSEEN)
            below.append((stub, _Drawn.SHUT))
        return below

    def _way(self, found: Found, above: _Drawn, plan: _Plan) -> _Drawn:
        """What is drawn beneath a node that is not on the path."""
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
