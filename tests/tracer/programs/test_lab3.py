"""Lab 3's functions: correct ones, one per misconception, and unusual forms."""

import ast
import inspect
from types import ModuleType

import pytest

from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_lab3 import (
    CHANCES,
    MISTAKES,
    ODD,
    alpha_beta,
    expectimax,
    minimax,
)
from tests.support.programs_marking import assert_recorded, checked, program_of
from tests.support.tables import table
from tracer.programs.child.parameters import with_signature
from tracer.programs.child.shapes.lab3 import METHODS, class_for

#: A position whose search shows every misconception that such a program can have.
TELLING = "tic-tac-toe@...|xo.|ox."
ENDING = "tic-tac-toe@xox|.o.|..."
SMALL = "mnk:3,2,2"


def key(source=TELLING, search="alphabeta", parts="visits: 4, utility: 1, move: 1", more="win: 10"):
    return (
        f"source: '{source}'\nsearch: {search}\naccept: [lab3]\ncells: row-col\n"
        f"parts: {{{parts}}}\n{more}\n"
    )


@over("source", [TELLING, ENDING, SMALL, "tic-tac-toe@xo.|...|xo. X"], ms=45)
@over(("search", "program"), [("minimax", minimax()), ("alphabeta", alpha_beta())])
def test_correct_program_gets_full_marks(tmp_path, source, search, program):
    parts = "visits: 4, utility: 1, move: 1, counts: 1"
    done = checked(tmp_path, key(source, search, parts), program)
    assert done.marked.ok, done.record
    assert done.notes == ""


@over("numpy", [False, True])
@over("manner", ["copy", "deepcopy", "undo", "write"])
def test_visits_are_seen_however_children_are_generated(tmp_path, manner, numpy):
    if numpy:
        pytest.importorskip("numpy")
    done = checked(tmp_path, key(), alpha_beta("", manner, numpy=numpy))
    assert done.marked.ok, done.record


@over(
    "mistake",
    [one for one in MISTAKES if one not in ("fail-hard-values", "depth-off-by-one", "other-count")],
    ms=45,
)
def test_every_misconception_is_recognised(tmp_path, mistake):
    done = checked(tmp_path, key(), alpha_beta(mistake))
    assert not done.marked.ok
    assert mistake in done.slugs, done.record


@over("mistake", ["", "depth-off-by-one"])
def test_depth_limit_is_passed_to_max_depth(tmp_path, mistake):
    right = {
        "more": ", max_depth=99",
        "pass_on": ", max_depth",
        "limit": "if depth >= max_depth: return game.evaluate(), None",
    }
    program = alpha_beta(mistake, leaf="winner", **({} if mistake else right))
    done = checked(tmp_path, key(more="depth: 2\nevaluation: open-lines"), program)
    assert done.marked.ok is not bool(mistake), done.record
    assert (mistake in done.slugs) is bool(mistake)


@over("chance", [one for one in CHANCES if one], ms=45)
def test_misread_chance_node_is_recognised(tmp_path, chance):
    given = key(TELLING, "expectimax", more="win: 10\nopponent: uniform")
    done = checked(tmp_path, given, expectimax(chance))
    assert done.slugs == {"chance-misread"}, done.record


PROGRAMS = {
    "minimax": minimax,
    "alpha_beta": alpha_beta,
    "expectimax": expectimax,
    "breadth-first": read_program("lab3/breadth-first"),
    "memoised": read_program("lab3/memoised"),
}


@over("case", table(__file__, "lab3-records"), ms=90)
def test_program_gets_its_record(case, tmp_path):
    text = case.get("text") or key(**case.get("key", {}))
    assert_recorded(checked(tmp_path, text, program_of(case, PROGRAMS)).record, case)


@over("odd", ODD)
def test_repeated_queries_are_not_visits(tmp_path, odd):
    done = checked(tmp_path, key(), alpha_beta(**ODD[odd]))
    assert done.marked.ok, done.record


@over(("returns", "message"), table(__file__, "lab3-returned"))
def test_other_forms_of_an_answer_are_read_or_reported(tmp_path, returns, message):
    program = alpha_beta() + (
        "\nsearch = alpha_beta\n\n"
        "def minimax_alpha_beta(game, is_maximizing):\n"
        f"    value, move = search(game, is_maximizing)\n    {returns}\n"
    )
    done = checked(tmp_path, key(), program, function="minimax_alpha_beta")
    assert message in done.notes
    is_whole = returns in ("return move, value", "return [value, list(move)]")
    assert done.marked.ok is is_whole, done.record
    assert done.record["parts"][0]["ok"]  # the visits were seen in any case


@over(("line", "message"), table(__file__, "lab3-untraceable"))
def test_programs_that_cannot_be_traced_are_reported(tmp_path, line, message):
    program = alpha_beta(enter=f"if depth == 0: {line}")
    assert message in checked(tmp_path, key(), program).marked.error


OWN_CLASS = read_program("lab3/own-class")


@over(("make", "take_back"), table(__file__, "lab3-own-methods"))
def test_methods_of_the_programs_own_class_are_kept(tmp_path, make, take_back):
    done = checked(tmp_path, key(), OWN_CLASS + alpha_beta(make=make, take_back=take_back))
    assert done.marked.ok, done.record


@pytest.mark.parametrize("methods", [METHODS, {"make_move"}])
def test_class_of_the_program_is_the_game_only_if_it_has_all_methods(methods):
    module, theirs = ModuleType("program"), type("Game", (), dict.fromkeys(methods))
    module.Game = theirs
    made = class_for(module, None)
    is_game = methods == METHODS
    assert issubclass(made, theirs) == is_game
    assert module.Game is (made if is_game else theirs)


def test_parameters_have_defaults_where_the_program_writes_them():
    code = ast.parse("def f(a, /, b, c=1, *, d, e=2): pass").body[0]
    parameters = inspect.signature(with_signature(lambda *a, **k: None, code)).parameters
    assert [name for name, one in parameters.items() if one.default is one.empty] == ["a", "b", "d"]
