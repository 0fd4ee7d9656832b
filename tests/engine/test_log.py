"""The visit log: its size, its shape, and what is derived from it by arithmetic."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log import COLUMNS, NO_PARENT, Flag, VisitLog
from engine.search import run_search
from engine.settings import Settings
from tests.support.strategies import trees
from trees.nested import from_nested


def test_a_row_takes_at_most_48_bytes():
    log = run_search(from_nested([[1, 2], [3]])).log
    assert sum(column.itemsize for column in log.columns().values()) <= 48
    assert [name for name, _ in COLUMNS] == list(log.columns())
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
    st.sampled_from(list(Flag)),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_rows_with_a_flag_are_found_as_by_looking(flags, flag, start, stop):
    log = VisitLog()
    for bits in flags:
        log.leave(log.enter(NO_PARENT, 0, 0, 0, -math.inf, math.inf), 0.0, 0, bits)
    log.finish()
    start, stop = min(start, len(flags)), min(stop, len(flags))
    looked = [row for row in range(start, stop) if flags[row] & flag]
    assert list(log.rows_with(flag, start, stop)) == looked
    below = [row for row in range(stop) if flags[row] & flag]
    assert log.last_row_with(flag, stop) == (below[-1] if below else None)


def test_a_node_has_at_most_65535_moves():
    wide = run_search(from_nested(list(range(65_535))), "minimax")
    assert wide.log.actions[0] == 65_535
    assert wide.log.action[-1] == 65_534


def test_columns_make_the_same_log_again():
    log = run_search(from_nested([[1, 2], [3]]), settings=Settings()).log
    again = VisitLog.from_columns(log.columns())
    assert again == log
    again.value[1] = 5.0
    assert (again == log) is True  # the columns are shared and not copied
    assert log != run_search(from_nested([[1, 2], [4]])).log
    assert log != "log"


@pytest.mark.parametrize("visits", [1, 2, 3, 5, 8])
def test_a_stopped_log_is_whole(visits):
    log = VisitLog()
    rows = [log.enter(row - 1, row, 0, 0, -math.inf, math.inf) for row in range(visits)]
    log.finish()
    assert list(log.size) == [visits - row for row in rows]
    assert all(flags == Flag.INCOMPLETE for flags in log.flags)
    assert all(math.isnan(value) for value in log.value)
