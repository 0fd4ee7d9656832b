"""The autograders of platforms other than Gradescope, run in folders laid out as theirs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.hostile import RIGHT
from tests.tracer.classes.test_autograder_platforms import maker_of_autograders
from tracer.classes.autograder import CHECK

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the platforms run Bash on Linux")


PRUNES_NEVER = RIGHT.replace("if v >= beta", "if False").replace("if v <= alpha", "if False")


BROKEN = "no_such_module.start()\n" + RIGHT


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A factory of whole autograders."""
    return maker_of_autograders(tmp_path_factory)


def run(command, folder, **surroundings):
    """Run a command with the packages that this Python has, instead of the platform's own."""
    surroundings = {"PLYTRACE_PYTHON": sys.executable, **surroundings}
    env = {name: one for name, one in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        command,
        cwd=folder,
        env=env | surroundings,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def put(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def graded_by_prairielearn(question, base, **files):
    shutil.copytree(question / "tests", base / "tests", dirs_exist_ok=True)
    shutil.rmtree(base / "student", ignore_errors=True)
    put(base / "student", **files)
    entry = json.loads((question / "info.json").read_text())["externalGradingOptions"]["entrypoint"]
    script = base / Path(entry).relative_to("/grade")
    done = run([script], "/")
    assert (done.returncode, done.stderr) == (0, "")
    written = base / "results" / "results.json"
    assert written.stat().st_size < 1_000_000
    return json.loads(written.read_text(encoding="utf-8"))


def test_prairielearn_gets_a_share_of_the_points_and_a_test_for_each_part(made, tmp_path):
    found = graded_by_prairielearn(made("prairielearn"), tmp_path, search__py=PRUNES_NEVER)
    tests = {one["name"]: one for one in found["tests"]}
    assert list(tests) == ["visits", "move", "utility", "First mistake", "A likely reason"]
    assert [one["max_points"] for one in tests.values()] == [4, 1, 1, 0, 0]
    points = sum(one["points"] for one in tests.values())
    assert 2 <= points < 6
    assert found["score"] == pytest.approx(points / 6)
    assert found["gradable"] is True
    assert "Right:" not in json.dumps(found)  # with the feedback `hint`, nothing that is right


def test_prairielearn_gets_full_score_if_the_program_is_right_and_none_if_it_is_broken(
    made, tmp_path
):
    question = made("prairielearn")
    assert graded_by_prairielearn(question, tmp_path, search__py=RIGHT)["score"] == 1
    broken = graded_by_prairielearn(question, tmp_path, search__py=BROKEN)
    assert (broken["gradable"], broken["score"]) == (True, 0)
    assert "no_such_module" in broken["tests"][0]["message"]


def test_prairielearn_loses_no_attempt_if_nothing_was_graded(made, tmp_path):
    question = made("prairielearn")
    found = graded_by_prairielearn(question, tmp_path, notes__txt="mine")
    assert found["gradable"] is False
    assert "The submission has no program. It contains only notes.txt." in found["format_errors"][0]
    assert "score" not in found
    done = run([tmp_path / "tests" / "run_autograder"], "/", PLYTRACE_PYTHON="/nowhere/python")
    assert done.returncode == 0
    found = json.loads((tmp_path / "results" / "results.json").read_text())
    assert found["gradable"] is False


def test_prairielearn_gets_no_score_while_a_part_of_a_sheet_waits(made, tmp_path):
    text = "visits: A B\nperhaps it goes on from there\nmove: B or C I think\nutility: 3\n"
    found = graded_by_prairielearn(made("prairielearn", command=CHECK), tmp_path, a__txt=text)
    assert found["gradable"] is False
    assert found["format_errors"] == ["A person will mark this submission: visits, move."]
