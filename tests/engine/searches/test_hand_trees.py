"""Published hand trees without chance: value, move, visits, cutoffs (the courses' own figures)."""

from math import inf

import pytest

from tests.support.cases import over
from tests.support.tables import table
from tracer import trace

pytestmark = pytest.mark.usefixtures("plain_and_kernel")


def visited(t):
    return [visit.id for visit in t.visits]


def test_comp341_lecture_tree():
    t = trace("lecture")
    assert (t.value, t.move, t.line, t.path) == (3, "B", ["B", "B1"], ["A", "B", "B1"])
    assert visited(t) == ["A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3"]
    assert t.counts.as_dict() == {
        "visited": 11,
        "generated": 13,
        "expanded": 4,
        "evaluated": 7,
        "terminals": 7,
        "cutoffs": 1,
        "early_returns": 2,
        "skipped": 2,
    }
    assert t.counts.below_root == 10  # what the course's demo prints
    cut, last = t.cutoffs
    assert (cut.at, cut.after, cut.value, cut.skipped) == ("C", "C1", 2, ("C2", "C3"))
    assert (cut.alpha, cut.beta, cut.alpha_after, cut.beta_after) == (3, inf, 3, 2)
    assert (last.at, last.after, last.value, last.skipped) == ("D", "D3", 2, ())
    assert (last.alpha, last.beta, last.alpha_after, last.beta_after) == (3, 5, 3, 2)


def test_mit_window_on_the_lecture_tree_cuts_at_the_root():
    # 3 is past β = 2: the root returns as soon as B does.
    t = trace("lecture", window=(-2, 2))
    assert visited(t) == ["A", "B", "B1", "B2", "B3"]
    assert t.cutoffs[0].at == "A"
    assert "began with β = 2" in t.cutoffs[0].because


@over("source, options, value, move, counts, returned", table(__file__, "published"))
def test_published_trees_have_their_values_and_counts(
    source, options, value, move, counts, returned
):
    t = trace(source, **options)
    assert (t.value, t.move) == (value, move)
    assert {name: getattr(t.counts, name) for name in counts} == counts
    values = {visit.id: visit.value for visit in t.visits}
    assert {name: values[name] for name in returned} == returned


# Worked on paper, one for each choice that a convention makes ------------------------------------

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
    # Whatever the program still sets, a cutoff is shown with the bounds before and after.
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
