"""The four neighbours of a cell of a grid, by the points of the compass."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, TypeAlias


#: Column x and row y of a cell.
Cell: TypeAlias = tuple[int, int]


class Axis(StrEnum):
    """The direction in which y grows: usually north on paper, south on screens."""

    UP = "up"
    DOWN = "down"


class Direction(Enum):
    """A point of the compass, in counterclockwise order from the north for either axis."""

    N = "north"
    W = "west"
    S = "south"
    E = "east"

    def counterclockwise(self) -> list[Direction]:
        """Return all four directions counterclockwise, starting with this one."""
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
    """Return the cell a step away."""
    x, y = _STEPS[direction]
    return cell[0] + x, cell[1] + (y if axis is Axis.UP else -y)
