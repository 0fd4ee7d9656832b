"""The classes and functions of MIT's problem set 5 (Principles of Autonomy), using our searches.

The functions take a `game_state` and return the same as the notebook's: the value, the number
of states explored (including the first, each time it is reached), and the optimal play from the
state to the end. Ties go to the first successor.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from engine.conventions import PRESETS
from engine.courses import mit_boards
from engine.errors import InvalidInput
from engine.game import Game, Number, Player
from engine.log.best_play import actions_along, best_child, best_rows
from engine.log.visit_log import VisitLog
from engine.search import run_search
from engine.searches.settings import Settings

_BOARD: Final = ("successors", "terminal_check", "score")
_STATE: Final = ("player", *_BOARD)


class Board(Protocol):
    """The methods that a board needs to be part of a `game_state`."""

    def successors(self, player: int) -> Sequence[Board]:
        """Return the boards after each move of player 1 or 2, in order."""

    def terminal_check(self) -> bool:
        """Return whether the game is over."""

    def score(self) -> Number:
        """Return the board's value for player 1."""


class tic_tac_toe_board(mit_boards.tic_tac_toe_board):  # noqa: N801 (the notebook's name)
    """A tic-tac-toe board."""

    def __init__(self, symbols: Sequence[str]) -> None:
        super().__init__(symbols)
        if len(self.moves) != 9 or sum(map(self.moves.count, "xo ")) != 9:
            raise InvalidInput(
                f"{symbols!r} is not a board", expected="a list of nine symbols: 'x', 'o' or ' '"
            )

    def successors(self, player: int) -> list[mit_boards.tic_tac_toe_board]:
        """Return the boards with one more mark, cell by cell: x for player 1, o for player 2."""
        if self.terminal_check():
            raise InvalidInput("no move is left: the game is over", where=repr(self.moves))
        return super().successors(player)


class game_state(mit_boards.game_state):  # noqa: N801 (the notebook's name)
    """A board of any two-player game, and whose turn it is."""

    def __init__(self, board: Board, parent: mit_boards.game_state | None = None) -> None:
        if parent is None:
            _check(board, _BOARD, "a board")
        super().__init__(board, parent)


#: The value for player 1, the states explored, and the optimal play.
Found: TypeAlias = tuple[Number, int, list[game_state]]


def score(state: game_state) -> Found:
    """Return the value of a state by minimax; either player may be to move."""
    return _search("minimax", state)


def maximize_score(state: game_state) -> Found:
    """Return `score(state)`; player 1 must be to move."""
    return _search("minimax", state, player=1)


def minimize_score(state: game_state) -> Found:
    """Return `score(state)`; player 2 must be to move."""
    return _search("minimax", state, player=2)


def score_alpha_beta(state: game_state, alpha: float, beta: float) -> Found:
    """Return the value of a state by alpha-beta; either player may be to move."""
    return _search("alphabeta", state, window=(alpha, beta))


def maximize_score_alpha_beta(state: game_state, alpha: float, beta: float) -> Found:
    """Return `score_alpha_beta(...)`; player 1 must be to move."""
    return _search("alphabeta", state, player=1, window=(alpha, beta))


def minimize_score_alpha_beta(state: game_state, alpha: float, beta: float) -> Found:
    """Return `score_alpha_beta(...)`; player 2 must be to move."""
    return _search("alphabeta", state, player=2, window=(alpha, beta))


def score_expectimax(state: game_state, random: Random | None = None) -> Found:
    """Return the value of a state if player 2 picks every successor equally often."""
    return _search("expectimax", state, random=random)


def maximize_score_expectimax(state: game_state, random: Random | None = None) -> Found:
    """Return `score_expectimax(state, random)`; player 1 must be to move."""
    return _search("expectimax", state, player=1, random=random)


def expected_score_expectimax(state: game_state, random: Random | None = None) -> Found:
    """Return `score_expectimax(state, random)`; player 2 must be to move."""
    return _search("expectimax", state, player=2, random=random)


class _StateGame(Game[Any, Any]):
    """A `game_state` as a game; a move is the state that it leads to."""

    name = "game_state"
    labels = {Player.MAX: "1", Player.MIN: "2", Player.CHANCE: "chance"}  # noqa: RUF012

    def __init__(self, state: game_state) -> None:
        self.initial = state

    def to_move(self, state: game_state) -> Player:
        return Player.MAX if state.player == 1 else Player.MIN

    def actions(self, state: game_state) -> Sequence[Any]:
        return state.successors()

    def result(self, state: game_state, action: game_state) -> game_state:
        return action

    def is_terminal(self, state: game_state) -> bool:
        return state.terminal_check()

    def utility(self, state: game_state, player: Player) -> Number:
        value = state.score()
        return value if player is Player.MAX else -value


def _search(
    search: str,
    state: game_state,
    *,
    player: int | None = None,
    window: tuple[float, float] | None = None,
    random: Random | None = None,
) -> Found:
    _check(state, _STATE, "a state")
    if state.player not in (1, 2):
        raise InvalidInput(f"the player of a state cannot be {state.player!r}", expected="1 or 2")
    if player and state.player != player and not state.terminal_check():
        raise InvalidInput(
            f"player {state.player} is to move",
            where=str(state).strip("\n"),
            expected=f"a state where player {player} is",
        )
    if window and not (all(isinstance(end, Real) for end in window) and window[0] < window[1]):
        raise InvalidInput(
            f"the window cannot run from {window[0]!r} to {window[1]!r}",
            expected="two numbers, alpha below beta",
        )
    convention = PRESETS["mit"]
    settings = Settings(convention, window) if window else Settings(convention)
    result = run_search(_StateGame(state), search, settings)
    rows = _random_rows(result.log, random) if random else best_rows(result.log)
    way = actions_along(result.game, result.log, rows)
    value = result.log.value[0]
    whole = int(value) if value.is_integer() else value
    return whole, result.counts.visited, [visited for visited, _ in way]


def _random_rows(log: VisitLog, random: Random) -> list[int]:
    """Return the rows of a play in which player 2 takes a random successor."""
    rows = [0]
    while log.actions[rows[-1]]:
        row = rows[-1]
        if log.player[row] == Player.CHANCE:
            rows.append(random.choice([*log.children(row)]))
        else:
            best = best_child(log, row)
            assert best is not None  # the search is complete
            rows.append(best)
    return rows


def _check(thing: object, methods: Sequence[str], what: str) -> None:
    missing = [name for name in methods if not hasattr(thing, name)]
    if missing:
        raise InvalidInput(
            f"{thing!r} is not {what}: it has no {', '.join(missing)}",
            expected=f"an object with {', '.join(methods)}",
        )
