"""What the project's module `game` is asked for: the base class of agents, and directions."""

from __future__ import annotations

from typing import Any, Final

__all__ = ["Agent", "Directions"]


class Agent:
    """Somebody who chooses moves.

    Args:
        index: which of the agents it is; 0 is Pac-Man.
    """

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> Any:
        """The move in a state, which a subclass chooses."""
        raise NotImplementedError(f"{type(self).__name__}.getAction")


class Directions:
    """The moves of Pac-Man's maze."""

    NORTH: Final = "North"
    SOUTH: Final = "South"
    EAST: Final = "East"
    WEST: Final = "West"
    STOP: Final = "Stop"

    LEFT: Final = {NORTH: WEST, SOUTH: EAST, EAST: NORTH, WEST: SOUTH, STOP: STOP}
    RIGHT: Final = {left: before for before, left in LEFT.items()}
    REVERSE: Final = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}
