"""The project's module `game`: agents, directions, and what the states of a maze consist of.

`from game import *` also gives the names of `util`, as in the project.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...loading.missing_modules import Placeholder
from . import util
from .util import *  # noqa: F403
from .util import nearestPoint, raiseNotDefined

__all__ = [
    *("Actions", "Agent", "AgentState", "Configuration", "Directions", "GameStateData", "Grid"),
    "reconstituteGrid",
]
__all__ += util.__all__


def __getattr__(name: str) -> Placeholder:
    """Return a placeholder for what plays a whole game, which a search does not."""
    if name == "Game":
        return Placeholder("game.Game", "which plays in a maze, and states of this key have none")
    raise AttributeError(f"module 'game' has no attribute {name!r}")


class Agent:
    """A player that chooses moves.

    Args:
        index: number of the agent; 0 is Pac-Man.
    """

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


class Configuration:
    """A place in a maze and a direction.

    Args:
        pos: coordinates (x, y).
        direction: one of `Directions`.
    """

    def __init__(self, pos: Any, direction: Any) -> None:
        self.pos = pos
        self.direction = direction

    def getPosition(self) -> Any:
        """Return the coordinates."""
        return self.pos

    def getDirection(self) -> Any:
        """Return the direction."""
        return self.direction

    def isInteger(self) -> bool:
        """Return whether the place is a cell."""
        x, y = self.pos
        return bool(x == int(x) and y == int(y))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Configuration)
            and self.pos == other.pos
            and self.direction == other.direction
        )

    def __hash__(self) -> int:
        return hash((self.pos, self.direction))

    def __str__(self) -> str:
        return f"(x,y)={self.pos}, {self.direction}"

    def generateSuccessor(self, vector: Any) -> Configuration:
        """Return the configuration after a step; without a step, the direction stays."""
        x, y = self.pos
        dx, dy = vector
        direction = Actions.vectorToDirection(vector)
        return Configuration(
            (x + dx, y + dy), self.direction if direction == Directions.STOP else direction
        )


class AgentState:
    """An agent of a maze: its configuration, and how long it is still scared.

    Args:
        startConfiguration: where it begins.
        isPacman: whether it is Pac-Man.
    """

    def __init__(self, startConfiguration: Any, isPacman: bool) -> None:
        self.start = startConfiguration
        self.configuration = startConfiguration
        self.isPacman = isPacman
        self.scaredTimer = 0
        self.numCarrying = 0
        self.numReturned = 0

    def __str__(self) -> str:
        return f"{'Pacman' if self.isPacman else 'Ghost'}: {self.configuration}"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, AgentState)
            and self.configuration == other.configuration
            and self.scaredTimer == other.scaredTimer
        )

    def __hash__(self) -> int:
        return hash((self.configuration, self.scaredTimer))

    def copy(self) -> AgentState:
        """Return a copy."""
        found = AgentState(self.start, self.isPacman)
        found.__dict__.update(self.__dict__)
        return found

    def getPosition(self) -> Any:
        """Return its coordinates; None if it is nowhere."""
        return None if self.configuration is None else self.configuration.getPosition()

    def getDirection(self) -> Any:
        """Return its direction."""
        return self.configuration.getDirection()


class Grid:
    """A matrix of truth values by column and row, such as food or walls.

    Args:
        width: number of columns.
        height: number of rows.
        initialValue: value of all cells.
        bitRepresentation: cells as `packBits` returns them, without the size.
    """

    CELLS_PER_INT = 30

    def __init__(
        self, width: int, height: int, initialValue: Any = False, bitRepresentation: Any = None
    ) -> None:
        if initialValue not in (False, True):
            raise Exception("Grids can only contain booleans")
        self.width = width
        self.height = height
        self.data = [[initialValue for _ in range(height)] for _ in range(width)]
        if bitRepresentation:
            cells = self._cells()
            for packed in bitRepresentation:
                for bit in range(self.CELLS_PER_INT - 1, -1, -1):
                    x, y = next(cells, (-1, -1))
                    if x >= 0:
                        self.data[x][y] = bool(packed >> bit & 1)

    def _cells(self) -> Iterator[tuple[int, int]]:
        return ((x, y) for x in range(self.width) for y in range(self.height))

    def __getitem__(self, i: int) -> list[Any]:
        return self.data[i]

    def __setitem__(self, key: int, item: list[Any]) -> None:
        self.data[key] = item

    def __str__(self) -> str:
        rows = [[str(self.data[x][y])[0] for x in range(self.width)] for y in range(self.height)]
        return "\n".join("".join(row) for row in reversed(rows))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self.data == other.data

    def __hash__(self) -> int:
        return hash(tuple(map(tuple, self.data)))

    def copy(self) -> Grid:
        """Return a copy."""
        found = Grid(self.width, self.height)
        found.data = [column[:] for column in self.data]
        return found

    deepCopy = copy

    def shallowCopy(self) -> Grid:
        """Return a grid with the same cells."""
        found = Grid(self.width, self.height)
        found.data = self.data
        return found

    def count(self, item: Any = True) -> int:
        """Return the number of cells with a value."""
        return sum(column.count(item) for column in self.data)

    def asList(self, key: Any = True) -> list[tuple[int, int]]:
        """Return the cells with a value, by columns."""
        return [(x, y) for x, y in self._cells() if self.data[x][y] == key]

    def packBits(self) -> tuple[int, ...]:
        """Return the size and the cells, 30 to a number."""
        bits = [bool(self.data[x][y]) for x, y in self._cells()]
        each = self.CELLS_PER_INT
        packed = [
            sum(1 << each - 1 - place for place, bit in enumerate(bits[at : at + each]) if bit)
            for at in range(0, max(1, len(bits)), each)
        ]
        return self.width, self.height, *packed


def reconstituteGrid(bitRep: Any) -> Any:
    """Return the grid that `packBits` has packed; anything else is returned as it is."""
    if type(bitRep) is not tuple:
        return bitRep
    width, height = bitRep[:2]
    return Grid(width, height, bitRepresentation=bitRep[2:])


class Actions:
    """The steps of a maze's agents."""

    _directions: Final = {
        Directions.WEST: (-1, 0),
        Directions.STOP: (0, 0),
        Directions.EAST: (1, 0),
        Directions.NORTH: (0, 1),
        Directions.SOUTH: (0, -1),
    }
    _directionsAsList: Final = [*_directions.items()]
    TOLERANCE: Final = 0.001

    @staticmethod
    def reverseDirection(action: Any) -> Any:
        """Return the opposite direction."""
        return Directions.REVERSE.get(action, action)

    @staticmethod
    def vectorToDirection(vector: Any) -> str:
        """Return the direction of a step."""
        dx, dy = vector
        if dy:
            return Directions.NORTH if dy > 0 else Directions.SOUTH
        if dx:
            return Directions.WEST if dx < 0 else Directions.EAST
        return Directions.STOP

    @staticmethod
    def directionToVector(direction: Any, speed: float = 1.0) -> tuple[float, float]:
        """Return the step in a direction."""
        dx, dy = Actions._directions[direction]
        return dx * speed, dy * speed

    @staticmethod
    def getPossibleActions(config: Any, walls: Any) -> list[Any]:
        """Return the directions in which an agent can go; between two cells only its own."""
        x, y = config.pos
        column, row = int(x + 0.5), int(y + 0.5)
        if abs(x - column) + abs(y - row) > Actions.TOLERANCE:
            return [config.getDirection()]
        return [
            name for name, (dx, dy) in Actions._directionsAsList if not walls[column + dx][row + dy]
        ]

    @staticmethod
    def getLegalNeighbors(position: Any, walls: Any) -> list[tuple[int, int]]:
        """Return the cells without walls next to a position, and its own."""
        x, y = nearestPoint(position)
        cells = [(x + dx, y + dy) for _, (dx, dy) in Actions._directionsAsList]
        return [
            (column, row)
            for column, row in cells
            if 0 <= column < walls.width and 0 <= row < walls.height and not walls[column][row]
        ]

    @staticmethod
    def getSuccessor(position: Any, action: Any) -> tuple[float, float]:
        """Return the position after a step."""
        dx, dy = Actions.directionToVector(action)
        x, y = position
        return x + dx, y + dy


class GameStateData:
    """The contents of a maze's state.

    Args:
        prevState: contents to copy.
    """

    def __init__(self, prevState: Any = None) -> None:
        if prevState is not None:
            self.food = prevState.food.shallowCopy()
            self.capsules = prevState.capsules[:]
            self.agentStates = self.copyAgentStates(prevState.agentStates)
            self.layout = prevState.layout
            self._eaten = prevState._eaten
            self.score = prevState.score
        self._foodEaten = None
        self._foodAdded = None
        self._capsuleEaten = None
        self._agentMoved = None
        self._lose = False
        self._win = False
        self.scoreChange = 0

    def deepCopy(self) -> GameStateData:
        """Return a copy with its own food."""
        found = GameStateData(self)
        found.food = self.food.deepCopy()
        found._agentMoved, found._foodEaten = self._agentMoved, self._foodEaten
        found._foodAdded, found._capsuleEaten = self._foodAdded, self._capsuleEaten
        return found

    def copyAgentStates(self, agentStates: Any) -> list[Any]:
        """Return copies of agents' states."""
        return [one.copy() for one in agentStates]

    def __eq__(self, other: object) -> bool:
        names = ("agentStates", "food", "capsules", "score")
        return isinstance(other, GameStateData) and all(
            getattr(self, name) == getattr(other, name) for name in names
        )

    def __hash__(self) -> int:
        return hash((tuple(self.agentStates), self.food, tuple(self.capsules), self.score))
