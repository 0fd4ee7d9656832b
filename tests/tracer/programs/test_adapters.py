"""Adapters: a course's lines that say how to call programs, and those that come with plytrace."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.errors import InvalidInput, UsageError
from tests.support.cases import over
from tests.support.program_files import PROGRAMS, read_program
from tests.support.programs_marking import checked, key_in
from tests.support.programs_run import changed
from tests.support.tables import table
from tracer.classes.autograder import key_files
from tracer.generate.fresh import add_fresh_trees
from tracer.marking.grading.make_grader import grader_of
from tracer.programs.adapters import ADAPTERS
from tracer.programs.shapes import starter_of
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission
from tui.cli import cli

#: For each adapter: its right program, the rest of a key, and the parts that are asked for.
RIGHT = {
    name: (adapter, read_program(f"adapter/{file}"), rest)
    for name, adapter, file, rest in table(__file__, "adapters-right")
}


#: A search that knows the best move of one tree.
REMEMBERED = """def alphabeta(self, game, depth):
        return game.get_legal_moves()[0]

    def other("""


def plytrace(*arguments):
    return CliRunner().invoke(cli, [*map(str, arguments)])


def key(adapter, rest, parts="visits: 4, move: 1"):
    return f"adapter: {adapter}\n{rest}\nparts: {{{parts}}}\n"


@over("name", RIGHT, ms=45)
def test_right_program_of_an_shipped_adapter_has_full_marks(tmp_path, name):
    adapter, program, rest = RIGHT[name]
    done = checked(tmp_path, key(adapter, rest), program)
    assert done.marked.ok, done.record


@pytest.mark.parametrize(
    ("name", "value"), [("connect4", "utility: 1"), ("python-chess", "utility: 1")]
)
def test_value_that_a_program_returns_through_its_adapter_is_marked(tmp_path, name, value):
    adapter, program, rest = RIGHT[name]
    done = checked(tmp_path, key(adapter, rest, value), program)
    assert done.marked.ok, done.record


def test_adapter_is_marked_on_fresh_trees_too(tmp_path):
    adapter, program, rest = RIGHT["isolation, alpha-beta"]
    read = add_fresh_trees(key_in(tmp_path, key(adapter, rest)))
    assert len(read.programs.trees) >= 3
    read = replace(read, programs=replace(read.programs, trees=read.programs.trees[:3]))
    grader = grader_of(read, diagnoses=False)
    remembered = changed(program, ("def alphabeta(", REMEMBERED))
    marks = []
    for text in (program, remembered):
        (tmp_path / "prog.py").write_text(text)
        sheet = ProgramRunner().sheet(Submission("prog", tmp_path / "prog.py"), read)
        marks.append(grader.mark(sheet))
    assert marks[0].ok, marks[0].record()
    assert marks[1].score < 1


#: Slips: the program, what is changed, and the misconception that is named; empty if it is only
#: known to be wrong.
SLIPS = {slip: rest for slip, *rest in table(__file__, "adapters-slips")}


@over("slip", SLIPS, ms=45)
def test_slip_of_a_program_behind_an_adapter_is_named_or_not_right(tmp_path, slip):
    name, changes, named = SLIPS[slip]
    adapter, program, rest = RIGHT[name]
    done = checked(tmp_path, key(adapter, rest), changed(program, *changes))
    assert not done.marked.ok
    assert not done.marked.error
    assert not named or named in done.slugs


#: An adapter of a course, and a program of the form that it calls.
OWN = starter_of("adapter")
BEST_MOVE = read_program("adapter/best-move")
LECTURE = "source: lecture\nsearch: alphabeta"


def by_own(tmp_path, adapter, program, parts="visits: 4, move: 1, utility: 1", rest=LECTURE):
    """What a program gets by an adapter beside the key."""
    (tmp_path / "call.py").write_text(adapter)
    return checked(tmp_path, key("call.py", rest, parts), program)


def test_adapter_beside_the_key_calls_a_program(tmp_path):
    done = by_own(tmp_path, OWN, BEST_MOVE)
    assert done.marked.ok, done.record


@over("case", table(__file__, "adapters-faults"))
def test_fault_of_an_adapter_is_not_that_of_a_program(tmp_path, case):
    adapter = case.get("before", "") + changed(OWN, *case.get("adapter", ()))
    program = changed(BEST_MOVE, *case.get("program", ()))
    marked = by_own(tmp_path, adapter, program).marked
    assert (not marked.error) is case["is_adapters"], case["about"]
    assert all(part.pending for part in marked.parts), case["about"]
    error = marked.error or marked.parts[0].message
    for text in case["error"]:
        assert text in error, (case["about"], error)
    assert ("the key's adapter is at fault" in error) is case["is_adapters"], case["about"]
    assert case["is_adapters"] or "adapter" not in error
    if place := case.get("at"):
        line = adapter[: adapter.index(place)].count("\n") + 1
        assert re.search(rf"call\.py:{line}\b", error), (case["about"], error)


@pytest.mark.parametrize(("adapter", "found"), table(__file__, "adapters-no-adapter"))
def test_file_that_is_no_adapter_is_refused_before_a_program_runs(tmp_path, adapter, found):
    (tmp_path / "call.py").write_text(adapter)
    with pytest.raises(InvalidInput, match=found):
        ProgramRunner().check(key_in(tmp_path, key("call.py", LECTURE)))


@pytest.mark.parametrize(
    ("adapter", "error"), [("call.py", InvalidInput), ("isolatoin", UsageError)]
)
def test_adapter_that_does_not_exist_is_refused(tmp_path, adapter, error):
    with pytest.raises(error, match=r"call\.py|isolation"):
        ProgramRunner().check(key_in(tmp_path, key(adapter, LECTURE)))


@pytest.mark.parametrize("other", ["shape: aima", "function: best_move"])
def test_adapter_beside_a_shape_or_a_function_is_refused(tmp_path, other):
    with pytest.raises(InvalidInput, match="adapter: and"):
        key_in(tmp_path, key("call.py", f"{LECTURE}\n{other}"))


def test_adapter_of_a_key_cannot_be_replaced_by_a_file_of_the_student(tmp_path):
    (tmp_path / "call.py").write_text(OWN)
    read = key_in(tmp_path, key("call.py", LECTURE))
    folder = tmp_path / "student"
    folder.mkdir()
    (folder / "call.py").write_text("def call(program, game):\n    return 3, 'B'\n")
    wrong = changed(BEST_MOVE, ("        return board.score()", "        return 0"))
    for code in (wrong, BEST_MOVE):
        (folder / "search.py").write_text(code)
        sheet = ProgramRunner().sheet(Submission("student", folder), read)
        assert grader_of(read).mark(sheet).ok is (code == BEST_MOVE)


def test_adapter_imports_no_file_of_the_student(tmp_path):
    (tmp_path / "call.py").write_text("import helper\n" + OWN)
    folder = tmp_path / "student"
    folder.mkdir()
    (folder / "helper.py").write_text("")
    (folder / "search.py").write_text("import helper\n" + BEST_MOVE)
    read = key_in(tmp_path, key("call.py", LECTURE))
    sheet = ProgramRunner().sheet(Submission("student", folder), read)
    assert "No module named 'helper'" in sheet.error
    assert "the key's adapter is at fault" in sheet.error


@pytest.mark.parametrize(("adapter", "chosen", "found"), table(__file__, "adapters-other-shape"))
def test_shape_that_does_not_go_with_the_key_is_refused(tmp_path, adapter, chosen, found):
    with pytest.raises(InvalidInput, match=found):
        ProgramRunner(**chosen).check(key_in(tmp_path, f"{adapter}{LECTURE}\n"))


def test_script_that_plays_a_game_is_called_by_its_definitions(tmp_path):
    playing = f"{BEST_MOVE}\nboard = input('Your move: ')\nwhile True:\n    best_move(board)\n"
    assert by_own(tmp_path, OWN, playing).marked.ok


def test_script_keeps_the_loops_that_fill_its_tables(tmp_path):
    table = "SIGNS = [[0, 0], [0, 0]]\nfor i in range(2):\n    SIGNS[0][i] = 1\n"
    program = changed(BEST_MOVE, ("board.score()", "board.score() * SIGNS[0][1]"))
    assert by_own(tmp_path, OWN, f"{table}{program}").marked.ok


AIMA = read_program("aima/waits-for-input")


@pytest.mark.parametrize("last", ["play()", "name = input()", "if 1 < 2:\n    play()"])
def test_program_that_waits_for_input_when_imported_is_marked_without_an_adapter(tmp_path, last):
    rest = "source: lecture\nsearch: minimax\nparts: {visits: 4, move: 1}\n"
    done = checked(tmp_path, rest, AIMA + last)
    assert done.marked.ok, done.record


@pytest.mark.parametrize(
    "last", ["if __name__ == '__main__':\n    play()", "LIMIT = max([3, 4])", "ask = str"]
)
def test_program_that_only_defines_a_game_is_loaded_whole(tmp_path, last):
    table = "TABLE = {}\nfor _n in range(3):\n    TABLE[_n] = _n\n"
    program = changed(AIMA, ("    best = max", "    TABLE[2]\n    best = max"))
    rest = "source: lecture\nsearch: minimax\nparts: {visits: 4, move: 1}\n"
    done = checked(tmp_path, rest, f"{table}{program}{last}")
    assert done.marked.ok, done.record


def test_set_reports_the_missing_function_of_an_adapter_once(tmp_path):
    (tmp_path / "call.py").write_text(OWN)
    problem = "{adapter: call.py, source: lecture, search: alphabeta, parts: {move: 1}}"
    done = checked(tmp_path, f"problems:\n  '1': {problem}\n  '2': {problem}\n", "x = 1\n")
    assert done.sheet.error == "prog.py: it has no best_move; it defines nothing"


#: Further forms: in a folder an adapter, a right program, and the source of the key and its search.
FORMS = sorted(folder.name for folder in (PROGRAMS / "adapter" / "forms").iterdir())


@pytest.mark.parametrize("form", FORMS)
def test_right_program_of_an_unknown_form_has_full_marks_by_a_short_adapter(tmp_path, form):
    adapter = read_program(f"adapter/forms/{form}/call")
    rest = read_program(f"adapter/forms/{form}/key.yaml")
    (tmp_path / "call.py").write_text(adapter)
    right = read_program(f"adapter/forms/{form}/program")
    done = checked(tmp_path, f"adapter: call.py\n{rest}", right)
    assert done.marked.ok, done.record
    assert len([line for line in adapter.splitlines() if line.strip()]) <= 20


#: The page that shows the adapters.
PAGE = (Path(__file__).parents[3] / "docs" / "check-code-adapters.md").read_text(encoding="utf-8")


def test_documented_adapter_is_the_starter_and_marks_a_program(tmp_path):
    blocks = re.findall(r"```py\n(.*?)\n```", PAGE, re.DOTALL)
    (rest,) = re.findall(r"```yml\n(.*?)\n```", PAGE, re.DOTALL)
    (tmp_path / "adapter.py").write_text(blocks[0])
    assert OWN.endswith(blocks[0] + "\n")
    done = checked(tmp_path, rest, BEST_MOVE)
    assert done.marked.ok, done.record


@pytest.mark.parametrize("name", ADAPTERS)
def test_shipped_adapter_is_documented_as_it_is_and_printed(name):
    assert f"```py\n{ADAPTERS[name].text.strip()}\n```" in PAGE
    assert f"| `{name}` |" in PAGE
    assert plytrace("check-code", "--starter", name).stdout == ADAPTERS[name].text


def test_list_of_shapes_shows_adapters():
    rows = json.loads(plytrace("list", "shapes", "-f", "json").stdout)["shapes"]
    listed = {row["name"]: row["description"] for row in rows}
    for name in ADAPTERS:
        assert listed[f"adapter: {name}"] == ADAPTERS[name].about
    shown = " ".join(plytrace("list", "shapes").stdout.split())
    assert "adapter: isolation Udacity's isolation" in shown


def test_autograder_takes_the_file_of_an_adapter_with_the_key(tmp_path):
    (tmp_path / "call.py").write_text(OWN)
    (tmp_path / "key.yaml").write_text(key("call.py", LECTURE))
    assert {*key_files(tmp_path / "key.yaml").files} == {"key.yaml", "call.py"}
    (tmp_path / "key.yaml").write_text(key("isolation", LECTURE))
    assert {*key_files(tmp_path / "key.yaml").files} == {"key.yaml"}
