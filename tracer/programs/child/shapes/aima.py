"""Functions over `game` and `state`, as in *Artificial Intelligence: A Modern Approach*.

The game has the method names of the book's fourth edition, of its repository and in capitals:
`actions`, `result`, `is_terminal` or `terminal_test`, `utility(state, player)`, `to_move`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from ..failures import ProgramFailure
from ..loading.definitions import Definition, normalize
from ..loading.source_files import SourceFile
from ..parameters import (
    ALPHA,
    BETA,
    COUNTED,
    DEPTH,
    EVALUATION,
    GAME,
    LIMIT,
    NO_LIMIT,
    PLAYER,
    SIGN,
    STATE,
    TrialTree,
    answer_of,
    call_by_names,
    complete_tree,
    has_parameter,
    requires_parameter,
    running_trials,
)
from ..program import (
    Driver,
    Program,
    ProgramResult,
    ProgramTask,
    find_place,
    is_number,
    list_parts,
    place_of_move,
    read_answer,
)
from ..usual_names import NAMES
from ..watched_nodes import (
    ASKED,
    EXPANDED,
    VALUED,
    NeverCopied,
    Node,
    WatchedNodes,
    WatchedState,
)

FUNCTIONS: Final = NAMES["aima"]

#: The depth limit on a tiny tree, and the first depth that is not tried on it.
_TRIAL_LIMIT: Final = 3
_MOST_STARTS: Final = 9
#: Names of players in programs.
_NAMES: Final = ("MAX", "MIN", "CHANCE")


def score(file: SourceFile, entry: Definition | None) -> int:
    """Return how surely a file is of this shape: whether its function or class takes a game."""
    if entry is None:
        return 0
    kind = file.definitions.classes.get(entry.owner)
    takers = kind.methods.values() if kind else [entry]
    takes = [normalize(name) for each in takers for name in each.open_parameters]
    return 3 if any(name in GAME for name in takes) else 1


class Game(NeverCopied):
    """The game with the method names of the book."""

    def __init__(self, watched: WatchedNodes, *, limited: bool = False) -> None:
        self._watched = watched
        self._limited = limited
        self.initial = WatchedState(watched, watched.node(0))

    def to_move(self, state: WatchedState) -> str:
        """Return the player to move."""
        node = node_of(state)
        self._watched.log(node, ASKED)
        return _NAMES[node.player]

    def is_terminal(self, state: WatchedState) -> bool:
        """Return whether the game is over."""
        node = node_of(state)
        self._watched.log(node, ASKED)
        return bool(node.terminal)

    def actions(self, state: WatchedState) -> list[Any]:
        """Return the legal moves, in order."""
        node = node_of(state)
        self._watched.log(node, EXPANDED)
        return list(node.actions)

    def chances(self, state: WatchedState) -> list[tuple[Any, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        node = node_of(state)
        self._watched.log(node, EXPANDED)
        return list(zip(node.actions, node.chances, strict=True))

    def result(self, state: WatchedState, action: Any) -> WatchedState:
        """Return the state that a move leads to."""
        node = node_of(state)
        return WatchedState(self._watched, self._watched.child(node, find_place(node, action)))

    def utility(self, state: WatchedState, player: Any = "MAX") -> float:
        """Return the value of a terminal state for a player."""
        node = node_of(state)
        return self._value(node, player, f"the utility of {node.text}, which is not terminal")

    def evaluate(self, state: WatchedState, player: Any = "MAX") -> float:
        """Return the evaluation of a position for a player."""
        node = node_of(state)
        reason = "which has none in the key" if self._limited else "but the key sets no depth"
        return self._value(node, player, f"an evaluation of {node.text}, {reason}")

    def _value(self, node: Node, player: Any, what: str) -> float:
        self._watched.log(node, VALUED)
        value: float | None = node.worth
        if value is None:
            raise ProgramFailure(f"it asked for {what}")
        return -value if player in ("MIN", 1, "O") else value

    def display(self, state: WatchedState) -> None:
        """Print a position."""
        print(node_of(state).text)

    def __str__(self) -> str:
        return "game"

    TO_MOVE = to_move
    IS_TERMINAL = terminal_test = TERMINAL_TEST = is_terminal
    ACTIONS = actions
    RESULT = result
    UTILITY = utility
    eval = EVAL = heuristic = evaluate


def node_of(state: Any) -> Node:
    """Return the node of a state that a program passes."""
    if not isinstance(state, WatchedState):
        raise ProgramFailure(f"it passed {state!r:.80} to the game, which is not a state")
    return state._node


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the game, the state and whatever else its parameters require."""
    game, root = Game(watched, limited=task.depth is not None), watched.node(0)
    known = _arguments(game, task.window)
    entry = _entry(program, known, task.depth)
    depths = _depths(entry, task.depth)
    if has_parameter(entry, COUNTED) and _counts_up(program, entry):
        depths[COUNTED] = 0
    returned = call_by_names(entry, known | depths)
    values: Collection[int] = ()
    if any(
        is_number(part) and place_of_move(part, root) is not None for part in list_parts(returned)
    ):
        watched.end_timing()
        values = _find_values(program, depths)
    result = read_answer(returned, root, values=values)
    # A negating search returns the root's value for the player to move.
    if root.player and result.value is not None and has_parameter(entry, SIGN):
        sign = -1 if _negates(program, depths) else 1
        return replace(result, value=sign * result.value)
    return result


def _arguments(game: Game, window: Sequence[float]) -> dict[tuple[str, ...], Any]:
    """Return the possible arguments, except depths, by the names of parameters."""
    player = node_of(game.initial).player
    return {
        GAME: game,
        STATE: game.initial,
        ALPHA: window[0],
        BETA: window[1],
        PLAYER: player == 0,
        SIGN: -1 if player else 1,
        EVALUATION: game.evaluate,
        ("player",): _NAMES[player],
    }


def _entry(
    program: Program, known: dict[tuple[str, ...], Any], limit: int | None
) -> Callable[..., Any]:
    """Return the function that searches, or the method of an object of its class."""
    depths = _depths(program.kind, limit) if program.kind else {}
    return program.make_entry(known | depths)


def _depths(entry: Callable[..., Any], limit: int | None) -> dict[tuple[str, ...], Any]:
    """Return the depth limit by the names of parameters."""
    is_required = requires_parameter(entry, (*DEPTH, *COUNTED))
    return dict.fromkeys((LIMIT, COUNTED), NO_LIMIT if limit is None and is_required else limit)


def _counts_up(program: Program, entry: Callable[..., Any]) -> bool:
    """Return whether the depth increases: a search that starts deeper then makes fewer nodes.

    If it makes as many from any depth, the depth limits nothing, and begins with 0.
    """
    made: list[int] = []
    with running_trials():
        for start in range(_MOST_STARTS):
            tree = TrialTree(complete_tree([6, 30, 8, 20, 7, 1, 9, 4]), limited=True)
            known = _arguments(Game(tree), (-math.inf, math.inf))
            known |= {COUNTED: start, LIMIT: _TRIAL_LIMIT}
            if _search_again(program, known) is not None:
                made.append(tree.made)
                if made[-1] != made[0]:
                    return made[-1] < made[0]
    has_searched = len(made) == _MOST_STARTS and made[0] > 0
    return has_searched or has_parameter(entry, LIMIT)


def _negates(program: Program, depths: dict[tuple[str, ...], Any]) -> bool:
    """Return whether the value of a tree in which MIN moves first is that for MIN."""
    tree = TrialTree(complete_tree([3, 8]), is_max=False)
    value = read_answer(_answer_on(tree, program, depths), tree.node(0)).value
    return value is not None and -value in tree.right


def _find_values(program: Program, depths: dict[tuple[str, ...], Any]) -> Collection[int]:
    """Return which of the things that a search returns are numbers, where no move is one."""
    parts = _answer_on(TrialTree(complete_tree([3, 8])), program, depths)
    return [place for place, part in enumerate(parts) if is_number(part)]


def _answer_on(
    tree: TrialTree, program: Program, depths: dict[tuple[str, ...], Any]
) -> Sequence[Any]:
    """Return the things that a search returns for a tiny tree; only None if it fails."""
    answer = None
    with running_trials():
        arguments = _arguments(Game(tree), (-math.inf, math.inf)) | depths
        answer = _search_again(program, arguments)
    return list_parts(answer)


def _search_again(program: Program, known: dict[tuple[str, ...], Any]) -> Any:
    """Return what the search of a new copy of a program returns; None if it fails."""
    return answer_of(
        lambda: call_by_names(_entry(program.load_again(), known, _TRIAL_LIMIT), known)
    )


DRIVER: Final = Driver(
    "functions over game and state, as in the AIMA book and its repository",
    FUNCTIONS,
    score,
    run,
    takes_shares=True,
    finds_entry=True,
    list_place=1,
    try_place=1,
)
