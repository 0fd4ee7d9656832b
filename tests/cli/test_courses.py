"""The courses' commands: CS 480's program line by line, and the tables."""

from __future__ import annotations

import json

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.tables import table

BANNER = """\
Last Name, First Name, AXXXXXXXX solution:
Algorithm: MiniMax with alpha-beta pruning
First: X
Mode: human versus computer
"""
EMPTY = "   |   |   \n---+---+---\n   |   |   \n---+---+---\n   |   |   \n"
ERROR = "ERROR: Not enough/too many/illegal input arguments.\n"


def plytrace(*arguments, text=""):
    done = run_command(*arguments, stdin=text)
    return done.returncode, done.stdout, done.stderr


def prompt(*cells):
    free = ", ".join(map(str, cells))
    return (
        f"X's move. What is your move (possible moves at the moment are: {free} | "
        "enter 0 to exit the game)?\n"
    )


def test_game_against_alpha_beta_prints_the_sheets_lines():
    code, out, err = plytrace("cs480", "2", "X", "1", text="1\n10\n\n3\n4\n")
    after = {
        "1": " X |   |   \n---+---+---\n   |   |   \n---+---+---\n   |   |   \n",
        "5": " X |   |   \n---+---+---\n   | O |   \n---+---+---\n   |   |   \n",
        "3": " X |   | X \n---+---+---\n   | O |   \n---+---+---\n   |   |   \n",
        "2": " X | O | X \n---+---+---\n   | O |   \n---+---+---\n   |   |   \n",
        "4": " X | O | X \n---+---+---\n X | O |   \n---+---+---\n   |   |   \n",
        "8": " X | O | X \n---+---+---\n X | O |   \n---+---+---\n   | O |   \n",
    }
    nodes = "Number of search tree nodes generated:"
    assert (code, err) == (0, "")
    assert out == (
        BANNER
        + EMPTY
        + prompt(1, 2, 3, 4, 5, 6, 7, 8, 9)
        + after["1"]
        + f"O's selected move: 5. {nodes} 2338\n"
        + after["5"]
        + prompt(2, 3, 4, 6, 7, 8, 9) * 3
        + after["3"]
        + f"O's selected move: 2. {nodes} 112\n"
        + after["2"]
        + prompt(4, 6, 7, 8, 9)
        + after["4"]
        + f"O's selected move: 8. {nodes} 28\n"
        + after["8"]
        + "X LOST\n"
    )


def test_zero_or_end_of_input_ends_the_game():
    for text in ("0\n", ""):
        code, out, err = plytrace("cs480", "2", "X", "1", text=text)
        assert (code, out, err) == (0, BANNER + EMPTY + prompt(1, 2, 3, 4, 5, 6, 7, 8, 9), "")


def test_computer_against_computer_prints_no_empty_board_and_ends_in_a_tie():
    code, out, _ = plytrace("cs480", "2", "O", "2")
    lines = out.splitlines()
    assert code == 0
    assert lines[2:4] == ["First: O", "Mode: computer versus computer"]
    # From the empty board MAX's window makes the same visits whoever begins.
    assert lines[4] == "O's selected move: 1. Number of search tree nodes generated: 18297"
    assert lines[-1] == "TIE"
    assert [line[0] for line in lines if "selected" in line] == list("OXOXOXOXO")


def test_computer_moves_first_if_o_begins_against_a_human():
    _, out, _ = plytrace("cs480", "2", "O", "1", "--name", "Doe, Jo", "--id", "A1", text="0\n")
    lines = out.splitlines()
    assert lines[0] == "Doe, Jo, A1 solution:"
    assert lines[9].startswith("O's selected move: 1.")
    assert lines[-1].startswith("X's move.")


@over(
    "arguments",
    table(__file__, "courses_refused"),
)
def test_other_command_lines_print_the_sheets_error(arguments):
    assert plytrace("cs480", *arguments) == (2, ERROR, "")


def test_report_is_printed_in_machine_readable_formats():
    code, out, err = plytrace(
        "report", "mp520", "--board", "reversi@....|BBBB|WWWW|....", "-f", "json", "--quiet"
    )
    assert (code, err) == (0, "")
    assert [row["value"] for row in json.loads(out)["rows"]] == [10, 10]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cs188"], "COURSE cannot be 'cs188'"),
        (["lab3", "--x", "best"], "report lab3 has no --x"),
        (["cs480", "--board", "reversi:4"], "report cs480 has no --board"),
        (["mp520", "--board", "tic-tac-toe"], "is not a Reversi board"),
    ],
)
def test_arguments_that_a_report_does_not_accept_are_refused(arguments, message):
    code, out, err = plytrace("report", *arguments)
    assert (code, out) == (2, "")
    assert message in err
