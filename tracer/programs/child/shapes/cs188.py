"""Agents as in CS 188's second project: classes whose `getAction` searches a `gameState`.

Source: "Project 2: Multi-Agent Search", UC Berkeley: the names of the file `multiAgents.py`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ..calling import NO_LIMIT, call
from ..fault import Fault
from ..sources import File
from ..table import Node, Table
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "prepare", "run", "score"]

FUNCTIONS: Final = {
    "minimax": ("MinimaxAgent",),
    "alphabeta": ("AlphaBetaAgent",),
    "expectimax": ("ExpectimaxAgent",),
    "expectiminimax": ("ExpectimaxAgent",),
}

#: The modules that such a file imports.
_MODULES: Final = ("util", "game", "pacman")


def score(file: File) -> int:
    """Whether it defines such agents."""
    names = {name for one in FUNCTIONS.values() for name in one}
    return 3 if names & {*file.classes} else 0


def prepare(folder: Path) -> None:
    """Stand in for those of the project's modules that were not handed in."""
    for name in _MODULES:
        if not any(folder.rglob(f"{name}.py")):
            sys.modules[name] = import_module(f"...cs188.{name}", __name__)


def run(program: Program, table: Table, task: Task) -> Returned:
    """Make the agent, and ask it for its move."""
    from ..cs188.pacman import GameState

    root = table.node(0)
    agents = int(task.more["agents"])
    odd: dict[str, None] = {}
    state = GameState(table, root, 0, agents, odd)
    agent = _agent(program, _rounds(task, agents))
    get_action = getattr(agent, "getAction", None)
    if not callable(get_action):
        raise Fault("missing", f"{program.function} has no method getAction")
    move = get_action(state)
    shown = f"{move!r:.80}"
    place = _place(move, root)
    return Returned(move=place, shown=shown, notes=tuple(odd))


def _place(move: Any, root: Node) -> int:
    """The place of a move among those of the root; -1 for something that is none."""
    for place, action in enumerate(root.actions):
        if type(move) is type(action) and move == action:
            return place
    return -1


def _rounds(task: Task, agents: int) -> int:
    """The depth of an agent, in which each agent moves once."""
    if task.rounds is not None:
        return task.rounds
    if task.depth is None:
        return NO_LIMIT
    if task.depth % agents:
        raise Fault(
            "refused",
            f"the key stops after {task.depth} plies, which are no whole rounds of {agents} agents",
        )
    return task.depth // agents


def _agent(program: Program, depth: int) -> Any:
    """The agent, with what the project's base class gives it."""
    known: dict[tuple[str, ...], Any] = {
        ("depth",): str(depth),
        ("index",): 0,
        ("evalfn",): "scoreEvaluationFunction",
    }
    agent = call(program.entry, known)
    own = getattr(agent, "evaluationFunction", None)
    agent.index, agent.depth = 0, depth
    if not callable(own):
        agent.evaluationFunction = lambda state: state.getScore()
    return agent
