"""A built-in game as its wrappers show it, in the few facts that a compiled search asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from engine.evaluation import Evaluation
from engine.game import AnyGame, Player
from engine.kernel.as_written import is_as_written
from engine.wrappers.depth_adjusted import DepthAdjusted
from engine.wrappers.evaluated_by import EvaluatedBy
from engine.wrappers.max_to_move import MaxToMove
from engine.wrappers.named_cells import NamedCells
from engine.wrappers.random_opponent import RandomOpponent

__all__ = ["BOARDS", "Seen", "seen"]

#: The games with a compiled form, by module and class, and that form's class in `engine._kernel`.
BOARDS: Final = {
    ("engine.games.tic_tac_toe", "TicTacToe"): "InARowBoard",
    ("engine.games.mnk", "MNK"): "InARowBoard",
    ("engine.games.connect_four", "ConnectFour"): "FallingBoard",
    ("engine.games.reversi", "Reversi"): "ReversiBoard",
    ("engine.games.race", "Race"): "RaceBoard",
    ("engine.games.nim", "Nim"): "NimBoard",
    ("trees.hand_tree", "HandTree"): "TreeBoard",
}

#: What a search asks of a game: an object or class with another one of these is another game.
_ASKED: Final = (
    *("to_move", "actions", "result", "is_terminal", "utility"),
    *("chances", "evaluate", "is_pass", "priority", "wrap", "unwrap"),
)


@dataclass(slots=True)
class Seen:
    """A game without its wrappers, and what they change.

    Args:
        game: the game inside.
        board: the name of its compiled form.
        state: its position.
        evaluation: what estimates a position where a limit stops; None where nothing does.
        turned: whether the players are exchanged.
        estimates_turned: whether estimates are negated.
        win: what a win at the root is worth; None where the game says it.
        opponent: the wrapper by which chance moves in MIN's place.
    """

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
        """What the evaluation works out, where it says so."""
        return self.evaluation.formula if self.evaluation else None


def seen(game: AnyGame) -> Seen | None:
    """Look through a game's wrappers; None where it is no built-in game, or changed otherwise.

    A subclass of a built-in game or wrapper is another game, and so is one with other methods.
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
    found = Seen(inside, board, game.initial, usual)
    for wrapper in reversed(wrappers):
        if not _wrapped(found, wrapper):
            return None
    for wrapper in wrappers:
        # Of two wrappers at most one changes the state: see `_wrapped`.
        if isinstance(wrapper, DepthAdjusted):
            found.state, plies = found.state
            found.win = wrapper.win - plies
    return found


def _is_usual(game: AnyGame) -> bool:
    """Whether nobody has given the object or its class other methods."""
    return vars(game).keys().isdisjoint(_ASKED) and is_as_written(type(game), _ASKED)


_WRAPPERS: Final = (DepthAdjusted, EvaluatedBy, MaxToMove, NamedCells, RandomOpponent)


def _wrapped(found: Seen, wrapper: AnyGame) -> bool:
    """Take in what a wrapper changes, from the inside out; False where that is unusual."""
    if isinstance(wrapper, NamedCells):
        return True
    if found.opponent is not None:
        return False
    if isinstance(wrapper, DepthAdjusted):
        first = found.win is None
        found.win = wrapper.win
        return first
    if isinstance(wrapper, EvaluatedBy):
        # Its evaluation sees the state as it is there, and is not negated by what is inside.
        found.evaluation, found.estimates_turned = wrapper.evaluation, False
        return found.win is None
    if isinstance(wrapper, MaxToMove):
        found.turned = not found.turned
        found.estimates_turned = not found.estimates_turned
        return True
    if isinstance(wrapper, RandomOpponent):
        found.opponent = wrapper
        return True
    return False


def turns(found: Seen) -> tuple[Player, Player, Player]:
    """Whose turn it is in the log where MAX, MIN or chance moves on the board."""
    first, second = (Player.MIN, Player.MAX) if found.turned else (Player.MAX, Player.MIN)
    if found.opponent is not None:
        first, second = (
            Player.CHANCE if player is Player.MIN else player for player in (first, second)
        )
    return first, second, Player.CHANCE
