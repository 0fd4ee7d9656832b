"""Incremental drawing updates every part that a step changes, and no other."""

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.cases import over
from tests.support.strategies import conventions, trees, windows
from tests.support.tables import table
from tracer import trace
from tracer.drawing.print.searched_tree import SearchedTree

SEARCHES = table(__file__, "changing_searches")


def assert_nothing_is_missed(t):
    """Compare the nodes at each step with those computed from scratch."""
    one_by_one = SearchedTree(t, windows=t.has_window, most=2_000)
    for step in range(len(t.replay)):
        afresh = SearchedTree(t, windows=t.has_window, most=2_000).at(step)
        assert one_by_one.at(step) == afresh, f"step {step}: {t.at(step).sentence}"


@over(("source", "options"), SEARCHES, ms=45)
def test_incremental_update_equals_a_full_drawing_at_every_step(source, options):
    assert_nothing_is_missed(trace(source, **options))


def test_step_out_of_sequence_is_drawn_from_scratch():
    t = trace("lecture")
    tree = SearchedTree(t, windows=True, most=2_000)
    for step in (3, 12, 11, 12, 0, 1):
        assert tree.at(step) == SearchedTree(t, windows=True, most=2_000).at(step)
    assert tree.at(None) == SearchedTree(t, windows=True, most=2_000).at(None)
    assert tree.at(1) == SearchedTree(t, windows=True, most=2_000).at(1)


def test_unchanged_parts_stay_the_same_objects():
    t = trace([[k * 10 + n for n in range(10)] for k in range(30)], search="minimax")
    tree = SearchedTree(t, windows=False, most=2_000)
    before, changed = tree.at(0), 0
    for step in range(1, len(t.replay) - 1):
        now = tree.at(step)
        changed += sum(one is not other for one, other in zip(before, now, strict=True))
        before = now
    assert changed < 4 * len(t.replay)


@given(trees(4), conventions, windows, st.sampled_from(["alphabeta", "pvs", "minimax"]))
def test_incremental_update_equals_a_full_drawing_of_random_trees(tree, convention, window, search):
    assume(search != "pvs" or convention.ties == "first")  # it refuses the other
    window = window if search == "alphabeta" else None
    assert_nothing_is_missed(trace(tree, search=search, convention=convention, window=window))
