"""Other programs that search the same games, each as published.

A separate run counts the visits of a peer; the timed runs use the game without counting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


class Missing(Exception):
    """A peer is not installed."""


@dataclass(frozen=True)
class Peer:
    """A search of another program."""

    run: Callable[[], object]
    visits: int
    note: str = ""


def aima3(search: str) -> Peer:
    """Prepare AIMA's published program: figures 5.3 and 5.7 of the third edition, tic-tac-toe."""
    try:
        from aima3 import games
    except ImportError:
        raise Missing("aima3") from None
    program = {"minimax": games.minimax_decision, "alphabeta": games.alphabeta_search}[search]

    class Counting(games.TicTacToe):  # type: ignore[misc, unused-ignore]
        """Counts the calls of `terminal_test`, one for each state except the root."""

        visits = 1

        def terminal_test(self, state: Any) -> Any:
            self.visits += 1
            return super().terminal_test(state)

    counting, game = Counting(), games.TicTacToe()
    program(counting.initial, counting)
    return Peer(lambda: program(game.initial, game), counting.visits)


def easyai(name: str, depth: int) -> Peer:
    """Prepare easyAI's negamax, with alpha-beta and without a table, for one of its games."""
    try:
        from easyAI import Negamax
        from easyAI.games.ConnectFour import ConnectFour
        from easyAI.games.TicTacToe import TicTacToe
    except ImportError:
        raise Missing("easyAI") from None
    base = {"TicTacToe": TicTacToe, "ConnectFour": ConnectFour}[name]
    visits = 1

    class Counting(base):  # type: ignore[misc, valid-type, unused-ignore]
        """Counts the moves, one for each state except the root. The game may be copied."""

        def make_move(self, move: Any) -> None:
            nonlocal visits
            visits += 1
            super().make_move(move)

    players = [None, None]
    Negamax(depth)(Counting(players))
    game = base(players)
    note = f"easyAI prefers sooner wins and searches {depth} plies: {visits:,} visits."
    return Peer(lambda: Negamax(depth)(game), visits, note)


def openspiel(name: str, depth: int) -> Peer:
    """Prepare OpenSpiel's alpha-beta in Python over its states in C++; all estimates are 0."""
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search
    except ImportError:
        raise Missing("OpenSpiel") from None
    visits = 0

    class Counting:
        """A state that counts the calls of `is_terminal`, one for each state."""

        def __init__(self, state: Any) -> None:
            self.state = state

        def clone(self) -> Counting:
            return Counting(self.state.clone())

        def is_terminal(self) -> bool:
            nonlocal visits
            visits += 1
            return bool(self.state.is_terminal())

        def __getattr__(self, name: str) -> Any:
            return getattr(self.state, name)

    def estimate(_: Any) -> int:
        return 0

    game = pyspiel.load_game(name)

    def search(**options: Any) -> object:
        return alpha_beta_search(game, value_function=estimate, maximum_depth=depth, **options)

    search(state=Counting(game.new_initial_state()))
    return Peer(search, visits)


#: The peers by name, with the module of each.
PEERS = {"aima3": "aima3", "easyAI": "easyAI", "OpenSpiel": "open_spiel"}
