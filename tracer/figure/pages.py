"""The part of a large tree that a canvas shows, a page at a time.

A page holds some children of one node with all that the search ever comes to beneath them, the path
from the root to that node, and beside it as many finished nodes as there is room for. It is laid
out once: as long as the search goes on within these children nothing on the canvas moves, nodes and
values only come to be seen where room is kept for them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from tracer.figure.build import MOST_LEVELS, Focus, best_line
from tracer.figure.cells import LINES, Cells
from tracer.figure.chart import Chart
from tracer.figure.kin import Kin
from tracer.figure.labels import Detail, LabelStyle
from tracer.figure.page import page_shape
from tracer.figure.plan import Plan, Planner, path_of
from tracer.figure.shape import Shape
from tracer.recording import Recording

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
_TRIES = 6

#: Offers that are taken in one try, and by how much subtrees of different depths overlap.
_MOST_TAKEN, _HOPE = 99, 1.2

#: Pages that are kept.
_MOST_KEPT = 64


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
        self._kin = Kin(trace)
        self._ends: dict[int, list[int]] = {}
        self._planner = Planner(
            trace, self._kin, self._cells, folded=folded, width=width, levels=self._levels
        )
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
        among, place = self._among(above[-1], child), self._kin.place(above[-1], child)
        page = self._page(above, among, focus, shut=False)
        while page[1].width > self._width and len(among) > 1:
            # More was never visited, or labels are longer, than was to be told from the log.
            middle = (among.start + among.stop) // 2
            halves = range(among.start, middle), range(middle, among.stop)
            among = halves[place in halves[1]]
            page = self._page(above, among, focus, shut=False)
        return page

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
            firsts = self._kin.of(path[-1])
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

    def _among(self, parent: int, row: int) -> range:
        """The children that share a page with one of them."""
        firsts, place = self._kin.of(parent), self._kin.place(parent, row)
        whole = len(firsts) <= 4 * _BLOCK
        if not whole:
            ends: list[int] = []
            begin = place // _BLOCK * _BLOCK
        else:
            ends = self._ends.setdefault(parent, [])
            begin = ends[-1] if ends else 0
        while not ends or ends[-1] <= place:
            end = self._end(firsts, begin)
            ends.append(end)
            begin = end
        at = bisect_right(ends, place)
        start = ends[at - 1] if at else (0 if whole else place // _BLOCK * _BLOCK)
        return range(start, ends[at])

    def _end(self, firsts: Sequence[int], begin: int) -> int:
        """Behind which child a page ends that begins with one.

        All of a node's children rather have a page that is full than two that are turned.
        """
        room, taken = self._width * _SHARE, 0
        if not begin and len(firsts) <= self._width:
            every = [self._cells.of(first) if self._fits(first) else None for first in firsts]
            total = sum(one + self._cells.gap for one in every if one is not None)
            if None not in every and total <= self._width:
                return len(firsts)
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
        firsts = [] if shut else self._kin.of(path[-1])[among.start : among.stop]
        whole = {row for row in firsts if self._fits(row)}
        along = path_of(self._kin, path, among)
        plan = Plan(path, along, whole, shut=shut, finished=finished)
        self._planner.begin(plan)
        drawn = self._drawn(plan)
        most = _MOST_TAKEN
        for _ in range(_TRIES):
            spare = (self._width - drawn[1].width) * _HOPE
            fuller, taken = self._planner.fuller(plan, spare, most)
            if not taken:
                break
            tried = self._drawn(fuller)
            if tried[1].width <= self._width:
                plan, drawn = fuller, tried
            elif len(taken) == 1:
                plan.offers.remove(taken[0])
            else:
                most = len(taken) // 2
        return drawn

    def _drawn(self, plan: Plan) -> tuple[Shape, Chart]:
        shape = page_shape(self._trace, self._kin, plan, most=self._width // 2)
        return shape, self._lay_out(shape, self._style)
