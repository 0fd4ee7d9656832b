"""MIT's problem set 5 (Principles of Autonomy): its classes and functions, run by our searches.

The functions take a `game_state` and give what the notebook's give: the value, the states explored
(the first one included, each time it is reached), and the optimal play from the state to the end,
the first successor among equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from numbers import Real
from typing import Any, Final, Protocol, TypeAlias

from engine.best_play import actions_along, best_rows
from engine.conventions import PRESETS
from engine.errors import InvalidInput
from engine.game import Game, Number, Player
from engine.search import run_search
from engine.settings import Settings

__all__ = [
    "Board",
    "expected_score_expectimax",
    "game_state",
    "maximize_score",
    "maximize_score_alpha_beta",
    "maximize_score_expectimax",
    "minimize_score",
    "minimize_score_alpha_beta",
    "score",
    "score_alpha_beta",
    "score_expectimax",
    "tic_tac_toe_board",
]

_LINES: Final = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip

_BOARD: Final = ("successors", "terminal_check", "score")
_STATE: Final = ("player", *_BOARD)


class Board(Protocol):
    """What a board of any two-player game has, so that a `game_state` can hold it."""

    def successors(self, player: int) -> Sequence[Board]:
        """The boards after each move of player 1 or 2, in order."""

    def terminal_check(self) -> bool:
        """Whether the game is over."""

    def score(self) -> Number:
        """What the board is worth to player 1."""


class tic_tac_toe_board:  # noqa: N801 (the notebook's name)
    """A tic-tac-toe board.

    Args:
        symbols: nine of `'x'`, `'o'` and `' '`, row by row.

    Raises:
        InvalidInput: something else.
    """

    def __init__(self, symbols: Sequence[str]) -> None:
        #: The symbols, row by row.
        self.moves = list(symbols)
        if len(self.moves) != 9 or sum(map(self.moves.count, "xo ")) != 9:
            raise InvalidInput(
                f"the board {symbols!r}", expected="a list of nine symbols: 'x', 'o' or ' '"
            )

    def successors(self, player: int) -> list[tic_tac_toe_board]:
        """The boards with a mark more, cell by cell: player 1's is x, player 2's o.

        Raises:
            InvalidInput: the game is over.
        """
        if self.terminal_check():
            raise InvalidInput("no move is left: the game is over", where=repr(self.moves))
        mark = "x" if player == 1 else "o"
        boards = []
        for cell, symbol in enumerate(self.moves):
            if symbol == " ":
                after = self.moves.copy()
                after[cell] = mark
                boards.append(tic_tac_toe_board(after))
        return boards

    def terminal_check(self) -> bool:
        """Whether there is a line, or no free cell."""
        symbols = "".join(self.moves)
        return " " not in symbols or _winner(symbols) != " "

    def score(self) -> int:
        """1 where x has a line, −1 where o has one, 0 for a tie or a game under way."""
        return {"x": 1, "o": -1, " ": 0}[_winner("".join(self.moves))]

    def __str__(self) -> str:
        rows = (" | ".join(self.moves[start : start + 3]) for start in (0, 3, 6))
        return "\n--+---+--\n".join(rows)


@cache
def _winner(symbols: str) -> str:
    """Who has a line, x first; a space where nobody has."""
    lines = {"".join(symbols[cell] for cell in line) for line in _LINES}
    return "x" if "xxx" in lines else "o" if "ooo" in lines else " "


class game_state:  # noqa: N801 (the notebook's name)
    """A board of any two-player game, and whose turn it is.

    Args:
        board: a `tic_tac_toe_board`, or any other `Board`.
        parent: the state before; None where the game starts here, with player 1 to move.

    Raises:
        InvalidInput: what is given as a board is none.
    """

    def __init__(self, board: Board, parent: game_state | None = None) -> None:
        if parent is None:
            _check(board, _BOARD, "a board")
        self.board = board
        self.parent = parent
        #: Who moves next: player 1, who maximizes the score, or player 2. It can be set.
        self.player: int = 1 if parent is None else 3 - parent.player

    def successors(self) -> list[game_state]:
        """The states after each move of the player, in the board's order."""
        return [game_state(board, self) for board in self.board.successors(self.player)]

    def terminal_check(self) -> bool:
        """Whether the game is over."""
        return self.board.terminal_check()

    def score(self) -> Number:
        """What the board is worth to player 1."""
        return self.board.score()

    def __str__(self) -> str:
        return f"{self.board}\n"


#: The value for player 1, the states explored, and the optimal play.
Found: TypeAlias = tuple[Number, int, list[game_state]]


def score(state: game_state) -> Found:
    """The value of a state by minimax, whoever is to move.

    Args:
        state: where to start; it is the first of the optimal play.

    Returns:
        Its value for player 1, the number of states explored, and the optimal play.

    Raises:
        InvalidInput: it is no state, or the game breaks its own rules.
    """
    return _search("minimax", state)


def maximize_score(state: game_state) -> Found:
    """As `score`, where player 1 is to move.

    Raises:
        InvalidInput: player 2 is to move.
    """
    return _search("minimax", state, player=1)


def minimize_score(state: game_state) -> Found:
    """As `score`, where player 2 is to move.

    Raises:
        InvalidInput: player 1 is to move.
    """
    return _search("minimax", state, player=2)


def score_alpha_beta(state: game_state, alpha: float, beta: float) -> Found:
    """The value of a state by alpha-beta, whoever is to move.

    Args:
        state: where to start.
        alpha: what player 1 has for certain; the notebook begins with −2.
        beta: what player 2 has for certain, more than alpha; the notebook begins with 2.

    Returns:
        As `score`. A value outside the window is a bound of the true one.

    Raises:
        InvalidInput: it is no state, or the game breaks its own rules.
        InvalidInput: alpha is not below beta.
    """
    return _search("alphabeta", state, window=(alpha, beta))


def maximize_score_alpha_beta(state: game_state, alpha: float, beta: float) -> Found:
    """As `score_alpha_beta`, where player 1 is to move.

    Raises:
        InvalidInput: player 2 is to move.
    """
    return _search("alphabeta", state, player=1, window=(alpha, beta))


def minimize_score_alpha_beta(state: game_state, alpha: float, beta: float) -> Found:
    """As `score_alpha_beta`, where player 2 is to move.

    Raises:
        InvalidInput: player 1 is to move.
    """
    return _search("alphabeta", state, player=2, window=(alpha, beta))


def score_expectimax(state: game_state) -> Found:
    """The value of a state where player 2 moves at random, each successor as likely as the next.

    Args:
        state: where to start.

    Returns:
        As `score`. The mean at each state is exact and rounded once; adding up rounded numbers, as
        the notebook does, can differ in the last digit. Optimal play takes the first successor
        where chance moves.

    Raises:
        InvalidInput: it is no state, or the game breaks its own rules.
    """
    return _search("expectimax", state)


def maximize_score_expectimax(state: game_state) -> Found:
    """As `score_expectimax`, where player 1 is to move.

    Raises:
        InvalidInput: player 2 is to move.
    """
    return _search("expectimax", state, player=1)


def expected_score_expectimax(state: game_state) -> Found:
    """As `score_expectimax`, where player 2 is to move.

    Raises:
        InvalidInput: player 1 is to move.
    """
    return _search("expectimax", state, player=2)


class _StateGame(Game[Any, Any]):
    """A `game_state` as a game; a move is the state that it leads to."""

    name = "game_state"
    labels = {Player.MAX: "1", Player.MIN: "2", Player.CHANCE: "chance"}  # noqa: RUF012

    def __init__(self, state: game_state) -> None:
        self.initial = state

    def to_move(self, state: game_state) -> Player:
        return Player.MAX if state.player == 1 else Player.MIN

    def actions(self, state: game_state) -> Sequence[game_state]:
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
) -> Found:
    _check(state, _STATE, "a state")
    if state.player not in (1, 2):
        raise InvalidInput(f"the player {state.player!r} of a state", expected="1 or 2")
    if player and state.player != player and not state.terminal_check():
        raise InvalidInput(
            f"player {state.player} is to move",
            where=str(state).strip("\n"),
            expected=f"a state where player {player} is",
        )
    if window and not (all(isinstance(end, Real) for end in window) and window[0] < window[1]):
        raise InvalidInput(
            f"the window from {window[0]!r} to {window[1]!r}",
            expected="two numbers, alpha below beta",
        )
    convention = PRESETS["mit"]
    settings = Settings(convention, window) if window else Settings(convention)
    result = run_search(_StateGame(state), search, settings)
    way = actions_along(result.game, result.log, best_rows(result.log))
    value = result.log.value[0]
    whole = int(value) if value.is_integer() else value
    return whole, result.counts.visited, [visited for visited, _ in way]


def _check(given: object, methods: Sequence[str], what: str) -> None:
    missing = [name for name in methods if not hasattr(given, name)]
    if missing:
        raise InvalidInput(
            f"{given!r} is not {what}: it has no {', '.join(missing)}",
            expected=f"an object with {', '.join(methods)}",
        )
