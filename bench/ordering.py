"""Measure every order of moves: visits, the time of each, and the time of the whole search.

python -m bench orders
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bench.effort import Effort
from bench.figures import Cell, Figure, Row, Section, Table
from bench.timing import at, run_in_turns, time_call
from engine.games import make_game
from engine.search import run_search
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings

#: Games and their depth limits, in plies.
_GAMES = {"connect-four": 8, "reversi:6": 7}


def _seconds(source: str, depth: int, search: str, order: str) -> tuple[float, int]:
    """Return the seconds of a search with the kernel, and its visits."""
    name, _, size = source.partition(":")
    game = make_game(name, size=size)
    visits = 0

    def run() -> None:
        nonlocal visits
        visits = len(run_search(game, search, Settings(depth=depth, order=order)).log)

    with at("force"):
        return time_call(run), visits


def _cases() -> Iterator[tuple[str, str, int, str, str]]:
    """Yield each label with its game, depth, search and order."""
    for source, depth in _GAMES.items():
        for name, order in ORDERS.items():
            search = "deepening" if order.learns_from == "passes" else "alphabeta"
            yield f"{source} to depth {depth}, {search}, {name}", source, depth, search, name
        search, name = "deepening", "given"
        yield f"{source} to depth {depth}, {search}, {name}", source, depth, search, name


def measure(effort: Effort) -> Section:
    """Search every game with every order."""
    jobs = {label: partial(_seconds, *rest) for label, *rest in _cases() if effort.wants(label)}
    found = run_in_turns(jobs, effort.rounds, warm_up=1, before_round=effort.rounds_of("orders"))
    rows = []
    for label, rounds in found.items():
        visits = rounds[0][1]
        cells: dict[str, Cell] = {
            "visits": visits,
            "a visit": Figure(tuple(1e9 * took / visits for took, _ in rounds), "ns"),
            "the search": Figure(tuple(1e3 * took for took, _ in rounds), "ms"),
        }
        rows.append(Row(label, cells))
    title = "processor time with the kernel, everything recorded"
    table = Table(title, ("visits", "a visit", "the search"), tuple(rows), "search")
    return Section("orders", "Orders of moves", (table,))
