"""What may be concluded from a sheet, and what may not."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.conventions import parse_convention
from tests.support.cases import over
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text

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


def test_values_of_cut_nodes_may_be_bounds_if_any_convention_is_accepted():
    record = marked(
        "misconceptions",
        "visits: A B D H H1 H2 I I1 E J J1 C F L L1 M M1\n"
        "values: A=3 B=3 D=3 H=3 I=3 E=3 J=15 C=3 F=3 L=3 M=3\n"
        "cutoffs: I (3, inf) skips I2; E (-inf, 3) skips K; L (3, inf) skips L2; "
        "C (3, inf) skips G\nmove: B",
    )
    assert record["score"] == record["max_score"]
    assert named(record) == []


def test_three_values_are_no_slip_if_they_are_unrelated():
    record = marked("misconceptions", "values: A=3 B=3 D=3 H=3 I=1 E=7 J=15 C=3 F=3 L=0 M=3")
    assert named(record) == []
    assert record["score"] == pytest.approx(8 / 11, abs=1e-4)


def test_other_mistakes_are_reported_beside_an_arithmetic_slip():
    record = marked(
        "lecture",
        "visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3\nvalues: A=4 B=4 C=2 D=2\n"
        "cutoffs: none\nmove: B\nutility: 4\nline: B B1",
    )
    assert named(record) == ["arithmetic-slip"]  # it explains the first departure, and most
    assert record["misconceptions"][0]["fit"] < 1
    assert "reproduces" not in record["misconceptions"][0]["message"]


@over("accept", ["cs188", "aima cs188"])
def test_points_never_fall_if_more_conventions_are_accepted(accept):
    text = "visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3\nvalues: A=2 B=2 C=2 D=2\n"
    record = marked("lecture", text + "cutoffs: none\nmove: B", accept, **POINTS)
    # Under B = 2, nothing is cut, so only B itself is charged.
    assert (record["score"], record["convention"]) == (10.5, "cs188")


# What follows ---------------------------------------------------------------------------------


def test_move_and_line_earn_points_if_they_follow_from_a_wrong_value():
    text = "values: A=3 B=3 D=3 H=3 I=2 E=15 J=15 C=3 F=3 L=2 M=3\nmove: C\nline: C F M M1"
    record = marked("misconceptions", text)
    # C is charged; the move follows from it where the last of equal moves is taken.
    scores = [part["score"] for part in record["parts"]]
    assert scores == pytest.approx([10 / 11, 1, 1 / 4], abs=1e-4)
    assert part(record, "move")["message"] == "it follows from your own C = 3"


def test_line_loses_one_move_if_it_leaves_the_best_line_further_down():
    record = marked("lecture", "values: A=3 B=3 C=2 D=2\nline: B B2")
    assert part(record, "line")["score"] == 0.5


def test_value_is_right_if_it_follows_from_a_slip_or_is_the_keys_own():
    assert marked("lecture", "values: A=9 B=9 C=2 D=2")["score"] == 0.75
    assert marked("lecture", "values: A=9 B=9 C=2 D=5")["score"] == 0.75
    assert marked("lecture", "values: A=9 B=9 C=2 D=4")["score"] == 0.5


def test_slip_is_found_beside_an_unread_entry():
    record = marked("lecture", "values: A=9 B=9 C=Q D=5\nmove: B")
    assert part(record, "values")["score"] == pytest.approx(
        2 / 3, abs=1e-4
    )  # of three that are read
    assert [line["text"] for line in record["unread"]] == ["C=Q"]


def test_misread_leaf_is_named_by_the_node_that_shows_it():
    record = marked("lecture", "values: A=5 B=3 C=2 D=5\nmove: D\nutility: 5\nline: D D1")
    assert part(record, "move")["message"] == "it follows from your own D = 5"
    assert part(record, "utility")["follows"]
    assert part(record, "line")["score"] == 0.5  # D is not worth 5 by D1


def test_entries_are_not_called_wrong_if_they_follow_from_a_slip():
    visits = "visits: A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3\n"
    record = marked("lecture", visits + "cutoffs: none\nvalues: A=3 B=3 C=2 D=2\nmove: B", **POINTS)
    assert part(record, "visits")["ok"]
    assert part(record, "visits")["message"] == (
        "it follows from your search, which makes no cutoff at C"
    )
    record = marked("lecture", visits.replace("B3 C", "B3 B3 C") + "cutoffs: none", **POINTS)
    message = part(record, "visits")["message"]
    assert "order; B3 should not be there; C2 and C3 count, since they follow from" in message


def test_cutoff_is_not_denied_if_it_follows_from_a_slip():
    text = "values: A=3 B=3 C=2 D1=1 D=1\n"
    text += "cutoffs: C (3, 9) skips C2, C3; D (3, inf) skips D2, D3\n"
    text += "visits: A B B1 B2 B3 C C1 D D1\nmove: B"
    message = part(marked("lecture", text, **POINTS), "cutoffs")["message"]
    assert "D counts, since it follows from your own D1 = 1" in message
    assert "there is no cutoff" not in message


@pytest.mark.parametrize(
    ("windows", "reason"),
    [
        (
            "A (-inf, inf), B (0, inf)",
            "No child of A has returned, so it passes its own window down",
        ),
        (
            "A (-inf, inf), B (-inf, inf), C (0, inf)",
            "A has v = 3 and passes its own window down",
        ),
    ],
)
def test_departure_at_a_window_says_where_the_window_comes_from(windows, reason):
    grader = Grader(Problem("lecture", "lecture", SearchRules("alphabeta"), parts={"windows": 1}))
    record = grader.mark(sheet_of_text(f"windows: {windows}", "s", ".txt")).record()
    assert reason in record["departure"]["message"]


def test_departure_is_not_at_a_value_that_follows_from_a_slip():
    text = "visits: A B B1 B2 B3 C C1 D D1\nvalues: A=14 B=14 C=2 D=14"
    grader = _grader("lecture", "aima", ())
    _, places = grader.wrong(sheet_of_text(text, "sheet"))
    assert [(one.node, one.claim) for one in places][:1] == [("B", "write B = 14")]
    assert "write A = 14" not in [one.claim for one in places]


# What is blamed on nothing --------------------------------------------------------------------


@over("accept", ["", "aima"], ms=150)
@over("values", ["", "values: A=3 B=3 C=2 D=2\n"])
@over("move", ["C", "D"])
def test_wrong_move_has_no_misconception_if_the_search_is_right(accept, values, move):
    assert named(marked("lecture", f"{VISITS}{values}move: {move}", accept)) == []


def test_move_that_ties_with_a_bound_is_explained_if_nothing_was_skipped():
    tree = "[[[[4,-3],[1,7]],[[5,3],[-4,7]]],[[[6,8],[7,-4]],[[-4,4],[1,5]]]]"
    right = _grader(tree, "aima", ()).trace
    inner = (one for one in right.walk() if right.log.actions[one.row])
    values = " ".join(f"{one.name}={right.log.value[one.row]:g}" for one in inner)
    assert named(marked(tree, f"values: {values}\nmove: C", "aima")) == ["bound-as-exact"]


def test_single_count_is_explained_by_another_count_or_not_at_all():
    record = marked("lecture", "counts: cutoffs=2")
    assert named(record) == ["other-count"]
    assert "Not wrong everywhere" in record["misconceptions"][0]["message"]
    assert named(marked("lecture", "counts: visited=12")) == []


def test_forgotten_cutoff_beside_right_visits_has_no_misconception():
    rest = f"{VISITS}values: A=3 B=3 C=2 D=2\nmove: B\n"
    record = marked("lecture", f"{rest}cutoffs: none", **POINTS)
    assert named(record) == []
    assert record["departure"]["message"].endswith("No common mistake explains this.")


def test_wrong_value_alone_has_no_misconception_unless_something_follows():
    rest = f"{VISITS}cutoffs: C (3, inf) skips C2 C3\n"
    assert named(marked("lecture", f"{rest}values: A=3 B=3 C=2 D=4\nmove: B", **POINTS)) == []
    followed = marked("lecture", f"{rest}values: A=4 B=3 C=2 D=4\nmove: D", **POINTS)
    assert named(followed) == ["arithmetic-slip"]
    assert "(at D, taken as 4)" in followed["misconceptions"][0]["message"]
    # The right move refutes it.
    assert named(marked("lecture", f"{rest}values: A=4 B=3 C=2 D=4\nmove: B", **POINTS)) == []


def test_no_value_is_supposed_that_the_sheet_does_not_state():
    text = "visits: A B B1 B2 C C1\ncutoffs: C (3, inf) skips C2\nvalues: A=3 B=3 C=2\nmove: B"
    record = marked("[[3,12],[14,5]]", text, "aima", **POINTS)
    assert "arithmetic-slip" not in named(record)
    assert part(record, "move")["message"] == "it follows from your own C = 2"


# What is known for what it is -----------------------------------------------------------------


def test_bound_as_exact_is_found_if_a_bound_is_written_as_a_minimax_value():
    values = "A=3 B=3 D=3 H=3 I=2 E=15 J=15 K=0 C=3 F=3 L=2 M=3 G=2 N=2"
    record = marked("misconceptions", f"minimax: {values}")
    assert named(record)[0] == "bound-as-exact"
    assert record["departure"]["message"].startswith("You give C the minimax value 3. C is 2.")


def test_max_min_swapped_is_found_in_minimax_values_with_any_search():
    assert named(marked("lecture", "minimax: A=6 B=12 C=6 D=14"))[:1] == ["max-min-swapped"]


def test_off_by_one_child_is_found_if_the_last_child_is_listed_as_skipped():
    tree = "[[[4,1],[-1,7]],[[7,5],[-2,-2]]]"
    record = marked(tree, "cutoffs: E (-1, 4) skips E2; C (4, 7) skips G", "aima")
    assert named(record) == ["off-by-one-child"]


def test_order_of_visits_is_called_unfinished_if_it_only_ends_early():
    tree = "[[[-3,9],[0,-1]],[[6,2],[4,3]]]"
    record = marked(tree, "visits: A B D D1")
    assert named(record) == []
    assert record["departure"]["message"].startswith("You end the order after D1. ")
    assert record["departure"]["message"].endswith("your answer may simply be unfinished.")
    assert named(marked("lecture", "visits: A B\nmove: C")) == []


def test_order_departs_before_the_cutoff_that_skips_its_next_node():
    """C skips F, but only after I, which this order lacks: MAX at E was tested against α."""
    tree = "[[[[3]]],[[[1],[0,18]],[[9]]]]"
    record = marked(tree, "visits: A B D G G1 C E H H1 F J J1", "comp341")
    assert record["departure"]["message"].startswith("You list F after H1. I comes next.")
    assert "wrong-bound" in [*named(record), *record["indistinguishable"]]


@over("window", ["(3, inf)", "(3, 2)"])
def test_off_by_one_child_is_found_whenever_the_window_was_written(window):
    record = marked("lecture", f"cutoffs: C {window} skips C3")
    assert named(record) == ["off-by-one-child"]


def test_off_by_one_child_is_found_if_the_child_has_the_window_before_the_cutoff():
    tree = "[[[-4,-1],[-2,5,2]],[[-5,-2],[5,0,-2],[1,3]]]"
    record = marked(tree, "visits: A B D D1 D2 E E1 E2 E3 C F F1 F2 G G1 G2 G3")
    assert "off-by-one-child" in record["indistinguishable"]


def test_misconception_is_not_found_by_a_move_if_values_contradict_it():
    assert named(marked("lecture", "values: A=15 B=11 C=6 D=15\nmove: D")) == []
    as_max = marked("lecture", "values: A=14 B=12 C=6 D=14\nmove: D")
    assert named(as_max) == ["min-maximizes"]


def test_counts_without_cutoffs_are_explained_beside_right_values():
    record = marked("lecture", "counts: visited=13 cutoffs=0\nvalues: A=3 B=3 C=2 D=2")
    assert "refuses-cutoff" in named(record)
    assert named(marked("lecture", VISITS + "counts: visited=13 cutoffs=0")) == []


@over("count", [14, 13])
def test_strict_sheet_may_count_without_the_root_if_the_key_is_open(count):
    visits = "visits: A B B1 B2 B3 C C1 D D1 D2 D3 E E1 E2\n"
    record = marked("ties", f"{visits}counts: {count}")
    assert record["score"] == record["max_score"] == 2
    strict = marked("ties", f"{visits}counts: {count}", "cs188")
    assert strict["score"] == (2 if count == 14 else 1)
