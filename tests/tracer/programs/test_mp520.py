"""Modules with their own Reversi: traced by their boards, with their rules checked."""

import pytest

from tests.support import naive_reversi as naive
from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_marking import assert_recorded, program_of
from tests.support.programs_mp520 import MODULE, NESTED, WRONG_ALPHA_BETA, WRONG_MINIMAX, with_rules
from tests.support.programs_run import changed, record_of
from tests.support.tables import table
from tracer.programs.child.shapes.mp520.boards import WatchedRules

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


def key_of(board=ENDING, search="minimax", **more):
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


def test_visits_equal_those_of_plain_recursion(folder):
    cells = naive.cells_of(SHEET.split("|"))
    found = naive.minimax(cells, "B")
    record = record_of(MODULE, key_of(SHEET), folder)
    assert f"all {found.visits} visits" in record["parts"]["visits"]["message"]


def wrong():
    for search, programs in (("minimax", WRONG_MINIMAX), ("alphabeta", WRONG_ALPHA_BETA)):
        for name, program in programs.items():
            yield pytest.param(search, name, program, id=f"{search}-{name}")


@over(("search", "name", "program"), [*wrong()], ms=45)
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
    assert any(message in one for one in notes), notes


#: Where a rule is wrong: at ends that no game from the key's position comes to.
ENDS = {
    "drawn": "row.count('B') == row.count('W')",
    "W wins on a full board": "'.' not in row and row.count('W') > row.count('B')",
    "B alone is left": "'W' not in row",
    "B wins with two empty cells or more": "row.count('.') > 1 and row.count('B') > row.count('W')",
}


@over("end", ENDS)
@over("rule", ["is_terminal_state", "count_pieces"])
def test_rules_are_asked_at_ends_of_every_kind(end, rule, folder):
    wrong = f"""
def wrong(function):
    def call(state):
        right = function(state)
        row = [cell.strip() or "." for cells in state for cell in cells]
        is_end = is_over(state) and {ENDS[end]}
        return ((0, 0) if isinstance(right, tuple) else not right) if is_end else right
    return call

is_over = is_terminal_state
{rule} = wrong({rule})
"""
    notes = notes_of(MODULE + wrong, folder, "WBBB|BBBB|BBBB|BBW. B")
    assert any(one.startswith(f"{rule} returns ") for one in notes), notes


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


@over("case", table(__file__, "mp520-records"), ms=90)
def test_module_gets_its_record(case, folder):
    program = program_of(case, {"module": MODULE, "alone": ALONE})
    assert_recorded(record_of(program, key_of(**case.get("key", {})), folder), case)


INLINED = read_program("mp520/inlined")


def test_module_with_inlined_rules_is_marked_on_value_and_move_with_a_reason(folder):
    program = MODULE.replace("def minimax(", "def other(") + INLINED
    record = record_of(program, key_of(LATE), folder)
    assert set(record["parts"]) == {"utility", "move"}
    assert record["score"] == record["max_score"] == 2
    assert any("its search calls none of get_move_value" in one for one in record["notes"])
    asked = key_of(LATE) | {"parts": {"visits": 4, "utility": 1, "move": 1}}
    assert record_of(program, asked, folder)["pending"] == ["visits"]


# What is returned, and the questions --------------------------------------------------------------


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


def test_main_beside_the_module_is_not_run(folder):
    main = "from mp520 import *\nraise SystemExit('the whole game')\n"
    assert_right(record_of({"mp520.py": MODULE, "main.py": main}, key_of(ENDING), folder))
