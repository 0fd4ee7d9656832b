"""A whole search as an icicle: visits in order from left to right, depth from top to bottom.

Each column stands for one visit; the cell at each depth is this visit's ancestor. A column follows
the path towards the root only until it meets the previous column's. So the time is proportional to
width times depth, for a log of any length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.log.visit_log import VisitLog


class CellSpan(NamedTuple):
    """Adjacent cells of one depth that belong to one node."""

    start: int
    stop: int
    row: int


@dataclass(frozen=True, slots=True)
class Icicle:
    """An icicle."""

    depths: tuple[tuple[CellSpan, ...], ...]
    visits: tuple[int, ...]


def icicle(log: VisitLog, root: int, width: int, *, through: int | None = None) -> Icicle:
    """Return the icicle of a node's subtree."""
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
    return Icicle(tuple(map(tuple, depths)), tuple(visits))
