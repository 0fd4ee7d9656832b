"""Functions over `game` and `state`, as in *Artificial Intelligence: A Modern Approach*.

The game answers to the names of the book's fourth edition, of its repository and in capitals:
`actions`, `result`, `is_terminal` or `terminal_test`, `utility(state, player)`, `to_move`.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Final

from ..calling import (
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
    call,
    needs,
    signed,
    takes,
)
from ..counting import counts
from ..fault import Fault
from ..sources import File, plain
from ..table import ASKED, EXPANDED, HASHED, VALUED, Node, Table
from . import Program, Returned, Task

__all__ = ["FUNCTIONS", "Position", "prepare", "read", "run", "score"]

FUNCTIONS: Final[dict[str, tuple[str, ...]]] = {
    "minimax": (
        *("minimax_search", "minimax_decision", "minimax", "mini_max", "minimax_value"),
        *("max_value", "value"),
    ),
    "alphabeta": (
        *("alpha_beta_search", "alphabeta_search", "alpha_beta_full_search", "alpha_beta"),
        *("alpha_beta_cutoff_search", "alphabeta_cutoff_search", "h_alphabeta_search"),
        *("minimax_ab", "alpha_beta_pruning", "alpha_beta_minimax", "minimax_alpha_beta"),
        *("max_value_ab", "max_value", "negamax_ab", "negamax"),
    ),
    "pvs": ("pvs", "principal_variation_search", "nega_scout", "scout"),
    "deepening": ("iterative_deepening_search", "iterative_deepening", "iterative_deepening_ab"),
    "transposition": (
        *("alpha_beta_search_tt", "alpha_beta_tt", "transposition_search"),
        *("alpha_beta_search", "alpha_beta", "h_alphabeta_search"),
    ),
    "negamax": ("negamax", "negamax_ab", "negamax_alpha_beta"),
    "expectimax": ("expectimax_search", "expectimax", "expectimax_decision", "max_value"),
    "expectiminimax": ("expectiminimax", "expectiminimax_search", "expect_min_max"),
}

#: What classes that search are called, and their methods.
_CLASSES: Final = {
    "minimax": ("MinimaxSearch", "MinimaxPlayer", "Minimax"),
    "alphabeta": ("AlphaBetaSearch", "AlphaBetaPlayer", "AlphaBeta"),
    "expectimax": ("ExpectimaxSearch", "ExpectimaxPlayer", "Expectimax"),
}
for _search, _names in _CLASSES.items():
    FUNCTIONS[_search] += _names
_METHODS: Final = (
    *("search", "get_move", "get_action", "choose_move", "choose_action", "choose", "best_move"),
    *("decide", "move", "play", "run", "solve", "__call__"),
)

#: Players as programs compare them.
_NAMES: Final = ("MAX", "MIN", "CHANCE")


def score(file: File) -> int:
    """Whether a function of it takes a game and a state."""
    names = {name for one in FUNCTIONS.values() for name in one}
    found = file.called(*names)
    if found is None:
        return 1 if any(name in file.classes for name in names) else 0
    takes = [name.casefold().replace("_", "") for name in found.parameters]
    return 3 if any(name in GAME for name in takes) else 1


def prepare(folder: Path) -> None:
    """Nothing is needed."""


class Position:
    """A state, of which a program can ask nothing but whether it is the same as another."""

    __slots__ = ("_node", "_table")

    def __init__(self, table: Table, node: Node) -> None:
        self._table = table
        self._node = node

    def __hash__(self) -> int:
        self._table.log(self._node, HASHED)
        return hash(self._node.position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other._node.position == self._node.position

    def __str__(self) -> str:
        self._table.log(self._node, HASHED)
        return str(self._node.text)

    def __repr__(self) -> str:
        return str(self._node.text)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: Any) -> Position:
        return self


class _Game:
    """The game, by the names of the book."""

    def __init__(self, table: Table, *, limited: bool = False) -> None:
        self._table = table
        self._limited = limited
        self.initial = Position(table, table.node(0))

    def to_move(self, state: Position) -> str:
        """Who moves."""
        node = _node_of(state)
        self._table.log(node, ASKED)
        return _NAMES[node.player]

    def is_terminal(self, state: Position) -> bool:
        """Whether the game is over."""
        node = _node_of(state)
        self._table.log(node, ASKED)
        return bool(node.terminal)

    def actions(self, state: Position) -> list[Any]:
        """The legal moves, in order."""
        node = _node_of(state)
        self._table.log(node, EXPANDED)
        return list(node.actions)

    def chances(self, state: Position) -> list[tuple[Any, float]]:
        """The outcomes of a chance node with their probabilities."""
        node = _node_of(state)
        self._table.log(node, EXPANDED)
        return list(zip(node.actions, node.chances, strict=True))

    def result(self, state: Position, action: Any) -> Position:
        """The state that a move leads to."""
        node = _node_of(state)
        return Position(self._table, self._table.child(node, _place(node, action)))

    def utility(self, state: Position, player: Any = "MAX") -> float:
        """What a terminal state is worth to a player."""
        node = _node_of(state)
        self._table.log(node, VALUED)
        value: float | None = node.utility
        if value is None:
            if node.estimate is None:
                raise Fault(
                    "crash", f"it asked for the utility of {node.text}, which is not terminal"
                )
            value = node.estimate
        return -value if player in ("MIN", 1, "O") else value

    def evaluate(self, state: Position, player: Any = "MAX") -> float:
        """MAX's estimate of a position."""
        node = _node_of(state)
        self._table.log(node, VALUED)
        value: float | None = node.estimate if node.utility is None else node.utility
        if value is None:
            why = "which has none in the key" if self._limited else "and the key has no depth"
            raise Fault("crash", f"it asked for an estimate of {node.text}, {why}")
        return -value if player in ("MIN", 1, "O") else value

    def display(self, state: Position) -> None:
        """Print a position."""
        print(_node_of(state).text)

    def __str__(self) -> str:
        return "game"

    TO_MOVE = to_move
    IS_TERMINAL = terminal_test = TERMINAL_TEST = is_terminal
    ACTIONS = actions
    RESULT = result
    UTILITY = utility
    eval = EVAL = heuristic = evaluate


def _node_of(state: Any) -> Node:
    if not isinstance(state, Position):
        raise Fault("crash", f"it gave the game {state!r:.80} as a state, which is none")
    return state._node


def _place(node: Node, action: Any) -> int:
    """The place of a move among those of a node."""
    try:
        return int(node.actions.index(action))
    except ValueError:
        legal = ", ".join(map(str, node.actions[:8]))
        raise Fault(
            "crash", f"it made the move {action!r:.60} at {node.text}; legal are {legal or 'none'}"
        ) from None


def run(program: Program, table: Table, task: Task) -> Returned:
    """Call the search with the game, the state and what else its parameters ask for."""
    game = _Game(table, limited=task.depth is not None)
    entry, is_max = program.entry, table.node(0).player == 0
    known: dict[tuple[str, ...], Any] = {
        GAME: game,
        STATE: game.initial,
        ALPHA: task.window[0],
        BETA: task.window[1],
        PLAYER: is_max,
        SIGN: 1 if is_max else -1,
        EVALUATION: game.evaluate,
        ("player",): _NAMES[table.node(0).player],
    }
    if isinstance(entry, type):
        code = program.file.method(program.function, "__init__")
        made = call(entry, known | _depths(entry, code, program.file, task.depth))
        name = _method(made, (*FUNCTIONS.get(task.search, ()), *_METHODS))
        code = program.file.method(program.function, name)
        entry = signed(getattr(made, name), code)
    else:
        written = program.file.functions.get(program.function)
        code = written.code if written else None
    depths = _depths(entry, code, program.file, task.depth)
    found = read(call(entry, known | depths), table.node(0))
    # A search that negates returns what the root is worth to whoever moves there.
    if not is_max and found.value is not None and needs(entry, SIGN):
        return replace(found, value=-found.value)
    return found


def _depths(
    entry: Callable[..., Any], code: ast.FunctionDef | None, file: File, limit: int | None
) -> dict[tuple[str, ...], Any]:
    """The limit, and the plies so far or those that are left, by the names of parameters."""
    deepest = NO_LIMIT if limit is None and needs(entry, (*DEPTH, *COUNTED)) else limit
    known: dict[tuple[str, ...], Any] = {LIMIT: deepest, COUNTED: deepest}
    arguments = (*code.args.posonlyargs, *code.args.args, *code.args.kwonlyargs) if code else ()
    counted = [one.arg for one in arguments if plain(one.arg) in COUNTED]
    steps = [counts(file.code, code, name) for name in counted] if code else []
    if any(one > 0 for one in steps) or (takes(entry, LIMIT) and not any(steps)):
        known[COUNTED] = 0
    return known


def _method(made: Any, names: tuple[str, ...]) -> str:
    """What the method is called of an object that searches.

    Raises:
        Fault: it has none.
    """
    for name in names:
        if callable(getattr(made, name, None)):
            return name
    kind = type(made).__name__
    raise Fault("missing", f"{kind} has no method that searches; expected one called search")


def read(returned: Any, root: Node) -> Returned:
    """The value and the move in what a search returned: either of them, or both in any order."""
    parts = returned if isinstance(returned, tuple | list) else (returned,)
    value: float | None = None
    move: int | None = None
    for one in parts[:2]:
        if move is None and _is_action(one, root):
            move = root.actions.index(one)
        elif value is None and _is_number(one):
            value = float(one)
    if value is None and move is None and not (len(parts) == 1 and parts[0] is None):
        return Returned(move=-1, shown=f"{returned!r:.80}")
    return Returned(value, move, shown=f"{returned!r:.80}")


def _is_number(one: Any) -> bool:
    """Whether it is a number, NumPy's and fractions among them."""
    return not isinstance(one, bool) and isinstance(one, Real) and not math.isnan(one)


def _is_action(one: Any, root: Node) -> bool:
    return any(
        one == action
        for action in root.actions
        if type(one) is type(action)
        or (isinstance(action, int) and not isinstance(one, bool) and isinstance(one, Integral))
    )
