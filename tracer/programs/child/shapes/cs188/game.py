"""The project's module `game`: agents and directions. `from game import *` also gives `util`'s."""

from __future__ import annotations

from typing import Any, Final

from ...loading.missing_modules import placeholders_for
from . import util
from .util import *  # noqa: F403
from .util import raiseNotDefined

__all__ = [
    "Agent",
    "Directions",
    # Placeholders.
    *("Actions", "AgentState", "Configuration", "Game", "GameStateData", "Grid"),
    *("reconstituteGrid",),
]
__all__ += util.__all__
__getattr__ = placeholders_for("game", __all__)


class Agent:
    """A player that chooses moves."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> Any:
        """Return the move in a state, which a subclass chooses."""
        raiseNotDefined()


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
