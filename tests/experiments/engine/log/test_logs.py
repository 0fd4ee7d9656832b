"""Logs: windows read from fewer columns are those that the search passed down; counts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.errors import PlytraceError
from engine.game import Player
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import CHOICE
from engine.log.visit_log import VisitLog
from engine.log.windows import Windows
from engine.running.control import Control
from engine.search import SEARCHES, run_search, tally_search
from engine.searches.settings import Settings
from tests.engine.log.test_tally_log import PATHS
from tests.engine.log.test_windows import PATHS
from tests.support.cases import over
from tests.support.random_searches import random_position, random_settings, random_tree
from trees.formats.nested import from_nested

#: The searches that pass down the same window, or move one end of it.
KINDS = {
    "alphabeta": Windows.ONE_END,
    "negamax": Windows.ONE_END,
    "transposition": Windows.ONE_END,
    "deepening": Windows.ONE_END,
    "paranoid": Windows.ONE_END,
    "minimax": Windows.SAME,
    "expectiminimax": Windows.SAME,
    "expectimax": Windows.SAME,
    "single": Windows.SAME,
    "mcts": Windows.SAME,
    "sss": Windows.SAME,
}


keep_windows = VisitLog.keep_windows


def keep_both_ends(log, windows, window):
    keep_windows(log, Windows.ANY, window)


def recorded(game, search, settings, budget, *, whole):
    """The log of a search, with both ends of each window or with what it needs; or an error."""
    with pytest.MonkeyPatch.context() as patch:
        if whole:
            patch.setattr(VisitLog, "keep_windows", keep_both_ends)
        try:
            return run_search(game, search, settings, Control(budget)).log
        except PlytraceError as error:
            return str(error)


def nested(draw, plies):
    """A tree of one player."""
    if not plies:
        return draw.randint(-9, 9)
    return [nested(draw, plies - 1) for _ in range(draw.randint(1, 4))]


@over("path", PATHS, ms=150)
@over("search", SEARCHES)
def test_windows_of_random_searches_are_those_passed_down(monkeypatch, search, path):
    monkeypatch.setenv(CHOICE, path)
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)
    draw, seen = random.Random(search), Counter()
    for _ in range(100):
        chance = SEARCHES[search].takes_chance and draw.random() < 0.5
        is_tree = chance or draw.random() < 0.5
        game = random_tree(draw, chance=chance) if is_tree else random_position(draw)
        depth = draw.choice((None, 3)) if is_tree else 3
        if search == "solve":  # which has no depth limit
            game, depth = random_tree(draw, chance=False), None
        if search == "single":
            game, depth = from_nested(nested(draw, 3), players=[Player.MAX]), None
        if search == "mcts":
            settings = Settings(iterations=draw.randint(1, 40), seed=draw.randint(0, 9))
        else:
            settings = random_settings(draw, search, depth)
        budget = draw.choice((None, draw.randint(1, 60)))
        whole = recorded(game, search, settings, budget, whole=True)
        log = recorded(game, search, settings, budget, whole=False)
        if isinstance(log, str):
            assert log == whole
            continue
        kind = KINDS.get(search, Windows.ANY)
        if search == "alphabeta" and settings.bounds is None and game.has_bounds:
            kind = Windows.ANY
        assert (whole.windows, log.windows) == (Windows.ANY, kind)
        assert log == whole
        rows = range(len(log))
        for mine, right in ((log.alpha, whole.alpha), (log.beta, whole.beta)):
            assert len(mine) == len(right) == len(log)
            assert [mine[row] for row in rows] == [*mine] == right.tolist()
            start, stop = sorted(draw.randint(-len(log), 2 * len(log)) for _ in range(2))
            for part in (slice(start, stop), slice(stop, start, -1), slice(start, None, 2)):
                assert mine[part] == right[part]
            assert mine[-1] == right[-1]
        seen[kind] += len(log) > 20
        seen["windows"] += len({*zip(whole.alpha, whole.beta, strict=True)}) > 1
    if search not in ("maxn", "star1", "solve"):  # which need other games, or visit few nodes
        assert sum(seen.values()) >= 5


@pytest.fixture(autouse=True)
def few_positions_solved(monkeypatch):
    """The orders that solve the game first refuse large ones soon."""
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)


@over("path", PATHS, ms=150)
def test_tic_tac_toe_has_the_known_number_of_nodes_per_ply(monkeypatch, path):
    plies = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)  # published
    monkeypatch.setenv(CHOICE, path)
    result = tally_search(TicTacToe(), "minimax")
    assert tuple(counts.visited for counts in result.by_depth) == plies
    assert all(counts.visited == counts.generated for counts in result.by_depth)
