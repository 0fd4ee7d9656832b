"""CS 480's script: its output is read, and its moves and counts are compared with ours."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from engine.games.tic_tac_toe import TicTacToe
from tests.support.cases import over
from tests.support.programs_cs480 import naive_count, script
from tests.support.programs_marking import checked
from tests.support.tables import table
from tracer.programs.shapes import starter_of
from tracer.programs.shapes.cs480 import sessions_to
from tracer.programs.shapes.cs480.notes import describe_deviations, right_move_at
from tracer.programs.shapes.cs480.transcripts import Selected, transcript

START = "tic-tac-toe"


def key(source=START, search="alphabeta", parts="move: 1, counts: 1", more=""):
    return f"source: '{source}'\nsearch: {search}\naccept: [aima]\nparts: {{{parts}}}\n{more}\n"


def test_correct_script_gets_full_marks_from_the_start(tmp_path):
    parts = "move: 1, counts: 1, line: 1, utility: 1"
    done = checked(tmp_path, key(parts=parts), script())
    assert done.marked.ok, done.record
    assert done.notes == ""
    assert done.sheet.answers["counts"] == {"visited": 18_297}


#: Positions, how they are reached, and by which searches: minimax plays from the start for seconds.
REACHED = [
    ("x..|...|...", "1 X 1", "alphabeta"),
    ("x..|.o.|..x", "1 X 1", "minimax"),
    ("x..|.o.|..x", "1 X 1", "alphabeta"),
    ("ox.|...|..x", "1 X 1", "alphabeta"),
    ("xxo|.o.|x..", "1 X 1", "alphabeta"),
    ("xxo|.o.|...", "1 X 2", "alphabeta"),
    ("xx.|.o.|..x", "", "alphabeta"),
]


@over(("position", "arguments", "search"), REACHED, ms=150)
def test_position_is_reached_by_typing_or_by_play_or_is_refused(
    tmp_path, position, arguments, search
):
    board = TicTacToe(position)
    cells = board.cells(board.initial)
    found = sessions_to(cells, board.labels[board.to_move(board.initial)])
    assert " ".join(found[0] if found else ()) == arguments.replace("1 X", "ALGO X")
    given_key = key(f"tic-tac-toe@{position}", search, more="max: to-move")
    done = checked(tmp_path, given_key, script())
    if not arguments:
        assert "CS 480's script never reaches" in done.marked.error
        assert "--shape aima" in done.marked.error
    else:
        assert done.marked.ok, done.record
        assert done.notes == ""


@over(
    ("game", "more", "message"),
    [
        ("lecture", "", "expected tic-tac-toe; for any other game, check the file's functions"),
        ("mnk:2,2,2", "", "CS 480's script cannot play"),
        (START, "win: 10", "expected a key without win:"),
        ("tic-tac-toe@xxx|oo.|...", "", "the game is over"),
    ],
)
def test_positions_that_scripts_cannot_play_are_refused(tmp_path, game, more, message):
    assert message in checked(tmp_path, key(game, more=more), script()).marked.error


def test_functions_of_a_script_are_traced_on_any_tree(tmp_path):
    tree = "source: '[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]'\n"
    given_key = f"{tree}search: alphabeta\naccept: [aima]\nparts: {{visits: 4, utility: 1}}\n"
    assert checked(tmp_path, given_key, script(), shape="aima").marked.ok
    wrong = checked(tmp_path, given_key, script(down="float('-inf'), float('inf')"), shape="aima")
    assert "window-reset" in wrong.slugs
    one_sided = checked(tmp_path, given_key, script(max_test="False"), shape="aima")
    assert "one-sided-test" in one_sided.slugs


@over(
    ("before", "after", "message"),
    table(__file__, "cs480-deviations"),
    ms=150,
)
def test_deviations_of_a_script_from_the_sheet_are_reported(tmp_path, before, after, message):
    text = script()
    assert before in text
    done = checked(tmp_path, key(), text.replace(before, after))
    assert not done.marked.error, done.marked.error
    assert message in done.notes, done.notes
    assert bool(message) is bool(done.notes)


@over(
    ("algorithm", "nodes", "message"),
    [
        ("2", 59_705, "2,338 (it counts as many as without cutoffs)"),
        ("2", 2_337, "2,338 (it does not count the root)"),
        ("1", 59_704, "59,705 (it does not count the root)"),
        ("1", 26_000, "MiniMax generates 59,705"),
        ("1", 59_705, ""),
    ],
)
def test_cause_of_a_wrong_count_is_named_if_clear(algorithm, nodes, message):
    printed = f"O's selected move: 5. Number of search tree nodes generated: {nodes}\n"
    events = [["out", "banner\n"], ["in", "1"], ["out", printed], ["in", "0"]]
    arguments = [algorithm, "X", "1"]
    session = {"kind": "main", "arguments": arguments, "events": events, "raised": ""}
    notes = [
        one for one in describe_deviations([transcript(session)], algorithm) if "generates" in one
    ]
    assert len(notes) == bool(message)
    assert message in " ".join(notes)


@over(
    ("program", "message"),
    table(__file__, "cs480-playing-nothing"),
    ms=150,
)
def test_scripts_that_play_nothing_are_reported(tmp_path, program, message):
    lines = f"from sys import argv\nSAYS = 'selected move: nodes generated'\n{program}\n"
    assert message in checked(tmp_path, key(), lines, shape="cs480").marked.error


def test_script_whose_other_sessions_fail_is_marked_by_the_first(tmp_path):
    text = script().replace('mode == "1":', 'mode == "1" and 1 / 0:', 1)
    done = checked(tmp_path, key(), text)
    assert done.marked.ok
    assert "run with 2 X 1: it raised ZeroDivisionError" in done.notes


def test_endless_session_is_stopped_and_reported(tmp_path):
    text = script().replace('print("ERROR', 'while not arguments: pass\n        print("ERROR', 1)
    done = checked(tmp_path, key(), text)
    assert done.marked.ok
    assert (
        "with no arguments it does not end with the error line: it did not finish within"
        in done.notes
    )


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


# What ours is held against ------------------------------------------------------------------------


@given(st.lists(st.integers(0, 8), unique=True, min_size=2, max_size=7))
def test_expected_moves_and_counts_equal_those_of_a_search_over_texts(cells):
    marks = ["x" if cells.index(at) % 2 == 0 else "o" if at in cells else "." for at in cells]
    board = ["."] * 9
    for at, mark in zip(cells, marks, strict=True):
        board[at] = mark
    rows = "|".join("".join(board[at : at + 3]) for at in (0, 3, 6))
    game = TicTacToe(rows)
    if game.is_terminal(game.initial):
        return
    side = game.labels[game.to_move(game.initial)]
    plain = "".join(board).replace(".", " ").upper()
    for algorithm, alpha_beta in (("1", False), ("2", True)):
        _, cell, nodes = naive_count(plain, side, alpha_beta=alpha_beta)
        right = right_move_at(algorithm, f"{rows} {side}")
        assert (right.cell, right.visited) == (cell, nodes)


def test_every_position_of_the_computers_own_game_is_reached():
    board, side = " " * 9, "X"
    while " " in board:
        cells = ["".join(board[at : at + 3]).replace(" ", ".") for at in (0, 3, 6)]
        mode = "2" if side == "X" else "1"  # what X does can be typed
        assert sessions_to(cells, side)[0] == ("ALGO", "X", mode)
        _, cell, _ = naive_count(board, side, alpha_beta=True)
        board = board[: cell - 1] + side + board[cell:]
        side = "O" if side == "X" else "X"


@over(
    ("line", "as_asked"),
    [
        ("X's selected move: 5. Number of search tree nodes generated: 1234", True),
        ("X’s selected move: 5. Number of search tree nodes generated: 1,234", False),
        ("X selected move: 5\nNumber of nodes generated: 1234", False),
        ("x's Selected Move:   5.  number of search tree nodes generated:1234", False),
        ("Player X's chosen move is: 5, nodes: 1234", False),
    ],
)
def test_move_is_recognised_in_other_wordings_too(line, as_asked):
    session = {
        "kind": "main",
        "arguments": ["1", "X", "2"],
        "events": [["out", line]],
        "raised": "",
    }
    assert transcript(session).moves == [Selected("X", 5, 1234, as_asked)]
