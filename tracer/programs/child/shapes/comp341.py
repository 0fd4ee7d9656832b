"""Functions over a state and the functions of its game, as in COMP 341's lecture.

The searches receive `actions_fn`, `result_fn`, `terminal_test`, `utility_fn` and `is_max_turn`, or
`node_type_fn` and `probability_fn`, one by one.
"""

from __future__ import annotations

from typing import Any, Final

from ..failures import ProgramFailure
from ..loading.definitions import Definition, normalize
from ..loading.source_files import SourceFile
from ..parameters import ALPHA, BETA, STATE, call_by_names
from ..program import Driver, Program, ProgramResult, ProgramTask, find_place, read_answer
from ..usual_names import NAMES
from ..watched_nodes import EXPANDED, WatchedNodes, WatchedState
from .aima import Game, node_of

FUNCTIONS: Final = NAMES["comp341"]
#: Names of the parameters that are functions of the game.
_NAMES: Final = NAMES["functions of a game"]
#: Functions of the game that identify the shape, and how many of them a search takes.
_TELLING: Final = ("actions", "result", "terminal", "utility")
_ENOUGH: Final = 3


def score(file: SourceFile, entry: Definition | None) -> int:
    """Return how surely a file is of this shape: whether a search takes the game's functions."""
    for one in file.definitions.callables.values():
        takes = {normalize(name) for name in one.parameters}
        found = sum(bool(takes & {*_NAMES[kind]}) for kind in _TELLING)
        if found >= _ENOUGH and entry is not None:
            return 9
    return 0


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the state and the functions of its game."""
    if task.depth is not None:
        raise ProgramFailure(
            f"the key has a depth limit of {task.depth} plies, but {program.function} has no "
            "parameter for it",
        )
    game = Game(watched)

    def is_max_turn(state: WatchedState) -> bool:
        return game.to_move(state) == "MAX"

    def probability(state: WatchedState, action: Any) -> float:
        node = node_of(state)
        watched.log(node, EXPANDED)
        return float(node.chances[find_place(node, action)]) if node.chances else 1.0

    known: dict[tuple[str, ...], Any] = {
        STATE: game.initial,
        _NAMES["actions"]: game.actions,
        _NAMES["result"]: game.result,
        _NAMES["terminal"]: game.is_terminal,
        _NAMES["utility"]: game.utility,
        _NAMES["is max"]: is_max_turn,
        _NAMES["node type"]: game.to_move,
        _NAMES["probability"]: probability,
        ALPHA: task.window[0],
        BETA: task.window[1],
    }
    return read_answer(call_by_names(program.make_entry(known), known), watched.node(0))


DRIVER: Final = Driver(
    "functions over a state and its game's functions, as in COMP 341's lecture",
    FUNCTIONS,
    score,
    run,
    games="min does not begin",
    named_parts={"utility": ("minimax", "alphabeta")},
    takes_shares=True,
    finds_entry=True,
    list_place=9,
    try_place=6,
)
