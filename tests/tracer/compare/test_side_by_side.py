"""Two searches side by side, compared with a naive comparison of two replays."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import UsageError
from engine.log.visit_log import Flag
from tests.support.cases import examples
from tests.support.strategies import conventions, trees
from tests.support.tables import table
from tests.tracer.compare.test_differences import PAIRS, all_steps
from tracer import trace
from tracer.compare.side_by_side import SideBySide, read_second_search


@given(trees(), conventions, st.sampled_from(["minimax", "alphabeta", "pvs", "negamax"]))
@examples(40)
def test_search_does_not_differ_from_itself(tree, convention, search):
    if search == "pvs" and convention.ties == "last":
        return
    one, other = trace(tree, search, convention), trace(tree, search, convention)
    pair = SideBySide(one, other)
    assert all_steps(pair.differences[0]) == all_steps(pair.differences[1]) == []
    assert pair.is_same
    assert "the same, visit by visit" in pair.summary(0)
    for step in range(len(one.replay)):
        assert pair.matching_step(0, step).step == step
        assert pair.matching_step(0, step).note == ""


def stopped(trace, moves):
    return any(
        trace.log.flags[row] & Flag.INCOMPLETE and trace.moves_to(row) == moves
        for row in range(len(trace.log))
    )


@given(trees(), st.sampled_from(PAIRS))
@example([[0, 0, [0]], 0, 0], ({}, {"max_visits": 7}))  # stops after the last child of the root
@examples(20)
def test_other_side_is_at_the_same_node_or_says_why_not(tree, pair):
    left, right = (trace(tree, **options) for options in pair)
    both = SideBySide(left, right)
    for side, (mine, theirs) in enumerate(((left, right), (right, left))):
        for step in range(len(mine.replay)):
            locked = both.matching_step(side, step)
            row, entering = mine.tour.row_at(step)
            there, enters = theirs.tour.row_at(locked.step)
            visited = {tuple(theirs.moves_to(other)) for other in range(len(theirs.log))}
            if tuple(mine.moves_to(row)) in visited:
                if locked.note.endswith("does not return: the search stopped."):
                    # The last step of that search, which may be at a descendant.
                    assert not entering
                    assert stopped(theirs, mine.moves_to(row))
                    assert locked.step == len(theirs.replay) - 1
                    continue
                assert theirs.moves_to(there) == mine.moves_to(row)
                assert enters == entering or locked.note
            else:
                assert locked.note


def test_minimax_and_alpha_beta_differ_at_the_two_early_returns():
    left, right = trace("lecture"), trace("lecture", "minimax")
    pair, other = SideBySide(left, right), SideBySide(right, left)
    assert all_steps(pair.differences[0]) == [11, 19]
    assert pair.sentences(0, 11) == "alphabeta cuts off at C after C1; minimax does not."
    assert all_steps(other.differences[0]) == [11, 12, 23]
    assert right.at(12).event.name == "C2"
    assert other.matching_step(0, 12).note == "C2 is skipped here: cut at C, 2 ≤ α = 3."
    assert other.sentences(0, 12) == "C2, C3 are visited only in minimax."
    for one in (pair, other):  # whichever search leads: C2 and C3, which one lacks, count once
        assert [all_steps(side) for side in one.differences]
        assert one.is_counted
        assert one.count == 3


def test_one_node_is_and_several_are_visited_only_in_one_search():
    tree = [[3, 12], [2, 4]]
    pair = SideBySide(trace(tree, "minimax"), trace(tree))
    (step,) = (step for step in all_steps(pair.differences[0]) if "only" in pair.sentences(0, step))
    assert pair.sentences(0, step) == "C2 is visited only in minimax."


def test_searches_of_different_trees_are_refused():
    with pytest.raises(UsageError, match="not the same tree"):
        SideBySide(trace("lecture"), trace("tic-tac-toe@xo.|.x.|..o"))


def test_large_search_is_compared_quickly_and_in_parts():
    whole, cut = trace("tic-tac-toe@x..|...|...", "minimax"), trace("tic-tac-toe@x..|...|...")
    pair = SideBySide(whole, cut)
    first = pair.differences[0].first(5)
    assert first is not None
    for step in range(0, first, max(1, first // 50)):
        assert whole.at(step).event.name == cut.at(step).event.name
    steps = all_steps(pair.differences[0])
    assert steps[0] == first
    assert steps == sorted(set(steps))
    assert pair.differences[0].after(first) == steps[1]
    assert pair.differences[0].before(steps[1]) == first
    assert math.isclose(pair.differences[0].progress, 1)


@pytest.mark.parametrize(("text", "changed"), table(__file__, "second_searches"))
def test_second_search_is_read_from_one_word(text, changed):
    assert read_second_search(text) == changed


@pytest.mark.parametrize("text", ["", "nothing", "pvs:nothing", "pvs:cs188:more:and:more"])
def test_text_that_names_no_search_is_refused(text):
    with pytest.raises(UsageError):
        read_second_search(text)
