"""What a search keeps that only counts."""

import pytest

from engine.errors import SearchRefused
from engine.games import make_game
from engine.games.tic_tac_toe import TicTacToe
from engine.log.counts import (
    Counts,
    TallyLog,
    count_visits,
    counts_by_depth,
    depth_counts,
    sum_depth_counts,
)
from engine.running.control import Control, StopReason
from engine.search import run_search, tally_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.settings import Settings


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
