"""The courses' commands: CS 480's program line by line, and the tables."""

from tests.support.commands import run_command

BANNER = """\
Last Name, First Name, AXXXXXXXX solution:
Algorithm: MiniMax with alpha-beta pruning
First: X
Mode: human versus computer
"""
EMPTY = "   |   |   \n---+---+---\n   |   |   \n---+---+---\n   |   |   \n"


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
