"""Published hand trees without chance: value, move, visits, cutoffs (the courses' own figures)."""

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
    assert (cut.alpha, cut.beta, cut.alpha_after, cut.beta_after) == (3, float("inf"), 3, 2)
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
