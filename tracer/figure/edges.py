"""The edges of a drawn tree, in box-drawing characters that join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from tracer.ascii import to_ascii
from tracer.figure.glyphs import Glyphs, glyphs
from tracer.figure.layout import half_widths
from tracer.figure.model import Figure, FigureNode, Status
from tracer.figure.widths import cell_width

__all__ = ["EDGE_ROWS", "EdgePiece", "draw_edges", "edge_labels", "is_cut"]

#: Rows between two levels of nodes: one along which edges spread, one for what is written at them.
EDGE_ROWS = 2


class EdgePiece(NamedTuple):
    """A piece of an edge: where it stands, its text and the names of its styles."""

    y: int
    x: int
    text: str
    style: str


class _Rank(IntEnum):
    """What an edge leads to; where edges run together, the highest is seen."""

    SKIPPED = 0
    UNSEEN = 1
    VISITED = 2
    BEST = 3


#: The styles of an edge.
_STYLES = {
    _Rank.SKIPPED: "edge skipped",
    _Rank.UNSEEN: "edge unseen",
    _Rank.VISITED: "edge",
    _Rank.BEST: "edge best",
}


def edge_labels(figure: Figure, *, ascii: bool) -> list[str]:  # noqa: A002
    """What is written at the edge above each node: a strike, a move's label, a probability."""
    cut = glyphs(ascii).cut
    labels = []
    for node in figure.nodes:
        written = [cut] if is_cut(figure, node) else []
        if node.edge:
            written.append(to_ascii(node.edge) if ascii else node.edge)
        labels.append(" ".join(written))
    return labels


def is_cut(figure: Figure, node: FigureNode) -> bool:
    """Whether a cutoff struck the edge right above a node."""
    if node.status is not Status.SKIPPED:
        return False
    return node.parent < 0 or figure.nodes[node.parent].status is not Status.SKIPPED


def draw_edges(
    figure: Figure,
    columns: Sequence[int],
    bottoms: Sequence[int],
    buses: Sequence[int],
    labels: Sequence[str],
    *,
    ascii: bool,  # noqa: A002
) -> Iterator[EdgePiece]:
    """Every piece of every edge.

    Args:
        figure: the tree.
        columns: the column of every node's anchor.
        bottoms: the row under every node's label.
        buses: the row along which the edges under a node spread.
        labels: what `edge_labels` gives.
        ascii: whether to do without box-drawing characters.
    """
    signs = glyphs(ascii)
    for parent, below in enumerate(figure.children()):
        edges = [
            (columns[child], _rank(figure.nodes[child]))
            for child in below
            if figure.nodes[child].shown
        ]
        if not edges:
            continue
        top = max(rank for _, rank in edges)
        for y in range(bottoms[parent], buses[parent]):
            yield EdgePiece(y, columns[parent], _down(top, signs), _STYLES[top])
        for x, text, rank in _bus(columns[parent], edges, signs):
            yield EdgePiece(buses[parent], x, text, _STYLES[rank])
        for child in below:
            if figure.nodes[child].shown:
                yield _riser(figure, child, columns[child], buses[parent] + 1, labels[child], signs)


def _rank(node: FigureNode) -> _Rank:
    if node.best:
        return _Rank.BEST
    if node.status is Status.SKIPPED:
        return _Rank.SKIPPED
    return _Rank.UNSEEN if node.status is Status.UNSEEN else _Rank.VISITED


def _weight(rank: _Rank) -> int:
    """Light or heavy, as in `Glyphs.joints`."""
    return 2 if rank is _Rank.BEST else 1


def _down(rank: _Rank, signs: Glyphs) -> str:
    if rank is _Rank.SKIPPED:
        return signs.dashed[1]
    return signs.joint(_weight(rank), _weight(rank), 0, 0)


def _bus(
    parent: int, edges: Sequence[tuple[int, _Rank]], signs: Glyphs
) -> Iterator[tuple[int, str, _Rank]]:
    """The row along which edges spread from under a parent to over its children.

    Args:
        parent: the column of the parent.
        edges: the column of each child, and what its edge leads to.
        signs: what to draw with.

    Yields:
        A column, what stands there, and the highest rank of the edges that run through it.
    """
    columns = [parent, *(column for column, _ in edges)]
    for x in range(min(columns), max(columns) + 1):
        up = down = left = right = 0
        seen = _Rank.SKIPPED
        for column, rank in edges:
            if not min(parent, column) <= x <= max(parent, column):
                continue
            weight = _weight(rank)
            seen = max(seen, rank)
            if x == parent:
                up = max(up, weight)
            if x == column:
                down = max(down, weight)
            if x > parent or column < x:
                left = max(left, weight)
            if x < parent or column > x:
                right = max(right, weight)
        text = signs.joint(up, down, left, right)
        if seen is _Rank.SKIPPED and not (up or down):
            text = signs.dashed[0]
        elif seen is _Rank.SKIPPED and not (left or right):
            text = signs.dashed[1]
        yield x, text, seen


def _riser(
    figure: Figure, child: int, column: int, row: int, label: str, signs: Glyphs
) -> EdgePiece:
    """What stands right above a node: its edge's label, or the edge itself."""
    node = figure.nodes[child]
    rank = _rank(node)
    if not label:
        return EdgePiece(row, column, _down(rank, signs), _STYLES[rank])
    style = "cut" if is_cut(figure, node) else _STYLES[rank].replace("edge", "move")
    return EdgePiece(row, column - half_widths(cell_width(label))[0], label, style)
