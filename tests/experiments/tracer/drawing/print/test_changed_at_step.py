"""Incremental drawing updates every part that a step changes, and no other."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.strategies import conventions, trees, windows
from tests.tracer.drawing.print.test_changed_at_step import assert_nothing_is_missed
from tracer import trace


@given(trees(4), conventions, windows, st.sampled_from(["alphabeta", "pvs", "minimax"]))
@settings(max_examples=60, deadline=None)
def test_incremental_update_equals_a_full_drawing_of_random_trees(tree, convention, window, search):
    assume(search != "pvs" or convention.ties == "first")  # it refuses the other
    window = window if search == "alphabeta" else None
    assert_nothing_is_missed(trace(tree, search=search, convention=convention, window=window))
