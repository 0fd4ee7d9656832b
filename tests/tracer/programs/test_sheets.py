"""What programs did, as sheets: one after another or several at once, of sets and of variants."""

from __future__ import annotations

import json
import threading
import time

import pytest

from engine.errors import InvalidInput
from tests.support.hostile import RIGHT
from tracer.check.graders import grader_of
from tracer.check.key import read_key
from tracer.check.sheets import sheets_in
from tracer.programs.handed import handed_in
from tracer.programs.running import Limits
from tracer.programs.sheets import Watching, sheets_of_programs
from tracer.programs.written import SheetFolder

PRUNES_NEVER = RIGHT.replace("if v >= beta", "if False").replace("if v <= alpha", "if False")
SET = """\
problems:
  1: {source: lecture, search: alphabeta, parts: {visits: 2, move: 1}}
  2: {tree: [[5, 0], [7, 9]], root: max, search: alphabeta, parts: {visits: 2, utility: 1}}
  3: {matrix: [[3, -1], [0, 2]], parts: {utility: 1}}
"""
ENDGAME = """\
source: tic-tac-toe@xo.|.x.|o..
search: alphabeta
accept: [aima]
parts: {visits: 2, utility: 1}
"""


def programs(folder, *codes):
    for number, code in enumerate(codes):
        (folder / f"p{number}.py").write_text(f"# student: s{number}\n{code}", encoding="utf-8")
    return handed_in([str(folder / f"p{number}.py") for number in range(len(codes))])


def key_of(folder, text):
    (folder / "key.yaml").write_text(text, encoding="utf-8")
    return read_key(str(folder / "key.yaml")).for_programs()


def test_several_run_at_once_and_come_in_their_order(tmp_path):
    found = programs(
        tmp_path, "import time\ntime.sleep(1)\n" + RIGHT, "1 / 0\n" + RIGHT, RIGHT, PRUNES_NEVER
    )
    key = read_key("lecture").for_programs()
    seen = set()
    watching = Watching(running=seen.add)
    sheets = [*sheets_of_programs(found, key, watching, jobs=3)]
    assert [sheet.student for sheet in sheets] == ["s0", "s1", "s2", "s3"]
    assert ["ZeroDivisionError" in sheet.error for sheet in sheets] == [False, True, False, False]
    assert found[0].name in seen
    marked = [grader_of(key).mark(sheet) for sheet in sheets]
    assert [one.ok for one in marked] == [True, False, True, False]
    assert marked[3].findings[0].told.startswith("The program searches like alphabeta with a slip")


@pytest.mark.parametrize("jobs", [1, 3])
def test_it_ends_when_nobody_wants_more(tmp_path, jobs):
    found = programs(tmp_path, RIGHT, *["while True: pass\n" + RIGHT] * 4)
    watching = Watching(Limits(seconds=60))
    sheets = sheets_of_programs(found, read_key("lecture"), watching, jobs=jobs)
    assert next(sheets).error == ""
    threading.Timer(0.5, watching.stop.set).start()
    began = time.monotonic()
    assert [*sheets] == []
    assert time.monotonic() - began < 15


def test_those_that_have_a_record_are_not_run_again(tmp_path):
    found = programs(tmp_path, RIGHT, RIGHT)
    seen = set()
    watching = Watching(running=seen.add)
    done = {found[0].name}
    sheets = [*sheets_of_programs(found, read_key("lecture"), watching, done=done)]
    assert [sheet.name for sheet in sheets] == [found[1].name]
    assert found[0].name not in seen


@pytest.mark.parametrize("text", [SET, ENDGAME, "source: lecture\nparts: {visits: 3, counts: 1}\n"])
def test_a_sheet_that_is_written_earns_the_same_by_check(tmp_path, text):
    key = key_of(tmp_path, text)
    codes = (RIGHT, PRUNES_NEVER, "1 / 0")
    found = programs(tmp_path, *codes)
    folder = SheetFolder(str(tmp_path / "sheets"), [one.name for one in found])
    sheets = [*folder.of(sheets_of_programs(found, key, Watching()))]
    marked = [grader_of(key).mark(sheet) for sheet in sheets]
    plain = grader_of(read_key(str(tmp_path / "key.yaml")))
    files = sorted((tmp_path / "sheets").iterdir())
    again = [plain.mark(sheet) for file in files for sheet in sheets_in(file)]
    assert [file.name for file in files] == ["p0.json", "p1.json"]
    assert json.loads(files[0].read_text(encoding="utf-8"))["student"] == "s0"
    for one, other in zip(marked[:2], again, strict=True):
        assert [(part.part, part.score) for part in one.parts] == [
            (part.part, part.score) for part in other.parts
        ]
        # Of a program, more is told apart: it does what it does everywhere.
        assert {finding.slug for finding in one.findings} >= {
            finding.slug for finding in other.findings
        }
    assert marked[0].score > marked[1].score


def test_programs_of_one_name_are_written_apart(tmp_path):
    folder = SheetFolder(str(tmp_path / "s"), ["a/p.py", "b/p.py", "b-p.py", "q.ipynb"])
    assert folder._names == {
        "a/p.py": "a-p.json",
        "b/p.py": "b-p.json",
        "b-p.py": "b-p-2.json",
        "q.ipynb": "q.json",
    }
    (tmp_path / "s" / "left").touch()
    with pytest.raises(InvalidInput, match="is not empty"):
        SheetFolder(str(tmp_path / "s"), [])
    SheetFolder(str(tmp_path / "s"), [], goes_on=True)


def test_each_variant_has_its_own_key(tmp_path):
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "s0.yaml").write_text("source: lecture\nparts: {visits: 1}\n", encoding="utf-8")
    (keys / "s1.yaml").write_text("tree: [[1, 2], [0, 4]]\nparts: {visits: 1}\n", encoding="utf-8")
    key = read_key(str(keys)).for_programs()
    sheets = [*sheets_of_programs(programs(tmp_path, RIGHT, RIGHT, RIGHT), key, Watching())]
    assert [len(sheet.answers.get("visits", ())) for sheet in sheets] == [11, 6, 0]
    assert "s2" in sheets[2].error


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "source: nim:2,1\nsearch: mcts\niterations: 5\n",
            "no function of programs is known for the search mcts",
        ),
        ("matrix: [[3, -1], [0, 2]]\n", "is about a payoff matrix; expected a search"),
        ("problems:\n  1: {matrix: [[3, -1], [0, 2]]}\n", "no problem about a search"),
    ],
)
def test_a_key_that_no_program_can_answer_is_refused_before_any_runs(tmp_path, text, told):
    with pytest.raises(InvalidInput, match=told):
        Watching().check(key_of(tmp_path, text))


def test_a_search_without_a_usual_name_is_held_against_the_function_that_is_named(tmp_path):
    key = key_of(tmp_path, "source: nim:2,1\nsearch: mcts\niterations: 50\nparts: {move: 1}\n")
    watching = Watching(function="alpha_beta_search")
    watching.check(key)
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, watching)
    assert grader_of(key).mark(sheet).ok


def test_the_time_is_a_part_and_no_sign_of_a_misconception(tmp_path):
    text = "source: lecture\nparts: {visits: 1, time: 1}\nseconds: 0.4\n"
    key = key_of(tmp_path, text)
    slow = "def waste():\n    import time\n    end = time.process_time() + 0.6\n"
    slow += "    while time.process_time() < end: pass\n"
    late = RIGHT.replace("    def highest(", "    waste()\n    def highest(") + slow
    never = PRUNES_NEVER.replace("    def highest(", "    waste()\n    def highest(") + slow
    found = programs(tmp_path, RIGHT, late, never)
    marked = [grader_of(key).mark(one) for one in sheets_of_programs(found, key, Watching())]
    assert [[part.ok for part in one.parts] for one in marked] == [
        [True, True], [True, False], [False, False],
    ]  # fmt: skip
    assert marked[1].findings == ()
    assert "refuses-cutoff" in {one.slug for one in marked[2].findings} | {*marked[2].alike}
    assert marked[2].findings[0].fit == 1


def test_what_no_program_tells_is_noted(tmp_path):
    key = key_of(tmp_path, "source: lecture\nparts: {visits: 1, values: 1, line: 1, windows: 1}\n")
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, Watching())
    told = "the program: programs of shape aima, called as here, do not tell "
    assert sheet.notes == (f"{told}values, line or windows",)
    key = key_of(tmp_path, SET)
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, Watching())
    noted = ("the program: no program answers problem 3, about a payoff matrix",)
    assert grader_of(key).mark(sheet).notes == sheet.notes == noted
