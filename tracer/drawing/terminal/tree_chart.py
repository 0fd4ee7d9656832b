"""A laid-out tree in character cells, and its visible part in a viewport.

Layout takes time proportional to the nodes, once. Painting takes time proportional to the visible
part, at every step.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add
from typing import NamedTuple, Protocol

from tracer.drawing.terminal.labels import (
    Detail,
    Glyphs,
    LabelLine,
    LabelStyle,
    glyphs,
    label,
    line_widths,
)
from tracer.drawing.tree.nodes import DrawnNode, DrawnTree, EdgeRank, Sign, Status
from tracer.drawing.tree.tidy import half_widths, tidy_columns
from tracer.text.printable_text import cell_width, to_ascii

#: A piece of a row: its column, its text, the names of its styles, and its node.
_Piece = tuple[int, str, str, int]

NO_NODE = -1

#: The styles of an edge.
_STYLES = {
    EdgeRank.SKIPPED: "edge skipped",
    EdgeRank.UNSEEN: "edge unseen",
    EdgeRank.VISITED: "edge",
    EdgeRank.BEST: "edge best",
}


class EdgeFan(NamedTuple):
    """The edges below one node."""

    column: int
    bottom: int
    bus: int
    end: int
    children: Sequence[int]
    ranks: Sequence[EdgeRank]


class EdgeLabel(NamedTuple):
    """The label of the edge above a node: a cutoff's mark, a move, a probability."""

    text: str
    cut: bool


def edge_label(edge: str, *, cut: bool, ascii: bool) -> EdgeLabel:
    """Return the label of an edge."""
    written = [glyphs(ascii).cut] if cut else []
    if edge:
        written.append(to_ascii(edge) if ascii else edge)
    return EdgeLabel(" ".join(written), cut)


def is_cut(figure: DrawnTree, node: DrawnNode) -> bool:
    """Return whether a cutoff struck the edge directly above a node."""
    if node.status is not Status.SKIPPED:
        return False
    return node.parent < 0 or figure.nodes[node.parent].status is not Status.SKIPPED


def draw_edge_fan(
    family: EdgeFan, columns: range, labels: Sequence[EdgeLabel | None], *, ascii: bool
) -> Iterator[tuple[int, _Piece]]:
    """Yield the visible pieces of the edges below one node, each with its row."""
    if not family.children:
        return
    signs = glyphs(ascii)
    top = max(family.ranks)
    if family.column in columns:
        for y in range(family.bottom, family.bus):
            yield y, (family.column, _down(top, signs), _STYLES[top], NO_NODE)
    single = family.end - family.bus == 1
    cut = {
        column
        for column, edge in zip(family.children, labels, strict=True)
        if single and edge is not None and edge.cut
    }
    for x, text, rank in _bus(family, columns, signs):
        if x in cut:
            yield family.bus, (x, signs.cut, "cut", NO_NODE)
        else:
            yield family.bus, (x, text, _STYLES[rank], NO_NODE)
    for y in range(family.bus + 1, family.end):
        last = y == family.end - 1
        for column, rank, edge in zip(family.children, family.ranks, labels, strict=True):
            if edge is None:
                continue
            if edge.text and last:
                style = "cut" if edge.cut else _STYLES[rank].replace("edge", "move")
                start = column - half_widths(cell_width(edge.text))[0]
                yield y, (start, edge.text, style, NO_NODE)
            elif column in columns:
                yield y, (column, _down(rank, signs), _STYLES[rank], NO_NODE)


def _weight(rank: EdgeRank) -> int:
    """Return the weight of a line, light or heavy, for `Glyphs.joints`."""
    return 2 if rank is EdgeRank.BEST else 1


def _down(rank: EdgeRank, signs: Glyphs) -> str:
    if rank is EdgeRank.SKIPPED:
        return signs.dashed[1]
    return signs.joint(_weight(rank), _weight(rank), 0, 0)


def _bus(family: EdgeFan, columns: range, signs: Glyphs) -> Iterator[tuple[int, str, EdgeRank]]:
    """Yield the row along which edges spread from a parent to its children."""
    parent, children, ranks = family.column, family.children, family.ranks
    # The highest rank from the outermost child on either side to each child.
    from_left = list(accumulate(ranks, max))
    from_right = list(accumulate(reversed(ranks), max))[::-1]
    first = max(min(parent, children[0]), columns.start)
    last = min(max(parent, children[-1]), columns.stop - 1)
    for x in range(first, last + 1):
        before, behind = bisect_left(children, x), bisect_right(children, x)
        here = ranks[before] if before < behind else None
        left = from_left[before - 1] if before and x <= parent else None
        right = from_right[behind] if behind < len(children) and x >= parent else None
        if x < parent:
            through = right = _higher(left, here)
        elif x > parent:
            through = left = _higher(here, right)
        else:
            through = _higher(_higher(left, here), right)
        up = through if x == parent else None
        assert through is not None
        joint = signs.joint(
            *(0 if arm is None else _weight(arm) for arm in (up, here, left, right))
        )
        if through is EdgeRank.SKIPPED and up is None and here is None:
            joint = signs.dashed[0]
        elif through is EdgeRank.SKIPPED and left is None and right is None:
            joint = signs.dashed[1]
        yield x, joint, through


def _higher(one: EdgeRank | None, other: EdgeRank | None) -> EdgeRank | None:
    if one is None or other is None:
        return one if other is None else other
    return max(one, other)


#: Free cells between siblings and between cousins.
_GAPS = {Detail.FULL: (2, 3), Detail.COMPACT: (1, 1), Detail.VALUES: (1, 2), Detail.GLYPHS: (1, 1)}


class TextRun(NamedTuple):
    """A run of text in one row."""

    text: str
    style: str
    node: int = NO_NODE


def make_row(*pieces: tuple[str, str]) -> tuple[TextRun, ...]:
    """Return a row of a drawing from texts and their styles."""
    return tuple(TextRun(text, style) for text, style in pieces if text)


#: Rows from the top, each made of runs from the left without gaps.
Rows = tuple[tuple[TextRun, ...], ...]


class LabelBox(NamedTuple):
    """The cells of a node's label."""

    x: int
    y: int
    width: int
    height: int


class Viewport(NamedTuple):
    """The visible part of a drawing, in cells."""

    left: int
    top: int
    width: int
    height: int


class NodesAtStep(Protocol):
    """The look of a tree's nodes at a step. Nodes are numbered in pre-order from 0."""

    def node(self, place: int) -> DrawnNode:
        """Return a node with all its texts."""

    def rank(self, place: int) -> EdgeRank | None:
        """Return the rank of the edge above a node; None if the node is not drawn."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The nodes of one level, from left to right."""

    places: Sequence[int]
    columns: Sequence[int]
    reach: int
    parents: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]


class TreeChart:
    """A laid-out tree."""

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
        self.columns = tidy_columns(
            self.children,
            spans,
            *(gap * style.spread for gap in _GAPS[style.detail]),
        )
        self._lay_rows(edges)
        by_level: list[list[int]] = [[] for _ in self.tops]
        for place, level in enumerate(self.levels):
            by_level[level].append(place)
        self._levels = [*map(self._level, by_level)]
        self.width: int = 1 + max(map(add, self.columns, (half_widths(span)[1] for span in spans)))
        self.height = self.tops[-1] + self.heights[-1]

    def _lay_rows(self, edges: Sequence[str]) -> None:
        """Set the first row of every level and the height of its labels."""
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

    def box(self, place: int) -> LabelBox:
        """Return the cells reserved for a node's label."""
        width, top = self._widths[place], self.tops[self.levels[place]]
        before, _ = half_widths(width)
        return LabelBox(self.columns[place] - before, top, width, max(1, len(self._rooms[place])))

    def place_at(self, look: NodesAtStep, x: int, y: int) -> int | None:
        """Return the place of the node with a label in a cell; None if there is none."""
        number = bisect_right(self.tops, y) - 1
        if number < 0:
            return None
        for place in self._in_view(self._levels[number], range(x, x + 1)):
            if look.rank(place) is not None:
                for line, start, text, _ in self._placed(place, look.node(place)):
                    if self.tops[number] + line == y and start <= x < start + cell_width(text):
                        return place
        return None

    def rows(self, look: NodesAtStep, window: Viewport | None = None) -> Rows:
        """Return the visible rows of the tree."""
        left, top, width, height = window or Viewport(0, 0, self.width, self.height)
        columns, rows = range(left, left + width), range(top, top + height)
        pieces: list[list[_Piece]] = [[] for _ in rows]
        for piece_y, piece in self._pieces(look, columns, rows):
            if piece_y in rows:
                pieces[piece_y - top].append(piece)
        return tuple(_row(sorted(row), columns) for row in pieces)

    def _pieces(
        self, look: NodesAtStep, columns: range, rows: range
    ) -> Iterator[tuple[int, _Piece]]:
        """Yield the pieces of the visible levels, each with its row."""
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

    def _family(
        self, look: NodesAtStep, place: int, columns: range
    ) -> Iterator[tuple[int, _Piece]]:
        """Yield the edges below a node."""
        ranks = {child: look.rank(child) for child in self.children[place]}
        shown = {child: rank for child, rank in ranks.items() if rank is not None}
        if not shown:
            return
        top, bus = self.tops[self.levels[place]], self.heights[self.levels[place]]
        own = len(label(look.node(place), self.style)) if self.columns[place] in columns else bus
        family = EdgeFan(
            self.columns[place],
            top + own,
            top + bus,
            self.tops[self.levels[place] + 1],
            [self.columns[child] for child in shown],
            list(shown.values()),
        )
        near = range(columns.start - self._edge_reach, columns.stop + self._edge_reach)
        struck = look.rank(place) is not EdgeRank.SKIPPED
        labels = [
            edge_label(
                self._edges[child],
                cut=struck and rank is EdgeRank.SKIPPED,
                ascii=self.style.ascii,
            )
            if self.columns[child] in near
            else None
            for child, rank in shown.items()
        ]
        yield from draw_edge_fan(family, columns, labels, ascii=self.style.ascii)

    def _placed(self, place: int, node: DrawnNode) -> Iterator[tuple[int, int, str, str]]:
        """Yield the pieces of a label: line, column, text and styles."""
        # The label of a leaf, or of a node that is not entered yet, is centred; others grow to the
        # right within the reserved space.
        lines = label(node, self.style)
        grows = node.status in (Status.OPEN, Status.DONE) and node.sign is not Sign.LEAF
        owns, column = line_widths(lines), self.columns[place]
        starts = [
            column - half_widths(room if grows else own)[0]
            for room, own in zip(self._rooms[place], owns, strict=False)
        ]
        # The step's node is one block, so that its highlight is a rectangle.
        block = range(min(starts), max(map(add, starts, owns))) if node.current else range(0)
        for y, (line, own, start) in enumerate(zip(lines, owns, starts, strict=True)):
            x = min(start, block.start) if block else start
            for text, names in _filled(line, start - x, block.stop - start - own):
                yield y, x, text, names
                x += cell_width(text)


def _filled(line: LabelLine, before: int, behind: int) -> LabelLine:
    """Pad a line at both ends with spaces of its own style."""
    (text, style), *rest = line
    *filled, (last, end) = (" " * before + text, style), *rest
    return [*filled, (last + " " * behind, end)]


def _row(pieces: Sequence[_Piece], columns: range) -> tuple[TextRun, ...]:
    """Return one row of runs: clipped to the columns, joined if alike, with spaces in gaps."""
    runs: list[TextRun] = []
    end = columns.start
    for x, whole, style, node in pieces:
        x, text = _clipped(x, whole, columns)
        if not text:
            continue
        if x > end:
            runs.append(TextRun(" " * (x - end), ""))
            end = x
        if runs and runs[-1][1:] == (style, node):
            runs[-1] = TextRun(runs[-1].text + text, style, node)
        else:
            runs.append(TextRun(text, style, node))
        end += cell_width(text)
    return tuple(runs)


def _clipped(x: int, text: str, columns: range) -> tuple[int, str]:
    """Return the visible part of a text, and its first column."""
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
