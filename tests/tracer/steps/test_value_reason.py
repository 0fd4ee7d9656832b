"""Why a node has its value: the best of its children, or the mean of its outcomes."""

from __future__ import annotations

from tracer import trace
from tracer.steps.narration import chance_sum, value_reason


def reasons(found):
    return {found.name(row): value_reason(found, row) for row in range(len(found.log))}


def test_value_comes_from_the_best_child_and_ties_follow_the_convention():
    found = reasons(trace([[3, 12, 8], [2, 4], [3]], "minimax"))
    assert found["B"] == "MIN takes the smallest value of B1 = 3, B2 = 12, B3 = 8"
    assert found["B1"] == "It is a leaf"
    assert found["D"] == "Its only visited child is D1 = 3"
    assert found["A"] == (
        "MAX takes the largest value of B = 3, C = 2, D = 3; of equal ones, the first one is kept"
    )


def test_child_that_is_searched_again_is_listed_once_and_is_no_tie():
    found = trace([[[3, 5], [2, 9]], [[1, 1], [0, 4]]], "pvs")
    assert [*found.names()].count("D2") == 2
    assert reasons(found)["D"] == "MAX takes the largest value of D1 = 3, D2 = 5"


def test_nothing_is_said_of_many_children_or_of_a_value_that_is_clipped():
    wide = trace([[*range(9)]], "minimax")
    assert reasons(wide)["B"] == ""
    assert value_reason(wide, 1, 9).startswith("MIN takes the smallest value of B1 = 0, B2 = 1,")
    clipped = reasons(trace("deep-cutoff", "alphabeta", convention="aima,returns=fail-hard"))
    assert clipped["K"] == ""


def test_mean_of_outcomes_is_a_sum_of_products():
    dice = trace("dice")
    names = [*dice.names()]
    assert chance_sum(dice, names.index("B")) == "0.5 × 2 + 0.5 × 4 = 3"
    assert chance_sum(dice, names.index("C")) == "0.5 × 0 + 0.5 × (−2) = −1"
    assert value_reason(dice, names.index("B")) == ""
