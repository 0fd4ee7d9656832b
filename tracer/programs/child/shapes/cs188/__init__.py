"""Agents as in CS 188's second project: classes whose `getAction` searches a `gameState`.

Source: "Project 2: Multi-Agent Search", UC Berkeley: the names of the file `multiAgents.py`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ...failures import ProgramFailure
from ...loading.source_files import SourceFile
from ...parameters import NO_LIMIT, call_by_names
from ...program import Driver, Program, ProgramResult, ProgramTask, place_of_move
from ...watched_nodes import WatchedNodes

__all__ = ["DRIVER"]

FUNCTIONS: Final = {
    "minimax": ("MinimaxAgent",),
    "alphabeta": ("AlphaBetaAgent",),
    "expectimax": ("ExpectimaxAgent",),
    "expectiminimax": ("ExpectimaxAgent",),
}

#: Modules that such a file imports.
_MODULES: Final = ("util", "game", "pacman")


def score(file: SourceFile) -> int:
    """Return how surely a file is of this shape: whether it defines such agents."""
    names = {name for one in FUNCTIONS.values() for name in one}
    if not names & {*file.classes}:
        return 0
    return 3 if file.method("", "getAction") else 1


def prepare(folder: Path) -> None:
    """Provide those of the project's modules that were not handed in."""
    for name in _MODULES:
        if not any(folder.rglob(f"{name}.py")):
            sys.modules[name] = import_module(f".{name}", __package__)


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Create the agent and request its move."""
    from .pacman import GameState

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
    parts=("visits", "move", "counts", "time"),
    counts_generated=True,
    list_place=4,
    try_place=6,
)
