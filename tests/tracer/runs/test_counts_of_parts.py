"""Counts of stopped searches, and of searches with several passes."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.strategies import conventions, trees
from tracer import trace
from tracer.steps.replay import RunningCounts


@given(trees(5), conventions, st.data())
def test_counts_at_the_last_step_of_a_stopped_search_equal_its_counts(tree, convention, data):
    whole = len(trace(tree, convention=convention).log)
    assume(whole > 1)
    visits = data.draw(st.integers(1, whole - 1))
    t = trace(tree, convention=convention, max_visits=visits)
    assert t.stopped is not None
    so_far = RunningCounts(t).at(t.at(len(t.replay) - 1))
    for name in ("visited", "evaluated", "cutoffs", "skipped", "early_returns"):
        assert getattr(so_far, name) == getattr(t.counts, name), name


@given(st.integers(1, 6))
def test_count_below_the_root_excludes_the_roots_of_every_pass(depth):
    t = trace("tic-tac-toe@xo.|.x.|..o", "deepening", depth=depth)
    assert t.counts.below_root == sum(1 for above in t.log.parent if above >= 0)
