"""The part of a large tree that a canvas shows, one page at a time.

A page has some children of one node with everything that the search ever visits below them, the
path from the root to that node, and as many finished nodes beside it as fit. A page is laid out
once. While the search stays below these children, nothing moves: nodes and values appear in the
space reserved for them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from tracer.drawing.canvas.page_nodes import page_shape
from tracer.drawing.canvas.page_plan import PagePlan, PagePlanner, children_on_path
from tracer.drawing.canvas.width_estimates import ROWS_PER_LEVEL, WidthEstimates
from tracer.drawing.terminal.labels import Detail, LabelStyle
from tracer.drawing.terminal.tree_chart import TreeChart
from tracer.drawing.tree.figure_at import MOST_LEVELS, Focus, best_line
from tracer.drawing.tree.shape import Shape
from tracer.drawing.tree.visited_children import VisitedChildren
from tracer.recording.recording import Recording

__all__ = ["Pages"]

#: The share of the canvas for the children of a page; the rest is for nodes beside the path.
_SHARE = 0.65

#: A node with more visits than this times the canvas's width is too large for a page.
_MOST_VISITS = 4

#: Pages of nodes with very many children start at multiples of this number.
_BLOCK = 64

#: The root, its move, the levels left out, and the page's node.
_LEVELS_ABOVE = 4

#: The number of log rows from which the search's depth is estimated.
_LOOKED_AT = 100_000

#: The largest number of layouts to fill a page.
_TRIES = 6

#: The candidates added in one try, and the expected overlap of subtrees of different depths.
_MOST_TAKEN, _HOPE = 99, 1.2

#: The number of cached pages.
_MOST_KEPT = 64


class Pages:
    """The pages of a search on a canvas of one size.

    Args:
        trace: the search.
        style: style of the labels; its tightness is chosen here.
        board: width and height of the board in each node; (0, 0) for none.
        folded: rows of nodes with folded subtrees.
        width: width of the canvas in cells.
        height: height of the canvas in rows.
        lay_out: function that lays out a shape.
        fits_height: whether levels below the root's moves are left out if the canvas is too low.
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
        lay_out: Callable[[Shape, LabelStyle], TreeChart],
        fits_height: bool,
    ) -> None:
        self._trace = trace
        self._folded = folded
        self._width = width
        self._lay_out = lay_out
        deepest = max(trace.log.depth[:_LOOKED_AT])
        levels = min(deepest + 1, MOST_LEVELS)
        ways = (style, replace(style, tight=True), replace(style, tight=True, flat=True))
        lines = [one + board[1] for one in ROWS_PER_LEVEL]
        if style.detail > Detail.FULL:
            lines = [2, 2, 2]
        fitting = [way for way, one in zip(ways, lines, strict=True) if levels * one <= height + 1]
        self._style = fitting[0] if fitting else ways[-1]
        #: The number of levels of a page below its node.
        self._levels = max(2, height // lines[ways.index(self._style)] - 1)
        #: The number of levels from the root down, and the first that may be left out.
        self._most_levels, self._first_left_out = MOST_LEVELS, 1
        if fits_height:
            rows = lines[ways.index(self._style)]
            self._most_levels = min(MOST_LEVELS, max(_LEVELS_ABOVE + 1, (height + 1) // rows))
            self._levels = min(self._levels, self._most_levels - _LEVELS_ABOVE)
            self._first_left_out = 2
        most = _MOST_VISITS * width
        self._widths = WidthEstimates(trace, self._style, board=board[0], most=most)
        self._visited = VisitedChildren(trace)
        self._ends: dict[int, list[int]] = {}
        self._planner = PagePlanner(
            trace, self._visited, self._widths, folded=folded, width=width, levels=self._levels
        )
        self._fit: dict[int, bool] = {}
        self._kept: dict[object, tuple[Shape, TreeChart]] = {}
        self._lines: dict[int, list[int]] = {}

    def at(self, focus: Focus) -> tuple[Shape, TreeChart]:
        """Return the page that shows a step.

        Args:
            focus: the step's node and path.
        """
        path, collapsed = self._path(focus)
        if collapsed or len(path) == 1:
            return self._page(path, range(0), focus, collapsed=True)
        *above, child = path
        among, place = (
            self._siblings_on_page(above[-1], child),
            self._visited.index_of(above[-1], child),
        )
        page = self._page(above, among, focus, collapsed=False)
        while page[1].width > self._width and len(among) > 1:
            # The width was underestimated: halve the page.
            middle = (among.start + among.stop) // 2
            halves = range(among.start, middle), range(middle, among.stop)
            among = halves[place in halves[1]]
            page = self._page(above, among, focus, collapsed=False)
        return page

    # Which page ------------------------------------------------------------------------------

    def _path(self, focus: Focus) -> tuple[list[int], bool]:
        """Return the rows from the root to a child of the page's node, and whether it collapses."""
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
            # Before the first child is entered, and after the last, the page shows the children.
            firsts = self._visited.first_visits(path[-1])
            path.append(firsts[0] if focus.recent is None else firsts[-1])
            if path[-1] in self._folded:
                return path, True
            if self._fits(path[-1]):
                break
        return path, False

    def _fits(self, row: int) -> bool:
        """Return whether a whole subtree fits beside others."""
        if row not in self._fit:
            log, room = self._trace.log, self._width * _SHARE
            size = log.size[row]
            if size == 1:
                self._fit[row] = True
            elif size > _MOST_VISITS * self._width:
                self._fit[row] = False
            else:
                levels = max(log.depth[row : row + size]) - log.depth[row] + 1
                cells = self._widths.of_subtree(row)
                self._fit[row] = (
                    levels <= self._levels
                    and cells is not None
                    and cells <= room
                    and not any(row < one < row + size for one in self._folded)
                )
        return self._fit[row]

    def _siblings_on_page(self, parent: int, row: int) -> range:
        """Return the range of children on the same page as a given child."""
        firsts, place = self._visited.first_visits(parent), self._visited.index_of(parent, row)
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
        """Return the end of the page that starts with a child.

        One full page for all children of a node is preferred to two pages.
        """
        room, taken = self._width * _SHARE, 0
        if not begin and len(firsts) <= self._width:
            every = [
                self._widths.of_subtree(first) if self._fits(first) else None for first in firsts
            ]
            total = sum(one + self._widths.gap for one in every if one is not None)
            if None not in every and total <= self._width:
                return len(firsts)
        for place in range(begin, len(firsts)):
            cells = self._widths.of_subtree(firsts[place]) if self._fits(firsts[place]) else None
            if place > begin and (cells is None or taken + cells > room):
                return place
            if cells is None:
                return place + 1
            taken += cells + self._widths.gap
        return len(firsts)

    # A page ----------------------------------------------------------------------------------

    def _page(
        self, path: list[int], among: range, focus: Focus, *, collapsed: bool
    ) -> tuple[Shape, TreeChart]:
        key = path[-1], among, focus.finished, collapsed
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._fill(path, among, collapsed=collapsed, finished=focus.finished)
        return self._kept[key]

    def _fill(
        self, path: list[int], among: range, *, collapsed: bool, finished: bool
    ) -> tuple[Shape, TreeChart]:
        """Return the page with as many nodes beside the path as fit."""
        firsts = [] if collapsed else self._visited.first_visits(path[-1])[among.start : among.stop]
        whole = {row for row in firsts if self._fits(row)}
        along = children_on_path(self._visited, path, among)
        plan = PagePlan(
            path,
            along,
            whole,
            collapsed=collapsed,
            finished=finished,
            most_levels=self._most_levels,
            first_left_out=self._first_left_out,
        )
        self._planner.begin(plan)
        drawn = self._drawn(plan)
        most = _MOST_TAKEN
        for _ in range(_TRIES):
            spare = (self._width - drawn[1].width) * _HOPE
            beside = [self._width - used for used in drawn[1].level_widths]
            # A level may be hidden, and another one may be added.
            beside += [self._width] * (len(plan.path) + 1 - len(beside))
            fuller, taken = self._planner.fuller(plan, spare, beside, most)
            if not taken:
                break
            tried = self._drawn(fuller)
            if tried[1].width <= self._width:
                plan, drawn = fuller, tried
            elif len(taken) == 1:
                plan.candidates.remove(taken[0])
            else:
                most = len(taken) // 2
        return drawn

    def _drawn(self, plan: PagePlan) -> tuple[Shape, TreeChart]:
        shape = page_shape(self._trace, self._visited, plan, most=self._width // 2)
        return shape, self._lay_out(shape, self._style)
