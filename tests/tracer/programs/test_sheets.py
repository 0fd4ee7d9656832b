"""Sheets from programs: one after another or in parallel, of sets and of variants."""

import json
import re
import threading
import time
from dataclasses import replace

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tests.support.programs_marking import key_in
from tests.support.programs_run import changed
from tests.support.tables import table
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem, ProgramRules, SearchRules
from tracer.marking.reading.sheet_files import sheets_in
from tracer.programs.running import Limits
from tracer.programs.sheets import ProgramRunner, SheetFolder, sheets_of_programs
from tracer.programs.submissions import find_submissions

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
    return find_submissions([str(folder / f"p{number}.py") for number in range(len(codes))])


def test_programs_run_in_parallel_and_their_sheets_come_in_order(tmp_path):
    found = programs(
        tmp_path, "import time\ntime.sleep(0.4)\n" + RIGHT, "1 / 0\n" + RIGHT, RIGHT, PRUNES_NEVER
    )
    key = read_key("lecture").for_programs()
    seen = set()
    runner = ProgramRunner(running=seen.add)
    sheets = [*sheets_of_programs(found, key, runner, jobs=3)]
    assert [sheet.student for sheet in sheets] == ["s0", "s1", "s2", "s3"]
    assert ["ZeroDivisionError" in sheet.error for sheet in sheets] == [False, True, False, False]
    assert found[0].name in seen
    marked = [grader_of(key).mark(sheet) for sheet in sheets]
    assert [one.ok for one in marked] == [True, False, True, False]
    assert marked[3].findings[0].message.startswith("The search continues after the cutoff test")


@over("jobs", [1, 3])
def test_stopped_runner_ends_promptly(tmp_path, jobs):
    found = programs(tmp_path, RIGHT, *["while True: pass\n" + RIGHT] * 4)

    def stop_soon(name):
        if name != found[0].name:
            threading.Timer(0.1, runner.stop.set).start()

    runner = ProgramRunner(Limits(seconds=600), running=stop_soon)
    sheets = sheets_of_programs(found, read_key("lecture"), runner, jobs=jobs)
    assert next(sheets).error == ""
    began = time.monotonic()
    assert [*sheets] == []
    assert time.monotonic() - began < 300


def test_programs_with_a_record_are_not_run_again(tmp_path):
    found = programs(tmp_path, RIGHT, RIGHT)
    seen = set()
    runner = ProgramRunner(running=seen.add)
    done = {found[0].name}
    sheets = [*sheets_of_programs(found, read_key("lecture"), runner, done=done)]
    assert [sheet.name for sheet in sheets] == [found[1].name]
    assert found[0].name not in seen


@over("text", [SET, ENDGAME, "source: lecture\nparts: {visits: 3, counts: 1}\n"], ms=45)
def test_sheet_written_from_a_program_gets_the_same_marks_by_check(tmp_path, text):
    key = key_in(tmp_path, text)
    codes = (RIGHT, PRUNES_NEVER, "1 / 0")
    found = programs(tmp_path, *codes)
    folder = SheetFolder(str(tmp_path / "sheets"), [one.name for one in found])
    sheets = [*folder.write_each(sheets_of_programs(found, key, ProgramRunner()))]
    marked = [grader_of(key).mark(sheet) for sheet in sheets]
    plain = grader_of(read_key(str(tmp_path / "key.yaml")))
    files = sorted((tmp_path / "sheets").iterdir())
    again = [plain.mark(sheet) for file in files for sheet in sheets_in(file)]
    assert [file.name for file in files] == ["p0.json", "p1.json"]
    assert json.loads(files[0].read_text(encoding="utf-8"))["student"] == "s0"
    for one, other in zip(marked[:2], again, strict=True):
        # A person may slip once; a program does what it does everywhere.
        for part, of_person in zip(one.parts, other.parts, strict=True):
            assert part.part == of_person.part
            # Of a program's wrong order, the names around the first difference are shown.
            assert part.read.strip("… ") in of_person.read
            assert part.score == of_person.score or of_person.follows
        assert {finding.slug for finding in one.findings} >= {
            finding.slug for finding in other.findings
        } - {"arithmetic-slip"}
    assert marked[0].score > marked[1].score


def test_programs_with_the_same_name_are_written_separately(tmp_path):
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
    SheetFolder(str(tmp_path / "s"), [], resumes=True)


def test_each_variant_has_its_own_key(tmp_path):
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "s0.yaml").write_text("source: lecture\nparts: {visits: 1}\n", encoding="utf-8")
    (keys / "s1.yaml").write_text("tree: [[1, 2], [0, 4]]\nparts: {visits: 1}\n", encoding="utf-8")
    key = read_key(str(keys)).for_programs()
    sheets = [*sheets_of_programs(programs(tmp_path, RIGHT, RIGHT, RIGHT), key, ProgramRunner())]
    assert [len(sheet.answers.get("visits", ())) for sheet in sheets] == [11, 6, 0]
    assert "s2" in sheets[2].error


@over(("text", "message"), table(__file__, "sheets-refused-keys"))
def test_key_that_no_program_can_answer_is_refused_before_any_runs(tmp_path, text, message):
    with pytest.raises(InvalidInput, match=message):
        ProgramRunner().check(key_in(tmp_path, text))


def test_search_without_a_default_name_is_marked_by_the_named_function(tmp_path):
    key = key_in(tmp_path, "source: nim:2,1\nsearch: mcts\niterations: 50\nparts: {move: 1}\n")
    runner = ProgramRunner(function="alpha_beta_search")
    runner.check(key)
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, runner)
    assert grader_of(key).mark(sheet).ok


def test_time_is_a_part_and_not_evidence_of_a_misconception(tmp_path):
    text = "source: lecture\nparts: {visits: 1, time: 1}\nseconds: 0.15\n"
    key = key_in(tmp_path, text)
    slow = "def waste():\n    import time\n    end = time.process_time() + 0.25\n"
    slow += "    while time.process_time() < end: pass\n"
    late = RIGHT.replace("    def highest(", "    waste()\n    def highest(") + slow
    never = PRUNES_NEVER.replace("    def highest(", "    waste()\n    def highest(") + slow
    found = programs(tmp_path, RIGHT, late, never)
    marked = [grader_of(key).mark(one) for one in sheets_of_programs(found, key, ProgramRunner())]
    assert [[part.ok for part in one.parts] for one in marked] == [
        [True, True], [True, False], [False, False],
    ]  # fmt: skip
    assert marked[1].findings == ()
    assert "refuses-cutoff" in {one.slug for one in marked[2].findings} | {*marked[2].alike}
    assert marked[2].findings[0].fit == 1


@over(("shape", "source", "search", "parts", "untold"), table(__file__, "sheets-unanswerable"))
def test_key_is_refused_before_a_program_runs_if_it_asks_what_programs_do_not_show(
    tmp_path, shape, source, search, parts, untold
):
    text = f"source: '{source}'\nsearch: {search}\nparts: [{parts}]\n"
    key = key_in(tmp_path, text + (f"shape: {shape}\n" if shape else ""))
    with pytest.raises(InvalidInput) as refused:
        ProgramRunner().check(key)
    assert untold in str(refused.value)


@over(("shape", "source", "search", "parts"), table(__file__, "sheets-accepted-keys"))
def test_key_is_accepted_if_programs_show_what_it_asks(tmp_path, shape, source, search, parts):
    text = f"source: '{source}'\nsearch: {search}\nparts: [{parts}]\nshape: {shape}\n"
    ProgramRunner().check(key_in(tmp_path, text))


@over(("returned", "right"), table(__file__, "sheets-no-move"))
def test_none_is_the_right_move_of_a_program_where_the_game_is_over(returned, right, tmp_path):
    text = "source: tic-tac-toe@xxx|oo.|...\nsearch: alphabeta\nparts: {move: 1, utility: 1}\n"
    key = key_in(tmp_path, text)
    over = (
        f"    if game.is_terminal(state):\n        game.utility(state)\n        return {returned}\n"
    )
    heading = "def alpha_beta_search(game, state):\n"
    program = RIGHT.replace(heading, heading + over)
    assert program != RIGHT
    (found,) = sheets_of_programs(programs(tmp_path, program), key, ProgramRunner())
    marks = {part.part: part.ok for part in grader_of(key).mark(found).parts}
    assert marks == {"move": right, "utility": True}


def test_part_that_programs_of_a_detected_shape_do_not_show_is_noted(tmp_path):
    key = key_in(tmp_path, "source: lecture\nparts: {visits: 1, line: 1}\n")
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, ProgramRunner())
    assert sheet.notes == ("the program: programs of shape aima cannot answer line",)


def test_problem_that_no_program_answers_is_noted(tmp_path):
    key = key_in(tmp_path, SET)
    (sheet,) = sheets_of_programs(programs(tmp_path, RIGHT), key, ProgramRunner())
    noted = ("the program: no program answers problem 3, about a payoff matrix",)
    assert grader_of(key).mark(sheet).notes == sheet.notes == noted


MINIMAX_TO_A_DEPTH = read_program("aima/minimax-to-a-depth")
THREE = {
    "problems": {
        str(number): {"tree": tree, "search": "minimax"}
        for number, tree in enumerate(([[3, 12], [2, 4]], [[5, 6], [7, 8]], [[1, 0], [9, 2]]), 1)
    }
}
MINIMAX = read_program("tree/minimax-in-one-line")


@over("parts", [{}, {"parts": {"utility": 2}}])
def test_program_of_a_set_that_cannot_be_loaded_has_one_error(parts, tmp_path):
    key = tmp_path / "key.json"
    problems = {number: {**one, **parts} for number, one in THREE["problems"].items()}
    key.write_text(json.dumps({"problems": problems}), encoding="utf-8")
    (tmp_path / "prog.py").write_text(f"{MINIMAX}\nno_such\n", encoding="utf-8")
    read = read_key(str(key)).for_programs()
    (one,) = find_submissions([str(tmp_path / "prog.py")])
    record = grader_of(read).mark(ProgramRunner().sheet(one, read)).record()
    assert record["error"].count("name 'no_such' is not defined") == 1
    assert "Problem" not in record["error"]
    assert record["score"] == 0


def test_program_that_is_slow_on_one_tree_keeps_its_marks_elsewhere(tmp_path):
    trees = {number: f"[[{number}, 7], [4, 5]]" for number in range(1, 6)}
    problems = {
        number: {"source": tree, "search": "alphabeta", "accept": ["aima"], "fresh": 0}
        for number, tree in trees.items()
    }
    key = key_in(tmp_path, json.dumps({"problems": problems}))
    leaf = "        if game.is_terminal(state):\n"
    is_slow = "            v = game.utility(state, 'MAX')\n            while v in (2, 3): pass\n"
    found = programs(tmp_path, changed(RIGHT, (leaf, leaf + is_slow)))
    (sheet,) = sheets_of_programs(found, key, ProgramRunner(Limits(seconds=2)))
    errors = {number: section.error for number, section in sheet.sections.items() if section.error}
    assert [*errors] == ["2", "3"]
    assert errors["2"].endswith("did not finish within 2 seconds of processor time")
    assert "1 seconds of processor time, less than at first because it ran" in errors["3"]
    marks = grader_of(key, diagnoses=False).mark(sheet)
    assert (marks.score, marks.most) == (9, 11)
    failed = next(part for part in marks.parts if part.part == "2 visits")
    assert not failed.pending
    assert failed.message == "it did not finish within 2 seconds of processor time"


def test_calls_are_read_as_far_as_their_visits_can_count(tmp_path):
    again = changed(
        RIGHT,
        (
            "    return highest(",
            "    for _ in range(20_000): highest(state, -math.inf, math.inf)\n    return highest(",
        ),
    )
    key = read_key("lecture").for_programs()
    (sheet,) = sheets_of_programs(programs(tmp_path, again), key, ProgramRunner())
    (note,) = (note for note in sheet.notes if "of which the first" in note)
    visits = re.search(r"it made more than ([\d,]+) visits, of which the first 1,000 count", note)
    assert 1_000 < int(visits[1].replace(",", "")) < 20_000 * 11
    assert len(sheet.answers["visits"]) == 1_000


def test_record_of_a_program_has_no_long_list_of_visits(tmp_path):
    key = key_in(tmp_path, "source: tic-tac-toe@xo.|...|...\nsearch: alphabeta\nfresh: 0\n")
    swapped = changed(RIGHT, ("v2 > v:", "v2 >= v:"))
    read = []
    for number, code in enumerate((RIGHT, swapped)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (sheet,) = sheets_of_programs(programs(folder, code), key, ProgramRunner())
        assert len(sheet.answers["visits"]) > 300
        read.append(grader_of(key).mark(sheet).record()["read"]["visits"])
    assert read[0] == "root, 3, 3 4, 3 4 5 …"
    assert 0 < len(read[1].split(",")) <= 8


#: Ways to ask the game 3,000 questions at each node, and whether all are read.
ASKING = {
    "game.is_terminal(state)": True,
    "game.is_terminal(state), game.actions(state)": True,
    "game.is_terminal(state), game.actions(game.initial)": False,
}


@pytest.mark.parametrize("asking", ASKING)
def test_visits_of_a_program_with_many_calls_count_or_a_note_says_so(asking, tmp_path):
    often = f"\n        for _ in range(3_000): {asking}"
    code = RIGHT.replace("(state, alpha, beta):", f"(state, alpha, beta):{often}")
    assert code != RIGHT
    tree = "[[[[3,17],[2,12]],[[15],[25,0]]],[[[2,5],[3]],[[2,14]]]]"
    tree = f"[{', '.join([tree] * 14)}]"
    key = key_in(tmp_path, f"tree: {tree}\nparts: {{visits: 1}}\nfresh: 0\n")
    (sheet,) = sheets_of_programs(programs(tmp_path, code), key, ProgramRunner())
    (mark,) = grader_of(key, diagnoses=False).mark(sheet).parts
    assert (mark.ok, mark.pending) == (ASKING[asking], not ASKING[asking]), mark
    notes = [note for note in sheet.notes if "questions, so its visits after those" in note]
    assert len(notes) == (not ASKING[asking])


#: Ends of a program that reaches the ceiling of positions: the depth at which it stops, and whether
#: its parts wait for a person.
AT_THE_CEILING = {"depth == 0": True, "depth == -9": False}


@pytest.mark.parametrize("end", AT_THE_CEILING)
def test_right_program_that_reaches_the_ceiling_of_positions_waits(end, tmp_path, monkeypatch):
    monkeypatch.setattr("tracer.programs.numbered_nodes._MOST_BYTES", 1_000_000)
    key = Problem(
        "key", "connect-four:4,4", SearchRules("minimax", {"depth": 7}), parts={"visits": 1}
    )
    key = replace(key.for_programs(), programs=ProgramRules(shape="aima", fresh=0))
    code = MINIMAX_TO_A_DEPTH.replace("depth == 0", end)
    (sheet,) = sheets_of_programs(programs(tmp_path, code), key, ProgramRunner())
    marks = grader_of(key).mark(sheet)
    reason = r"it used more than 1,\d{3} positions of the game: does it search"
    if AT_THE_CEILING[end]:
        (mark,) = marks.parts
        assert mark.pending
        assert re.search("pending: " + reason, mark.message)
        (settled,) = marks.without_pending().parts
        assert (settled.pending, settled.score) == (False, 0)
        assert "pending" not in settled.message
    else:
        assert re.search(reason, marks.error)


def test_program_that_searches_far_more_than_a_right_one_at_the_ceiling_is_wrong(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("tracer.programs.numbered_nodes._MOST_BYTES", 1_000_000)
    rules = SearchRules("alphabeta", {"depth": 6, "order": "perfect"})
    key = Problem("key", "connect-four:4,4", rules, parts={"visits": 1})
    key = replace(key.for_programs(), programs=ProgramRules(shape="aima", fresh=0))
    name = "alpha_beta_search"
    code = MINIMAX_TO_A_DEPTH.replace("minimax_search", name)
    (sheet,) = sheets_of_programs(programs(tmp_path, code), key, ProgramRunner())
    assert "it used more than" in grader_of(key).mark(sheet).error


def test_note_about_all_problems_of_a_set_stands_once(tmp_path):
    key = tmp_path / "key.json"
    key.write_text(json.dumps(THREE), encoding="utf-8")
    code = f"import ipycanvas\n{MINIMAX}"
    (tmp_path / "prog.py").write_text(code, encoding="utf-8")
    read = read_key(str(key)).for_programs()
    (one,) = find_submissions([str(tmp_path / "prog.py")])
    record = grader_of(read).mark(ProgramRunner().sheet(one, read)).record()
    assert record["score"] == record["max_score"]
    assert record["notes"] == [
        "the program: it imports ipycanvas, which is not installed here; its search ran without it"
    ]
