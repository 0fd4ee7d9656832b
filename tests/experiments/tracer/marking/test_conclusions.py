"""What may be concluded from a sheet, and what may not."""

from __future__ import annotations

from tests.tracer.marking.test_conclusions import marked, named
from tracer import trace
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of


def test_wrong_move_has_no_misconception_in_a_game():
    assert named(marked("tic-tac-toe@xo.|.x.|..o", "values: root=1\nmove: 3")) == []


def test_program_of_minimax_is_wrong_although_some_rules_never_cut():
    """Strict tests against a fail-hard bound cut nothing on this board, and no course has both."""
    source = "reversi@..B.|.WB.|WBW.|.WBB"
    everything = [place.name for place in trace(source, "minimax").walk()]
    sheet = sheet_of({"visits": everything}, "sheet")
    assert grader_of(read_key(source).for_programs()).mark(sheet).score < 0.7
    assert grader_of(read_key(source)).mark(sheet).ok  # a person may follow any rules
