"""Traces solved by hand on paper, one for each choice that a convention makes."""

from math import inf

import pytest

from tracer import trace

pytestmark = pytest.mark.usefixtures("plain_and_kernel")

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_ties_last_also_applies_inside_the_tree():
    t = trace([[2, 2, 5], [1]], convention="aima,cutoff=>,ties=last")
    assert t.line == ["B", "B2"]


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


def test_deep_cutoff_uses_a_bound_from_above_the_grandparent():
    # B = 5 gives α = 5 to C, its MAX child D, and D's MIN children E; E1 = 4 is cut by it,
    # though D itself has no value yet.
    t = trace([5, [[[4, 9], [7]], 8]])
    cut = t.cutoffs[0]
    assert (cut.at, cut.after, cut.alpha) == ("D", "D1", 5)
    assert "MAX has 5 at A through A1" in cut.because
    assert t.value == 7
