"""Sheets about trees of several players: vectors, ties and cutoffs."""

from typing import Any

import pytest

from engine.conventions import parse_convention
from engine.errors import UsageError
from tracer.marking.blank_forms import form
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text
from tracer.mistakes import MISCONCEPTIONS

AIMA = (parse_convention("aima"),)
#: The second move of A is cut: B has 8 there, so A gets at most 2, and has 3.
CUT = "[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]"
PARTS = {"visits": 4.0, "values": 5.0, "cutoffs": 2.0, "move": 1.0, "line": 1.0, "utility": 1.0}


def problem(source: Any = CUT, accept: Any = AIMA, **more: Any) -> Problem:
    return Problem("key", source, SearchRules("maxn", {"sum": 10}), accept, **more)


def test_an_answer_in_brackets_that_is_no_entry_stays_as_it_is_in_yaml():
    found = sheet_of_text("line: (B, D), D1\nvisits: [(0,0), (0,1)]\n", "sheet", ".yaml")
    assert found.answers == {"line": "(B, D), D1", "visits": ["(0", "0)", "(0", "1)"]}


@pytest.mark.parametrize("part", ["minimax", "expectiminimax"])
def test_parts_about_one_value_per_leaf_are_refused(part):
    with pytest.raises(UsageError, match=f"the part {part} needs one value per leaf"):
        Grader(problem(parts={part: 1.0}))


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


def test_mistakes_of_several_players_have_no_names():
    vectors = Grader(problem()).preferred.task
    assert {slug for slug, one in MISCONCEPTIONS.items() if [*one.readings(vectors)]} == {
        "other-count"
    }
