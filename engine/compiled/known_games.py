"""The facts about a built-in game and its changes that a compiled search needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, Final

from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.kernel.loading import Unsupported
from engine.searches.checks import whole_weights
from engine.values import Evaluation
from engine.wrappers.changed import Changed

#: Methods already checked and found unpatched, by class.
_known: dict[type, tuple[object, ...]] = {}


def has_original_methods(kind: type, names: tuple[str, ...]) -> bool:
    """Return whether a class's methods are those that its source and its bases' sources define."""
    # A class can be patched while a program runs, for example to count calls or in a test. The
    # search must then call the patched methods.
    methods = tuple([getattr(kind, name, None) for name in names])
    if _known.get(kind) == methods:
        return True
    if not all(_is_own(kind, name) for name in names):
        return False
    _known[kind] = methods
    return True


def _is_own(kind: type, name: str) -> bool:
    """Return whether a method was compiled from the source of the class that has it."""
    for base in kind.__mro__:
        if name in vars(base):
            method = vars(base)[name]
            # Not by `__qualname__`: `functools.wraps` copies it to the wrapping function.
            return (
                type(method) is FunctionType
                and method.__globals__.get("__name__") == base.__module__
                and method.__code__.co_qualname == f"{base.__qualname__}.{name}"
            )
    return True


#: Games with a compiled form: module and class, and the class in `engine._kernel`.
BOARDS: Final = {
    ("engine.games.tic_tac_toe", "TicTacToe"): "InARowBoard",
    ("engine.games.mnk", "MNK"): "InARowBoard",
    ("engine.games.connect_four", "ConnectFour"): "FallingBoard",
    ("engine.games.reversi", "Reversi"): "ReversiBoard",
    ("engine.games.race", "Race"): "RaceBoard",
    ("engine.games.nim", "Nim"): "NimBoard",
    ("trees.hand_tree", "HandTree"): "TreeBoard",
}

#: The methods that a search calls. An object or class that overrides one is a different game.
_ASKED: Final = (
    *("to_move", "actions", "result", "is_terminal", "utility"),
    *("chances", "evaluate", "is_pass", "priority", "unwrap"),
)


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A built-in game and what is changed in it; `opponent` has the weights of a random one."""

    game: AnyGame
    board: str
    state: Any
    evaluation: Evaluation | None
    turned: bool = False
    win: int | None = None
    opponent: Changed | None = None

    @property
    def formula(self) -> tuple[Any, ...] | None:
        """The formula of the evaluation, if it has one."""
        return self.evaluation.formula if self.evaluation else None


def known_game(game: AnyGame) -> KnownGame | None:
    """Return the built-in game inside a changed one; None if the kernel does not know it."""
    # A subclass of a built-in game or of `Changed` does not count, nor does one with patched
    # methods.
    changed = game if type(game) is Changed and _is_usual(game) else None
    inside = changed.inner if changed else game
    board = BOARDS.get((type(inside).__module__, type(inside).__qualname__))
    if board is None or not _is_usual(inside):
        return None
    usual = next(iter(inside.evaluations.values()), None)
    if changed is None:
        return KnownGame(inside, board, game.initial, usual)
    changes = changed.changes
    if changes.terminal is not None:
        return None
    state, win = game.initial, changes.win
    if win is not None:
        state, plies = state
        win -= plies
    return KnownGame(
        inside,
        board,
        state,
        changed.evaluation or usual,
        turned=changes.max is not None,
        win=win,
        opponent=None if changes.opponent is None else changed,
    )


def _is_usual(game: AnyGame) -> bool:
    """Return whether neither the object nor its class has patched methods."""
    return vars(game).keys().isdisjoint(_ASKED) and has_original_methods(type(game), _ASKED)


def turns(kernel_game: KnownGame) -> tuple[Player, Player, Player]:
    """Return the log's players for MAX, MIN and chance on the board."""
    first, second = (Player.MIN, Player.MAX) if kernel_game.turned else (Player.MAX, Player.MIN)
    if kernel_game.opponent is not None:
        first, second = (
            Player.CHANCE if player is Player.MIN else player for player in (first, second)
        )
    return first, second, Player.CHANCE


# Weights of chance nodes in the form that the kernel reads.

#: Up to this many moves per node, weights are prepared for every number of moves.
_MOST_WEIGHED: Final = 256
#: The largest weight: 64-bit integers hold it with room for the sum of two.
_MOST: Final = 2**62

#: The integer weights of a chance node's moves and their sum; None for other nodes.
_Weights = tuple[list[int], int] | None


def read_chance_weights(kernel: ModuleType, kernel_game: KnownGame, board: Any) -> Any:
    """Return the weights of chance nodes, by number of moves or (in a tree) by node."""
    # A tree's weights are cached with its layout for later searches.
    opponent = kernel_game.opponent
    if opponent is None and not board.has_chance:
        return None
    if kernel_game.board != "TreeBoard":
        if board.widest > _MOST_WEIGHED:
            raise Unsupported
        counts = range(1, board.widest + 1)
        return kernel.Chances([None, *(_opponents(kernel_game, moves) for moves in counts)])
    game: Any = kernel_game.game
    of = (game.probabilities, opponent and tuple(opponent.weights), kernel_game.turned)
    stored = board.layout.chances
    if stored is None or stored[0][0] is not of[0] or stored[0][1:] != of[1:]:
        stored = board.layout.chances = of, kernel.Chances(list(weights_by_node(kernel_game)))
    return stored[1]


def weights_by_node(kernel_game: KnownGame) -> Iterator[_Weights]:
    """Yield the weights at each node of a tree."""
    game: Any = kernel_game.game
    whose = turns(kernel_game)
    of_opponents: dict[int, _Weights] = {}
    for node, value in enumerate(game.values):
        if value is not None or whose[game.to_move(node)] is not Player.CHANCE:
            yield None
        elif game.to_move(node) is Player.CHANCE:
            try:
                chances = game.chances(node)
            except (PlytraceError, LookupError):  # the plain search says what is missing
                raise Unsupported from None
            yield _as_integers(kernel_game, chances, node)
        else:
            moves = len(game.actions(node))
            if moves not in of_opponents:
                of_opponents[moves] = _opponents(kernel_game, moves)
            yield of_opponents[moves]


def _opponents(kernel_game: KnownGame, moves: int) -> _Weights:
    """Return the weights of a random opponent with this many moves."""
    assert kernel_game.opponent is not None
    return _as_integers(
        kernel_game, list(enumerate(kernel_game.opponent.probabilities(moves))), kernel_game.state
    )


def _as_integers(kernel_game: KnownGame, pairs: Any, state: Any) -> _Weights:
    """Return the weights of a chance node as 64-bit integers."""
    try:
        weights, common = whole_weights(kernel_game.game, pairs, state)
    except PlytraceError:
        raise Unsupported from None
    if common >= _MOST or max(weights) >= _MOST:
        raise Unsupported
    return weights, common
