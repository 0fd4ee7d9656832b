"""`plytrace check-code`: programs from the command line."""

import json
import re
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.support.gradescope import RESULTS_SCHEMA
from tests.support.hostile import RIGHT
from tests.support.pages import blocks
from tests.support.program_files import read_program
from tests.support.programs_cs480 import script
from tests.support.screens import opened_steppers
from tests.support.tables import table

ROOT = Path(__file__).parents[2]
KEY = (
    "source: lecture\nsearch: alphabeta\naccept: [aima]\nfresh: 0\n"
    "parts: {visits: 4, move: 1, utility: 1}\n"
)
PRUNES_NEVER = RIGHT.replace("if v >= beta", "if False").replace("if v <= alpha", "if False")
ENDLESS = "def alpha_beta_search(game, state):\n    while True: pass\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A key and a class."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    (tmp_path / "class").mkdir()
    for name, code in (("ann", RIGHT), ("bob", PRUNES_NEVER), ("cy", RIGHT + "\nnothing\n")):
        text = f"# student: {name}\n{code}"
        (tmp_path / "class" / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_correct_wrong_and_crashing_programs_are_marked(folder, call):
    code, out, err = call("check-code", "key.yaml", "class/ann.py")
    assert (code, err) == (0, "")
    assert "class/ann.py, ann: 6 of 6 points" in out
    code, out, _ = call("check-code", "key.yaml", "class/bob.py")
    assert code == 1
    assert "The search continues after the cutoff test succeeds" in " ".join(out.split())
    code, out, _ = call("check-code", "key.yaml", "class/cy.py")
    assert code == 3
    assert "it raised NameError: name 'nothing' is not defined" in " ".join(out.split())


def test_gradescope_results_mention_a_program(folder, call):
    for name, passed in (("ann", True), ("cy", False)):
        _, out, _ = call("check-code", "key.yaml", f"class/{name}.py", "-f", "gradescope")
        made = json.loads(out)
        Draft202012Validator(RESULTS_SCHEMA).validate(made)
        assert (made["score"] == 6) is passed
    assert made["tests"][0]["name"] == "The program could not be marked"
    assert "sheet" not in made["output"]
    code, _, err = call("check-code", "key.yaml", "class", "-f", "gradescope")
    assert code == 2
    assert "several" in err


def test_resumed_run_continues_its_records_and_reruns_no_program(folder, call):
    call("check-code", "key.yaml", "class", "-f", "jsonl", "-o", "r.jsonl")
    whole = records((folder / "r.jsonl").read_text(encoding="utf-8"))
    kept = json.dumps(whole[0] | {"notes": ["as it was"]}) + "\n"
    (folder / "r.jsonl").write_text(kept, encoding="utf-8")
    (folder / "class" / "ann.py").write_text(ENDLESS, encoding="utf-8")  # which is not run again
    began = time.monotonic()
    call(
        "check-code",
        "key.yaml",
        "class",
        "-f",
        "jsonl",
        "-o",
        "r.jsonl",
        "--resume",
        "--seconds",
        600,
    )
    assert time.monotonic() - began < 300
    again = records((folder / "r.jsonl").read_text(encoding="utf-8"))
    assert again[0]["notes"] == ["as it was"]
    assert [one["sheet"] for one in again] == [one["sheet"] for one in whole]
    code, _, err = call("check-code", "key.yaml", "class", "--resume")
    assert code == 2
    assert "--resume needs -f jsonl -o FILE" in err


def test_stepper_opens_where_a_program_first_goes_wrong(folder, call, monkeypatch):
    opened = opened_steppers(monkeypatch)
    code, _, _ = call("check-code", "key.yaml", "class/bob.py", "--step")
    assert code == 0
    (_, wrong, title, _), _ = opened
    assert title == "class/bob.py, bob"
    assert min(one.step for one in wrong) == 11  # C2, which alpha-beta skips
    code, _, err = call("check-code", "key.yaml", "class", "--step")
    assert (code, "several sheets" in err) == (2, True)
    code, _, err = call("check-code", "key.yaml", "class/cy.py", "--step")
    assert (code, "name 'nothing' is not defined" in err) == (3, True)


def test_sheets_written_from_programs_get_the_same_marks_as_on_the_keys_tree(folder, call):
    key = f"{KEY}follow-through: none\n"  # a program makes no slips
    (folder / "key.yaml").write_text(key, encoding="utf-8")
    _, output, _ = call("check-code", "key.yaml", "class", "--sheets", "sheets", "-f", "jsonl")
    _, again, _ = call("check", "key.yaml", "sheets", "-f", "jsonl")
    scores = [(one["student"], one["score"]) for one in records(output) if not one.get("error")]
    assert [(one["student"], one["score"]) for one in records(again)] == scores
    code, _, err = call("check-code", "key.yaml", "class", "--sheets", "sheets")
    assert (code, "is not empty" in err) == (3, True)


@pytest.mark.parametrize(("arguments", "code", "message"), table(__file__, "check_code_refused"))
def test_usage_errors_are_reported_before_any_program_runs(folder, call, arguments, code, message):
    (folder / "empty").mkdir()
    mcts = "source: nim:2,1\nsearch: mcts\niterations: 5\n"
    (folder / "mcts.yaml").write_text(mcts, encoding="utf-8")
    (folder / "pvs.yaml").write_text("source: lecture\nsearch: pvs\n", encoding="utf-8")
    (folder / "matrix.yaml").write_text("matrix: [[3, -1], [0, 2]]\n", encoding="utf-8")
    ended, out, err = call("check-code", *arguments)
    assert (ended, out) == (code, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_missing_programs_are_reported_before_trees_are_made(folder, call, monkeypatch):
    monkeypatch.setattr(
        "tracer.generate.telling_trees.choose_telling", lambda *args: pytest.fail("made")
    )
    code, out, err = call("check-code", "lecture", "nothing.py")
    assert (code, out) == (3, "")
    assert "nothing.py: there is no such file or folder" in err


def test_shapes_are_listed_and_their_starters_printed(folder, call):
    from tracer.programs.shapes import SHAPES

    code, out, _ = call("list", "shapes", "-f", "json")
    listed = json.loads(out)["shapes"]
    names = [one["name"].removeprefix("adapter: ") for one in listed]
    assert names == [*SHAPES, "2048", "connect4", "isolation", "python-chess"]
    assert all(one["searches"] for one in listed if "adapter" not in one["name"])
    assert all(one["description"] for one in listed)
    code, out, _ = call("list", "shapes")
    for name in names:
        assert name in out
        code, text, err = call("check-code", "--starter", name)
        assert (code, err) == (0, "")
        assert "NotImplementedError" in text or "def call(program, game)" in text


def test_documented_record_is_the_one_produced(folder, call):
    (key, *_), (program,) = blocks("check-code.md", "yml"), blocks("check-code.md", "py")
    (folder / "hw.yaml").write_text(key, encoding="utf-8")
    (folder / "leak.py").write_text(program, encoding="utf-8")
    code, out, _ = call("check-code", "hw.yaml", "leak.py")
    (shown,) = [one for one in blocks("check-code.md", "text") if one.startswith("leak.py")]
    assert code == 1
    assert re.sub(r"[\d.]+ s of", "0.00 s of", out) == shown


def test_every_shape_option_and_limit_is_documented():
    from tracer.programs.running import Limits
    from tracer.programs.shapes import SHAPES
    from tui.cli.commands.check_code import command

    page = (ROOT / "docs" / "check-code.md").read_text(encoding="utf-8")
    reference = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    reference = reference.partition("## `plytrace check-code")[2].partition("\n## ")[0]
    for name in SHAPES:
        assert f"| `{name}` | " in page
    for option in command.params:
        if option.name not in ("key", "programs", "output", "quiet"):
            assert any(f"`{one}" in reference for one in option.opts), option.opts
    limits = Limits()
    for phrase in (
        f"`--seconds`, {limits.seconds:g} by",
        f"{limits.memory} MB",
        f"| {limits.output} MB |",
    ):
        assert phrase in page
    assert f"| {limits.folder} MB, in its own folder alone |" in page


def test_note_about_fresh_positions_is_for_programs_that_run_at_some(folder, call):
    key = "source: tic-tac-toe@xo.|.x.|..o\nsearch: minimax\naccept: [aima]\nparts: {move: 1}\n"
    (folder / "key.yaml").write_text(key, encoding="utf-8")
    (folder / "plays.py").write_text(script(), encoding="utf-8")
    _, out, err = call("check-code", "key.yaml", "plays.py")
    assert (out.splitlines()[0], err) == ("plays.py: 1 of 1 points, under the convention aima", "")
    (folder / "searches.py").write_text(read_program("aima/forgot-return"), encoding="utf-8")
    _, _, err = call("check-code", "key.yaml", "plays.py", "searches.py")
    assert err.count("no fresh tree or position of this key shows") == 1
