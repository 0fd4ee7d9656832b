"""Sheets about trees of several players: vectors, ties and cutoffs."""

from __future__ import annotations

from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text


def test_a_note_says_that_there_are_too_many_choices():
    leaves = ", ".join(["[(1, 0), (2, 0)]"] * 8)
    grader = Grader(Problem("key", f"[{leaves}]", SearchRules("maxn")))
    found = grader.mark(sheet_of_text("values: A=(7,7)\nmove: B", "s"))
    assert any("only 100 of the choices between equal moves" in note for note in found.notes)
