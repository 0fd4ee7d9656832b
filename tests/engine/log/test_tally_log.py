"""Count-only searches have the counts, value and best line of the full log."""

import pytest

from engine.errors import PlytraceError, SearchRefused
from engine.games import make_game
from engine.games.tic_tac_toe import TicTacToe
from engine.kernel.loading import CHOICE, is_built
from engine.log.counts import (
    Counts,
    TallyLog,
    count_visits,
    counts_by_depth,
    depth_counts,
    sum_depth_counts,
)
from engine.log.visit_log import Flag
from engine.running.control import Control, StopReason
from engine.search import SEARCHES, run_search, tally_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from tests.support.cases import cases, over
from tests.support.random_searches import random_position, random_settings, random_tree

PATHS = [
    "forbid",
    pytest.param("force", marks=pytest.mark.skipif(not is_built(), reason="no kernel built")),
]
DEPTH_FIRST = [name for name in SEARCHES if name not in ("mcts", "single", "sss", "maxn", "solve")]


def logged_results(game, search, settings, budget=None):
    """Return the results of a search with a full log, or its error."""
    try:
        result = run_search(game, search, settings, Control(budget))
    except PlytraceError as error:
        return str(error)
    log, kind = result.log, SEARCHES[search]
    outcome = kind.outcome(log, settings.convention.ties)
    levels = depth_counts(log)
    assert sum_depth_counts(levels) == result.counts
    return (
        repr(outcome.value),
        outcome.flags,
        [log.action[row] for row in outcome.rows[1:]],
        log.size[outcome.root] if log.flags[outcome.root] != Flag.INCOMPLETE else 0,
        counts_by_depth(levels),
        result.counts,
        result.stopped,
    )


@pytest.fixture(autouse=True)
def few_positions_solved(monkeypatch):
    """The orders that solve the game first refuse large ones soon."""
    monkeypatch.setattr("engine.searches.ordering.MOST_STATES", 300)


def tallied(game, search, settings, budget=None):
    """Return the same for a count-only search."""
    try:
        result = tally_search(game, search, settings, Control(budget))
    except PlytraceError as error:
        return str(error)
    found = result.found
    return (
        repr(found.value),
        found.flags,
        [*found.line],
        found.visits,
        result.by_depth,
        result.counts,
        result.stopped,
    )


def drawn(draw, search):
    """A game and settings for a search."""
    if search == "expectiminimax" or draw.random() < 0.5:
        game = random_tree(draw, chance=SEARCHES[search].takes_chance)
        depth = draw.choice((None, None, 0, 1, 2, 4))
    else:
        game = random_position(draw)
        depth = draw.choice((None, 0, 1, 2, 3)) if game.evaluations else None
    return game, random_settings(draw, search, depth)


@over("path", PATHS)
def test_tallies_of_random_searches_equal_their_logs(monkeypatch, path):
    whole = []
    for draw in cases(ms=120, name=path):
        search = draw.choice(DEPTH_FIRST)
        game, settings = drawn(draw, search)
        budget = draw.choice((draw.randint(1, 60), 500, 500))
        monkeypatch.setenv(CHOICE, "forbid")
        right = logged_results(game, search, settings, budget)
        monkeypatch.setenv(CHOICE, path)
        assert tallied(game, search, settings, budget) == right, (str(game), search, settings)
        whole.append(not isinstance(right, str) and right[-1] is None)
    assert len(whole) < 30 or sum(whole) * 4 > len(whole)


@over("order", sorted(ORDERS))
def test_tally_log_works_in_every_order(order):
    game = make_game("reversi", size="4")
    search = "deepening" if ORDERS[order].learns_from == "passes" else "alphabeta"
    right = logged_results(game, search, Settings(order=order, depth=3))
    assert not isinstance(right, str)
    assert tallied(game, search, Settings(order=order, depth=3)) == right


def test_tally_log_keeps_at_most_the_siblings_along_one_path():
    game = TicTacToe("...|...|..x")
    log = TallyLog()
    AlphaBeta(game, Settings(), log).run()
    assert log.visits > 1000
    assert len(log._lines) <= 1 + 8 * 9 // 2 + 8


def test_stop_before_the_first_child_keeps_its_depth_as_generated():
    result = tally_search(TicTacToe(), "minimax", control=Control(1))
    assert result.stopped is StopReason.BUDGET
    assert [(one.visited, one.generated) for one in result.by_depth] == [(1, 1), (0, 9)]
    assert result.found.line == ()


def test_a_search_that_counts_from_its_visits_is_refused():
    for search in ("mcts", "sss"):
        with pytest.raises(SearchRefused, match=f"{search} cannot keep only counts"):
            tally_search(TicTacToe(), search)


def test_depth_counts_of_several_roots_are_added():
    result = run_search(make_game("reversi", size="4"), "deepening", Settings(depth=3))
    levels = counts_by_depth(depth_counts(result.log))
    assert levels[0] == Counts(3, 3, 3, 0, 0, 0, 0, 0, roots=3)
    assert sum_depth_counts(depth_counts(result.log)) == count_visits(result.log)
