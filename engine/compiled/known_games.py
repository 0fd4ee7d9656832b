"""The facts about a built-in game and its wrappers that a compiled search needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.compiled.original_methods import has_original_methods
from engine.game import AnyGame, Player
from engine.values.evaluation import Evaluation
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.max_to_move import MaxToMove
from engine.wrappers.named_cells import NamedCells
from engine.wrappers.random_opponent import RandomOpponent


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
    *("chances", "evaluate", "is_pass", "priority", "wrap", "unwrap"),
)


@dataclass(slots=True)
class KnownGame:
    """A built-in game and the changes made by its wrappers."""

    game: AnyGame
    board: str
    state: Any
    evaluation: Evaluation | None
    turned: bool = False
    estimates_turned: bool = False
    win: int | None = None
    opponent: RandomOpponent | None = None

    @property
    def formula(self) -> tuple[Any, ...] | None:
        """The formula of the evaluation, if it has one."""
        return self.evaluation.formula if self.evaluation else None


def known_game(game: AnyGame) -> KnownGame | None:
    """Return the built-in game inside its wrappers; None if the kernel does not know it.

    A subclass of a built-in game or wrapper does not count, nor does one with patched methods.
    """
    wrappers = list[AnyGame]()
    inside = game
    while type(inside) in _WRAPPERS:
        if not _is_usual(inside):
            return None
        wrappers.append(inside)
        inside = inside.inner  # type: ignore[attr-defined]
    kind = type(inside)
    board = BOARDS.get((kind.__module__, kind.__qualname__))
    if board is None or not _is_usual(inside):
        return None
    usual = next(iter(inside.evaluations.values()), None)
    kernel_game = KnownGame(inside, board, game.initial, usual)
    for wrapper in reversed(wrappers):
        if not _record_wrapper(kernel_game, wrapper):
            return None
    for wrapper in wrappers:
        # Of two wrappers at most one changes the state: see `_record_wrapper`.
        if isinstance(wrapper, DepthAdjusted):
            kernel_game.state, plies = kernel_game.state
            kernel_game.win = wrapper.win - plies
    return kernel_game


def _is_usual(game: AnyGame) -> bool:
    """Return whether neither the object nor its class has patched methods."""
    return vars(game).keys().isdisjoint(_ASKED) and has_original_methods(type(game), _ASKED)


_WRAPPERS: Final = (DepthAdjusted, EvaluatedBy, MaxToMove, NamedCells, RandomOpponent)


def _record_wrapper(kernel_game: KnownGame, wrapper: AnyGame) -> bool:
    """Record the changes a wrapper makes, from the inside out; False if not supported."""
    if isinstance(wrapper, NamedCells):
        return True
    if kernel_game.opponent is not None:
        return False
    if isinstance(wrapper, DepthAdjusted):
        first = kernel_game.win is None
        kernel_game.win = wrapper.win
        return first
    if isinstance(wrapper, EvaluatedBy):
        # Its evaluation gets the state at this level; wrappers further inside do not negate it.
        kernel_game.evaluation, kernel_game.estimates_turned = wrapper.evaluation, False
        return kernel_game.win is None
    if isinstance(wrapper, MaxToMove):
        kernel_game.turned = not kernel_game.turned
        kernel_game.estimates_turned = not kernel_game.estimates_turned
        return True
    if isinstance(wrapper, RandomOpponent):
        kernel_game.opponent = wrapper
        return True
    return False


def turns(kernel_game: KnownGame) -> tuple[Player, Player, Player]:
    """Return the log's players for MAX, MIN and chance on the board."""
    first, second = (Player.MIN, Player.MAX) if kernel_game.turned else (Player.MAX, Player.MIN)
    if kernel_game.opponent is not None:
        first, second = (
            Player.CHANCE if player is Player.MIN else player for player in (first, second)
        )
    return first, second, Player.CHANCE
