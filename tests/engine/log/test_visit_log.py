"""The visit log: its size, its shape, and values derived from it by arithmetic."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SearchRefused
from engine.games import make_game
from engine.games.tic_tac_toe import TicTacToe
from engine.log import counts
from engine.log.counts import TallyLog
from engine.log.visit_log import NO_PARENT, Flag, VisitLog, list_columns
from engine.running.control import Control, StopReason
from engine.search import run_search, tally_search
from engine.searches.alphabeta import AlphaBeta
from engine.searches.settings import Settings
from tests.support.cases import over
from tests.support.strategies import trees
from trees.formats.nested import from_nested

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


@over(("search", "size"), [("minimax", 27), ("alphabeta", 35), ("transposition", 35), ("pvs", 43)])
def test_a_row_takes_27_bytes_and_up_to_two_ends_of_its_window(search, size):
    log = run_search(from_nested([[1, 2], [3]]), search).log
    assert sum(column.itemsize for column in log.columns().values()) == size
    assert [name for name, _ in list_columns(log.windows)] == list(log.columns())
    assert {len(column) for column in log.columns().values()} == {len(log)}


@given(trees(4))
def test_rows_are_in_preorder_with_subtree_sizes(tree):
    log = run_search(from_nested(tree), "minimax").log
    for row in range(len(log)):
        inside = range(row + 1, row + log.size[row])
        children = [r for r in range(len(log)) if log.parent[r] == row]
        assert list(log.children(row)) == children
        assert all(log.depth[r] > log.depth[row] for r in inside)
        assert log.size[row] == 1 + sum(log.size[child] for child in children)
        assert log.tried[row] == log.actions[row] == len(children)
    assert log.parent[0] == NO_PARENT
    assert list(log.roots()) == [0]


@given(
    st.lists(st.integers(0, 511), min_size=1, max_size=60),
    st.sampled_from([1 << bit for bit in range(12)]),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_flagged_rows_equal_those_of_a_linear_scan(flags, flag, start, stop):
    log = VisitLog()
    for bits in flags:
        log.leave(log.enter(NO_PARENT, 0, 0, 0, -math.inf, math.inf), 0.0, 0, bits)
    log.finish()
    start, stop = min(start, len(flags)), min(stop, len(flags))
    looked = [row for row in range(start, stop) if flags[row] & flag]
    assert list(log.find_rows(flag, start, stop)) == looked
    below = [row for row in range(stop) if flags[row] & flag]
    assert log.find_last_row(flag, stop) == (below[-1] if below else None)


def test_log_is_rebuilt_from_its_columns():
    log = run_search(from_nested([[1, 2], [3]]), settings=Settings()).log
    again = VisitLog.from_columns(log.columns(), log.window)
    assert again == log
    again.value[1] = 5.0
    assert (again == log) is True  # the columns are shared and not copied
    assert log != run_search(from_nested([[1, 2], [4]])).log
    assert log != "log"


@over("visits", [1, 2, 3, 5, 8])
def test_stopped_log_is_valid(visits):
    log = VisitLog()
    rows = [log.enter(row - 1, row, 0, 0, -math.inf, math.inf) for row in range(visits)]
    log.finish()
    assert list(log.size) == [visits - row for row in rows]
    assert all(flags == Flag.INCOMPLETE for flags in log.flags)
    assert all(math.isnan(value) for value in log.value)


ENDS = st.sampled_from([-math.inf, -1.5, 0.0, 2.0, math.inf])


@given(
    st.lists(st.tuples(ENDS, ENDS, st.integers(0, 9), st.integers(0, 2)), max_size=60), st.data()
)
def test_row_reads_back_as_it_was_written(rows, data):
    """Write after different rows, with different growth of the columns."""
    log = VisitLog(lambda row: row + data.draw(st.integers(1, 20)))
    for row, (alpha, beta, action, player) in enumerate(rows):
        assert log.enter(row - 1, row, action, player, alpha, beta) == row
        assert len(log) == row + 1
    for row in reversed(range(len(rows))):
        if row == len(rows) - 1:
            assert log.leaf(row, 1.0 * row, Flag.TERMINAL) == row
        else:
            log.expand(row, 3)
            assert log.leave(row, 1.0 * row, 1, Flag.LOWER) == row
            assert log.returned == Flag.LOWER
    log.finish()
    assert list(zip(log.alpha, log.beta, log.action, log.player, strict=True)) == rows
    assert list(log.parent) == [row - 1 for row in range(len(rows))]
    assert list(log.depth) == list(log.value) == list(range(len(rows)))
    assert list(log.size) == list(range(len(rows), 0, -1))
    inner = max(len(rows) - 1, 0)
    assert list(log.actions) == [*[3] * inner, *[0] * bool(rows)]
    assert list(log.tried) == [*[1] * inner, *[0] * bool(rows)]
    assert list(log.flags) == [*[Flag.LOWER] * inner, *[Flag.TERMINAL] * bool(rows)]


def test_finished_log_can_be_continued():
    log = VisitLog()
    log.leaf(log.enter(NO_PARENT, 0, 0, 0, -math.inf, math.inf), 1.0, Flag.TERMINAL)
    log.finish()
    row = log.enter(NO_PARENT, 0, 0, 1, 2.0, math.inf)
    log.leaf(row, 3.0, Flag.TERMINAL)
    log.finish()
    assert list(log.roots()) == [0, 1]
    assert list(log.value) == [1.0, 3.0]
    assert list(log.alpha) == [-math.inf, 2.0]


# What a search keeps that only counts -----------------------------------------------------------


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
    of_depths = counts.depth_counts(result.log)
    levels = counts.counts_by_depth(of_depths)
    assert levels[0] == counts.Counts(3, 3, 3, 0, 0, 0, 0, 0, roots=3)
    assert counts.sum_depth_counts(counts.depth_counts(result.log)) == counts.count_visits(
        result.log
    )
