"""The four neighbours of a cell of a grid, by the points of the compass."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, TypeAlias

__all__ = ["Axis", "Cell", "Direction", "neighbour"]

#: Column x and row y of a cell.
Cell: TypeAlias = tuple[int, int]


class Axis(StrEnum):
    """Which way y grows: on paper mostly to the north, on screens to the south."""

    UP = "up"
    DOWN = "down"


class Direction(Enum):
    """A point of the compass. Their order is counterclockwise from the north, whatever the axis."""

    N = "north"
    W = "west"
    S = "south"
    E = "east"

    def counterclockwise(self) -> list[Direction]:
        """All four, this one first, each a quarter turn to the left of the one before."""
        order = list(Direction)
        first = order.index(self)
        return order[first:] + order[:first]


_STEPS: Final = {
    Direction.N: (0, 1),
    Direction.W: (-1, 0),
    Direction.S: (0, -1),
    Direction.E: (1, 0),
}


def neighbour(cell: Cell, direction: Direction, axis: Axis = Axis.UP) -> Cell:
    """The cell a step away.

    Args:
        cell: its x and y.
        direction: where to.
        axis: which way y grows.
    """
    x, y = _STEPS[direction]
    return cell[0] + x, cell[1] + (y if axis is Axis.UP else -y)
