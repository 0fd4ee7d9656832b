"""Published hand trees without chance: value, move, visits, cutoffs (the courses' own figures)."""

import pytest

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


def test_comp341_minimax_values():
    t = trace("lecture", "minimax")
    values = {visit.id: visit.value for visit in t.visits}
    assert (values["A"], values["B"], values["C"], values["D"]) == (3, 3, 2, 2)
    assert t.counts.visited == 13
    assert t.move == "B"


def test_comp341_opponent_makes_mistakes():
    t = trace("opponent-errs")
    assert (t.value, t.move) == (10, "B")
    # Against a MIN that errs the right would have paid: its other leaf is worth 100.
    assert max(visit.value for visit in trace("opponent-errs", "minimax").visits) == 100


def test_comp341_intermediate_values_differ_under_alphabeta():
    pruned, full = trace("intermediate-values"), trace("intermediate-values", "minimax")
    assert (pruned.value, full.value) == (3, 3)
    assert {v.id: v.value for v in pruned.visits}["C"] == 2
    assert {v.id: v.value for v in full.visits}["C"] == 1


def test_comp341_only_the_order_of_values_matters():
    small, large = trace("order-only-small"), trace("order-only-large")
    assert small.move == large.move == "C"
    assert (small.value, large.value) == (2, 20)
    assert visited(small) == visited(large)


def test_lab3_figure():
    t = trace("lab3-figure", convention="lab3")
    assert (t.value, t.move, t.counts.visited, t.counts.skipped) == (-1, "C", 13, 0)


@pytest.mark.parametrize(
    ("convention", "visits", "skipped"), [("lab3", 10, 3), ("aima", 10, 3), ("cs188", 11, 2)]
)
def test_lab3_pruning_figure(convention, visits, skipped):
    # The course's drawing shows a root of 6; the leaves that it shows make 2.
    t = trace("lab3-pruning", convention=convention)
    assert (t.value, t.move) == (2, "B")
    assert (t.counts.visited, t.counts.skipped) == (visits, skipped)


def test_aima_two_ply_figure_has_labelled_moves():
    t = trace("aima-two-ply")
    assert (t.value, t.move, t.line) == (3, "a1", ["a1", "b1"])
    assert t.path[:2] == ["A", "B"]
    assert t.counts.visited == 11


def test_mit_window_on_the_lecture_tree_cuts_at_the_root():
    # 3 is past β = 2: the root returns as soon as B does.
    t = trace("lecture", window=(-2, 2))
    assert visited(t) == ["A", "B", "B1", "B2", "B3"]
    assert t.cutoffs[0].at == "A"
    assert "began with β = 2" in t.cutoffs[0].because


def test_dice_lecture_tree_under_expectiminimax():
    t = trace("dice")
    assert (t.search, t.value) == ("expectiminimax", 3)
    chance = [v.value for v in t.visits if v.kind == "chance"]
    assert chance == [3, -1]


@pytest.mark.parametrize(("name", "leaves"), [("best-order", 17), ("worst-order", 81)])
def test_move_order_decides_the_number_of_cutoffs(name, leaves):
    # Knuth and Moore: perfect order visits 3^2 + 3^2 - 1 of the 81 leaves of three to the fourth.
    t = trace(name)
    assert t.counts.evaluated == leaves
    assert t.value == trace(name, "minimax").value
