"""A packed key marks the same where none of its files exist."""

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.hostile import RIGHT
from tests.support.programs_trials import problem
from tracer.generate.fresh import FRESH_TREES, add_fresh_trees
from tracer.jobs import Cluster, SharedTask
from tracer.marking.batch import marked
from tracer.marking.keys.key import pack_key, place_key, read_key
from tracer.marking.reading.formats import sheet_of
from tracer.programs.sheets import ProgramRunner, sheets_of_programs
from tracer.programs.submissions import find_submissions

TREE = "root: max\ntree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]\n"
GAME = """
from moves import MOVES
class Doubling:
    initial = 1
    def to_move(self, state): return 0
    def actions(self, state): return MOVES
    def result(self, state, action): return state * action
    def is_terminal(self, state): return state > 3
    def utility(self, state, player): return state
"""


class Slow(Cluster):
    """A cluster whose result is ready at the third attempt to read it."""

    def __init__(self):
        self.asked = 0

    def look(self):
        pass

    def send(self, task, item):
        return self

    def result(self, timeout):
        self.asked += 1
        if self.asked < 3:
            raise TimeoutError
        return "found"


def test_result_of_a_cluster_is_waited_for():
    pytest.importorskip("distributed")
    assert Slow().submit(None, "item").result() == "found"


class Elsewhere(Cluster):
    """A cluster of this process alone, which has left the folder and lost its files."""

    def __init__(self, folder):
        self.folder = folder

    def ahead(self):
        return 2

    def submit(self, task, item):
        home = Path.cwd()
        lost = self.folder.rename(self.folder.with_name("lost"))
        os.chdir(lost.parent)
        try:
            with ExitStack() as stack:
                found = task.run(task.prepare(task.shared, stack), item)
        finally:
            lost.rename(self.folder)
            os.chdir(home)

        class Made:
            def done(self):
                return True

            def result(self):
                return found

        return Made()


def mark_there(placed, sheets):
    found = [*marked(placed.key, sheets)]
    return [replace(one, error=placed.restore_names(one.error)) for one in found]


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = tmp_path / "course"
    (folder / "keys").mkdir(parents=True)
    monkeypatch.chdir(folder)
    (folder / "tree.yaml").write_text(TREE)
    (folder / "game.py").write_text(GAME)
    (folder / "moves.py").write_text("MOVES = (2, 3)\n")
    (folder / "1.yaml").write_text("source: tree.yaml\nparts: {visits: 2, utility: 1}\n")
    (folder / "2.yaml").write_text("source: game.py:Doubling\nparts: {utility: 1}\n")
    (folder / "set.yaml").write_text("problems:\n  1: 1.yaml\n  2: 2.yaml\n")
    game = "../game.py:Doubling"  # as in source: of a problem
    (folder / "below").mkdir()
    (folder / "below" / "set.yaml").write_text(f"problems: {{1: '{game}', 2: ../1.yaml}}\n")
    for name in "ab":
        text = f"source: {folder}/tree.yaml\n" if name == "a" else "source: ../tree.yaml\n"
        (folder / "keys" / f"{name}.yaml").write_text(text + "parts: {visits: 2}\n")
    return folder


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("name", ["1.yaml", "2.yaml", "set.yaml", "below/set.yaml", "keys"])
def test_sheets_have_the_same_records_where_the_keys_files_are_missing(name, relative, course):
    key = read_key(name if relative else str(course / name))
    sheets = [
        sheet_of({"visits": "A B", "utility": 3, "variant": variant}, f"{variant}.txt")
        for variant in ("a", "b", "c")
    ]
    task = SharedTask(
        pack_key(key), lambda packed, stack: place_key(packed, stack)[0], mark_there, None
    )
    there = Elsewhere(course).submit(task, sheets).result()
    assert [one.record() for one in there] == [one.record() for one in marked(key, sheets)]


@pytest.mark.parametrize("kind", ["file", "folder", "broken"])
def test_program_has_the_same_sheet_where_its_files_are_missing(kind, course, monkeypatch):
    monkeypatch.setattr("tracer.programs.sheets.is_wanted", lambda: True)
    helper = "from helper import VALUE\n"
    (course / "class").mkdir()
    (course / "class" / "helper.py").write_text("VALUE = 1\n")
    (course / "class" / "p.py").write_text("# student: ann\n" + helper + RIGHT)
    (course / "class" / "p.zip").write_text("no archive")
    named = {"file": "class/p.py", "folder": "class", "broken": "class/p.zip"}[kind]
    found = find_submissions([named], one=True)
    key = read_key("1.yaml").for_programs()
    marks = {}
    there = [*sheets_of_programs(found, key, ProgramRunner(), on=Elsewhere(course), marks=marks)]
    here = [*sheets_of_programs(found, key, ProgramRunner())]
    assert there == here
    records = [one.record() for one in marked(key, here)]
    assert [one.record() for one in marks.values()] == records


def test_program_is_called_by_the_keys_adapter_where_its_file_is_missing(course, monkeypatch):
    monkeypatch.setattr("tracer.programs.sheets.is_wanted", lambda: True)
    call = "def call(program, game):\n    return program.alpha_beta_search(game, game.initial)\n"
    (course / "call.py").write_text(call)
    (course / "4.yaml").write_text("source: tree.yaml\nadapter: call.py\nparts: {visits: 2}\n")
    (course / "p.py").write_text(RIGHT)
    found = find_submissions(["p.py"], one=True)
    key = add_fresh_trees(read_key("4.yaml").for_programs())
    there = [*sheets_of_programs(found, key, ProgramRunner(), on=Elsewhere(course), marks={})]
    assert there[0].error == ""
    assert len(there[0].fresh) >= FRESH_TREES
    assert there == [*sheets_of_programs(found, key, ProgramRunner())]


def test_trees_for_programs_that_take_no_others_are_the_same_there():
    key = add_fresh_trees(problem("[[3, 12], [2, 4]]", "minimax").for_programs())
    with ExitStack() as stack:
        placed, _ = place_key(pack_key(key), stack)
        here, there = (
            [one.programs.tree_text for one in each.programs.trees_for("level")]
            for each in (key, placed.key)
        )
    assert here == there != [one.programs.tree_text for one in key.programs.trees]


COUNTING = """
class Counting:
    initial = 7
    def to_move(self, state): return 0
    def actions(self, state): return [1, 2]
    def result(self, state, action): return state - action
    def is_terminal(self, state): return state < 2
    def utility(self, state, player): return state
    def parse(self, text): return int(text)
"""


def test_problems_of_a_set_share_fresh_positions_where_the_games_file_is_missing(
    course, monkeypatch
):
    monkeypatch.setattr("tracer.programs.sheets.is_wanted", lambda: True)
    (course / "counting.py").write_text(COUNTING)
    (course / "5.yaml").write_text(
        "problems:\n"
        "  1: {source: 'counting.py:Counting@8', search: minimax, parts: {utility: 1}}\n"
        "  2: {source: 'counting.py:Counting@9', search: minimax, parts: {utility: 1}}\n"
    )
    code = (
        "def minimax(game, state):\n"
        "    if game.is_terminal(state): return game.utility(state, 'MAX')\n"
        "    return max(minimax(game, game.result(state, one)) for one in game.actions(state))\n"
    )
    (course / "p.py").write_text(code)
    found = find_submissions(["p.py"], one=True)
    key = add_fresh_trees(read_key("5.yaml").for_programs())
    marks = {}
    there = [*sheets_of_programs(found, key, ProgramRunner(), on=Elsewhere(course), marks=marks)]
    first, second = there[0].sections.values()
    assert len(first.fresh) >= FRESH_TREES
    assert first.fresh == second.fresh
    with ExitStack() as stack:
        placed, _ = place_key(pack_key(key), stack)
        first, second = placed.key.problems.values()
        assert {*map(id, first.programs.trees)} == {*map(id, second.programs.trees)}
    assert [one.ok for one in marks.values()] == [True]
