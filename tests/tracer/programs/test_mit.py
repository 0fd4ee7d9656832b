"""Programs over game_state: correct ones, wrong ones, and messages on their results."""

import json

import pytest

from engine.courses.mit_boards import draw
from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_marking import assert_recorded, program_of
from tests.support.programs_mit import (
    ALPHA_BETA,
    EXPECTIMAX,
    MINIMAX,
    WRONG_ALPHA_BETA,
    WRONG_EXPECTIMAX,
    WRONG_MINIMAX,
)
from tests.support.programs_run import changed, record_of
from tests.support.tables import table

RIGHT = {"minimax": MINIMAX, "alphabeta": ALPHA_BETA, "expectimax": EXPECTIMAX}

DEEP = [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]]
ZEROS = [[[[0, 3], [0, -2]], [[0, 1], [5, 0]]], [[[0, 0], [-4, 0]], [[0, 2], [0, -1]]]]
SMALL = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
#: Made by `plytrace generate --plies 4 --branching 2..3 --apart alpha-replaced --seed q3`.
WIDE = [
    [[[9, 18, 4], [17, 3]], [[0, 4, 11], [10, 12, 3], [4, 7]], [[8, 0, 13], [12, 12]]],
    [[[19, 6, 4], [0, 15], [3, 13, 2]], [[15, 8], [16, 3]], [[20, 20], [7, 11]]],
]
#: Trees on which a misconception shows; `DEEP` shows the others.
SHOWN_ON = {"one-variable/": SMALL, "zero-unset": ZEROS, "alpha-replaced": WIDE}

ENDING = "xo.|.x.|o.."


def key_of(source, search="minimax", **more):
    where = {"source": source} if isinstance(source, str) else {"tree": source, "root": "max"}
    return {**where, "search": search, "accept": ["mit"], **more}


def assert_right(record):
    assert "error" not in record
    assert record["score"] == record["max_score"] == 5
    assert set(record["parts"]) == {"visits", "utility", "move", "line", "counts"}
    assert not record.get("notes")


@pytest.mark.parametrize("search", ["expectimax", "expectiminimax"])
def test_search_of_max_and_chance_nodes_has_either_name(search, folder):
    key = key_of([[3, 12, 8], [2, 4], [14, 5, 2]], search, players=["max", "chance"])
    assert_right(record_of(EXPECTIMAX, {name: key[name] for name in key if name != "root"}, folder))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("mit")


@pytest.mark.parametrize("search", RIGHT)
@pytest.mark.parametrize(
    "source", ["lecture", DEEP, ZEROS, f"tic-tac-toe@{ENDING}", "tic-tac-toe@xox|xo.|... O"]
)
def test_correct_program_gets_full_marks(search, source, folder):
    assert_right(record_of(RIGHT[search], key_of(source, search), folder))


def test_tree_with_min_to_move_goes_to_the_function_of_player_2(folder):
    for program in (
        ALPHA_BETA,
        changed(
            ALPHA_BETA, ("def score_alpha_beta", "def either"), ("= score_alpha_beta", "= either")
        ),
    ):
        assert_right(record_of(program, key_of(DEEP, "alphabeta") | {"root": "min"}, folder))


@pytest.mark.parametrize("source", [DEEP, f"tic-tac-toe@{ENDING}"])
def test_the_two_functions_may_call_each_other_and_read_whose_turn_it_is(source, folder):
    program = changed(ALPHA_BETA, *(
        (
            f"def {mine}imize_score_alpha_beta(state, alpha, beta):\n",
            f"def {mine}imize_score_alpha_beta(state, alpha, beta):\n"
            f"    if state.player != {player}:\n        raise ValueError\n"
            "    if state.terminal_check():\n        return state.score(), 1, [state]\n",
        )
        for mine, player in (("max", 1), ("min", 2))
    ), (
        "score_alpha_beta(successor, alpha, beta)  # MAX",
        "minimize_score_alpha_beta(successor, alpha, beta)  # MAX",
    ), (
        "score_alpha_beta(successor, alpha, beta)  # MIN",
        "maximize_score_alpha_beta(successor, alpha, beta)  # MIN",
    ))  # fmt: skip
    assert_right(record_of(program, key_of(source, "alphabeta"), folder))


@pytest.mark.parametrize("tree", [[[4, 2, 9], [[3, 6], 5, [2, 1]]], [4, [[1, [2, 8]], 3]]])
def test_functions_for_max_and_chance_may_read_whose_turn_it_is(tree, folder):
    key = {"tree": tree, "players": ["max", "chance"], "search": "expectimax", "accept": ["mit"]}
    assert_right(record_of(read_program("mit/expectimax-pair"), key, folder))


def test_state_that_the_program_prints_costs_nothing(folder):
    key = key_of(f"tic-tac-toe@{ENDING}", "alphabeta", **{"root-window": [-2, 2]})
    program = changed(
        ALPHA_BETA,
        ("    if state.terminal_check():", "    show(state)\n    if state.terminal_check():"),
        ("INF = ", "def show(state):\n    if state.parent is None: print(state)\n\nINF = "),
    )
    assert_right(record_of(program, key, folder))


def wrong():
    for search, programs in (
        ("minimax", WRONG_MINIMAX),
        ("alphabeta", WRONG_ALPHA_BETA),
        ("expectimax", WRONG_EXPECTIMAX),
    ):
        for name, program in programs.items():
            yield pytest.param(search, name, program, id=f"{search}-{name}")


@over(("search", "name", "program"), [*wrong()], ms=45)
def test_a_misconception_is_recognised(search, name, program, folder):
    tree = next((one for begin, one in SHOWN_ON.items() if name.startswith(begin)), DEEP)
    more = {"root-window": [4, 9]} if name.startswith("fail-hard") else {}
    record = record_of(program, key_of(tree, search, **more), folder)
    slug = name.partition("/")[0]
    found = {one["id"]: one["fit"] for one in record["misconceptions"]}
    assert found.get(slug) == 1, (found, record["parts"])
    assert record["score"] < record["max_score"]


PROGRAMS = {**RIGHT, "lone": read_program("mit/lone")}


@over("case", table(__file__, "mit-records"))
def test_program_gets_its_record(case, folder):
    record = record_of(
        program_of(case, PROGRAMS), key_of(**case["key"]), folder, **case.get("how", {})
    )
    assert_recorded(record, case)
    if record.get("score") == record["max_score"] and "parts" in case:
        assert record["parts"].keys() == case["parts"].keys()


# Programs that ask more often than a visit needs, or less ---------------------------------------


@over("change", table(__file__, "mit-repeated-queries"), ms=45)
@over("source", [DEEP, f"tic-tac-toe@{ENDING}"])
def test_repeated_queries_do_not_change_the_order(change, source, folder):
    for search in ("minimax", "alphabeta"):
        assert_right(record_of(changed(RIGHT[search], change), key_of(source, search), folder))


# What the file holds ----------------------------------------------------------------------------


#: Cells of the notebook that show its functions; the last one reads what another has made.
SHOWING = table(__file__, "mit-showing")


@pytest.mark.parametrize("search", RIGHT)
def test_a_notebook_is_reduced_to_its_functions(search, folder):
    cells = [
        *SHOWING,
        *(one.partition('"inf")\n')[2].replace("INF", "float('inf')") for one in RIGHT.values()),
        "Grader.run_single_test_inline(TestPSet5, 'test_2_alpha_beta', locals())",
        "blank = game_state(tic_tac_toe_board([' '] * 9))\n"
        "(top, explored, play) = score_alpha_beta(blank, -2, 2)\n"
        "for each in play:\n    print(each)\nlast = play[-1]",
        "form_confirmation_word = 'word'",
    ]
    notebook = {
        "cells": [{"cell_type": "markdown", "source": "# Problem Set 05"}]
        + [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells],
        "nbformat": 4,
    }
    program = {"ps5.ipynb": json.dumps(notebook)}
    for source in (DEEP, f"tic-tac-toe@{ENDING}"):
        assert_right(record_of(program, key_of(source, search), folder))


def test_file_may_play_its_own_games_and_call_the_courses_grader(folder):
    program = MINIMAX + (
        "\nfrom principles_of_autonomy.notebook_tests.pset_5 import TestPSet5\n"
        "Grader.run_single_test_inline(TestPSet5, 'test_1_minimax', locals())\n"
        "mine = game_state(tic_tac_toe_board(['x','o','x','x','x','o','o',' ',' ']))\n"
        "value, explored, play = score(mine)\n"
        "assert (value, explored, len(play), play[0].player) == (1, 4, 2, 1), (value, explored)\n"
        "assert str(play[0]) == 'x | o | x\\n--+---+--\\nx | x | o\\n--+---+--\\no |   |  \\n'\n"
    )
    assert_right(record_of(program, key_of(f"tic-tac-toe@{ENDING}"), folder))


def test_state_is_drawn_as_in_the_notebook(folder):
    drawn = draw("x o  xx o") + "\n"
    program = changed(
        MINIMAX,
        (
            "def score(state):",
            f"drawn = {drawn!r}\n\ndef score(state):\n    if state.parent is None:"
            "\n        assert str(state.successors()[1].parent) == drawn, str(state)",
        ),
    )
    assert_right(record_of(program, key_of("tic-tac-toe@x.o|..x|x.o O"), folder))


def test_custom_utils_module_is_used(folder):
    program = {
        "ps5.py": changed(MINIMAX, ('INF = float("inf")', "INF = INFINITY")),
        "utils.py": "INFINITY = float('inf')\n",
    }
    assert_right(record_of(program, key_of(DEEP), folder))


# What is returned -------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "message"), table(__file__, "mit-other-forms"))
def test_other_forms_are_reported(value, message, folder):
    program = changed(MINIMAX, ("def score(state):", "def inner(state):"), ("= score(", "= inner("))
    program += f"\ndef score(state):\n    best, explored, play = inner(state)\n    return {value}\n"
    record = record_of(program, key_of(SMALL), folder)
    assert "error" not in record
    assert any(message in one for one in record["notes"]), record["notes"]
    assert record["parts"]["visits"]["score"] == record["parts"]["visits"]["max_score"]
    if value in ("None", "'3'", "[]"):
        assert record["parts"]["move"]["score"] == 0


# Large ones -------------------------------------------------------------------------------------


@over("seed", range(3), ms=45)
@over("source", ["dice", DEEP, "tic-tac-toe@xo.|.x.|o.. O", "tic-tac-toe@xo.|...|..."])
def test_any_line_of_random_play_is_right_after_expectimax(source, seed, folder):
    program = changed(
        EXPECTIMAX,
        ("INF = ", f"import random\n\nchance = random.Random({seed})\nINF = "),
        ("explored, play = [], 1, None", "explored, plays = [], 1, []"),
        ("        play = play or [state] + rest", "        plays.append([state] + rest)"),
        ("len(values), explored, play", "len(values), explored, chance.choice(plays)"),
    )
    assert_right(record_of(program, key_of(source, "expectimax"), folder))
