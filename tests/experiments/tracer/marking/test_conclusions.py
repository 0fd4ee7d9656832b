"""What may be concluded from a sheet about a game, and what may not."""

from __future__ import annotations

from tracer import trace
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.formats import sheet_of

FORK = "tic-tac-toe@xo.|.x.|..o"


def test_wrong_move_has_no_misconception_in_a_game():
    marked = grader_of(read_key(FORK)).mark(sheet_of({"values": "root=1", "move": "3"}, "sheet"))
    assert marked.findings == ()


def test_departure_is_at_the_end_if_move_and_value_are_wrong_in_a_game():
    marked = grader_of(read_key(FORK)).mark(sheet_of({"move": 3, "utility": 0}, "sheet"))
    assert (marked.score, marked.most) == (0, 2)
    assert marked.departure is not None
    # 93 visits: each is entered and left.
    assert (marked.departure.step, marked.departure.node) == (185, "root")


def test_program_of_minimax_is_wrong_although_some_rules_never_cut():
    """Strict tests against a fail-hard bound cut nothing on this board, and no course has both."""
    source = "reversi@..B.|.WB.|WBW.|.WBB"
    everything = [place.name for place in trace(source, "minimax").walk()]
    sheet = sheet_of({"visits": everything}, "sheet")
    assert grader_of(read_key(source).for_programs()).mark(sheet).score < 0.7
    assert grader_of(read_key(source)).mark(sheet).ok  # a person may follow any rules
