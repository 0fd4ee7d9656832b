"""CS50 AI's `tictactoe.py`: its move is compared with ours, its helpers with right ones."""

from pathlib import Path
from typing import Any

import pytest

from engine.games.tic_tac_toe import TicTacToe
from tests.support.cases import over
from tests.support.programs_cs50 import RIGHT, SEARCHES, tictactoe
from tests.support.programs_marking import checked, key_in
from tests.support.programs_run import changed
from tests.support.tables import table
from tracer.generate.fresh import add_fresh_trees
from tracer.marking.results.text import text_of_program
from tracer.programs.helper_verdicts import RAISES
from tracer.programs.running import run_program
from tracer.programs.shapes import find_shape, starter_of
from tracer.questions import PARTS
from tracer.questions.of_programs import HELPERS

BOARD = "xo.|.x.|..o"
TIES = "x..|.o.|..x"  # every edge draws, and the corners lose
CALLS = find_shape("cs50").helpers(TicTacToe())


def key(position=BOARD, parts="move: 1, helpers: 2", search="minimax"):
    what = f"source: 'tic-tac-toe@{position}'\nsearch: {search}\n"
    return f"{what}shape: cs50\nparts: {{{parts}}}\n"


def test_key_that_only_such_programs_can_answer_has_their_shape(tmp_path):
    for parts, shape in (("move: 1, helpers: 2", "cs50"), ("move: 1", None)):
        text = key(parts=parts).replace("shape: cs50\n", "fresh: 0\n")
        assert add_fresh_trees(key_in(tmp_path, text)).programs.shape == shape
    assert "with shape: cs50 in the key" in checked(tmp_path, text, RIGHT).notes
    assert checked(tmp_path, key(parts=parts), RIGHT).notes == ""


def marks(done):
    return {one["part"]: one["score"] for one in done.record["parts"]}


@over("search", ["", *SEARCHES], ms=45)
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


@over("slip", SLIPS, ms=45)
def test_slip_in_a_helper_costs_that_helper_and_what_it_breaks(tmp_path, slip):
    before, after, wrong = SLIPS[slip]
    assert before in RIGHT
    done = checked(tmp_path, key(parts="helpers: 6"), RIGHT.replace(before, after))
    assert done.sheet.error == ""
    said = done.sheet.answers["helpers"]
    assert {one for one in HELPERS if said[one] != "right"} >= {*wrong.split()}
    assert marks(done)["helpers"] == sum(one == "right" for one in said.values())
    assert "expected" in done.record["parts"][0]["message"]


@over("width", [72, 80, 99], ms=90)
def test_feedback_on_a_helper_is_not_cut_before_what_is_expected(tmp_path, width):
    program = changed(
        RIGHT,
        ("if action not in actions(board)", "if action[1] < 0"),
        ("X: 1, O: -1, None: 0}[winner(board)]", "X: 1, O: -1, None: 0}[None]"),
    )
    record = checked(tmp_path, key(parts="helpers: 6"), program).record
    text = " ".join(text_of_program(record, width).split())
    assert "returns ...|...|..X, expected an exception, at ...|...|..." in text
    record["parts"][0]["message"] = "it returns ...|...|X.. at the board " * 9  # no sentence ends
    text = text_of_program(record, width)
    assert len(text.splitlines()[2]) > width - 12
    assert text.splitlines()[2].endswith(" …")


@over(("before", "after"), table(__file__, "cs50-losing-moves"), ms=45)
def test_move_that_loses_value_earns_nothing(tmp_path, before, after):
    done = checked(tmp_path, key("xo.|.x.|..o", parts="move: 1"), RIGHT.replace(before, after))
    right = checked(tmp_path, key("xo.|.x.|..o", parts="move: 1"), RIGHT)
    assert right.marked.ok
    assert done.sheet.answers != right.sheet.answers
    assert not done.marked.ok, done.record


def set_of_the_documentation():
    """The set of boards in the documentation, for the moves alone."""
    text = Path(__file__).parents[3].joinpath("docs", "check-code-tic-tac-toe.md")
    _, _, after = text.read_text(encoding="utf-8").partition("# tictactoe.yaml\n")
    return after.partition("```")[0].replace(", helpers: 3", "")


@over(("name", "search", "changes"), table(__file__, "cs50-wrong-minimax"), ms=60)
def test_common_fault_of_minimax_shows_on_a_board_of_the_documentation(
    tmp_path, name, search, changes
):
    program = changed(tictactoe(search), *changes)
    boards = set_of_the_documentation()
    done = checked(tmp_path, boards, program, shape="cs50")
    assert not done.marked.ok, done.record
    right = checked(tmp_path, boards, tictactoe(search), shape="cs50")
    assert right.marked.ok, right.record
    assert right.record["max_score"] == 8


def test_calls_of_the_helpers_agree_with_a_program_written_apart():
    space: dict[str, Any] = {}
    exec(RIGHT, space)
    for helper in HELPERS:
        for (board, *action), right in CALLS.calls[helper]:
            try:
                answer = space[helper](CALLS.boards[board], *map(tuple, action))
            except Exception:
                answer = RAISES
            if helper == "actions":
                answer = sorted([*one] for one in answer)
            assert answer == right, (helper, board, action)


def test_odd_answers_are_shown_and_answers_to_other_calls_refused():
    answers = {
        helper: [{"odd": "raises ValueError"} if right == RAISES else right for _, right in calls]
        for helper, calls in CALLS.calls.items()
    }
    assert {*CALLS.verdicts(answers).values()} == {"right"}
    odd = CALLS.verdicts({**answers, "actions": [[[1, [2]], [0, 1]], *answers["actions"][1:]]})
    assert odd["actions"].startswith("returns {(1, [2]), (0, 1)}, expected {(0, 0), (0, 1), ")
    for players in (answers["player"][:-1], [*answers["player"], "X"]):
        with pytest.raises(ValueError, match="answers to other calls"):
            CALLS.verdicts({**answers, "player": players})


def test_boards_of_the_helpers_include_every_win_and_ties():
    rows = [[(i, j) for j in range(3)] for i in range(3)]
    columns = [[(j, i) for j in range(3)] for i in range(3)]
    lines = [*rows, *columns, [(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    boards = [CALLS.boards[board] for (board,), _ in CALLS.calls["terminal"]]
    assert 300 <= len(boards) <= 500
    assert [[None] * 3] * 3 in boards
    won = [[{board[i][j] for i, j in line} for line in lines] for board in boards]
    for mark in "XO":
        for place in range(len(lines)):
            assert any(
                [line == {mark} for line in sets] == [at == place for at in range(len(lines))]
                for sets in won
            )
    assert sum(right == 0 for _, right in CALLS.calls["utility"]) >= 2


def test_helpers_are_called_once_for_a_set_and_only_if_a_part_asks(tmp_path, monkeypatch):
    asked = []

    def run(folder, request, *more):
        asked.append("helpers" in request.parts)
        return run_program(folder, request, *more)

    monkeypatch.setattr("tracer.programs.sheets.run_program", run)
    parts = ("move: 1", "move: 1, helpers: 2", "move: 1, helpers: 2")
    problems = "".join(
        f"  {number}: {{source: 'tic-tac-toe@{BOARD}', search: minimax, parts: {{{asks}}}}}\n"
        for number, asks in enumerate(parts, 1)
    )
    done = checked(tmp_path, f"problems:\n{problems}", RIGHT)
    assert done.marked.ok, done.record
    assert done.record["max_score"] == 7
    assert asked == [False, True, False]


def test_starter_file_is_of_the_shape_and_earns_nothing(tmp_path):
    done = checked(tmp_path, key(), starter_of("cs50"))
    assert done.record["score"] == 0
    assert "raises NotImplementedError" in done.record["parts"][1]["message"]


@pytest.mark.parametrize("source", ["lecture", "mnk:3,2,2", "race"])
def test_other_games_are_refused_with_a_way_out(tmp_path, source):
    done = checked(
        tmp_path, key().replace(f"tic-tac-toe@{BOARD}", source).replace("shape: cs50\n", ""), RIGHT
    )
    assert "play tic-tac-toe alone, not" in done.marked.error
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


@pytest.mark.parametrize(
    ("returned", "position", "message"),
    [
        ("None", BOARD, r"returned None at XO.|.X.|..O, expected the pair (row, column)"),
        ("'a'", BOARD, r"returned 'a' at XO.|.X.|..O, expected the pair (row, column)"),
        ("(0, 0)", BOARD, r"returned (0, 0) at XO.|.X.|..O, expected the pair"),
        ("(2, 2)", "xxx|oo.|...", "returned (2, 2) at XXX|OO.|..., expected None"),
    ],
)
def test_move_that_is_none_is_told_with_the_board(tmp_path, returned, position, message):
    program = RIGHT.replace(
        "def minimax(board):\n", f"def minimax(board):\n    return {returned}\n", 1
    )
    done = checked(tmp_path, key(position, parts="move: 1"), program)
    assert marks(done) == {"move": 0}
    assert message in done.notes
