"""A tree whose nodes have been given their places, and what is seen of it through a window.

Laying out a tree takes time in its nodes, once; painting takes time in what is in the window, at
every step.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add
from typing import NamedTuple, Protocol

from tracer.figure.edges import EdgeLabel, Family, Rank, draw_family, edge_label
from tracer.figure.labels import Detail, LabelStyle, Text, label, line_widths
from tracer.figure.layout import half_widths, tidy
from tracer.figure.model import FigureNode, Status
from tracer.figure.widths import cell_width

__all__ = ["NO_NODE", "Box", "Chart", "Look", "Rows", "Run", "Window"]

#: Free cells between siblings and between cousins.
_GAPS = {Detail.FULL: (2, 3), Detail.COMPACT: (1, 1), Detail.VALUES: (1, 2), Detail.GLYPHS: (1, 1)}

#: A piece of a row: its column, its text, the names of its styles, and its node.
_Piece = tuple[int, str, str, int]

NO_NODE = -1


class Run(NamedTuple):
    """A stretch of one row.

    Args:
        text: what stands there.
        style: the names of its styles, separated by spaces; empty between things.
        node: the place in the figure of the node whose label it is of; −1 elsewhere.
    """

    text: str
    style: str
    node: int


#: Rows from the top, each of runs from the left without gaps.
Rows = tuple[tuple[Run, ...], ...]


class Box(NamedTuple):
    """The cells of a node's label."""

    x: int
    y: int
    width: int
    height: int


class Window(NamedTuple):
    """The part of a drawing that is in view, in cells."""

    left: int
    top: int
    width: int
    height: int


class Look(Protocol):
    """What a tree's nodes look like at a step. Nodes are numbered in pre-order from 0."""

    def node(self, place: int) -> FigureNode:
        """A node with all that is written at it."""

    def rank(self, place: int) -> Rank | None:
        """What the edge above a node leads to; None where the node is not drawn."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The nodes with the same number of nodes above them, from left to right.

    Args:
        places: the nodes.
        columns: their columns.
        reach: how far the widest label goes to either side of its column.
        parents: those of the nodes that have children.
        starts: where the edges under each of the parents begin, from left to right.
        ends: where they end.
    """

    places: Sequence[int]
    columns: Sequence[int]
    reach: int
    parents: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]


class Chart:
    """A laid-out tree.

    Args:
        parents: the place of every node's parent; −1 at the root. Nodes are in pre-order.
        edges: what is written at the edge above each node, but for a strike.
        rooms: for each node the cells that each line of its label is to be given.
        may_be_cut: for each node whether a strike may come to stand at the edge above it.
        style: what is written at the nodes, and how far they stand apart.
    """

    def __init__(
        self,
        parents: Sequence[int],
        edges: Sequence[str],
        rooms: Sequence[Sequence[int]],
        may_be_cut: Sequence[bool],
        style: LabelStyle,
    ) -> None:
        self.style = style
        self._edges = edges
        self._rooms = rooms
        self.children: list[list[int]] = [[] for _ in parents]
        self.levels: list[int] = []
        for place, parent in enumerate(parents):
            if parent >= 0:
                self.children[parent].append(place)
            self.levels.append(self.levels[parent] + 1 if parent >= 0 else 0)
        on_edges = [
            edge_label(edge, cut=cut, ascii=style.ascii).text
            for edge, cut in zip(edges, may_be_cut, strict=True)
        ]
        self._edge_reach = max(map(cell_width, on_edges)) // 2 + 1
        self._widths = [max(room) for room in rooms]
        spans = [max(w, cell_width(e), 1) for w, e in zip(self._widths, on_edges, strict=True)]
        self.columns = tidy(
            self.children,
            spans,
            *(gap * style.spread for gap in _GAPS[style.detail]),
        )
        self._lay_rows(edges)
        self._levels = [self._level(places) for places in self._by_level()]
        self.width: int = 1 + max(map(add, self.columns, (half_widths(span)[1] for span in spans)))
        self.height = self.tops[-1] + self.heights[-1]

    def _lay_rows(self, edges: Sequence[str]) -> None:
        """The first row of every level, how many its labels take, and how many its edges."""
        count = max(self.levels) + 1
        self.heights = [1] * count
        between = [1 if self.style.tight else 2] * count
        for level, room, edge in zip(self.levels, self._rooms, edges, strict=True):
            self.heights[level] = max(self.heights[level], len(room))
            if edge:
                between[level] = 2
        self.tops = [0]
        for level in range(1, count):
            self.tops.append(self.tops[-1] + self.heights[level - 1] + between[level])

    def _by_level(self) -> list[list[int]]:
        by_level: list[list[int]] = [[] for _ in self.tops]
        for place, level in enumerate(self.levels):
            by_level[level].append(place)
        return by_level

    def _level(self, places: Sequence[int]) -> _Level:
        parents = [place for place in places if self.children[place]]
        families = [
            [self.columns[place], *(self.columns[child] for child in self.children[place])]
            for place in parents
        ]
        return _Level(
            places,
            [self.columns[place] for place in places],
            max(self._widths[place] for place in places) // 2 + 1,
            parents,
            [min(columns) for columns in families],
            [max(columns) for columns in families],
        )

    def box(self, place: int) -> Box:
        """The cells that a node's label is given."""
        width, top = self._widths[place], self.tops[self.levels[place]]
        before, _ = half_widths(width)
        return Box(self.columns[place] - before, top, width, max(1, len(self._rooms[place])))

    def place_at(self, look: Look, x: int, y: int) -> int | None:
        """The place of the node whose label is in a cell; None where there is none."""
        number = bisect_right(self.tops, y) - 1
        if number < 0:
            return None
        for place in self._in_view(self._levels[number], range(x, x + 1)):
            if look.rank(place) is not None:
                for line, start, text, _ in self._placed(place, look.node(place)):
                    if self.tops[number] + line == y and start <= x < start + cell_width(text):
                        return place
        return None

    def rows(self, look: Look, window: Window | None = None) -> Rows:
        """What is seen of the tree.

        Args:
            look: what its nodes look like.
            window: the part that is in view; the whole of it by default.
        """
        left, top, width, height = window or Window(0, 0, self.width, self.height)
        columns, rows = range(left, left + width), range(top, top + height)
        pieces: list[list[_Piece]] = [[] for _ in rows]
        for piece_y, piece in self._pieces(look, columns, rows):
            if piece_y in rows:
                pieces[piece_y - top].append(piece)
        return tuple(_row(sorted(row), columns) for row in pieces)

    def _pieces(self, look: Look, columns: range, rows: range) -> Iterator[tuple[int, _Piece]]:
        """All that stands in the levels that are in view, each piece with its row."""
        first = max(0, bisect_right(self.tops, rows.start) - 1)
        last = bisect_left(self.tops, rows.stop)
        for number in range(first, last):
            level, top = self._levels[number], self.tops[number]
            for place in self._in_view(level, columns):
                if look.rank(place) is not None:
                    node = look.node(place)
                    for y, x, text, style in self._placed(place, node):
                        yield top + y, (x, text, style, place)
            if number + 1 < len(self.tops):
                reach = columns.start - level.reach, columns.stop + level.reach
                start, stop = (
                    bisect_left(level.ends, reach[0]),
                    bisect_right(level.starts, reach[1]),
                )
                for place in level.parents[start:stop]:
                    yield from self._family(look, place, columns)

    def _in_view(self, level: _Level, columns: range) -> Sequence[int]:
        first = bisect_left(level.columns, columns.start - level.reach)
        return level.places[first : bisect_right(level.columns, columns.stop + level.reach)]

    def _family(self, look: Look, place: int, columns: range) -> Iterator[tuple[int, _Piece]]:
        """The edges under a node."""
        ranks = {child: look.rank(child) for child in self.children[place]}
        shown = {child: rank for child, rank in ranks.items() if rank is not None}
        if not shown:
            return
        top, bus = self.tops[self.levels[place]], self.heights[self.levels[place]]
        own = len(label(look.node(place), self.style)) if self.columns[place] in columns else bus
        family = Family(
            self.columns[place],
            top + own,
            top + bus,
            self.tops[self.levels[place] + 1],
            [self.columns[child] for child in shown],
            list(shown.values()),
        )
        near = range(columns.start - self._edge_reach, columns.stop + self._edge_reach)
        struck = look.rank(place) is not Rank.SKIPPED
        labels = [
            self._edge_label(child, cut=struck and rank is Rank.SKIPPED)
            if self.columns[child] in near
            else None
            for child, rank in shown.items()
        ]
        for y, x, text, style in draw_family(family, columns, labels, ascii=self.style.ascii):
            yield y, (x, text, style, NO_NODE)

    def _edge_label(self, child: int, *, cut: bool) -> EdgeLabel:
        return edge_label(self._edges[child], cut=cut, ascii=self.style.ascii)

    def _placed(self, place: int, node: FigureNode) -> Iterator[tuple[int, int, str, str]]:
        """The pieces of a label: each one's line, column, text and styles.

        Once a node has been entered its label grows to the right within the room that it has;
        before, it stands in the middle.
        """
        lines = label(node, self.style)
        entered = node.status in (Status.OPEN, Status.DONE)
        owns, column = line_widths(lines), self.columns[place]
        starts = [
            column - half_widths(room if entered else own)[0]
            for room, own in zip(self._rooms[place], owns, strict=False)
        ]
        # The node that the step is about is one block, so that a highlight is a rectangle.
        block = range(min(starts), max(map(add, starts, owns))) if node.current else range(0)
        for y, (line, own, start) in enumerate(zip(lines, owns, starts, strict=True)):
            x = min(start, block.start) if block else start
            for text, names in _filled(line, start - x, block.stop - start - own):
                yield y, x, text, names
                x += cell_width(text)


def _filled(line: Sequence[Text], before: int, behind: int) -> list[Text]:
    """A line with spaces of its own style at its ends."""
    first, *rest = line
    filled = [Text(" " * before + first.text, first.style), *rest]
    filled[-1] = Text(filled[-1].text + " " * behind, filled[-1].style)
    return filled


def _row(pieces: Sequence[_Piece], columns: range) -> tuple[Run, ...]:
    """One row of runs, cut off at the ends, joined where they are alike, with spaces between."""
    runs: list[Run] = []
    end = columns.start
    for x, whole, style, node in pieces:
        x, text = _clipped(x, whole, columns)
        if not text:
            continue
        if x > end:
            runs.append(Run(" " * (x - end), "", NO_NODE))
            end = x
        if runs and runs[-1][1:] == (style, node):
            runs[-1] = Run(runs[-1].text + text, style, node)
        else:
            runs.append(Run(text, style, node))
        end += cell_width(text)
    return tuple(runs)


def _clipped(x: int, text: str, columns: range) -> tuple[int, str]:
    """The part of a text that stands in some columns, and where it begins."""
    if x >= columns.start and x + cell_width(text) <= columns.stop:
        return x, text
    kept, begin = "", x
    for letter in text:
        width = cell_width(letter)
        if x >= columns.start and x + width <= columns.stop:
            begin = begin if kept else x
            kept += letter
        x += width
    return begin, kept
