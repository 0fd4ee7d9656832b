"""Modules with their own Reversi: traced by their boards, with their rules checked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.courses import mp520
from tests.support import naive_reversi as naive
from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_mp520 import MODULE, NESTED, WRONG_ALPHA_BETA, WRONG_MINIMAX, with_rules
from tests.support.programs_run import changed, record_of
from tests.support.tables import table
from tracer.programs.child.shapes.mp520.board_follower import WatchedRules
from tracer.programs.shapes import starter_of

#: Endings: the first has passes and draws, all have ties.
DRAWN = ".B..|WBW.|WBB.|WBBB W"
ENDING = "WBBW|.BBW|.BWW|.B.. W"
LATE = "..BW|WBW.|WWWW|WB.."
SHEET = "....|BBBB|WWWW|...."
#: Where a misconception shows; `ENDING` shows the others.
SHOWN_ON = {
    "shallow-only": DRAWN,
    "zero-unset": DRAWN,
    "alpha-replaced/only alpha": LATE,
    "leaf-perspective/below MAX": LATE,
}


def key_of(board, search="minimax", **more):
    return {"source": f"reversi@{board}", "search": search, "accept": ["rutgers"], **more}


def assert_right(record, parts=("visits", "utility", "move")):
    assert "error" not in record, record["error"]
    assert set(record["parts"]) == set(parts)
    assert record["score"] == record["max_score"] == len(parts), record["parts"]
    assert not record.get("notes")


def notes_of(program, folder, board=ENDING, search="minimax", **more):
    record = record_of(program, key_of(board, search, **more), folder)
    assert "error" not in record, record["error"]
    return [one.removeprefix("the program: ") for one in record.get("notes", ())]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("mp520")


@pytest.mark.parametrize("board", [DRAWN, ENDING, LATE])
def test_correct_module_gets_full_marks(board, folder):
    for search, program in (("minimax", MODULE), ("alphabeta", MODULE), ("alphabeta", NESTED)):
        assert_right(record_of(program, key_of(board, search), folder))


@pytest.mark.parametrize("board", [DRAWN, ENDING, LATE, "B.B.|WWWB|BBBB|WWWW"])
def test_moves_are_read_in_the_sheets_form_without_passes(board, folder):
    parts = ("visits", "utility", "move", "line")
    assert_right(record_of(MODULE, key_of(board, function="full_minimax"), folder), parts)
    key = key_of(board, "alphabeta", function="full_minimax_ab")
    assert_right(record_of(MODULE, key, folder), parts)
    record = record_of(NESTED, key, folder)  # a search for each move of the line
    assert record["score"] == record["max_score"] == 4
    assert record["notes"] == [
        "the program: it calls minimax_ab again for each move of the line; the order of visits is "
        "that of the first search"
    ]


def test_results_equal_those_of_the_sheets_functions_and_plain_recursion(folder):
    cells = naive.cells_of(SHEET.split("|"))
    found = naive.minimax(cells, "B")
    state = [[sign.strip(".") for sign in row] for row in SHEET.split("|")]
    assert (found.value, *found.line[0][1:]) == mp520.minimax(state, "B")
    record = record_of(MODULE, key_of(SHEET), folder)
    assert f"all {found.visits} visits" in record["parts"]["visits"]["message"]


def wrong():
    for search, programs in (("minimax", WRONG_MINIMAX), ("alphabeta", WRONG_ALPHA_BETA)):
        for name, program in programs.items():
            yield pytest.param(search, name, program, id=f"{search}-{name}")


@over(("search", "name", "program"), [*wrong()], ms=150)
def test_a_misconception_is_recognised(search, name, program, folder):
    board = next((one for begin, one in SHOWN_ON.items() if name.startswith(begin)), ENDING)
    more = {"root-window": [4, 9]} if name.startswith("fail-hard") else {}
    record = record_of(program, key_of(board, search, **more), folder)
    found = {one["id"]: one["fit"] for one in record["misconceptions"]}
    assert found.get(name.partition("/")[0]) == 1, (found, record["parts"])
    assert record["score"] < record["max_score"]
    assert not record.get("notes")


# Rules that are wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "message"), table(__file__, "mp520-wrong-rules"))
def test_wrong_rule_is_named_with_its_board(old, new, message, folder):
    notes = notes_of(changed(MODULE, (old, new)), folder, ENDING)
    if message.startswith("("):
        message = "get_move_value is wrong in"
        assert any("gave 1, but the move flips 2" in one for one in notes), notes
    assert any(message in one for one in notes), notes


def test_wrong_rule_is_reported_with_actual_and_expected_result(folder):
    program = changed(
        MODULE,
        ('return cells.count("B"), cells.count("W")', 'return cells.count("W"), cells.count("B")'),
    )
    notes = notes_of(program, folder, "BBBB|BBBB|BWWB|BBBB")
    assert notes == [
        "count_pieces is wrong in 1 of 1 calls: (BBBB|BBBB|BWWB|BBBB) gave (2, 14), not (14, 2)"
    ]


def test_search_under_wrong_rules_is_followed_as_far_as_possible(folder):
    program = changed(MODULE, ("for down in (-1, 0, 1)", "for down in (-1, 1)"))
    notes = notes_of(program, folder)
    assert any(one.startswith("execute_move is wrong in") for one in notes)
    assert any(
        "which does not follow from any position at which it was seen" in one for one in notes
    )


def test_crash_is_reported_with_the_wrong_rule_before_it(folder):
    program = changed(
        MODULE,
        (
            "return len(flipped(state, player, row, column))",
            "return 1 if not state[row][column] else 0",
        ),
        (
            "new_state[row][column] = player",
            "new_state[row][column] = player if run_of(state) else 1 / 0",
        ),
        (
            "def moves_of",
            "def run_of(state):\n    return sum(state, []).count('') > 3\n\ndef moves_of",
        ),
    )
    record = record_of(program, key_of(ENDING), folder)
    assert "it raised ZeroDivisionError: division by zero while it searched; " in record["error"]
    assert "get_move_value is wrong in" in record["error"]


@over("given", [None, 3, "....", [], [["B"]], [["B", 1, "", ""]] * 4, [[[]] * 4] * 4])
def test_invalid_boards_are_not_read_as_boards(given):
    assert WatchedRules(None, 4, 4).read(given) is None


# Programs that ask in other ways ----------------------------------------------------------------


@pytest.mark.parametrize("changes", table(__file__, "mp520-other-queries"))
def test_different_queries_do_not_change_the_order(changes, folder):
    for board in (DRAWN, LATE):
        assert_right(record_of(changed(MODULE, *changes), key_of(board), folder))


#: Without helpers; `minimax` calls itself, on a board that it changes and changes back.
ALONE = with_rules("alone")


@pytest.mark.parametrize("board", [DRAWN, LATE, "BW..|BBWW|BBBW|BWBB"])
def test_recursive_search_that_undoes_moves_is_followed(board, folder):
    assert_right(record_of(ALONE, key_of(board), folder))
    assert_right(
        record_of(changed(ALONE, ("get_move_value", "getMoveValue")), key_of(board), folder)
    )


def test_moves_ordered_by_flips_are_seen_in_that_order(folder):
    best_first = changed(
        MODULE,
        ("return [(r, c) for r, c in cells if get_move_value(state, player, r, c) > 0]",
         "moves = [(r, c) for r, c in cells if get_move_value(state, player, r, c) > 0]\n"
         "    return sorted(moves, key=lambda at: -get_move_value(state, player, *at))"),
    )  # fmt: skip
    record = record_of(best_first, key_of(LATE), folder)
    assert record["parts"]["utility"]["ok"]
    assert not record["parts"]["visits"]["ok"]
    assert not record.get("notes")


MEMORY = (
    "def plain(state, player):",
    "KNOWN = {}\n\n"
    "def plain(state, player):\n"
    "    key = str(state) + player\n"
    "    if key not in KNOWN:\n"
    "        KNOWN[key] = search(state, player)\n"
    "    return KNOWN[key]\n\n"
    "def search(state, player):",
)


def test_caching_of_boards_is_noted(folder):
    record = record_of(changed(MODULE, MEMORY), key_of(SHEET), folder)
    assert record["parts"]["utility"]["ok"]
    assert record["parts"]["move"]["ok"]
    assert not record["parts"]["visits"]["ok"]
    assert any("were created again that it had searched before" in one for one in record["notes"])


INLINED = read_program("mp520/inlined")


def test_module_with_inlined_rules_is_marked_on_value_and_move_with_a_reason(folder):
    program = MODULE.replace("def minimax(", "def other(") + INLINED
    record = record_of(program, key_of(LATE), folder)
    assert set(record["parts"]) == {"utility", "move"}
    assert record["score"] == record["max_score"] == 2
    assert any("its search calls none of get_move_value" in one for one in record["notes"])


def test_renamed_players_are_not_followed_and_reported(folder):
    program = changed(
        ALONE,
        ("get_move_value(state, player, r", "get_move_value(state, player == 'B', r"),
        ("def get_move_value(state, player == 'B', r", "def get_move_value(state, black, r"),
        ("    return len(", "    player = 'B' if black else 'W'\n    return len("),
    )
    notes = notes_of(program, folder, LATE)
    assert any("expected a list of rows, 'B' or 'W', a row and a column" in one for one in notes)


# What is returned, what is asked ----------------------------------------------------------------


@pytest.mark.parametrize(("value", "message"), table(__file__, "mp520-other-forms"))
def test_other_forms_are_reported(value, message, folder):
    program = MODULE.replace("def minimax(", "def inner(")
    program += (
        "\ndef minimax(state, player):\n    value, row, column = inner(state, player)\n"
        f"    return {value}\n"
    )
    record = record_of(program, key_of(ENDING), folder)
    assert any(message in one for one in record["notes"]), record["notes"]
    assert record["parts"]["visits"]["ok"]
    assert not record["parts"]["move"]["ok"]


@pytest.mark.parametrize(("moves", "message"), table(__file__, "mp520-lists-of-moves"))
def test_other_lists_of_moves_are_reported(moves, message, folder):
    program = MODULE.replace("def full_minimax(", "def inner(")
    program += (
        "\ndef full_minimax(state, player):\n    value, line = inner(state, player)\n"
        f"    return value, {moves}\n"
    )
    notes = notes_of(program, folder, function="full_minimax")
    assert any(message in one for one in notes), notes


def test_other_games_and_limits_are_refused(folder):
    record = record_of(MODULE, {"source": "lecture", "search": "minimax"}, folder)
    assert "programs of the shape mp520 play Reversi by their own rules" in record["error"]
    record = record_of(MODULE, key_of(ENDING, depth=2), folder)
    assert "the key has a depth limit, but MP 520's searches do not" in record["error"]


def test_main_beside_the_module_is_not_run(folder):
    main = "from mp520 import *\nraise SystemExit('the whole game')\n"
    assert_right(record_of({"mp520.py": MODULE, "main.py": main}, key_of(ENDING), folder))


# The starter file -------------------------------------------------------------------------------


def filled_in(starter):
    """The starter with the functions of a right module, helpers before the first."""
    for part in MODULE.split("\n\n"):
        head, _, body = part.strip().partition("\n")
        name = head.partition("(")[0]
        before, there, after = starter.partition(f"{name}(")
        if there:
            signature, _, rest = after.partition("\n")
            rest = rest.replace("    raise NotImplementedError", body, 1)
            given = head.partition("(")[2] if name.endswith("minimax_ab") else signature
            starter = f"{before}{there}{given}\n{rest}"
        else:
            starter = starter.replace("# The rules -", f"{part.strip()}\n\n\n# The rules -", 1)
    assert "NotImplementedError" not in starter
    return starter


def test_starter_runs_alone_and_names_the_missing_parts(folder):
    place = folder / "starter.py"
    place.write_text(starter_of("mp520"), encoding="utf-8")
    run = [sys.executable, "-I", str(place)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().endswith("NotImplementedError")
    place.write_text(filled_in(starter_of("mp520")), encoding="utf-8")
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    # The sheet's own output, in its example.
    line = (
        "(10, [('B', 3, 0), ('W', 0, 3), ('B', 3, 3), ('W', 0, 1), ('B', 0, 2), ('W', 3, 1), "
        "('B', 0, 0), ('B', 3, 2), ('W', -1, -1)])"
    )
    assert "discs that B flips on (3, 2): 2\n" in done.stdout
    assert done.stdout.count(f"all moves: {line}\n") == 2


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_starter_is_not_marked_until_completed_and_then_correct(search, folder):
    record = record_of(starter_of("mp520"), key_of(ENDING, search), folder)
    assert "it raised NotImplementedError" in record["error"]
    assert_right(record_of(filled_in(starter_of("mp520")), key_of(ENDING, search), folder))


# The sheet's board ------------------------------------------------------------------------------
