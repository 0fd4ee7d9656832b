"""The autograders of the other platforms, each run in folders laid out as the platform's own.

Where its reference program is installed (`check50`, `otter`), it runs them; otherwise that test is
skipped.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from engine.errors import InvalidInput, UsageError
from tests.support.hostile import RIGHT
from tests.support.programs_cs50 import tictactoe
from tracer.check.autograder import CHECK, CHECK_CODE, PLATFORMS, write_autograder
from tracer.check.autograder.platforms.prairielearn import results as prairielearn_results
from tracer.check.autograder.templates import plytrace_parts
from tui.cli.shared import autograding

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
    assert plytrace_parts.fault(both, "move") == "A person will mark this part."
    assert plytrace_parts.fault(both, "visits") == ""
    assert plytrace_parts.fault(both, "utility") == "no total yet"


def test_question_accepts_programs_and_runs_without_a_network(made):
    question = made("prairielearn")
    info = json.loads((question / "info.json").read_text(encoding="utf-8"))
    assert {"uuid", "title", "topic", "type"} <= set(info)  # required by PrairieLearn
    options = info["externalGradingOptions"]
    assert options["timeout"] <= 600
    assert "enableNetworking" not in options
    assert '"*.py, *.ipynb, *.zip"' in (question / "question.html").read_text(encoding="utf-8")
    assert "tests/requirements.txt" in (question / "Dockerfile").read_text(encoding="utf-8")


class Classroom:
    """A student's repository, with a workflow whose commands run as GitHub's runners run them."""

    def __init__(self, autograder, base):
        self.base = shutil.copytree(autograder, base / "repository")
        place = self.base / ".github" / "workflows" / "classroom.yml"
        (self.job,) = yaml.safe_load(place.read_text(encoding="utf-8"))["jobs"].values()
        self.steps = self.job["steps"]

    @property
    def graders(self):
        return [one for one in self.steps if "command-grader" in one.get("uses", "")]

    def grade(self, **files):
        put(self.base, **files)
        (step,) = (one for one in self.steps if one["name"] == "Grade")
        done = run(["bash", "-c", step["run"]], self.base)
        assert (done.returncode, done.stderr) == (0, "")
        found = {}
        for one in self.graders:
            # The action gives its command no other variables.
            few = {"PATH": os.environ["PATH"], "HOME": str(self.base)}
            done = subprocess.run(
                ["bash", "-c", one["with"]["command"]],
                cwd=self.base,
                env=few,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.stderr == ""
            found[one["with"]["test-name"]] = done.returncode, done.stdout
        return found


@pytest.mark.slow
def test_classroom_gets_an_exit_code_for_each_part(made, tmp_path):
    classroom = Classroom(made("github-classroom"), tmp_path)
    found = classroom.grade(search__py=PRUNES_NEVER)
    assert {name: code for name, (code, _) in found.items()} == {
        "visits": 1,
        "move": 0,
        "utility": 0,
    }
    said = found["visits"][1]
    assert "of 4 points" in said
    assert "First mistake: " in said
    assert "A likely reason: " in said
    assert "Right:" not in said


@pytest.mark.slow
def test_classroom_gets_full_score_if_right_and_the_reason_if_the_program_is_broken(made, tmp_path):
    classroom = Classroom(made("github-classroom"), tmp_path)
    assert {code for code, _ in classroom.grade(search__py=RIGHT).values()} == {0}
    for code, said in classroom.grade(search__py=BROKEN).values():
        assert code == 1
        assert "no_such_module" in said


def test_reporter_of_the_classroom_gets_the_result_of_every_part(made, tmp_path):
    classroom = Classroom(made("github-classroom"), tmp_path)
    reporter = classroom.steps[-1]
    assert "grading-reporter" in reporter["uses"]
    ids = [one["id"] for one in classroom.graders]
    assert reporter["with"]["runners"].split(",") == ids
    assert reporter["env"] == {
        f"{one.upper()}_RESULTS": f"${{{{steps.{one}.outputs.result}}}}" for one in ids
    }
    assert [one["with"]["max-score"] for one in classroom.graders] == [4, 1, 1]


def checked_by_check50(checks, folder):
    if not (program := shutil.which("check50")):
        pytest.skip("check50 is not installed")
    done = run([program, "--dev", "-o", "json", "--", checks], folder)
    assert done.stdout, done.stderr
    return {one["description"]: one for one in json.loads(done.stdout)["results"]}


@pytest.mark.slow
def test_check50_passes_and_fails_each_part(made, tmp_path):
    checks = made("check50")
    found = checked_by_check50(checks, put(tmp_path / "a", search__py=PRUNES_NEVER))
    assert {name: one["passed"] for name, one in found.items()} == {
        "the program can be graded": True,
        "visits (4 points)": False,
        "move (1 point)": True,
        "utility (1 point)": True,
    }
    cause = found["visits (4 points)"]["cause"]
    assert "of 4 points" in cause["rationale"]
    assert "First mistake: " in cause["help"]
    assert "Right:" not in json.dumps(found)
    found = checked_by_check50(checks, put(tmp_path / "b", search__py=RIGHT))
    assert all(one["passed"] for one in found.values())
    found = checked_by_check50(checks, put(tmp_path / "c", search__py=BROKEN))
    assert [one["passed"] for one in found.values()] == [False, None, None, None]
    assert "no_such_module" in found["the program can be graded"]["cause"]["rationale"]


@pytest.mark.slow
def test_check50_checks_a_tictactoe_of_cs50_beside_its_runner(made, tmp_path):
    key = "source: 'tic-tac-toe@xo.|.x.|..o'\nsearch: minimax\nparts: {move: 1, helpers: 2}\n"
    put(made.folder, cs50__yaml=key)
    checks = made("check50", "cs50.yaml")
    program = tictactoe("")
    runner = "import pygame\nimport tictactoe as ttt\n\npygame.init()\nwhile True:\n    pass\n"
    found = checked_by_check50(
        checks, put(tmp_path / "a", tictactoe__py=program, runner__py=runner)
    )
    assert all(one["passed"] for one in found.values()), found
    wrong = program.replace("{X: 1, O: -1", "{X: 10, O: -10")
    found = checked_by_check50(checks, put(tmp_path / "b", tictactoe__py=wrong))
    assert found["move (1 point)"]["passed"] is True
    assert found["helpers (2 points)"]["passed"] is False


def test_checks_are_valid_and_name_every_part(made):
    checks = made("check50")
    tree = ast.parse((checks / "checks.py").read_text(encoding="utf-8"))
    assert [one.name for one in tree.body if isinstance(one, ast.FunctionDef)] == [
        *("graded", "check", "part_1", "part_2", "part_3")
    ]
    config = (checks / ".cs50.yml").read_text(encoding="utf-8").replace("!", "tag ")
    config = yaml.safe_load(config)["check50"]
    assert config["checks"] == "checks.py"
    assert config["dependencies"] == (checks / "requirements.txt").read_text().splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "points"), [(RIGHT, [4, 1, 1]), (PRUNES_NEVER, [0, 1, 1]), (BROKEN, [0, 0, 0])]
)
def test_otter_gives_the_points_of_each_right_part(made, tmp_path, program, points):
    if not (otter := shutil.which("otter")):
        pytest.skip("otter-grader is not installed")
    folder = shutil.copytree(made("otter"), tmp_path / "otter")
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    (command,) = (one.split() for one in lines if one.startswith("    otter generate"))
    done = run([otter, *command[1:]], folder)
    assert done.returncode == 0, done.stderr
    put(tmp_path, search__py=program)
    command = [otter, "run", "-a", folder / "autograder.zip", "--no-logo", "search.py"]
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["tests"]
    scores = {one["name"]: one["score"] for one in found if "score" in one}
    assert scores == dict(zip(["visits", "move", "utility"], points, strict=True))
    assert "Right:" not in json.dumps(found)


def test_tests_of_otter_name_a_part_each_and_its_points(made):
    tests = sorted((made("otter") / "tests").iterdir())
    assert [one.name for one in tests] == ["01_visits.py", "02_move.py", "03_utility.py"]
    said = ast.parse(tests[0].read_text(encoding="utf-8"))
    named = {
        one.targets[0].id: ast.literal_eval(one.value)
        for one in said.body
        if isinstance(one, ast.Assign)
    }
    assert named == {"OK_FORMAT": False, "name": "visits", "points": 4}


def test_key_is_refused_if_it_states_no_parts_and_each_needs_a_check(made):
    put(made.folder, bare__yaml="source: lecture\nsearch: alphabeta\n")
    for name, platform in PLATFORMS.items():
        if platform.needs_parts:
            with pytest.raises(InvalidInput, match="does not state its parts"):
                made(name, "bare.yaml")
    made("prairielearn", "bare.yaml")


def test_variants_are_refused_unless_their_parts_are_the_same(made):
    keys = put(made.folder / "keys", ann__yaml=KEY, bob__yaml=KEY.replace("[aima]", "[cs188]"))
    workflow = made("github-classroom", "keys") / ".github/workflows/classroom.yml"
    assert 'test-name: "utility"' in workflow.read_text(encoding="utf-8")
    (keys / "bob.yaml").write_text(KEY.replace("visits: 4", "visits: 5"), encoding="utf-8")
    with pytest.raises(InvalidInput, match="the same in all variants"):
        made("check50", "keys")


def test_platform_is_refused_if_it_is_unknown_or_takes_no_sheets(tmp_path):
    with pytest.raises(UsageError, match="github-classroom"):
        write_autograder(tmp_path / "a", "lecture", platform="github")
    with pytest.raises(UsageError, match="takes programs and no answer sheets"):
        write_autograder(tmp_path / "a", "lecture", platform="otter")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("name", PLATFORMS)
def test_folder_has_no_name_left_to_fill_in(made, name):
    for file in made(name).rglob("*"):
        packages = {"engine", "trees", "tracer", "tui"} & set(file.parts[len(made.folder.parts) :])
        if file.is_file() and not packages and file.suffix != ".pyc":
            assert not set(file.read_text(encoding="utf-8").split("@")[1::2]) & {
                *("KEY", "FEEDBACK", "COMMAND", "TAKES", "UNGRADED", "PLATFORM", "PARTS", "STEPS"),
                *("THING", "PATTERNS", "FILES", "REQUIREMENTS", "INSIDE", "RESULTS", "RUNNERS"),
                *("TITLE", "RUN", "SUBMISSION", "PYTHON", "PART", "POINTS"),
            }, file


def test_option_for_offers_every_platform():
    assert tuple(PLATFORMS) == autograding._PLATFORMS


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["key.yaml", "a.py", "--for", "otter"], "--for needs --autograder"),
        (["key.yaml", "--autograder", "x", "--for", "blackboard"], "expected one of check50"),
    ],
)
def test_option_for_is_refused_without_a_folder_or_with_an_unknown_platform(made, arguments, said):
    command = [sys.executable, "-m", "tui.cli", "check-code", *arguments]
    root = str(Path(__file__).parents[3])
    done = run(command, made.folder, PYTHONPATH=root)
    assert done.returncode == 2
    assert said in done.stderr
