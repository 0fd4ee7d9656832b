"""The function of a program that is called: its entry, whatever its name is."""

import pytest

from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_marking import checked, key_in
from tests.support.programs_run import changed
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.results.record import CALLED
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission


@over("case", table(__file__, "entries"))
def test_entry_of_a_program_is_called_and_named(case, tmp_path):
    code = changed(read_program(f"entries/{case['program']}"), *case.get("changes", ()))
    search, part = case.get("search", "alphabeta"), case.get("part", "move")
    source = case.get("source", "lecture")
    key = f"source: {source}\nsearch: {search}\nparts: {{visits: 4, {part}: 1}}\n"
    program = checked(tmp_path, key, code, shape=case["shape"])
    assert (program.record["score"] == 5) is not case.get("wrong", False), (case, program.record)
    called = program.notes.partition(CALLED)[2].partition(";")[0].partition(",")[0]
    assert called == ("" if case.get("silent") else case["called"]), (case, program.notes)


#: Functions of `two-searches` that return the value and the move.
ROOT = """def {}(tree):
    values = [alphabeta(c, -math.inf, math.inf, False) for c in tree]
    return {}values.index(max(values))
"""


@over(("root", "returned"), [("get_move", ""), ("play", ""), ("main_search", "max(values), ")])
def test_move_is_that_of_the_root_or_waits(root, returned, tmp_path):
    code = read_program("entries/two-searches").replace("minimax_pruned", "alphabeta")
    code += ROOT.format(root, returned)
    key = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, move: 1, utility: 1}\n"
    program = checked(tmp_path, key, code, shape="tree")
    if returned:
        assert "plytrace called main_search;" in program.notes
        assert program.record["pending"] == []
        assert program.record["parts"][1]["ok"]
    else:
        assert program.record["pending"] == ["move"], program.record
        assert program.record["score"] == 5
        assert f"plytrace called alphabeta, not {root}" in program.notes


def test_note_says_which_of_two_answers_is_missing(tmp_path):
    code = read_program("entries/old-attempt").partition("def minimax_ab")[0]
    key = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, move: 1, utility: 1}\n"
    program = checked(tmp_path, key, code, shape="tree")
    assert "it returned the value, but not the move" in program.notes
    assert program.record["score"] == 5
    program = checked(tmp_path, key, code.replace("True)", "True) and 'B'"), shape="tree")
    assert "it returned the move, but not the value" in program.notes
    assert program.record["score"] == 5


def test_move_waits_if_a_function_of_another_file_may_return_it(tmp_path):
    code = read_program("entries/old-attempt").partition("def minimax_ab")[0]
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "alphabeta.py").write_text(code, encoding="utf-8")
    root = ROOT.replace("alphabeta(c, -math.inf, math.inf, False)", "alphabeta(c)")
    uses = f"from alphabeta import alphabeta\n{root.format('best_move', '')}"
    key = key_in(tmp_path, "source: lecture\nsearch: alphabeta\nparts: {visits: 4, move: 1}\n")
    for text, pending in ((uses, ["move"]), (uses.replace("best_move", "test_it"), [])):
        (folder / "main.py").write_text(text, encoding="utf-8")
        sheet = ProgramRunner(shape="tree").sheet(Submission("program", folder), key)
        assert grader_of(key).mark(sheet).record()["pending"] == pending
        assert ("not best_move of main.py" in " ".join(sheet.notes)) is bool(pending)


#: A search that never cuts MIN's nodes, under two names that do not call each other.
@over("change", [["alphabeta", "alphabeta"], ["return max(", "return ("]])
def test_wrong_part_waits_if_another_function_with_such_a_name_may_be_right(change, tmp_path):
    code = changed(read_program("entries/old-attempt"), ("lo >= hi", "False"), change)
    key = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, utility: 1}\n"
    program = checked(tmp_path, key, code, shape="tree")
    assert program.record["pending"] == ["visits"], program.record
    assert program.record["score"] == 1
    alone = code.partition("def minimax_ab")[0]
    # A function that calls the wrong one cannot be right.
    for more in ("", "def best(tree):\n    return alphabeta(tree)\n"):
        program = checked(tmp_path, key, alone + more, shape="tree")
        assert program.record["pending"] == []
        assert not program.record["parts"][0]["ok"]
        assert ("not best;" in program.notes) is bool(more)


def test_answer_waits_if_it_is_missing_and_another_function_may_return_it(tmp_path):
    code = read_program("entries/solver").replace("return best, move", "return 'BCD'[move]")
    key = "source: lecture\nsearch: minimax\nparts: {visits: 4, move: 1, utility: 1}\n"
    program = checked(tmp_path, key, code, shape="tree")
    assert "plytrace called Solver.solve, not Solver.minimax" in program.notes
    assert program.record["pending"] == ["visits", "utility"]


@over(
    ("function", "score"),
    [("Solver", 5), ("Solver.alphabeta", 5), ("Solver.minimax", 4.27), ("Solver.none", None)],
)
def test_key_may_name_a_class_or_a_method(function, score, tmp_path):
    key = "source: lecture\nsearch: alphabeta\nparts: {visits: 4, utility: 1}\n"
    code = read_program("entries/solver") + "def alphabeta(tree):\n    return 0\n"
    program = checked(tmp_path, key, code, shape="tree", function=function)
    if score is None:
        assert f"it has no function {function}; it defines alphabeta, Solver" in program.sheet.error
    else:
        assert program.record["score"] == pytest.approx(score, abs=0.01)


#: Values of a parameter that says who moves, for MAX by default, and for MIN.
TURNS = [
    *(('"MAX"', '"MIN"'), ('"max"', '"min"'), ("1", "-1"), ("1", "0"), ("1", "2"), ("0", "1")),
    *(("True", "False"), ('"X"', '"O"')),
]


@over(("first", "second"), TURNS)
def test_turn_with_a_default_is_that_of_min_if_min_begins(first, second, tmp_path):
    code = read_program("entries/turn-by-default").replace("FIRST", first)
    code = code.replace("SECOND", second)
    key = "tree: [[[5, 6], [7, 4, 5]], [[3, 2], [9, 8]], [[0, -3], [1]]]\nsearch: alphabeta\n"
    for root in ("max", "min"):
        text = f"{key}root: {root}\nparts: {{visits: 4, utility: 1}}\n"
        program = checked(tmp_path, text, code, shape="tree")
        assert program.record["score"] == 5, (root, program.record)


def test_turn_of_a_function_that_returns_the_move_alone_is_found(tmp_path):
    code = read_program("entries/turn-by-default").replace("FIRST", "'A'").replace("SECOND", "'B'")
    code += """def best_move(node, player):
    values = [alphabeta(c, -9, 9, "B" if player == "A" else "A") for c in node]
    return values.index((max if player == "A" else min)(values))
"""
    for root, move in (("max", 0), ("min", 2)):
        key = f"root: {root}\ntree: [[5, 6], [2, 4], [-3, 1]]\nsearch: alphabeta\n"
        program = checked(tmp_path, f"{key}parts: {{move: 1}}\n", code, shape="tree")
        assert "plytrace called best_move" in program.notes
        assert program.sheet.answers["move"] == "BCD"[move]


def test_program_waits_if_no_value_of_a_turn_makes_min_begin(tmp_path):
    code = read_program("entries/turn-by-default").replace("FIRST", "1").replace("SECOND", "2")
    code = code.replace("player == 1", "player is not None")
    key = "root: min\ntree: [[5, 6], [7, 4, 5]]\nsearch: alphabeta\nparts: {visits: 4}\n"
    program = checked(tmp_path, key, code, shape="tree")
    assert "no value that was tried for player" in program.sheet.error
    assert program.record["pending"] == ["visits"]


def test_function_whose_parameters_have_no_names_waits(tmp_path):
    code = "def alphabeta(*args):\n    node, alpha, beta = args\n    return node\n"
    key = "source: lecture\nsearch: alphabeta\nparts: {visits: 4}\n"
    program = checked(tmp_path, key, code, shape="tree")
    assert "alphabeta takes * arguments" in program.sheet.error
    assert program.record["pending"] == ["visits"]


def test_error_names_the_shape_that_was_guessed(tmp_path):
    code = "def minimax(board, is_max=True):\n    return max(board)\n"
    key = "source: lecture\nsearch: minimax\nparts: {visits: 4}\n"
    guessed, named = (checked(tmp_path, key, code, shape=shape) for shape in (None, "aima"))
    assert "while it searched as a program of shape aima (prog.py:2)" in guessed.sheet.error
    assert "while it searched (prog.py:2)" in named.sheet.error


def test_class_with_a_name_of_a_course_may_be_one_over_a_plain_tree(tmp_path):
    code = read_program("entries/players").replace("MinimaxPlayer", "MinimaxAgent")
    key = "source: lecture\nsearch: minimax\nparts: {visits: 4, move: 1, utility: 1}\n"
    program = checked(tmp_path, key, code, shape=None)
    assert program.record["score"] == 6, program.record
    assert "plytrace called MinimaxAgent.choose" in program.notes
