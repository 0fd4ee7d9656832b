"""CS50 AI's `tictactoe.py`: its move is compared with ours, its helpers with a table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.tic_tac_toe import TicTacToe
from tests.support.cases import over
from tests.support.programs_cs50 import RIGHT, SEARCHES, tictactoe
from tests.support.programs_marking import checked
from tests.support.tables import table
from tracer.programs.child.shapes.cs50 import HELPERS, RAISED, questions
from tracer.programs.shapes import find_shape, starter_of
from tracer.programs.shapes.cs50 import right_answers
from tracer.questions import PARTS

BOARD = "xo.|.x.|..o"
TIES = "x..|.o.|..x"  # every edge draws, and the corners lose


def key(position=BOARD, parts="move: 1, helpers: 2", search="minimax"):
    return f"source: 'tic-tac-toe@{position}'\nsearch: {search}\nparts: {{{parts}}}\n"


def marks(done):
    return {one["part"]: one["score"] for one in done.record["parts"]}


@over("search", ["", *SEARCHES], ms=150)
@over("position", [BOARD, TIES, "xox|...|.o."])
def test_right_program_has_full_marks_whatever_its_search(tmp_path, search, position):
    done = checked(tmp_path, key(position), tictactoe(search), name="tictactoe.py")
    assert done.sheet.error == ""
    assert done.marked.ok, done.record
    assert done.notes == ""


@pytest.mark.parametrize("last", ["min", "max"])
def test_any_optimal_move_is_right_if_the_key_names_no_convention(tmp_path, last):
    chosen = f"[one for one in sorted(actions(board)) if lowest(result(board, one)) == v][{last}]"
    search = RIGHT.replace(
        "return max(actions(board), key=lambda one: lowest(result(board, one)))",
        f"v = highest(board); {last} = -1 if '{last}' == 'max' else 0; return {chosen}",
    )
    done = checked(tmp_path, key("xo.|.o.|x..", parts="move: 1"), search)
    assert done.marked.ok, done.record


#: Changes to the right program, and the helpers that they make wrong.
SLIPS = {name: rest for name, *rest in table(__file__, "cs50-slips")}


@over("slip", SLIPS, ms=150)
def test_slip_in_a_helper_costs_that_helper_and_what_it_breaks(tmp_path, slip):
    before, after, wrong = SLIPS[slip]
    assert before in RIGHT
    done = checked(tmp_path, key(parts="helpers: 6"), RIGHT.replace(before, after))
    assert done.sheet.error == ""
    said = done.sheet.answers["helpers"]
    assert {one for one in HELPERS if said[one] != "right"} >= {*wrong.split()}
    assert marks(done)["helpers"] == sum(one == "right" for one in said.values())
    assert "expected" in done.record["parts"][0]["message"]


@over(
    ("before", "after"),
    [
        ("return max(actions", "return min(actions"),
        ("key=lambda one: lowest(", "key=lambda one: -lowest("),
        ("return min(highest(", "return max(highest("),
    ],
    ms=150,
)
def test_move_that_loses_value_earns_nothing(tmp_path, before, after):
    done = checked(tmp_path, key("xo.|.x.|..o", parts="move: 1"), RIGHT.replace(before, after))
    right = checked(tmp_path, key("xo.|.x.|..o", parts="move: 1"), RIGHT)
    assert right.marked.ok
    assert done.sheet.answers != right.sheet.answers
    assert not done.marked.ok, done.record


def test_table_of_the_helpers_agrees_with_a_program_written_apart():
    space: dict[str, Any] = {}
    exec(RIGHT, space)
    boards = [*dict.fromkeys(one.board for one in questions("winner", SHAPE_BOARDS))]
    assert len(boards) == 5478
    for helper in HELPERS:
        for question, right in zip(
            questions(helper, SHAPE_BOARDS), right_answers(helper), strict=True
        ):
            rows = [
                [None if c == "." else c for c in question.board[at : at + 3]] for at in (0, 3, 6)
            ]
            given = () if question.action is None else (question.action,)
            try:
                found = space[helper](rows, *given)
            except Exception:
                found = RAISED
            if helper == "actions":
                found = " ".join(str(3 * i + j + 1) for i, j in sorted(found))
            elif helper == "result" and found != RAISED:
                found = "".join(cell or "." for row in found for cell in row)
            assert str(found) == right, question


SHAPE_BOARDS = find_shape("cs50").facts(TicTacToe())["boards"]


def test_starter_file_is_of_the_shape_and_earns_nothing(tmp_path):
    done = checked(tmp_path, key(), starter_of("cs50"))
    assert done.record["score"] == 0
    assert "raises NotImplementedError" in done.record["parts"][1]["message"]


@pytest.mark.parametrize("source", ["lecture", "mnk:3,2,2", "race"])
def test_other_games_are_refused_with_a_way_out(tmp_path, source):
    done = checked(tmp_path, key().replace(f"tic-tac-toe@{BOARD}", source), RIGHT)
    assert "CS50's tictactoe.py cannot play" in done.marked.error
    assert "--shape aima" in done.marked.error


def test_part_names_the_helpers_of_the_shape():
    part = PARTS["helpers"]
    assert [*part.expected(None, None)] == [*HELPERS]


@pytest.mark.parametrize("position", ["xxx|oo.|...", "xox|xoo|oxx"])
def test_none_is_right_on_a_finished_board_and_a_move_is_not(tmp_path, position):
    done = checked(tmp_path, key(position), RIGHT)
    assert done.marked.ok, done.record
    moves = RIGHT.replace("def minimax(board):\n", "def minimax(board):\n    return (2, 2)\n", 1)
    assert moves != RIGHT
    done = checked(tmp_path, key(position), moves)
    assert marks(done) == {"move": 0, "helpers": 2}
