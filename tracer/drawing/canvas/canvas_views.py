"""The views of a canvas at a step: a drawn tree, or a search as an icicle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engine.log.visit_log import LEAF, Flag, VisitLog
from tracer.drawing.terminal.labels import CHANGED, glyphs
from tracer.drawing.terminal.tree_chart import (
    LabelBox,
    NodesAtStep,
    Rows,
    TextRun,
    TreeChart,
    Viewport,
    make_row,
)
from tracer.drawing.tree.look import status_of, value_of
from tracer.drawing.tree.nodes import Sign, Status, sign_of
from tracer.recording.recording import Recording
from tracer.text.printable_text import cell_width, to_ascii


class ZoomLevel(IntEnum):
    """Levels of zoom, the closest first."""

    BOXES = 0  #: all texts
    VALUES = 1  #: symbols and values
    GLYPHS = 2  #: one symbol per node
    DENSITY = 3  #: the whole search, of any length

    @property
    def words(self) -> str:
        """The description of the level."""
        return _WORDS[self]


_WORDS = {
    ZoomLevel.BOXES: "boxes with all details",
    ZoomLevel.VALUES: "symbols and values",
    ZoomLevel.GLYPHS: "one symbol per node",
    ZoomLevel.DENSITY: "density: all visits in order",
}


@dataclass(kw_only=True)
class CanvasView(ABC):
    """The view of a canvas at a step."""

    level: ZoomLevel
    width: int
    height: int
    focus: LabelBox
    keeps_place: bool
    anchor: int = 0
    legend: tuple[TextRun, ...] = ()

    @abstractmethod
    def rows(self, window: Viewport) -> Rows:
        """Return the visible rows."""

    @abstractmethod
    def row_at(self, x: int, y: int) -> int | None:
        """Return the row in the log of the visited node in a cell; None if there is none."""

    def find_unvisited(self, x: int, y: int) -> tuple[int, str] | None:
        """Return the row of the parent, and the name, of the unvisited node in a cell."""
        return None


class CellSpan(NamedTuple):
    """Adjacent cells of one depth that belong to one node."""

    start: int
    stop: int
    row: int


def icicle(
    log: VisitLog, root: int, width: int, *, through: int | None = None
) -> list[list[CellSpan]]:
    """Return the icicle of a node's subtree, depth by depth."""
    size, top = log.size[root], log.depth[root]
    visits = [root + column * size // width for column in range(width)]
    if through is not None:
        # The last column that starts at or before it.
        visits[((through - root + 1) * width - 1) // size] = through
    depths: list[list[CellSpan]] = []
    way: list[tuple[int, int]] = []  # the path to the last visit: rows with their first columns

    def close(depth: int, column: int) -> None:
        """End the spans from a depth down."""
        while len(way) > depth:
            row, start = way.pop()
            depths[len(way)].append(CellSpan(start, column, row))

    parent = log.parent
    for column, visit in enumerate(visits):
        row, below = visit, list[int]()
        depth = log.depth[visit] - top
        # Climb until the path to the last visit is met.
        while depth >= len(way) or way[depth][0] != row:
            below.append(row)
            if row == root:
                break
            row, depth = parent[row], depth - 1
        close(log.depth[visit] - top + 1 - len(below), column)
        way.extend((row, column) for row in reversed(below))
        depths.extend([] for _ in range(len(way) - len(depths)))
    close(0, width)
    return depths


#: The largest number of rows per depth.
_MOST_ROWS = 3

#: The smallest number of rows of a canvas with a legend for the map.
_LEAST_WITH_LEGEND = 4

#: The space between the entries of the legend.
_BETWEEN_ENTRIES = "   "


class _Look(NamedTuple):
    """The look of a node's cells: each is a text and the names of its styles."""

    states: str
    sign: tuple[str, str]
    bar: tuple[str, str]
    unseen: tuple[str, str]
    star: str


def name_in_icicle(trace: Recording, row: int) -> str:
    """Return the name of a node in an icicle; in a game, its move."""
    move = trace.move_name(row) if trace.game.named_by_path else None
    return move or trace.name(row)


class IcicleView(CanvasView):
    """The icicle of a node's subtree at a step, as wide as the canvas."""

    def __init__(
        self,
        trace: Recording,
        root: int,
        step: int,
        *,
        current: int,
        width: int,
        height: int,
        find_name: Callable[[int], str],
        ascii: bool = False,
        changed: Callable[[int], bool] | None = None,
    ) -> None:
        legend = map_legend(width, ascii=ascii) if height >= _LEAST_WITH_LEGEND else ()
        height -= bool(legend)
        self._trace = trace
        self._step = step
        self._current = current
        self._find_name = find_name
        self._signs = glyphs(ascii)
        self._ascii = ascii
        self._changed = changed
        self._depths = icicle(trace.log, root, width, through=current)
        self._each = max(1, min(_MOST_ROWS, height // len(self._depths)))
        depth = trace.log.depth[current] - trace.log.depth[root]
        span = next(span for span in self._depths[depth] if span.row == current)
        super().__init__(
            level=ZoomLevel.DENSITY,
            width=width,
            height=len(self._depths) * self._each,
            focus=LabelBox(span.start, depth * self._each, span.stop - span.start, self._each),
            keeps_place=True,
            legend=legend,
        )
        size = trace.log.size[root]
        # The first column that the search has not reached.
        visited = trace.tour.count_entered(*trace.tour.row_at(step)) - root
        self._now = min(max(0, -(-visited * width // size)), width)
        self._looks: dict[tuple[Sign, Status, bool, bool], _Look] = {}
        self._drawn: dict[int, tuple[tuple[TextRun, ...], tuple[TextRun, ...]]] = {}

    def row_at(self, x: int, y: int) -> int | None:
        depth = y // self._each
        if not 0 <= depth < len(self._depths):
            return None
        spans = self._depths[depth]
        place = bisect_right(spans, x, key=lambda span: span.start) - 1
        return spans[place].row if place >= 0 and x < spans[place].stop else None

    def rows(self, window: Viewport) -> Rows:
        """Return the visible rows. The window is as wide as the icicle."""
        rows: list[tuple[TextRun, ...]] = []
        for y in range(window.top, min(window.top + window.height, self.height)):
            depth, line = divmod(y, self._each)
            if depth not in self._drawn:
                self._drawn[depth] = self._depth(depth)
            rows.append(self._drawn[depth][line > 0])
        return tuple(rows)

    def _depth(self, depth: int) -> tuple[tuple[TextRun, ...], tuple[TextRun, ...]]:
        """Return one depth: its first row with the labels of nodes, and its other rows."""
        labelled: list[tuple[str, str]] = []
        beneath: list[tuple[str, str]] = []
        end = 0
        for span in self._depths[depth]:
            if span.start > end:
                labelled.append((" " * (span.start - end), ""))
                beneath.append(labelled[-1])
            end = span.stop
            cut, status, sign = self._state(span.row)
            look = self._look(span.row, sign, status)
            if end - span.start == 1:
                labelled.append((self._signs.cut, f"cut {look.states}") if cut else look.sign)
                beneath.append(look.unseen if status is Status.UNSEEN else look.bar)
                continue
            text = self._text(span, look, status, cut)
            labelled.append((text, look.sign[1]))
            labelled += self._bars(span.start + cell_width(text), end - cut, look, status)
            if cut:
                labelled.append((self._signs.cut, f"cut {look.states}"))
            beneath += self._bars(span.start, end, look, status)
        return _runs(labelled), _runs(beneath)

    def _state(self, row: int) -> tuple[bool, Status, Sign]:
        """Return whether a node has cut off children by now, its status, and its symbol."""
        trace, flags = self._trace, self._trace.log.flags[row]
        cut = bool(flags & Flag.CUTOFF) and trace.tour.left_at(row) - 1 <= self._step
        sign = sign_of(trace.log.player[row], leaf=bool(flags & LEAF))
        return cut, status_of(trace, row, self._step), sign

    def _look(self, row: int, sign: Sign, status: Status) -> _Look:
        """Return the look of a node's cells."""
        new = self._changed is not None and self._changed(row)
        current = row == self._current
        key = sign, status, new, current
        if key not in self._looks:
            names = f"{status.value}{' changed' if new else ''}{' current' if current else ''}"
            done, still_open, unseen = self._signs.bars
            _, entered, here = list(self._signs.alone[sign])
            first = unseen if status is Status.UNSEEN else here if current else entered
            bar = done if status is Status.DONE else still_open
            self._looks[key] = _Look(
                names,
                (first, f"{sign.value} {names}"),
                (bar, f"{sign.value} bar {names}"),
                (unseen, f"{sign.value} bar unseen"),
                CHANGED if new else "",
            )
        return self._looks[key]

    def _bars(self, begin: int, end: int, look: _Look, status: Status) -> Iterator[tuple[str, str]]:
        """Yield a node's cells without its label: those reached, then the others."""
        seen = begin if status is Status.UNSEEN else end
        if status is Status.OPEN:
            seen = min(end, max(begin, self._now))
        if seen > begin:
            yield look.bar[0] * (seen - begin), look.bar[1]
        if end > seen:
            yield look.unseen[0] * (end - seen), look.unseen[1]

    def _text(self, span: CellSpan, look: _Look, status: Status, cut: bool) -> str:
        """Return as much of a node's symbol, name and value as fits."""
        first, width = look.sign[0], span.stop - span.start - cut
        if status is Status.UNSEEN or width <= 2:
            return first
        value = value_of(self._trace, span.row, self._step)
        texts = [f"{first}{look.star}{value} ", f"{first}{look.star}"]
        if width > len(texts[0]):
            texts.insert(0, f"{first} {look.star}{self._find_name(span.row)} {value} ")
        if self._ascii:
            texts = [to_ascii(text) for text in texts]
        return next((text for text in texts if cell_width(text) <= width), first)


def map_legend(width: int, *, ascii: bool) -> tuple[TextRun, ...]:
    """Return the legend as one row, with as many entries as fit."""
    signs = glyphs(ascii)
    returned, still_open, unseen = signs.bars
    entries = (
        (still_open, "max bar open", "open"),
        (returned, "max bar done", "returned"),
        (unseen, "max bar unseen", "not visited yet"),
        (signs.cut, "cut done", "cutoff"),
        ("", "", "across: visits in order"),
        ("", "", "down: depth"),
    )
    row: list[tuple[str, str]] = []
    room = width
    for sign, style, words in entries:
        before = _BETWEEN_ENTRIES if row else ""
        after = f" {words}" if sign else words
        room -= sum(map(cell_width, (before, sign, after)))
        if room < 0:
            break
        row += [(before, ""), (sign, style), (after, "")]
    return make_row(*row)


def _runs(pieces: Sequence[tuple[str, str]]) -> tuple[TextRun, ...]:
    """Join adjacent pieces of the same style."""
    return tuple(
        TextRun("".join([text for text, _ in same]), style)
        for style, same in groupby(pieces, itemgetter(1))
    )


@dataclass(kw_only=True)
class TreeView(CanvasView):
    """A drawn tree, whole or in part."""

    chart: TreeChart
    look: NodesAtStep

    def rows(self, window: Viewport) -> Rows:
        return self.chart.rows(self.look, window)

    def row_at(self, x: int, y: int) -> int | None:
        place = self.chart.place_at(self.look, x, y)
        return None if place is None else self.look.node(place).row

    def find_unvisited(self, x: int, y: int) -> tuple[int, str] | None:
        place = self.chart.place_at(self.look, x, y)
        node = None if place is None else self.look.node(place)
        if node is None or node.row is not None or node.parent < 0:
            return None
        above = self.look.node(node.parent).row
        return None if above is None else (above, node.name)
