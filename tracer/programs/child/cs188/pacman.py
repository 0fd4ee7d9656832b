"""What the project's module `pacman` is asked for: the states that agents search."""

from __future__ import annotations

from typing import Any, NoReturn

from ..fault import Fault
from ..table import ASKED, EXPANDED, HASHED, VALUED, Node, Table

__all__ = ["GameState"]


class GameState:
    """A state of the key's game, by the names of the project.

    Args:
        table: the game.
        node: the node.
        agent: whose turn it is; 0 is Pac-Man.
        agents: how many take turns.
        odd: what is odd about how it is used, a sentence each; all states share it.
    """

    __slots__ = ("_agent", "_agents", "_node", "_odd", "_table")

    def __init__(
        self, table: Table, node: Node, agent: int, agents: int, odd: dict[str, None]
    ) -> None:
        self._table = table
        self._node = node
        self._agent = agent
        self._agents = agents
        self._odd = odd
        if (node.player == 0) != (agent == 0) and not node.terminal:
            who = "MAX moves" if agent else "MAX does not move"
            raise Fault(
                "refused",
                f"{who} at {node.text}, where agent {agent} of {agents} is to: agents of CS 188 "
                "take turns, Pac-Man, who is MAX, first",
            )

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        """The moves of an agent, in order; none where the game is over."""
        self._heed(agentIndex)
        self._table.log(self._node, EXPANDED)
        return list(self._node.actions)

    def generateSuccessor(self, agentIndex: int, action: Any) -> GameState:
        """The state that a move leads to."""
        node = self._node
        if node.terminal:
            raise Fault("crash", f"it asked for a successor of {node.text}, where the game is over")
        self._heed(agentIndex)
        try:
            place = node.actions.index(action)
        except ValueError:
            legal = ", ".join(map(str, node.actions[:8]))
            raise Fault(
                "crash", f"it made the move {action!r:.60} at {node.text}; legal are {legal}"
            ) from None
        child = self._table.child(node, place)
        below = (self._agent + 1) % self._agents
        return GameState(self._table, child, below, self._agents, self._odd)

    def getLegalPacmanActions(self) -> list[Any]:
        """The moves of Pac-Man."""
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Any) -> GameState:
        """The state that a move of Pac-Man leads to."""
        return self.generateSuccessor(0, action)

    def isWin(self) -> bool:
        """Whether the game is over, and is worth 0 or more."""
        self._table.log(self._node, ASKED)
        return bool(self._node.terminal) and self._node.utility >= 0

    def isLose(self) -> bool:
        """Whether the game is over, and is worth less than 0."""
        self._table.log(self._node, ASKED)
        return bool(self._node.terminal) and self._node.utility < 0

    def getNumAgents(self) -> int:
        """How many agents take turns."""
        return self._agents

    def getScore(self) -> Any:
        """What the state is worth: its value where the game is over, else its estimate."""
        node = self._node
        self._table.log(node, VALUED)
        value = node.estimate if node.utility is None else node.utility
        if value is None:
            raise Fault("crash", f"it asked for the score of {node.text}, which the key has not")
        return value

    def _heed(self, agent: int) -> None:
        if agent != self._agent:
            said = f"it asks for the moves of agent {agent!r:.20} where agent {self._agent} moves"
            if said not in self._odd and len(self._odd) < 3:
                self._odd[said] = None

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a state of this key has no {name}, as a maze would have")

    def __hash__(self) -> int:
        self._table.log(self._node, HASHED)
        return hash((self._node.position, self._agent))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GameState)
            and other._node.position == self._node.position
            and other._agent == self._agent
        )

    def __str__(self) -> str:
        self._table.log(self._node, HASHED)
        return str(self._node.text)

    def __repr__(self) -> str:
        return str(self._node.text)

    def __copy__(self) -> GameState:
        return self

    def __deepcopy__(self, memo: Any) -> GameState:
        return self

    deepCopy = __copy__
