"""Functions over `game` and `state`, as in *Artificial Intelligence: A Modern Approach*.

The game has the method names of the book's fourth edition, of its repository and in capitals:
`actions`, `result`, `is_terminal` or `terminal_test`, `utility(state, player)`, `to_move`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from numbers import Integral
from typing import Any, Final

from ..failures import ProgramFailure
from ..loading.source_files import SourceFile, normalized
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
    call_by_names,
    has_parameter,
    requires_parameter,
    with_signature,
)
from ..program import Driver, Program, ProgramResult, ProgramTask, is_number
from ..watched_nodes import ASKED, EXPANDED, HASHED, VALUED, Node, WatchedNodes

#: Maximum depth of calls through which a parameter is followed.
_DEEPEST: Final = 12

_Known = dict[str, ast.FunctionDef]


def depth_direction(module: ast.Module, function: ast.FunctionDef, name: str) -> int:
    """Return how a parameter changes on the way down.

    Args:
        module: parsed file.
        function: one of its functions.
        name: name of the parameter.

    Returns:
        1 if it increases by one from call to call, -1 if it decreases, otherwise 0.
    """
    known: _Known = {}
    for kind in module.body:
        if isinstance(kind, ast.ClassDef):
            known |= {one.name: one for one in kind.body if isinstance(one, ast.FunctionDef)}
    known |= {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}
    for one in module.body:
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name):
            found = known.get(one.value.id)
            names = [target.id for target in one.targets if isinstance(target, ast.Name)]
            known |= dict.fromkeys(names, found) if found else {}
    return _direction(function, name, known, ())


def _direction(
    function: ast.FunctionDef, name: str, known: _Known, above: tuple[ast.FunctionDef, ...]
) -> int:
    known = known | {
        one.name: one
        for one in ast.walk(function)
        if isinstance(one, ast.FunctionDef) and one is not function
    }
    steps = {name: 0}
    votes: set[int] = set()
    for one in _walk_function(function, name):
        if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
            if one.target.id == name and _is_one(one.value):
                steps[name] = 1 if isinstance(one.op, ast.Add) else -1
        elif isinstance(one, ast.Assign) and len(one.targets) == 1:
            target, step = one.targets[0], _step(one.value, steps)
            if isinstance(target, ast.Name) and step:
                steps[target.id] = step
    for one in _walk_function(function, name):
        if not isinstance(one, ast.Call):
            continue
        called = known.get(_name_called(one))
        for parameter, value in _filled_parameters(one, called) if called is not None else ():
            step = _step(value, steps)
            if step is None or called is None:
                continue
            if called is function or called in above:
                votes.add(step)
            elif len(above) < _DEEPEST:
                votes.add(_direction(called, parameter, known, (*above, function)) or step)
    votes.discard(0)
    return votes.pop() if len(votes) == 1 else 0


def _walk_function(function: ast.FunctionDef, name: str) -> Iterator[ast.AST]:
    """Yield the nodes of a function, except nested functions with a parameter of that name."""
    waiting: list[ast.AST] = [*reversed(function.body)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.FunctionDef | ast.Lambda):
            arguments = (*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs)
            if any(argument.arg == name for argument in arguments):
                continue
        yield one
        waiting += reversed([*ast.iter_child_nodes(one)])


def _name_called(one: ast.Call) -> str:
    if isinstance(one.func, ast.Attribute):
        return one.func.attr
    return one.func.id if isinstance(one.func, ast.Name) else ""


def _filled_parameters(one: ast.Call, called: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Yield the parameters of a function that a call fills, with their values."""
    names = [argument.arg for argument in (*called.args.posonlyargs, *called.args.args)]
    if isinstance(one.func, ast.Attribute) and names[:1] == ["self"]:
        names = names[1:]
    yield from zip(names, one.args, strict=False)
    yield from ((word.arg, word.value) for word in one.keywords if word.arg)


def _step(value: ast.expr, steps: dict[str, int]) -> int | None:
    """Return the difference from the parameter; None if the value does not depend on it."""
    if isinstance(value, ast.Name):
        return steps.get(value.id)
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add | ast.Sub):
        return None
    left, right = value.left, value.right
    if isinstance(value.op, ast.Add) and _is_one(left):
        left, right = right, left
    if isinstance(left, ast.Name) and left.id in steps and _is_one(right):
        return 1 if isinstance(value.op, ast.Add) else -1
    return None


def _is_one(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value == 1


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

#: Usual names of classes that search, and of their methods.
_CLASSES: Final = {
    "minimax": ("MinimaxSearch", "MinimaxPlayer", "Minimax", "MinimaxAgent"),
    "alphabeta": ("AlphaBetaSearch", "AlphaBetaPlayer", "AlphaBeta", "AlphaBetaAgent"),
    "expectimax": ("ExpectimaxSearch", "ExpectimaxPlayer", "Expectimax", "ExpectimaxAgent"),
}
for _search, _names in _CLASSES.items():
    FUNCTIONS[_search] += _names
_METHODS: Final = (
    *("search", "get_move", "get_action", "choose_move", "choose_action", "choose", "best_move"),
    *("decide", "move", "play", "run", "solve", "__call__"),
)

#: Names of players in programs.
_NAMES: Final = ("MAX", "MIN", "CHANCE")


def score(file: SourceFile) -> int:
    """Return how surely a file is of this shape: whether a function takes a game."""
    names = {name for one in FUNCTIONS.values() for name in one}
    found = file.function_named(*names)
    if found is None:
        return max(
            (_score_of_class(file, name) for name in names if name in file.classes), default=0
        )
    takes = [name.casefold().replace("_", "") for name in found.parameters]
    return 3 if any(name in GAME for name in takes) else 1


def _score_of_class(file: SourceFile, name: str) -> int:
    """Return 2 if a class is made with a game, otherwise 1."""
    made = file.method(name, "__init__")
    takes = [one.arg.casefold().replace("_", "") for one in made.args.args] if made else []
    return 2 if any(one in GAME for one in takes) else 1


class Position:
    """A state, which a program can only compare with others and print."""

    __slots__ = ("_node", "_watched")

    def __init__(self, watched: WatchedNodes, node: Node) -> None:
        self._watched = watched
        self._node = node

    def __hash__(self) -> int:
        self._watched.log(self._node, HASHED)
        return hash(self._node.position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other._node.position == self._node.position

    def __str__(self) -> str:
        self._watched.log(self._node, HASHED)
        return str(self._node.text)

    def __repr__(self) -> str:
        return str(self._node.text)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: Any) -> Position:
        return self


class Game:
    """The game with the method names of the book."""

    def __init__(self, watched: WatchedNodes, *, limited: bool = False) -> None:
        self._watched = watched
        self._limited = limited
        self.initial = Position(watched, watched.node(0))

    def to_move(self, state: Position) -> str:
        """Return the player to move."""
        node = node_of(state)
        self._watched.log(node, ASKED)
        return _NAMES[node.player]

    def is_terminal(self, state: Position) -> bool:
        """Return whether the game is over."""
        node = node_of(state)
        self._watched.log(node, ASKED)
        return bool(node.terminal)

    def actions(self, state: Position) -> list[Any]:
        """Return the legal moves, in order."""
        node = node_of(state)
        self._watched.log(node, EXPANDED)
        return list(node.actions)

    def chances(self, state: Position) -> list[tuple[Any, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        node = node_of(state)
        self._watched.log(node, EXPANDED)
        return list(zip(node.actions, node.chances, strict=True))

    def result(self, state: Position, action: Any) -> Position:
        """Return the state that a move leads to."""
        node = node_of(state)
        return Position(self._watched, self._watched.child(node, place_of(node, action)))

    def utility(self, state: Position, player: Any = "MAX") -> float:
        """Return the value of a terminal state for a player."""
        node = node_of(state)
        self._watched.log(node, VALUED)
        value: float | None = node.utility
        if value is None:
            if node.estimate is None:
                raise ProgramFailure(
                    "crash", f"it asked for the utility of {node.text}, which is not terminal"
                )
            value = node.estimate
        return -value if player in ("MIN", 1, "O") else value

    def evaluate(self, state: Position, player: Any = "MAX") -> float:
        """Return the evaluation of a position for a player."""
        node = node_of(state)
        self._watched.log(node, VALUED)
        value: float | None = node.estimate if node.utility is None else node.utility
        if value is None:
            reason = "which has none in the key" if self._limited else "but the key sets no depth"
            raise ProgramFailure("crash", f"it asked for an evaluation of {node.text}, {reason}")
        return -value if player in ("MIN", 1, "O") else value

    def display(self, state: Position) -> None:
        """Print a position."""
        print(node_of(state).text)

    def __str__(self) -> str:
        return "game"

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    TO_MOVE = to_move
    IS_TERMINAL = terminal_test = TERMINAL_TEST = is_terminal
    ACTIONS = actions
    RESULT = result
    UTILITY = utility
    eval = EVAL = heuristic = evaluate


def node_of(state: Any) -> Node:
    """Return the node of a state that a program passes."""
    if not isinstance(state, Position):
        raise ProgramFailure("crash", f"it passed {state!r:.80} to the game, which is not a state")
    return state._node


def place_of(node: Node, action: Any) -> int:
    """Return the index of a move among those of a node."""
    try:
        return int(node.actions.index(action))
    except ValueError:
        legal = ", ".join(map(str, node.actions[:8]))
        raise ProgramFailure(
            "crash",
            f"it made the illegal move {action!r:.60} at {node.text}; "
            f"the legal moves are {legal or 'none'}",
        ) from None


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the search with the game, the state and whatever else its parameters require."""
    game = Game(watched, limited=task.depth is not None)
    entry, is_max = program.entry, watched.node(0).player == 0
    known: dict[tuple[str, ...], Any] = {
        GAME: game,
        STATE: game.initial,
        ALPHA: task.window[0],
        BETA: task.window[1],
        PLAYER: is_max,
        SIGN: 1 if is_max else -1,
        EVALUATION: game.evaluate,
        ("player",): _NAMES[watched.node(0).player],
    }
    if isinstance(entry, type):
        code = program.file.method(program.function, "__init__")
        made = call_by_names(entry, known | _depths(entry, code, program.file, task.depth))
        name = _method(made, (*FUNCTIONS.get(task.search, ()), *_METHODS))
        code = program.file.method(program.function, name)
        entry = with_signature(getattr(made, name), code)
    else:
        written = program.file.functions.get(program.function)
        code = written.code if written else None
    depths = _depths(entry, code, program.file, task.depth)
    found = read(call_by_names(entry, known | depths), watched.node(0))
    # A negating search returns the root's value for the player to move.
    if not is_max and found.value is not None and requires_parameter(entry, SIGN):
        return replace(found, value=-found.value)
    return found


def _depths(
    entry: Callable[..., Any], code: ast.FunctionDef | None, file: SourceFile, limit: int | None
) -> dict[tuple[str, ...], Any]:
    """Return the depth limit and the initial depth, by the names of parameters."""
    deepest = NO_LIMIT if limit is None and requires_parameter(entry, (*DEPTH, *COUNTED)) else limit
    known: dict[tuple[str, ...], Any] = {LIMIT: deepest, COUNTED: deepest}
    arguments = (*code.args.posonlyargs, *code.args.args, *code.args.kwonlyargs) if code else ()
    counted = [one.arg for one in arguments if normalized(one.arg) in COUNTED]
    steps = [depth_direction(file.code, code, name) for name in counted] if code else []
    if any(one > 0 for one in steps) or (has_parameter(entry, LIMIT) and not any(steps)):
        known[COUNTED] = 0
    return known


def _method(made: Any, names: tuple[str, ...]) -> str:
    """Return the name of the method that searches.

    Raises:
        ProgramFailure: if the object has none.
    """
    for name in names:
        if callable(getattr(made, name, None)):
            return name
    kind = type(made).__name__
    raise ProgramFailure("missing", f"{kind} has no search method; expected one named search")


def read(returned: Any, root: Node) -> ProgramResult:
    """Read the value and the move from a return value: one of them, or both in any order."""
    parts = returned if isinstance(returned, tuple | list) else (returned,)
    value: float | None = None
    move: int | None = None
    for one in parts[:2]:
        if move is None and _is_action(one, root):
            move = root.actions.index(one)
        elif value is None and is_number(one):
            value = float(one)
        elif root.terminal and one not in (None, "", [], ()):
            move = -1  # where the game is over, every move is wrong
    if value is None and move is None and not (len(parts) == 1 and parts[0] is None):
        return ProgramResult(move=-1, shown=f"{returned!r:.80}")
    return ProgramResult(value, move, shown=f"{returned!r:.80}")


def _is_action(one: Any, root: Node) -> bool:
    return any(
        one == action
        for action in root.actions
        if type(one) is type(action)
        or (isinstance(action, int) and not isinstance(one, bool) and isinstance(one, Integral))
    )


DRIVER: Final = Driver(
    "functions over game and state, as in the AIMA book and its repository",
    FUNCTIONS,
    score,
    run,
    list_place=1,
    try_place=1,
)
