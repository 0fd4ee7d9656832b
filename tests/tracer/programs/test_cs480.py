"""CS 480's script: it is led to a position, and the move and the count are read that it prints."""

import subprocess
import sys

import pytest

from engine.errors import InvalidInput
from engine.games.tic_tac_toe import TicTacToe
from tests.support.cases import cases, over
from tests.support.program_files import read_program
from tests.support.programs_cs480 import naive_count, script
from tests.support.programs_marking import checked
from tests.support.tables import table
from tracer.programs.child.shapes.cs480 import _MOVE
from tracer.programs.shapes import starter_of

START = "tic-tac-toe"
UNDOES = read_program("cs480/with-undo")
INSIDE = read_program("cs480/moves-inside")


def key(source=START, search="alphabeta", more=""):
    parts = "{move: 1, counts: 1}"
    return f"source: '{source}'\nsearch: {search}\naccept: [aima]\nparts: {parts}\n{more}\n"


def test_script_answers_from_any_position_as_a_search_over_texts(tmp_path):
    for random in cases(ms=60):
        game = TicTacToe(f"...|...|... {random.choice('XO')}")
        state = game.initial
        for _ in range(random.randint(3, 7)):
            if not game.is_terminal(state):
                before, state = state, game.result(state, random.choice(game.actions(state)))
        state = before if game.is_terminal(state) else state
        position, side = game.format(state), game.labels[game.to_move(state)]
        source = f"tic-tac-toe@{position.split()[0]} {side}"
        program = random.choice([script(), UNDOES])
        done = checked(tmp_path, key(source, more="max: to-move"), program, shape="cs480")
        assert done.marked.ok, (source, done.record)
        board = "".join(sign.upper() for row in game.cells(state) for sign in row)
        _, cell, nodes = naive_count(board.replace(".", " "), side, alpha_beta=True)
        assert done.sheet.answers == {"move": str(cell), "counts": {"visited": nodes}}


@over(("position", "search"), table(__file__, "cs480-positions"), ms=45)
@over("program", [script(), UNDOES])
def test_right_script_has_full_marks_from_any_position(tmp_path, program, position, search):
    done = checked(
        tmp_path, key(f"tic-tac-toe@{position}", search, "max: to-move"), program, shape="cs480"
    )
    assert done.marked.ok, done.record
    assert done.notes == ""


@over(("before", "after", "answer"), table(__file__, "cs480-wrong-counts"))
def test_wrong_count_of_a_script_earns_nothing(tmp_path, before, after, answer):
    text = script()
    assert before in text
    done = checked(tmp_path, key(), text.replace(before, after))
    assert done.sheet.answers == {"move": "1", "counts": {"visited": answer}}
    assert [part["score"] for part in done.record["parts"]] == [1, 0]


def test_wrong_move_of_a_script_earns_nothing(tmp_path):
    reverse = "for cell in range(8, -1, -1) if state"
    text = script().replace("for cell in range(9) if state", reverse)
    done = checked(tmp_path, key("tic-tac-toe@x..|.o.|..x"), text)
    assert done.sheet.answers["move"] == "8"
    assert not done.marked.ok


@over(("before", "after"), table(__file__, "cs480-wordings"), ms=45)
def test_wording_of_a_script_is_not_judged(tmp_path, before, after):
    assert before in script()
    position = "tic-tac-toe@xxo|.o.|x.."
    done = checked(tmp_path, key(position), script().replace(before, after))
    assert done.marked.ok, done.record
    assert done.notes == ""


def test_script_with_its_moves_in_its_loop_answers_where_its_own_game_comes(tmp_path):
    right = "tic-tac-toe@x..|.o.|..x"
    assert checked(tmp_path, key(right, "minimax"), INSIDE, shape="cs480").marked.ok
    other = checked(tmp_path, key("tic-tac-toe@xo.|...|x.."), INSIDE, shape="cs480")
    assert [part.part for part in other.marked.parts if part.pending] == ["move", "counts"]
    reason = "none of its functions returns the move; it chose 5"
    assert all(reason in part.message for part in other.marked.parts)


@over(("game", "more", "message"), table(__file__, "cs480-refused"))
def test_positions_that_scripts_cannot_play_are_refused(tmp_path, game, more, message):
    with pytest.raises(InvalidInput) as refused:
        checked(tmp_path, key(game, more=more), script(), shape="cs480")
    assert message in str(refused.value)


def test_functions_of_a_script_are_traced_on_any_tree(tmp_path):
    tree = "source: '[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]'\n"
    given_key = f"{tree}search: alphabeta\naccept: [aima]\nparts: {{visits: 4, utility: 1}}\n"
    assert checked(tmp_path, given_key, script(), shape="aima").marked.ok
    wrong = checked(tmp_path, given_key, script(down="float('-inf'), float('inf')"), shape="aima")
    assert "window-reset" in wrong.slugs
    one_sided = checked(tmp_path, given_key, script(max_test="False"), shape="aima")
    assert "one-sided-test" in one_sided.slugs


@over(("program", "message"), table(__file__, "cs480-playing-nothing"), ms=45)
def test_scripts_that_play_nothing_are_reported(tmp_path, program, message):
    lines = f"from sys import argv\nSAYS = 'selected move: nodes generated'\n{program}\n"
    assert message in checked(tmp_path, key(), lines, shape="cs480").marked.error


def test_starter_prints_the_sheets_error_line_and_names_the_missing_parts(tmp_path):
    file = tmp_path / "starter.py"
    file.write_text(starter_of("cs480"))
    run = [sys.executable, str(file)]
    ran = subprocess.run(run, capture_output=True, text=True, check=True)
    assert ran.stdout == "ERROR: Not enough/too many/illegal input arguments.\n"
    ran = subprocess.run([*run, "2", "X", "2"], capture_output=True, text=True, check=False)
    assert ran.stderr.strip().endswith("NotImplementedError")
    error = checked(tmp_path, key(), starter_of("cs480")).marked.error
    assert "it raised NotImplementedError while it was run with 2 X 2" in error


@pytest.mark.parametrize("line", table(__file__, "cs480-moves"))
def test_move_is_recognised_in_other_wordings_too(line):
    (match,) = _MOVE.finditer(line)
    assert (match["cell"], match["nodes"].replace(",", "")) == ("5", "1234")
