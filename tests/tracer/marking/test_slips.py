"""A slip costs something, even if it shows in a part that is right as it is written."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from engine.conventions import parse_convention
from tests.support.cases import over
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of

NAMES = "BCD"
#: What the leaves below each node are worth: one node is best, and one leaf of it.
LEAVES = {"B": (4, 2), "C": (3, 9), "D": (8, 1)}


def swapped(labels):
    """A tree whose moves have the names of nodes that they need not lead to."""
    children = ", ".join(
        f"{label}: {{id: {node}, children: {[*LEAVES[node]]}}}"
        for label, node in zip(labels, NAMES, strict=True)
    )
    return f"{{tree: {{id: A, children: {{{children}}}}}}}"


@over("labels", [*permutations(NAMES)], ms=150)
def test_wrong_line_loses_points_if_moves_have_names_of_other_nodes(labels):
    # MAX takes C, whose lower leaf is worth 3; the others come to 2 and 1.
    label = labels[NAMES.index("C")]
    grader = Grader(Problem("swapped", swapped(labels), parts={"move": 1, "line": 1}))
    seconds = [f"{node}{place}" for node in NAMES for place in (1, 2)]
    for move, first, second in product(NAMES, NAMES, seconds):
        marked = grader.mark(sheet_of({"move": move, "line": [first, second]}, "sheet"))
        is_right = {move, first} <= {"C", label} and second == "C1"
        assert marked.ok == is_right, (move, first, second)
        assert (marked.score == marked.most) == is_right, (move, first, second)


@pytest.mark.parametrize(
    ("answers", "is_right"),
    [
        ({"line": "B B1"}, True),
        ({"line": "A B B1"}, True),
        ({"line": "B B1 B2"}, False),  # it goes on behind its end
        ({"line": "A B B1 B1"}, False),
        ({"line": "B"}, False),
        ({"move": "B", "values": "C2=4 C3=6"}, True),  # leaves as they are drawn, not visited
        ({"move": "B", "values": "C2=4 C3=7"}, False),
    ],
)
def test_sheet_is_right_if_nothing_is_missing_or_wrong(answers, is_right):
    marked = Grader(Problem("lecture", "lecture")).mark(sheet_of(answers, "sheet"))
    assert marked.ok == is_right
    assert (marked.score == marked.most) == is_right


@pytest.mark.parametrize(
    ("line", "share"),
    [
        ("B D D1", 1),
        ("B E E1", 1 / 3),  # a line is one entry: what follows from a slip does not count in it
        ("B E E2", 1 / 3),
        ("C G G2", 0),
        ("B D D2", 2 / 3),
    ],
)
def test_line_earns_its_moves_in_the_right_order(line, share):
    tree = "[[[3, 1], [5, 6]], [[2, 9], [0, 1]]]"
    grader = Grader(Problem("three plies", tree, parts={"line": 1}))
    assert grader.mark(sheet_of({"line": line}, "sheet")).score == pytest.approx(share)


FIRST, LAST = "aima,cutoff=>", "aima,cutoff=>,ties=last"


@pytest.mark.parametrize("accepted", [[FIRST], [LAST], [FIRST, LAST], [LAST, FIRST]])
def test_equal_move_is_right_only_if_its_rule_is_accepted(accepted):
    rules = tuple(map(parse_convention, accepted))
    grader = Grader(Problem("ties", "[[2, 4], [1, 3], [2, 9]]", accept=rules, parts={"move": 1}))
    for move, rule in (("B", FIRST), ("C", ""), ("D", LAST)):
        assert grader.mark(sheet_of({"move": move}, "sheet")).ok == (rule in accepted)


def test_missed_cutoff_costs_a_visit_if_the_key_asks_for_no_cutoffs():
    grader = Grader(Problem("lecture", "lecture", SearchRules("alphabeta"), parts={"visits": 4}))
    marked = grader.mark(sheet_of({"visits": "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3"}, "sheet"))
    assert marked.parts[0].message == (
        "11 of 11 visits in the right order; "
        "C2 and C3 count, since they follow from your search, which makes no cutoff at C"
    )


@over(
    ("values", "score", "node"),
    [
        ("A=14 B=12 C=6 D=14", 0.25, "D"),  # of which A = 14 follows
        ("A=2 B=1 C=2 D=2", 0.75, "B"),
        ("A≤100 B≤100 C≤100 D≤100", 0, "B"),  # nothing follows from a bound
    ],
    ms=150,
)
def test_first_mistake_is_the_slip_or_else_the_first_wrong_value(values, score, node):
    convention = parse_convention("aima")
    problem = Problem("lecture", "lecture", accept=(convention,), parts={"values": 1})
    marked = Grader(problem).mark(sheet_of({"values": values}, "sheet"))
    assert marked.score / marked.most == score
    assert marked.departure.node == node


def test_mistake_that_is_the_only_one_is_explained_without_others():
    cutoffs = "C (3, inf) skips C2 C3; D (3, 5) skips D3"
    convention = parse_convention("aima")
    problem = Problem("lecture", "lecture", accept=(convention,), parts={"cutoffs": 1})
    marked = Grader(problem).mark(sheet_of({"cutoffs": cutoffs}, "sheet"))
    assert marked.findings
    assert not any("but not all" in finding.message for finding in marked.findings)


def test_right_count_is_said_to_be_lost_to_a_wrong_one():
    problem = Problem("lecture", "lecture", parts={"counts": 1})
    marked = Grader(problem).mark(sheet_of({"counts": "visited=11 evaluated=6"}, "sheet"))
    assert marked.score == 0
    assert "less one for each wrong count" in marked.parts[0].message
