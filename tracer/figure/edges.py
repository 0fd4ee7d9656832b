"""The edges of a drawn tree, in box-drawing characters that join."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

from tracer.ascii import to_ascii
from tracer.figure.glyphs import Glyphs, glyphs
from tracer.figure.layout import half_widths
from tracer.figure.model import Figure, FigureNode, Status
from tracer.figure.widths import cell_width

__all__ = [
    "EdgeLabel",
    "EdgePiece",
    "Family",
    "Rank",
    "draw_family",
    "edge_label",
    "is_cut",
    "rank_of",
]


class EdgePiece(NamedTuple):
    """A piece of an edge: where it stands, its text and the names of its styles."""

    y: int
    x: int
    text: str
    style: str


class Rank(IntEnum):
    """What an edge leads to; where edges run together, the highest is seen."""

    SKIPPED = 0
    UNSEEN = 1
    VISITED = 2
    BEST = 3


#: The styles of an edge.
_STYLES = {
    Rank.SKIPPED: "edge skipped",
    Rank.UNSEEN: "edge unseen",
    Rank.VISITED: "edge",
    Rank.BEST: "edge best",
}


class Family(NamedTuple):
    """The edges under one node.

    Args:
        column: that of the node's anchor.
        bottom: the row under its label.
        bus: the row along which the edges spread.
        end: the row of its children's labels.
        children: the column of each child that is drawn, from left to right.
        ranks: what each edge leads to.
    """

    column: int
    bottom: int
    bus: int
    end: int
    children: Sequence[int]
    ranks: Sequence[Rank]


class EdgeLabel(NamedTuple):
    """What is written at the edge above a node: a strike, a move's label, a probability.

    Args:
        text: all of it.
        cut: whether a cutoff struck that edge.
    """

    text: str
    cut: bool


def edge_label(edge: str, *, cut: bool, ascii: bool) -> EdgeLabel:  # noqa: A002
    """What is written at an edge.

    Args:
        edge: the move's label or probability; may be empty.
        cut: whether a cutoff struck it.
        ascii: whether to do without signs beyond ASCII.
    """
    written = [glyphs(ascii).cut] if cut else []
    if edge:
        written.append(to_ascii(edge) if ascii else edge)
    return EdgeLabel(" ".join(written), cut)


def is_cut(figure: Figure, node: FigureNode) -> bool:
    """Whether a cutoff struck the edge right above a node."""
    if node.status is not Status.SKIPPED:
        return False
    return node.parent < 0 or figure.nodes[node.parent].status is not Status.SKIPPED


def rank_of(status: Status, *, best: bool) -> Rank:
    """What the edge above a node leads to."""
    if best:
        return Rank.BEST
    if status is Status.SKIPPED:
        return Rank.SKIPPED
    return Rank.UNSEEN if status is Status.UNSEEN else Rank.VISITED


def draw_family(
    family: Family,
    columns: range,
    labels: Sequence[EdgeLabel | None],
    *,
    ascii: bool,  # noqa: A002
) -> Iterator[EdgePiece]:
    """Every piece of the edges under one node that is in view, but for those over columns.

    Args:
        family: the edges.
        columns: those in view. What is written at an edge may stick out of them.
        labels: for each child what is written at the edge, None where the child is out of view.
            If there is but the row along which the edges spread, that can only be a strike.
        ascii: whether to do without box-drawing characters.
    """
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


def _weight(rank: Rank) -> int:
    """Light or heavy, as in `Glyphs.joints`."""
    return 2 if rank is Rank.BEST else 1


def _down(rank: Rank, signs: Glyphs) -> str:
    if rank is Rank.SKIPPED:
        return signs.dashed[1]
    return signs.joint(_weight(rank), _weight(rank), 0, 0)


def _bus(family: Family, columns: range, signs: Glyphs) -> Iterator[tuple[int, str, Rank]]:
    """The row along which edges spread from under a parent to over its children.

    Yields:
        A column, what stands there, and the highest rank of the edges that run through it.
    """
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
        if through is Rank.SKIPPED and up is None and here is None:
            joint = signs.dashed[0]
        elif through is Rank.SKIPPED and left is None and right is None:
            joint = signs.dashed[1]
        yield x, joint, through


def _higher(one: Rank | None, other: Rank | None) -> Rank | None:
    if one is None or other is None:
        return one if other is None else other
    return max(one, other)
