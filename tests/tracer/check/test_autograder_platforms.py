"""The autograders of platforms other than Gradescope, run in folders laid out as theirs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import UsageError
from tests.support.hostile import RIGHT
from tracer.check.autograder import CHECK, CHECK_CODE, PLATFORMS, write_autograder
from tracer.check.autograder.platforms import results as prairielearn_results
from tui.cli.shared import answer_sheets

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the platforms run Bash on Linux")

KEY = (
    "source: lecture\nsearch: alphabeta\naccept: [aima]\nparts: {visits: 4, move: 1, utility: 1}\n"
)
PRUNES_NEVER = RIGHT.replace("if v >= beta", "if False").replace("if v <= alpha", "if False")
BROKEN = "import no_such_module\n\nno_such_module.start()\n" + RIGHT


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a factory of autograders for programs; each is written once."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "key.yaml").write_text(KEY, encoding="utf-8")

    def write(platform, key="key.yaml", command=CHECK_CODE):
        place = folder / f"{platform}-{key}-{command[0]}"
        if not place.exists():
            write_autograder(place, folder / key, command=command, platform=platform)
        return place

    write.folder = folder
    return write


def run(command, folder, **surroundings):
    """Run a command with the packages that this Python has, in the place of the platform's own."""
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


@pytest.mark.slow
def test_prairielearn_gets_a_share_of_the_points_and_a_test_for_each_part(made, tmp_path):
    found = graded_by_prairielearn(made("prairielearn"), tmp_path, search__py=PRUNES_NEVER)
    tests = {one["name"]: one for one in found["tests"]}
    assert list(tests) == ["visits", "move", "utility", "First mistake", "A likely reason"]
    assert [one["max_points"] for one in tests.values()] == [4, 1, 1, 0, 0]
    points = sum(one["points"] for one in tests.values())
    assert 2 < points < 6
    assert found["score"] == pytest.approx(points / 6)
    assert found["gradable"] is True
    assert "Right:" not in json.dumps(found)  # with the feedback `hint`, nothing that is right


@pytest.mark.slow
def test_prairielearn_gets_full_score_if_the_program_is_right_and_none_if_it_is_broken(
    made, tmp_path
):
    question = made("prairielearn")
    assert graded_by_prairielearn(question, tmp_path, search__py=RIGHT)["score"] == 1
    broken = graded_by_prairielearn(question, tmp_path, search__py=BROKEN)
    assert (broken["gradable"], broken["score"]) == (True, 0)
    assert "no_such_module" in broken["tests"][0]["message"]


@pytest.mark.slow
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


@pytest.mark.slow
def test_prairielearn_gets_no_score_while_a_part_of_a_sheet_waits(made, tmp_path):
    text = "visits: A B\nperhaps it goes on from there\nmove: B or C I think\nutility: 3\n"
    found = graded_by_prairielearn(made("prairielearn", command=CHECK), tmp_path, a__txt=text)
    assert found["gradable"] is False
    assert found["format_errors"] == ["A person will mark this submission: move."]


def test_hidden_parts_are_not_shown_to_students():
    hidden = {"name": "move", "score": 0, "max_score": 0, "status": "failed", "output": "secret"}
    hidden["visibility"] = "hidden"
    right = {"name": "visits", "score": 4, "max_score": 4, "status": "passed", "output": ""}
    both = {"output": "no total yet", "tests": [right, hidden]}
    assert "secret" not in json.dumps(prairielearn_results(both))


def test_question_accepts_programs_and_runs_without_a_network(made):
    question = made("prairielearn")
    info = json.loads((question / "info.json").read_text(encoding="utf-8"))
    assert {"uuid", "title", "topic", "type"} <= set(info)  # required by PrairieLearn
    options = info["externalGradingOptions"]
    assert options["timeout"] <= 600
    assert "enableNetworking" not in options
    assert '"*.py, *.ipynb, *.zip"' in (question / "question.html").read_text(encoding="utf-8")
    assert "tests/requirements.txt" in (question / "Dockerfile").read_text(encoding="utf-8")


def test_platform_is_refused_if_it_is_unknown(tmp_path):
    with pytest.raises(UsageError, match="prairielearn"):
        write_autograder(tmp_path / "a", "lecture", platform="github")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("name", PLATFORMS)
def test_folder_has_no_name_left_to_fill_in(made, name):
    for file in made(name).rglob("*"):
        packages = {"engine", "trees", "tracer", "tui"} & set(file.parts[len(made.folder.parts) :])
        if file.is_file() and not packages and file.suffix != ".pyc":
            assert not set(file.read_text(encoding="utf-8").split("@")[1::2]) & {
                *("KEY", "FEEDBACK", "COMMAND", "TAKES", "UNGRADED", "PLATFORM", "THING"),
                *("PATTERNS", "TITLE", "RUN", "SUBMISSION", "PYTHON"),
            }, file


def test_option_for_offers_every_platform():
    assert tuple(PLATFORMS) == answer_sheets._PLATFORMS


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["key.yaml", "a.py", "--for", "prairielearn"], "--for needs --autograder"),
        (
            ["key.yaml", "--autograder", "x", "--for", "blackboard"],
            "expected gradescope or prairielearn",
        ),
    ],
)
def test_option_for_is_refused_without_a_folder_or_with_an_unknown_platform(made, arguments, said):
    command = [sys.executable, "-m", "tui.cli", "check-code", *arguments]
    root = str(Path(__file__).parents[3])
    done = run(command, made.folder, PYTHONPATH=root)
    assert done.returncode == 2
    assert said in done.stderr
