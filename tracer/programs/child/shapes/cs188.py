"""Agents as in CS 188's second project: classes whose `getAction` searches a `gameState`.

The project's modules that such a file imports are provided unless it brings them. What no search
calls is a placeholder there.

Source: "Project 2: Multi-Agent Search", UC Berkeley: the names of the file `multiAgents.py`.
"""

from __future__ import annotations

import heapq
import inspect
import io
import random
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from ..failures import ProgramFailure
from ..loading.definitions import Definition
from ..loading.missing_modules import PlaceholderModule
from ..loading.source_files import SourceFile
from ..parameters import NO_LIMIT, call_by_names
from ..program import (
    USUAL_PARTS,
    Driver,
    Program,
    ProgramResult,
    ProgramTask,
    find_place,
    place_of_move,
)
from ..usual_names import NAMES
from ..watched_nodes import ASKED, EXPANDED, VALUED, Node, WatchedNodes, WatchedState

FUNCTIONS: Final = NAMES["cs188"]


def score(file: SourceFile, _: Definition | None) -> int:
    """Return how surely a file is of this shape: whether it defines such agents."""
    classes = file.definitions.classes
    names = {name for one in FUNCTIONS.values() for name in one}
    if not names & {*classes}:
        return 0
    # Without the project's method, a class with such a name may be over a plain tree.
    return 3 if any("getAction" in kind.methods for kind in classes.values()) else 1


#: What the project's states also have.
_MAZE: Final = NAMES["members of states"]["in a maze"]


class GameState(WatchedState):
    """A state of the key's game, with the method names of the project.

    Versions of the project differ in the names for a state after a move: `generateSuccessor`,
    `getNextState` and `generateChild`.
    """

    __slots__ = ("_agent", "_agents", "_name", "_odd", "_won")

    def __init__(
        self, watched: WatchedNodes, node: Node, agent: int, agents: int, odd: dict[str, None]
    ) -> None:
        super().__init__(watched, node)
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

    def __repr__(self) -> str:
        return str(self._name)

    deepCopy = WatchedState.__copy__


# The project's modules ---------------------------------------------------------------------------


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


def raiseNotDefined() -> NoReturn:
    """Print which function is not written, and exit."""
    frame = sys._getframe(1)
    name, file = frame.f_code.co_name, Path(frame.f_code.co_filename).name
    print(f"*** Method not implemented: {name} at line {frame.f_lineno} of {file}")
    sys.exit(1)


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """Return the object with a name in a namespace, or in one of its modules."""
    first, _, rest = name.rpartition(".")
    if first:
        return getattr(__import__(first), rest)
    modules = [module for module in namespace.values() if inspect.ismodule(module)]
    options = [getattr(module, name) for module in modules if name in dir(module)]
    options += [namespace[name]] if name in namespace else []
    if not options:
        raise Exception(f"{name} not found as a method or class")
    if any(option is not options[0] for option in options):
        raise Exception(f"Name conflict for {name}")
    return options[0]


class Counter(dict[Any, Any]):
    """A dict of numbers, such as those of the moves; reading a missing key enters it with 0."""

    def __getitem__(self, key: Any) -> Any:
        return self.setdefault(key, 0)

    def argMax(self) -> Any:
        """Return the first key with the largest number; None if empty."""
        return max(self, key=self.__getitem__, default=None)

    def totalCount(self) -> Any:
        """Return the sum of the numbers."""
        return sum(self.values())

    def normalize(self) -> None:
        """Divide all numbers by their sum, unless it is 0."""
        if total := self.totalCount():
            for key in self:
                self[key] /= float(total)

    def copy(self) -> Counter:
        """Return a copy."""
        return Counter(self)


def manhattanDistance(xy1: Any, xy2: Any) -> Any:
    """Return the Manhattan distance between two points."""
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


#: Why a search cannot use the other names of the project's modules.
_OF_UTIL: Final = "which searches do not use; to use it, hand in the project's util.py too"
_OF_MAZES: Final = "which is about mazes, and states of this key have none"


def _make_modules() -> dict[str, ModuleType]:
    """Return the modules by name; `from util import *` also gives what the project's imports."""
    used = (heapq, inspect, io, random, signal, sys, time)
    own = {module.__name__: module for module in used}
    usable = (Counter, lookup, manhattanDistance, raiseNotDefined)
    of_util = {tool.__name__: tool for tool in usable} | own
    util = PlaceholderModule("util", _OF_UTIL, of_util)
    of_game = of_util | {"Agent": Agent, "Directions": Directions}
    game = PlaceholderModule("game", _OF_MAZES, of_game)
    names = {"util": util, "GameState": GameState, "Directions": Directions}
    constants = {"COLLISION_TOLERANCE": 0.7, "SCARED_TIME": 40, "TIME_PENALTY": 1}
    names |= {"manhattanDistance": manhattanDistance}
    pacman = PlaceholderModule("pacman", _OF_MAZES, names | constants)
    return {module.__name__: module for module in (util, game, pacman)}


MODULES: Final = _make_modules()


def prepare(folder: Path) -> None:
    """Provide those of the project's modules that were not handed in."""
    for name, module in MODULES.items():
        if not any(folder.rglob(f"{name}.py")):
            sys.modules[name] = module


# The run -----------------------------------------------------------------------------------------


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Create the agent and request its move."""
    root = watched.node(0)
    agents = int(task.facts["agents"])
    odd: dict[str, None] = {}
    state = GameState(watched, root, 0, agents, odd)
    agent = _agent(program, _rounds(task, agents))
    get_action = getattr(agent, "getAction", None)
    if not callable(get_action):
        raise ProgramFailure(f"{program.function} has no method getAction")
    move = get_action(state)
    shown = f"{move!r:.80}"
    place = place_of_move(move, root)
    return ProgramResult(move=-1 if place is None else place, shown=shown, notes=tuple(odd))


def _rounds(task: ProgramTask, agents: int) -> int:
    """Return the depth of an agent, in rounds in which each agent moves once."""
    if task.rounds is not None:
        return task.rounds
    if task.depth is None:
        return NO_LIMIT
    if task.depth % agents:
        raise ProgramFailure(
            f"the key's depth limit of {task.depth} plies is not a whole number of rounds of "
            f"{agents} agents",
        )
    return task.depth // agents


def _agent(program: Program, depth: int) -> Any:
    """Return the agent; what its class does not set, the project's base class would have set."""
    known: dict[tuple[str, ...], Any] = {
        ("depth",): depth,
        ("index",): 0,
        ("evalfn",): "scoreEvaluationFunction",
    }
    agent = call_by_names(program.entry, known)
    for name, value in (("index", 0), ("depth", depth), ("evaluationFunction", _score)):
        if not hasattr(agent, name):
            setattr(agent, name, value)
    return agent


def _score(state: Any) -> Any:
    """Return the score of a state, as the project's `scoreEvaluationFunction` does."""
    return state.getScore()


DRIVER: Final = Driver(
    "agents with a getAction over CS 188's states, as in its project's multiAgents.py",
    FUNCTIONS,
    score,
    run,
    prepare,
    games="max begins",
    moves="name",
    positions="name and winner",
    parts=tuple(part for part in USUAL_PARTS if part != "utility"),
    counts_generated=True,
    list_place=4,
    try_place=6,
)
