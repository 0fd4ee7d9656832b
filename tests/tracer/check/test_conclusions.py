"""What may be concluded from a sheet, and what may not."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.conventions import parse_convention
from tracer import trace
from tracer.check.grader import Grader
from tracer.check.graders import grader_of
from tracer.check.key import read_key
from tracer.check.problem import ANY, Problem
from tracer.check.sheets import sheet_of, sheet_of_text

VISITS = "visits: A B B1 B2 B3 C C1 D D1 D2 D3\n"
#: The course's key.
POINTS = {"visits": 4.0, "cutoffs": 4.0, "values": 2.0, "move": 1.0}


@cache
def _grader(source: str, accept: str, points: tuple[tuple[str, float], ...]) -> Grader:
    accepted = tuple(map(parse_convention, accept.split())) or ANY
    return Grader(Problem("key", source, accept=accepted, parts=dict(points) or None))


def marked(source: str, text: str, accept: str = "", **points: float) -> dict[str, Any]:
    sheet = sheet_of_text(text, "sheet")
    return _grader(source, accept, tuple(points.items())).mark(sheet).record()


def named(record: dict[str, Any]) -> list[str]:
    return [one["id"] for one in record["misconceptions"]]


def part(record: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in record["parts"] if one["part"] == name)


# One slip, or several -------------------------------------------------------------------------


def test_cut_nodes_that_are_given_their_bound_are_another_courses_and_no_three_slips():
    record = marked(
        "misconceptions",
        "visits: A B D H H1 H2 I I1 E J J1 C F L L1 M M1\n"
        "values: A=3 B=3 D=3 H=3 I=3 E=3 J=15 C=3 F=3 L=3 M=3\n"
        "cutoffs: I (3, inf) skips I2; E (-inf, 3) skips K; L (3, inf) skips L2; "
        "C (3, inf) skips G\nmove: B",
    )
    assert named(record) == ["fail-hard-values"]
    assert "Not wrong everywhere" in record["misconceptions"][0]["message"]


def test_three_values_that_have_nothing_to_do_with_each_other_are_no_one_slip():
    record = marked("misconceptions", "values: A=3 B=3 D=3 H=3 I=1 E=7 J=15 C=3 F=3 L=0 M=3")
    assert named(record) == []
    assert record["score"] == pytest.approx(8 / 11, abs=1e-4)


def test_a_slip_of_arithmetic_leaves_room_for_what_else_is_wrong():
    record = marked(
        "lecture",
        "visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3\nvalues: A=4 B=4 C=2 D=2\n"
        "cutoffs: none\nmove: B\nutility: 4\nline: B B1",
    )
    assert named(record)[:2] == ["arithmetic-slip", "refuses-cutoff"]
    assert record["misconceptions"][0]["fit"] < 1
    assert "reproduces" not in record["misconceptions"][0]["message"]


@pytest.mark.parametrize("accept", ["cs188", "aima cs188"])
def test_to_accept_more_conventions_never_costs_points(accept):
    text = "visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3\nvalues: A=2 B=2 C=2 D=2\n"
    record = marked("lecture", text + "cutoffs: none\nmove: B", accept, **POINTS)
    assert (record["score"], record["convention"]) == (10.5, "cs188")


# What follows ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "misconceptions",
            "values: A=3 B=3 D=3 H=3 I=2 E=15 J=15 C=3 F=3 L=2 M=3\nmove: C\nline: C F M M1",
        ),
        ("ties", "move: E\nline: E E1"),
    ],
)
def test_a_line_that_follows_from_the_wrong_move_is_credited(source, text):
    record = marked(source, text)
    assert part(record, "move")["score"] == 0
    assert part(record, "line")["score"] == 1
    assert "follows from the slip at A" in part(record, "line")["message"]


def test_a_line_that_leaves_the_best_way_further_down_costs_one_move():
    record = marked("lecture", "values: A=3 B=3 C=2 D=2\nline: B B2")
    assert part(record, "line")["score"] == 0.5


def test_a_value_may_follow_from_a_slip_or_be_the_keys_own():
    assert marked("lecture", "values: A=9 B=9 C=2 D=2")["score"] == 0.75
    assert marked("lecture", "values: A=9 B=9 C=2 D=5")["score"] == 0.75
    assert marked("lecture", "values: A=9 B=9 C=2 D=4")["score"] == 0.5


def test_an_entry_that_nobody_can_read_does_not_hide_a_slip():
    record = marked("lecture", "values: A=9 B=9 C=Q D=5\nmove: B")
    assert part(record, "values")["score"] == 0.5


def test_a_leaf_that_was_misread_is_told_of_by_the_node_that_shows_it():
    record = marked("lecture", "values: A=5 B=3 C=2 D=5\nmove: D\nutility: 5\nline: D D2")
    assert "the slip at D (from D3, taken for 5)" in part(record, "line")["message"]


def test_what_follows_from_a_slip_is_no_place_at_which_a_sheet_goes_wrong():
    text = "visits: A B B1 B2 B3 C C1 D D1\nvalues: A=14 B=14 C=2 D=14"
    grader = _grader("lecture", "aima", ())
    _, places = grader.wrong(sheet_of_text(text, "sheet"))
    assert [(one.node, one.said) for one in places][:1] == [("B", "B is given 14")]
    assert "A is given 14" not in [one.said for one in places]


# What is blamed on nothing --------------------------------------------------------------------


@pytest.mark.parametrize("accept", ["", "aima"])
@pytest.mark.parametrize("values", ["", "values: A=3 B=3 C=2 D=2\n"])
@pytest.mark.parametrize("move", ["C", "D"])
def test_a_wrong_move_beside_a_right_search_is_blamed_on_nothing(accept, values, move):
    assert named(marked("lecture", f"{VISITS}{values}move: {move}", accept)) == []


def test_a_wrong_move_in_a_game_is_blamed_on_nothing():
    assert named(marked("tic-tac-toe@xo.|.x.|..o", "values: root=1\nmove: 3")) == []


def test_a_move_that_ties_with_a_bound_is_known_even_if_nothing_was_skipped():
    tree = "[[[[4,-3],[1,7]],[[5,3],[-4,7]]],[[[6,8],[7,-4]],[[-4,4],[1,5]]]]"
    right = _grader(tree, "aima", ()).trace
    inner = (one for one in right.walk() if right.log.actions[one.row])
    values = " ".join(f"{one.name}={right.log.value[one.row]:g}" for one in inner)
    assert named(marked(tree, f"values: {values}\nmove: C", "aima")) == ["bound-as-exact"]


def test_a_single_count_is_taken_for_another_count_or_for_nothing():
    record = marked("lecture", "counts: cutoffs=2")
    assert named(record) == ["other-count"]
    assert "Not wrong everywhere" in record["misconceptions"][0]["message"]
    assert named(marked("lecture", "counts: visited=12")) == []


# What is known for what it is -----------------------------------------------------------------


def test_a_bound_that_is_written_as_a_minimax_value():
    values = "A=3 B=3 D=3 H=3 I=2 E=15 J=15 K=0 C=3 F=3 L=2 M=3 G=2 N=2"
    record = marked("misconceptions", f"minimax: {values}")
    assert named(record)[0] == "bound-as-exact"
    assert record["departure"]["message"].endswith("C is given the minimax value 3.")


def test_max_and_min_swapped_show_in_minimax_values_whatever_the_search():
    assert named(marked("lecture", "minimax: A=6 B=12 C=6 D=14"))[:1] == ["max-min-swapped"]


def test_the_last_child_is_listed_as_skipped():
    tree = "[[[4,1],[-1,7]],[[7,5],[-2,-2]]]"
    record = marked(tree, "cutoffs: E (-1, 4) skips E2; C (4, 7) skips G", "aima")
    assert named(record) == ["off-by-one-child"]


def test_an_order_that_ends_early_may_come_from_a_misconception_or_not_be_finished():
    tree = "[[[-3,9],[0,-1]],[[6,2],[4,3]]]"
    record = marked(tree, "visits: A B D D1")
    assert "wrong-bound" in record["indistinguishable"]
    assert "not finished looks the same" in record["misconceptions"][0]["message"]
    assert named(marked(tree, "visits: A B")) == []
    assert named(marked("lecture", "visits: A B\nmove: C")) == []


@pytest.mark.parametrize("window", ["(3, inf)", "(3, 2)"])
def test_one_more_child_is_known_whenever_the_window_was_written_down(window):
    record = marked("lecture", f"cutoffs: C {window} skips C3")
    assert named(record) == ["off-by-one-child"]


def test_one_more_child_is_visited_with_the_window_as_it_was():
    tree = "[[[-4,-1],[-2,5,2]],[[-5,-2],[5,0,-2],[1,3]]]"
    record = marked(tree, "visits: A B D D1 D2 E E1 E2 E3 C F F1 F2 G G1 G2 G3")
    assert "off-by-one-child" in record["indistinguishable"]


def test_a_move_that_fits_is_little_beside_values_that_do_not():
    assert named(marked("lecture", "values: A=14 B=12 C=6 D=14\nmove: D")) == []


def test_counts_of_a_search_that_cuts_nothing_are_known_beside_right_values():
    record = marked("lecture", "counts: visited=13 cutoffs=0\nvalues: A=3 B=3 C=2 D=2")
    assert "refuses-cutoff" in named(record)
    assert named(marked("lecture", VISITS + "counts: visited=13 cutoffs=0")) == []


def test_rules_of_nobodys_that_never_cut_do_not_make_a_program_of_minimax_right():
    """Strict tests against a fail-hard bound cut nothing on this board, and no course has both."""
    source = "reversi@..B.|.WB.|WBW.|.WBB"
    everything = [place.name for place in trace(source, "minimax").walk()]
    sheet = sheet_of({"visits": everything}, "sheet")
    assert grader_of(read_key(source).for_programs()).mark(sheet).score < 0.7
    assert grader_of(read_key(source)).mark(sheet).ok  # a person may follow any rules
