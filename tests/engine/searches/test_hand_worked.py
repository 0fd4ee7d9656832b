"""Traces solved by hand on paper, one for each choice that a convention makes."""

from __future__ import annotations

from math import inf

import pytest

from tracer import trace

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def rows(t):
    return [(v.id, v.alpha, v.beta, v.value) for v in t.visits]


def test_right_to_left_reverses_the_visits():
    t = trace(LECTURE, order="right-to-left")
    assert rows(t) == [
        ("A", -inf, inf, 3),
        ("D", -inf, inf, 2),
        ("D3", -inf, inf, 2),
        ("D2", -inf, 2, 5),
        ("D1", -inf, 2, 14),
        ("C", 2, inf, 2),
        ("C3", 2, inf, 6),
        ("C2", 2, 6, 4),
        ("C1", 2, 4, 2),
        ("B", 2, inf, 3),
        ("B3", 2, inf, 8),
        ("B2", 2, 8, 12),
        ("B1", 2, 8, 3),
    ]
    assert [(c.at, c.after, c.skipped) for c in t.cutoffs] == [("C", "C1", ())]
    assert t.line == ["B", "B1"]


def test_right_to_left_lists_skipped_children_in_search_order():
    # D = 5 from the right; at C, 4 is no more than 5: C2 and C1 are skipped, in that order.
    t = trace([[6, 7, 8], [9, 1, 4], [5, 5, 5]], order="right-to-left")
    assert [(c.at, c.skipped) for c in t.cutoffs] == [("C", ("C2", "C1"))]


def test_ties_last_keeps_the_later_of_equal_moves():
    tree = [[3, 8], [3, 5], [1, 9]]
    last = trace(tree, convention="aima,cutoff=>,ties=last")
    assert rows(last) == [
        ("A", -inf, inf, 3),
        ("B", -inf, inf, 3),
        ("B1", -inf, inf, 3),
        ("B2", -inf, 3, 8),
        ("C", 3, inf, 3),
        ("C1", 3, inf, 3),  # 3 < α = 3 does not hold: no cutoff
        ("C2", 3, 3, 5),
        ("D", 3, inf, 1),
        ("D1", 3, inf, 1),  # 1 < 3: D2 is skipped
    ]
    assert (last.move, last.line) == ("C", ["C", "C1"])
    assert [c.at for c in last.cutoffs] == ["D"]
    first = trace(tree, convention="aima,cutoff=>")
    assert rows(first) == rows(last)
    assert first.move == "B"


def test_ties_last_also_applies_inside_the_tree():
    t = trace([[2, 2, 5], [1]], convention="aima,cutoff=>,ties=last")
    assert t.line == ["B", "B2"]


def test_fail_hard_returns_the_bound():
    t = trace(LECTURE, convention="aima,returns=fail-hard")
    assert {v.id: v.value for v in t.visits if v.kind == "interior"} == {
        "A": 3,
        "B": 3,
        "C": 3,  # v = 2, below the window (3, +∞)
        "D": 3,
    }
    assert [v.value for v in t.visits if v.kind == "terminal"] == [3, 12, 8, 2, 14, 5, 2]
    assert (t.value, t.move) == (3, "B")
    # What made the test hold is v, not what is returned.
    assert [(c.at, c.value) for c in t.cutoffs] == [("C", 2), ("D", 2)]


def test_fail_hard_at_both_ends_of_the_root_window():
    low = trace(LECTURE, convention="aima,returns=fail-hard", window=(5, 9))
    high = trace(LECTURE, convention="aima,returns=fail-hard", window=(-1, 2))
    assert (low.value, low.visits[0].bound) == (5, "≤")
    assert (high.value, high.visits[0].bound) == (2, "≥")


@pytest.mark.parametrize(("update", "beta_at_the_cut"), [("before-test", 2.0), ("after-test", inf)])
def test_window_at_a_cutoff_follows_the_convention(update, beta_at_the_cut):
    t = trace(LECTURE, convention=f"aima,update={update}")
    step = t.replay.next_cut(0)
    assert step == 11
    a, c = t.at(step).stack
    assert (a.name, a.v, a.alpha, a.beta) == ("A", 3, 3, inf)
    assert (c.name, c.v, c.alpha, c.beta, c.cut) == ("C", 2, 3, beta_at_the_cut, True)
    # Whatever the program still sets, a cutoff is told with the bounds before and after.
    cut = t.cutoffs[0]
    assert (cut.alpha, cut.beta, cut.alpha_after, cut.beta_after) == (3, inf, 3, 2)


@pytest.mark.parametrize("update", ["before-test", "after-test"])
def test_both_update_rules_visit_the_same_nodes_with_the_same_windows(update):
    t = trace(LECTURE, convention=f"aima,update={update}")
    assert rows(t) == [
        ("A", -inf, inf, 3),
        ("B", -inf, inf, 3),
        ("B1", -inf, inf, 3),
        ("B2", -inf, 3, 12),
        ("B3", -inf, 3, 8),
        ("C", 3, inf, 2),
        ("C1", 3, inf, 2),
        ("D", 3, inf, 2),
        ("D1", 3, inf, 14),
        ("D2", 3, 14, 5),
        ("D3", 3, 5, 2),
    ]


def test_zero_is_a_valid_bound():
    # B = 0 makes α = 0; C's first leaf is −1 ≤ 0, so C2 is skipped.
    t = trace([[0, 4], [-1, 9]])
    assert [v.id for v in t.visits] == ["A", "B", "B1", "B2", "C", "C1"]
    assert t.cutoffs[0].alpha == 0


def test_deep_cutoff_uses_a_bound_from_above_the_grandparent():
    # B = 5 gives α = 5 to C, its MAX child D, and D's MIN children E; E1 = 4 is cut by it,
    # though D itself has no value yet.
    t = trace([5, [[[4, 9], [7]], 8]])
    cut = t.cutoffs[0]
    assert (cut.at, cut.after, cut.alpha) == ("D", "D1", 5)
    assert "MAX has 5 at A through A1" in cut.because
    assert t.value == 7


def test_several_min_layers_in_a_row_are_searched():
    # MAX, MIN, MIN, MAX …: the second ghost's nodes get the first one's β as their own.
    t = trace("ghosts")
    assert t.game.plies_per_round == 3
    assert t.value == trace("ghosts", "minimax").value
    assert {t.visits[0].player.name, t.visits[1].player.name, t.visits[2].player.name} == {
        "MAX",
        "MIN",
    }
