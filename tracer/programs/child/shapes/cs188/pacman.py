"""The project's module `pacman`: the states that agents search."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from ...failures import ProgramFailure
from ...loading.missing_modules import placeholders_for
from ...program import find_place
from ...watched_nodes import ASKED, EXPANDED, HASHED, VALUED, Node, WatchedNodes
from . import util
from .game import Directions as Directions
from .util import manhattanDistance as manhattanDistance

SCARED_TIME: Final = 40
COLLISION_TOLERANCE: Final = 0.7
TIME_PENALTY: Final = 1

__all__ = [
    *("COLLISION_TOLERANCE", "SCARED_TIME", "TIME_PENALTY", "Directions", "GameState"),
    "manhattanDistance",
    "util",
    # Placeholders.
    *("Actions", "ClassicGameRules", "Game", "GameStateData", "GhostRules", "PacmanRules"),
    *("loadAgent", "nearestPoint", "runGames"),
]
__getattr__ = placeholders_for("pacman", __all__)

#: What the project's states also have.
_MAZE: Final = frozenset(
    (
        *("data", "explored", "getCapsules", "getFood", "getGhostPosition", "getGhostPositions"),
        *("getGhostState", "getGhostStates", "getNumFood", "getPacmanPosition", "getPacmanState"),
        *("getWalls", "hasFood", "hasWall", "initialize", "getAndResetExplored"),
    )
)


class GameState:
    """A state of the key's game, with the method names of the project.

    Versions of the project differ in the names for a state after a move: `generateSuccessor`,
    `getNextState` and `generateChild`.
    """

    __slots__ = ("_agent", "_agents", "_name", "_node", "_odd", "_watched", "_won")

    def __init__(
        self, watched: WatchedNodes, node: Node, agent: int, agents: int, odd: dict[str, None]
    ) -> None:
        self._watched = watched
        self._node = node
        self._agent = agent
        self._agents = agents
        self._odd = odd
        self._name, self._won = node.text
        if (node.player == 0) != (agent == 0) and not node.terminal:
            who = "MAX moves" if agent else "MAX does not move"
            raise ProgramFailure(
                f"{who} at {self._name}, where agent {agent} of {agents} should move: in CS 188, "
                "agents take turns, and Pac-Man, who is MAX, begins",
            )

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        """Return the moves of an agent, in order; none if the game is over."""
        self._check_agent(agentIndex)
        self._watched.log(self._node, EXPANDED)
        return list(self._node.actions)

    def generateSuccessor(self, agentIndex: int, action: Any) -> GameState:
        """Return the state that a move leads to."""
        node = self._node
        if node.terminal:
            raise ProgramFailure(
                f"it asked for a successor of {self._name}, but the game is over there"
            )
        self._check_agent(agentIndex)
        child = self._watched.child(node, find_place(node, action, self._name))
        below = (self._agent + 1) % self._agents
        return GameState(self._watched, child, below, self._agents, self._odd)

    def getLegalPacmanActions(self) -> list[Any]:
        """Return the moves of Pac-Man."""
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Any) -> GameState:
        """Return the state that a move of Pac-Man leads to."""
        return self.generateSuccessor(0, action)

    getNextState = generateChild = generateSuccessor
    getPacmanNextState = generatePacmanChild = generatePacmanSuccessor

    def isWin(self) -> bool:
        """Return whether the state is won."""
        self._watched.log(self._node, ASKED)
        return self._won is True

    def isLose(self) -> bool:
        """Return whether the state is lost."""
        self._watched.log(self._node, ASKED)
        return self._won is False

    def getNumAgents(self) -> int:
        """Return the number of agents."""
        return self._agents

    def getScore(self) -> float:
        """Return the value of the state if the game is over, otherwise its evaluation."""
        node = self._node
        self._watched.log(node, VALUED)
        if node.worth is None:
            raise ProgramFailure(
                f"it asked for the score of {self._name}, which the key does not have"
            )
        return float(node.worth)

    def _check_agent(self, agent: int) -> None:
        if agent != self._agent:
            remark = f"it asks for the moves of agent {agent!r:.20} when agent {self._agent} moves"
            if remark not in self._odd and len(self._odd) < 3:
                self._odd[remark] = None

    def __getattr__(self, name: str) -> NoReturn:
        if name in _MAZE:
            raise AttributeError(f"states of this key have no {name}; only states of a maze do")
        raise AttributeError(f"'GameState' object has no attribute {name!r}")

    def __hash__(self) -> int:
        self._watched.log(self._node, HASHED)
        return hash((self._node.position, self._agent))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GameState)
            and other._node.position == self._node.position
            and other._agent == self._agent
        )

    def __str__(self) -> str:
        self._watched.log(self._node, HASHED)
        return str(self._name)

    def __repr__(self) -> str:
        return str(self._name)

    def __copy__(self) -> GameState:
        return self

    def __deepcopy__(self, memo: Any) -> GameState:
        return self

    deepCopy = __copy__
