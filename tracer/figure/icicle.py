"""A whole search as an icicle: across in the order of visits, down by depth.

Every cell is the node at its depth that holds the visit at its column. One visit is looked at for a
column, and the way from it to the root, as far as it is not that of the column before; so it costs
the width times the depth, however long the log is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.log import VisitLog

__all__ = ["Icicle", "Span", "icicle"]


class Span(NamedTuple):
    """Neighbouring cells of one depth that are one node.

    Args:
        start: the first column.
        stop: the column behind the last.
        row: the node's row in the log.
    """

    start: int
    stop: int
    row: int


@dataclass(frozen=True, slots=True)
class Icicle:
    """An icicle.

    Args:
        depths: the spans at each depth, from the root's on, each from left to right.
        visits: the row that is looked at for each column.
    """

    depths: tuple[tuple[Span, ...], ...]
    visits: tuple[int, ...]


def icicle(log: VisitLog, root: int, width: int, *, through: int | None = None) -> Icicle:
    """The icicle of a node's subtree.

    Args:
        log: the visits.
        root: the node's row.
        width: the number of columns, at least 1.
        through: a row of the subtree that is to be looked at in its column in the place of the
            first one of that column.
    """
    size, top = log.size[root], log.depth[root]
    visits = [root + column * size // width for column in range(width)]
    if through is not None:
        # The last column that begins at or before it.
        visits[((through - root + 1) * width - 1) // size] = through
    depths: list[list[Span]] = []
    way: list[tuple[int, int]] = []  # the rows on the way to the last visit, and where each began

    def close(depth: int, column: int) -> None:
        """End the spans from a depth on."""
        while len(way) > depth:
            row, start = way.pop()
            depths[len(way)].append(Span(start, column, row))

    parent = log.parent
    for column, visit in enumerate(visits):
        row, below = visit, list[int]()
        depth = log.depth[visit] - top
        # Whatever is above this visit and began before the last column's is above that one too.
        while depth >= len(way) or way[depth][0] != row:
            below.append(row)
            if row == root:
                break
            row, depth = parent[row], depth - 1
        close(log.depth[visit] - top + 1 - len(below), column)
        way.extend((row, column) for row in reversed(below))
        depths.extend([] for _ in range(len(way) - len(depths)))
    close(0, width)
    return Icicle(tuple(map(tuple, depths)), tuple(visits))
