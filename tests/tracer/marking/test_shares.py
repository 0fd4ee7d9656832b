"""Sheets about trees of several players: vectors, ties and cutoffs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.conventions import parse_convention
from engine.errors import UsageError
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from tracer.marking.blank_forms import form
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text
from tracer.marking.results.record import MarkedSheet
from tracer.mistakes import MISCONCEPTIONS

AIMA = (parse_convention("aima"),)
#: The second move of A is cut: B has 8 there, so A gets at most 2, and has 3.
CUT = "[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]"
RIGHT = (
    "visits: A B D D1 D2 E E1 E2 C C1\n"
    "values: A=(3,2,5), B=(3,2,5), C=(1,8,1), D=(3,2,5), E=(1,1,2)\n"
    "cutoffs: C skips C2\nmove: B\nline: B D D1\nutility: (3,2,5)"
)
PARTS = {"visits": 4.0, "values": 5.0, "cutoffs": 2.0, "move": 1.0, "line": 1.0, "utility": 1.0}


def problem(source: Any = CUT, accept: Any = AIMA, **more: Any) -> Problem:
    return Problem("key", source, SearchRules("maxn", {"sum": 10}), accept, **more)


def marked(text: str, key: Problem, suffix: str = "") -> MarkedSheet:
    return Grader(key).mark(sheet_of_text(text, "sheet", suffix))


# Vectors and cutoffs --------------------------------------------------------------------------


def test_right_sheet_has_full_marks_without_windows():
    found = marked(RIGHT, problem(parts=PARTS))
    assert found.ok
    assert not found.unread


@over(
    ("value", "is_right"),
    table(__file__, "shares-best-vectors"),
    ms=150,
)
def test_node_with_a_shallow_cutoff_has_its_best_vector_or_bounds(value, is_right):
    key = problem(parts=PARTS)
    found = marked(RIGHT.replace("C=(1,8,1)", f"C = {value}"), key)
    assert found.ok == is_right
    assert not found.unread


@pytest.mark.parametrize("value", ["8", "A ≥ 8", "(1, 8)", "(1, 8, 1, 0)", "1/8/1", "(1, 8, ?)"])
def test_what_is_not_a_vector_of_the_tree_is_unread(value):
    found = marked(RIGHT.replace("C=(1,8,1)", f"C = {value}"), problem(parts=PARTS))
    assert [one.text for one in found.unread]
    assert {part.part: part.score for part in found.parts}["values"] == 4


@pytest.mark.parametrize("value", ["≥ 3", "(3, ≥2, 5)"])
def test_a_bound_at_a_node_without_a_cutoff_is_wrong(value):
    found = marked(RIGHT.replace("A=(3,2,5)", f"A = {value}"), problem(parts=PARTS))
    assert {part.part: part.score for part in found.parts}["values"] == 4


def test_windows_of_cutoffs_may_be_given():
    key = problem(parts=PARTS)
    assert marked(RIGHT.replace("C skips", "C alpha=0 beta=7 skips"), key).ok
    found = marked(RIGHT.replace("C skips", "C alpha=3 beta=7 skips"), key)
    assert {part.part: part.score for part in found.parts}["cutoffs"] == 1.5
    assert "α is 0, not 3" in found.record()["parts"][2]["message"]


def test_vectors_and_windows_in_braces_of_yaml_need_no_quotes():
    text = "values: {A: (3, 2, 5), B: [3, 2, 5], C: (1, 8, 1), D: (3,2,5), E: (1, 1, 2)}\nmove: B\n"
    assert marked(text, problem(), ".yaml").ok
    windows = "windows: {A: (-inf, inf), B: (-inf, inf), C: (3, inf), D: (3, inf)}\n"
    assert (
        Grader(Problem("key", "lecture", parts={"windows": 1}))
        .mark(sheet_of_text(windows, "sheet", ".yaml"))
        .ok
    )


def test_an_answer_in_brackets_that_is_no_entry_stays_as_it_is_in_yaml():
    found = sheet_of_text("line: (B, D), D1\nvisits: [(0,0), (0,1)]\n", "sheet", ".yaml")
    assert found.answers == {"line": "(B, D), D1", "visits": ["(0", "0)", "(0", "1)"]}


def test_the_trace_itself_is_a_sheet():
    given = trace(CUT, sum=10).export("json")
    found = marked(given, problem(parts={"visits": 1, "values": 1, "line": 1}), ".json")
    assert found.ok


@pytest.mark.parametrize("part", ["minimax", "expectiminimax"])
def test_parts_about_one_value_per_leaf_are_refused(part):
    with pytest.raises(UsageError, match=f"the part {part} needs one value per leaf"):
        Grader(problem(parts={part: 1.0}))


def test_paranoid_has_numbers():
    key = Problem("key", "three-players", SearchRules("paranoid"), AIMA)
    text = "visits: A B D D1 D2 E E1 E2 C F F1 F2\nvalues: A=1 B=1 D=1 E=6 C=1 F=1\nmove: B"
    assert marked(text, key).ok


@pytest.mark.parametrize("format_name", ["yaml", "text", "json", "csv", "md"])
def test_blank_form_asks_for_vectors_and_not_for_windows(format_name):
    grader = Grader(problem(parts=PARTS))
    text = form(grader, format_name)
    assert "alpha" not in text
    if format_name in ("yaml", "md"):
        assert "the vector that each internal node returns, such as P=(0, 2, 4)" in text
    blank = sheet_of_text(text, "form", f".{format_name}" if format_name != "text" else ".txt")
    if format_name in ("yaml", "text", "json"):
        assert grader.mark(blank).score == 0


# Ties ------------------------------------------------------------------------------------------


def test_choices_between_ties_are_not_mixed():
    key = Problem("key", "three-players", SearchRules("maxn"))
    values = "A=(1,2,6) B=(1,2,6) C=(1,5,2) D=(1,2,6) E=(6,1,2) F=(1,5,2) G=(5,4,5)"
    assert marked(f"values: {values}\nmove: B", key).ok
    other = values.replace("A=(1,2,6)", "A=(1,5,2)")
    assert marked(f"values: {other}\nmove: C", key).ok
    assert not marked(f"values: {other}\nmove: B", key).ok


# Slips ----------------------------------------------------------------------------------------


def test_what_follows_from_one_wrong_vector_counts():
    """F is (1, 3, 2), so C takes G and A takes C."""
    text = (
        "values: A=(5,4,5) B=(1,2,6) C=(5,4,5) D=(1,2,6) E=(6,1,2) F=(1,3,2) G=(5,4,5)\n"
        "move: C\nline: C G G2\nutility: (5,4,5)"
    )
    parts = {"values": 7.0, "move": 1.0, "line": 1.0, "utility": 1.0}
    key = Problem("key", "three-players", SearchRules("maxn"), AIMA, parts=parts)
    found = marked(text, key)
    assert found.score == 9
    assert [one.slug for one in found.findings] == ["arithmetic-slip"]
    assert "at F, taken as (1, 3, 2)" in found.findings[0].message
    assert marked(text, replace(key, search=replace(key.search, follows=False))).score < 6


def test_mistakes_of_several_players_have_no_names():
    vectors = Grader(problem()).preferred.task
    assert {slug for slug, one in MISCONCEPTIONS.items() if [*one.readings(vectors)]} == {
        "other-count"
    }
