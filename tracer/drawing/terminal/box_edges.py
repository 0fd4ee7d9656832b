"""The edges of a drawn tree, in box-drawing characters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from tracer.drawing.terminal.glyphs import Glyphs, glyphs
from tracer.drawing.terminal.tidy_columns import half_widths
from tracer.drawing.tree.figure_model import EdgeRank, FigureNode, Status, TreeFigure
from tracer.text.printable_text import cell_width, to_ascii


class EdgePiece(NamedTuple):
    """A piece of an edge: its position, its text and the names of its styles."""

    y: int
    x: int
    text: str
    style: str


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


def edge_label(edge: str, *, cut: bool, ascii: bool) -> EdgeLabel:  # noqa: A002
    """Return the label of an edge."""
    written = [glyphs(ascii).cut] if cut else []
    if edge:
        written.append(to_ascii(edge) if ascii else edge)
    return EdgeLabel(" ".join(written), cut)


def is_cut(figure: TreeFigure, node: FigureNode) -> bool:
    """Return whether a cutoff struck the edge directly above a node."""
    if node.status is not Status.SKIPPED:
        return False
    return node.parent < 0 or figure.nodes[node.parent].status is not Status.SKIPPED


def draw_edge_fan(
    family: EdgeFan,
    columns: range,
    labels: Sequence[EdgeLabel | None],
    *,
    ascii: bool,  # noqa: A002
) -> Iterator[EdgePiece]:
    """Yield the visible pieces of the edges below one node."""
    if not family.children:
        return
    signs = glyphs(ascii)
    top = max(family.ranks)
    if family.column in columns:
        for y in range(family.bottom, family.bus):
            yield EdgePiece(y, family.column, _down(top, signs), _STYLES[top])
    single = family.end - family.bus == 1
    cut = {
        column
        for column, label in zip(family.children, labels, strict=True)
        if single and label is not None and label.cut
    }
    for x, text, rank in _bus(family, columns, signs):
        if x in cut:
            yield EdgePiece(family.bus, x, signs.cut, "cut")
        else:
            yield EdgePiece(family.bus, x, text, _STYLES[rank])
    for y in range(family.bus + 1, family.end):
        last = y == family.end - 1
        for column, rank, label in zip(family.children, family.ranks, labels, strict=True):
            if label is None:
                continue
            if label.text and last:
                style = "cut" if label.cut else _STYLES[rank].replace("edge", "move")
                start = column - half_widths(cell_width(label.text))[0]
                yield EdgePiece(y, start, label.text, style)
            elif column in columns:
                yield EdgePiece(y, column, _down(rank, signs), _STYLES[rank])


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
