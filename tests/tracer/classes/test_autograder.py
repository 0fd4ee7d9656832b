"""The autograder folder, run in a clean folder laid out as Gradescope lays it out."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from engine.errors import PlytraceError
from tests.support.cases import over
from tests.support.gradescope import RESULTS_SCHEMA
from tests.support.tables import table
from tests.tracer.worksheet.made import OWN_GAME
from tracer.classes.autograder import PACKAGES, requirements, submission, write_autograder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the platform runs Bash on Linux")

ROOT = Path(__file__).parents[3]

KEY = """\
source: lecture
search: alphabeta
parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
"""
RIGHT = """\
student: s123
visits: A B B1 B2 B3 C C1 D D1 D2 D3
values: {A: 3, B: 3, C: 2, D: 2}
cutoffs: [{at: C, alpha: 3, beta: inf, skipped: C2 C3}]
move: B
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder that was written once; a test that changes it takes a copy."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "hw1.yaml").write_text(KEY, encoding="utf-8")
    return write_autograder(folder / "autograder", folder / "hw1.yaml")


@pytest.fixture
def no_packages(monkeypatch):
    """Let autograders be written without plytrace: its files are most of the work."""
    monkeypatch.setattr("tracer.classes.autograder.copy_packages", lambda folder: None)


class Platform:
    """The folders of the platform, with `run_autograder` above the folder that it came in."""

    def __init__(self, base, autograder):
        self.base = base
        self.source = shutil.copytree(autograder, base / "source", copy_function=os.link)
        shutil.copy(self.source / "run_autograder", base / "run_autograder")
        for name in ("submission", "results"):
            (base / name).mkdir()

    def submit(self, **files):
        for name, text in files.items():
            self.file(name.replace("__", "."), text)
        return self

    def file(self, name, text):
        path = self.base / "submission" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def grade(self, script=None, *arguments, **surroundings):
        # In the place of setup.sh, which needs a network: the packages that this Python has. Those
        # of plytrace come from the folder all the same.
        done = subprocess.run(
            [script or self.base / "run_autograder", *arguments],
            cwd=self.base,
            env=os.environ | {"PLYTRACE_PYTHON": sys.executable} | surroundings,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        self.said = done.stdout + done.stderr
        return self.results(self.base / "results")

    def results(self, folder):
        made = json.loads((folder / "results.json").read_text(encoding="utf-8"))
        Draft202012Validator(RESULTS_SCHEMA).validate(made)
        return made

    def replace_check(self, body):
        """Let the command `check` of the folder's own plytrace do something else."""
        lines = "\n    ".join(body.splitlines())
        file = self.source / "tui" / "cli" / "commands" / "check.py"
        file.unlink()  # other tests have the same file
        file.write_text(
            "import os, sys, time\nimport click\n"
            "@click.command(context_settings={'ignore_unknown_options': True})\n"
            "@click.argument('arguments', nargs=-1)\n"
            f"def command(arguments):\n    {lines}\n",
            encoding="utf-8",
        )


@pytest.fixture
def platform(written, tmp_path):
    return Platform(tmp_path, written)


def test_result_has_a_message_if_the_program_fails(platform):
    platform.replace_check("sys.exit('the reason, for instructors alone')")
    made = platform.submit(answer__yaml=RIGHT).grade()
    assert (made["score"], made["tests"][0]["status"]) == (0, "failed")
    assert "says nothing about the sheet" in made["output"]
    assert "exit code 1" in made["output"]
    assert "for instructors alone" in platform.said
    assert "for instructors alone" not in json.dumps(made)


def test_sheet_is_given_up_with_a_message_if_it_takes_too_long(tmp_path, monkeypatch):
    (tmp_path / "a.yaml").write_text(RIGHT, encoding="utf-8")
    monkeypatch.setattr(submission, "_PATIENCE", 0.01)
    made = submission.grade(tmp_path, "lecture", feedback="hint")
    assert (made["score"], made["tests"][0]["status"]) == (0, "failed")
    assert "took more than 0.01 seconds" in made["output"]


def test_submission_may_be_a_file(platform):
    platform.submit(answer__yaml=RIGHT, b__yaml="visits: A")
    made = platform.grade(None, "submission/answer.yaml", "results")
    assert made["score"] > 0
    assert "Not graded" not in made["output"]


def test_message_is_left_if_there_is_no_python(platform):
    made = platform.submit(answer__yaml=RIGHT).grade(PLYTRACE_PYTHON="/nowhere/python")
    assert (made["score"], made["tests"][0]["status"]) == (0, "failed")
    assert "tell your instructor" in made["output"]


def test_folder_has_only_what_the_platform_needs(written):
    assert {one.name for one in written.iterdir()} == {
        *("setup.sh", "run_autograder", "README.md", "requirements.txt", "key"),
        *("engine", "trees", "tracer", "tui"),
    }
    for name in ("setup.sh", "run_autograder"):
        assert (written / name).stat().st_mode & stat.S_IXUSR
        assert (written / name).read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
        assert "@KEY@" not in (written / name).read_text(encoding="utf-8")
    assert (written / "key" / "hw1.yaml").read_text(encoding="utf-8") == KEY
    names = {one.name for one in written.rglob("*")}
    assert {"lecture.yaml", "plytrace.tcss", "player.css", "py.typed"} <= names
    assert not names & {"__pycache__", "tests", "bench", ".git"}


def test_requirements_are_those_of_the_project_without_extras(written):
    needed = (written / "requirements.txt").read_text(encoding="utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split("[<>=]", line)[0] for line in needed]
    assert names == [re.split("[<>=]", line)[0] for line in project["dependencies"]]
    assert needed == requirements()


def test_requirements_come_from_the_installed_metadata(monkeypatch):
    monkeypatch.setattr(
        "tracer.classes.autograder.requires",
        lambda name: ["textual<9,>=8.0", "click>=8.2", "chess>=1.11; extra == 'chess'"],
    )
    assert requirements() == ["click>=8.2", "textual<9,>=8.0"]


@over("row", table(__file__, "autograders_refused"))
def test_autograder_is_refused_before_anything_is_written(row, tmp_path):
    for name, text in row.get("files", {}).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    before = {*tmp_path.rglob("*")}
    key = Path(row["path"]) if "path" in row else tmp_path / row["file"] if "file" in row else None
    with pytest.raises(PlytraceError, match=row["says"]) as error:
        write_autograder(tmp_path / row["to"], key or row["key"], **row.get("options", {}))
    assert type(error.value).__name__ == row["error"]
    assert {*tmp_path.rglob("*")} == before


@pytest.mark.usefixtures("no_packages")
def test_folder_is_filled_if_it_is_empty(tmp_path):
    write_autograder(tmp_path, "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", feedback="full")
    script = (tmp_path / "run_autograder").read_text(encoding="utf-8")
    assert "KEY='[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'\n" in script
    assert "FEEDBACK=full " in script
    assert not (tmp_path / "key").exists()


@pytest.mark.usefixtures("no_packages")
def test_tree_is_copied_if_key_names_it(tmp_path):
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "small.yaml").write_text("tree: [[1, 2], [3]]\n", encoding="utf-8")
    (tmp_path / "hw.yaml").write_text("source: trees/small.yaml\n", encoding="utf-8")
    made = write_autograder(tmp_path / "made", tmp_path / "hw.yaml")
    assert (made / "key" / "trees" / "small.yaml").read_text() == "tree: [[1, 2], [3]]\n"


@pytest.mark.usefixtures("no_packages")
def test_game_is_copied_if_key_or_source_names_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    game = f"import beside\n{OWN_GAME}"
    Path("games/pile.py").write_text(game, encoding="utf-8")
    Path("games/beside.py").write_text("", encoding="utf-8")
    made = write_autograder("one", "games/pile.py:Pile")
    assert (made / "key" / "pile.py").read_text(encoding="utf-8") == game
    assert (made / "key" / "beside.py").is_file()
    assert "KEY=pile.py:Pile\n" in (made / "run_autograder").read_text(encoding="utf-8")
    Path("given").write_text("no order", encoding="utf-8")
    Path("hw.yaml").write_text("source: games/pile.py:Pile\norder: given\n", encoding="utf-8")
    made = write_autograder("two", "hw.yaml")
    copied = {file.name for file in (made / "key").rglob("*") if file.is_file()}
    assert copied == {"hw.yaml", "pile.py", "beside.py"}


def test_sheet_is_chosen_by_ending_and_path_past_readmes_hidden_files_and_links(tmp_path):
    for name in ("README.md", "work/b.TXT", "z.csv", ".hidden.yaml", ".git/a.yaml", "a.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "a.yaml").symlink_to(Path(__file__))
    sheet, others = submission.choose(tmp_path)
    assert sheet == Path("work/b.TXT")
    assert others == [Path("a.pdf"), Path("z.csv"), Path("README.md")]
    (tmp_path / "work" / "b.TXT").unlink()
    (tmp_path / "z.csv").unlink()
    assert submission.choose(tmp_path)[0] == Path("README.md")
    assert submission.choose(tmp_path / "none") == (None, [])


def fake(folder, name, text):
    path = folder / name
    path.write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


GOOD_PYTHON = """\
if [ "$1" = -m ] && [ "$2" = venv ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; fi
printf '%s\\n' "$(basename "$0") $*" >>"$CALLS"
exit 0"""


@pytest.fixture
def image(written, tmp_path):
    """An image with nothing but Bash, a Python that is too old, and an apt that finds nothing."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for name in ("bash", "env", "dirname", "basename", "mkdir", "cp"):
        (bin_folder / name).symlink_to(shutil.which(name))
    fake(bin_folder, "python3", "exit 1")
    fake(bin_folder, "apt-get", 'printf \'%s\\n\' "apt-get $*" >>"$CALLS"; exit 100')

    def set_up():
        source = tmp_path / "source"
        if not source.exists():  # the script only names the packages
            shutil.copytree(written, source, ignore=shutil.ignore_patterns(*PACKAGES))
        calls = tmp_path / "calls"
        calls.write_text("")
        done = subprocess.run(
            [source / "setup.sh"],
            env={"PATH": str(bin_folder), "CALLS": str(calls)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done, calls.read_text().splitlines()

    return bin_folder, set_up


def test_setup_takes_the_newest_python_it_knows_without_apt(image):
    bin_folder, set_up = image
    for name in ("python3.11", "python3.12"):
        fake(bin_folder, name, GOOD_PYTHON)
    done, calls = set_up()
    assert done.returncode == 0, done.stderr
    assert calls[0].startswith("python3.12 -c")
    assert not [call for call in calls if call.startswith("apt-get")]
    assert any("pip install" in call and "-r requirements.txt" in call for call in calls)
    assert calls[-1] == "python -P -m tui.cli --version"


def test_setup_installs_python_if_there_is_none(image):
    bin_folder, set_up = image
    fake(bin_folder, "late", GOOD_PYTHON)
    fake(
        bin_folder,
        "apt-get",
        'printf \'%s\\n\' "apt-get $*" >>"$CALLS"\n'
        f'case "$*" in *python3.11-venv*) cp {bin_folder}/late {bin_folder}/python3.11;; esac',
    )
    done, calls = set_up()
    assert done.returncode == 0, done.stderr
    assert calls[:2] == ["apt-get update", "apt-get install -y python3.11 python3.11-venv"]
    assert calls[2].startswith("python3.11 -c")


def test_setup_says_what_is_wrong_if_python_cannot_be_installed(image):
    done, calls = image[1]()
    assert done.returncode == 1
    assert "needs Python 3.11" in done.stderr
    assert calls[0] == "apt-get update"
