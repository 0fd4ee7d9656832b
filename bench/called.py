"""Measure games whose methods the kernel calls, with the kernel and with the plain searches.

    python -m bench called

`watched` is a user's game as the commands run it: its answers are checked. Chess and OpenSpiel are
skipped if they are not installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table, ratio
from bench.timing import at, run_in_turns, time_call
from engine.errors import PlytraceError
from engine.game import AnyGame, Game, Player
from engine.games import make_game
from engine.games.custom_games import as_game
from engine.games.race import Race
from engine.search import run_search
from engine.searches.settings import Settings

__all__ = ["measure"]

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts(Game):
    """Tic-tac-toe as a student would write it."""

    initial = (".........", Player.MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [at for at in range(9) if state[0][at] == "."]

    def result(self, state, action):
        board, side = state
        mark = "X" if side is Player.MAX else "O"
        return board[:action] + mark + board[action + 1 :], side.opponent

    def is_terminal(self, state):
        return "." not in state[0] or self.is_won(state[0])

    def utility(self, state, player):
        if not self.is_won(state[0]):
            return 0
        return -1 if player is state[1] else 1

    def is_won(self, board):
        return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


class Pile(Game):
    """A larger version of the pile game in docs/own-games.md: take 1 to 3, the last one wins."""

    initial = (22, Player.MAX)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [taken for taken in (1, 2, 3) if taken <= state[0]]

    def result(self, state, action):
        return state[0] - action, state[1].opponent

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player is state[1] else 1


class OtherRace(Race):
    """A subclass of a built-in game."""


def cases() -> Iterator[tuple[str, AnyGame, Settings]]:
    yield "a user's tic-tac-toe, watched", as_game(Noughts()), Settings()
    yield "a user's tic-tac-toe", Noughts(), Settings()
    yield "a user's pile of 22, watched", as_game(Pile()), Settings()
    yield "a subclass of the race to 22", OtherRace(size="22,3"), Settings()
    four = make_game("connect-four", size="8,8")
    yield "Connect Four 8 × 8 to depth 5", four, Settings(depth=5)
    yield "the same, --order killer", four, Settings(depth=5, order="killer")
    yield "chess to depth 3", make_game("chess"), Settings(depth=3)
    yield "openspiel:tic_tac_toe", make_game("openspiel", size="tic_tac_toe"), Settings()


def _microseconds(game: AnyGame, settings: Settings, choice: str) -> tuple[float, int]:
    """Return the microseconds per visit, and the number of visits."""
    visits = 0

    def search() -> None:
        nonlocal visits
        visits = len(run_search(game, "alphabeta", settings).log)

    with at(choice):
        seconds = time_call(search)
    return 1e6 * seconds / visits, visits


def measure(effort: Effort) -> Section:
    """Search every game plainly and with the kernel."""
    rows: list[Row] = []
    missing: list[str] = []
    for label, game, settings in _installed(missing):
        if not effort.wants(label):
            continue
        jobs = {
            name: partial(_microseconds, game, settings, choice)
            for name, choice in (("plain", "forbid"), ("kernel", "force"))
        }
        found = run_in_turns(jobs, effort.rounds, warm_up=1, before_round=effort.rounds_of(label))
        cells: dict[str, Cell] = {"visits": found["plain"][0][1]}
        cells |= {
            name: Figure(tuple(took for took, _ in rounds), "µs") for name, rounds in found.items()
        }
        cells["plain / kernel"] = ratio(cells["plain"], cells["kernel"])
        rows.append(Row(label, cells))
    title = "microseconds of processor time per visit, everything recorded"
    columns = ("visits", "plain", "kernel", "plain / kernel")
    table = Table(title, columns, tuple(rows), "game")
    return Section("called", "Games by their methods", (table,), notes=tuple(missing))


def _installed(missing: list[str]) -> Iterator[tuple[str, AnyGame, Settings]]:
    """Yield the cases until a package is missing; those that need one come last."""
    try:
        yield from cases()
    except PlytraceError as error:
        missing.append(str(error))
