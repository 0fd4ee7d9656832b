"""`plytrace check-code`: programs from the command line."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import call
from tests.cli.test_check_code import ENDLESS, PRUNES_NEVER, folder, records
from tests.support.cases import over
from tests.support.downloads import write_download
from tests.support.gradescope import RESULTS_SCHEMA
from tests.support.hostile import RIGHT
from tests.support.processes import interrupt, start_command, wait_until


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
@over("jobs", ["1", "3"], ms=45)
def test_ctrl_c_keeps_finished_records_and_leaves_no_process(folder, jobs):
    (folder / "class" / "bob.py").write_text(ENDLESS, encoding="utf-8")
    made = folder / "made"
    made.mkdir()
    out = folder / "r.jsonl"
    asked = ("--seconds", "100", "--jobs", jobs, "-f", "jsonl", "-o", out)
    process = start_command("check-code", "key.yaml", "class", *asked, env={"TMPDIR": str(made)})
    wait_until(lambda: out.exists() and out.stat().st_size, "a record")
    time.sleep(0.5)
    _, err = interrupt(process)
    assert err == "plytrace: note: stopped after 1 programs; continue with --resume\n"
    assert [one["student"] for one in records(out.read_text())] == ["ann"]
    assert [*made.iterdir()] == []


def test_gradescope_autograder_grades_programs(folder, call):
    code, _, err = call(
        "check-code", "key.yaml", "--autograder", "grader", "--seconds", 3, "--shape", "aima"
    )
    assert (code, err) == (0, "plytrace: wrote grader\n")
    script = (folder / "grader" / "run_autograder").read_text(encoding="utf-8")
    assert "COMMAND='check-code --shape aima --seconds 3.0'" in script
    submission, results = folder / "submission", folder / "results"

    def graded(*files):
        shutil.rmtree(submission, ignore_errors=True)
        submission.mkdir()
        for name, text in files:
            (submission / name).write_text(text, encoding="utf-8")
        done = subprocess.run(
            [folder / "grader" / "run_autograder", submission, results],
            env={**os.environ, "PLYTRACE_PYTHON": sys.executable},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "Traceback" not in done.stderr
        made = json.loads((results / "results.json").read_text(encoding="utf-8"))
        Draft202012Validator(RESULTS_SCHEMA).validate(made)
        assert str(folder) not in json.dumps([made["output"], made["tests"]])
        return made

    right = graded(("search.py", RIGHT), ("other.py", "x = 1\n"), ("notes.txt", "mine"))
    assert right["score"] == 6
    assert right["output"].startswith("Graded: all files.")
    assert 0 < graded(("search.py", PRUNES_NEVER))["score"] < 6
    broken = graded(("search.py", "import engine.search\n" + RIGHT))
    assert broken["score"] == 0
    assert "it tried to import plytrace's own module engine" in broken["output"]
    none = graded(("notes.txt", "mine"))
    assert none["tests"][0]["name"] == "The submission has no program"


def test_a_class_in_every_format(folder, call):
    code, out, err = call("check-code", "key.yaml", "class")
    assert (code, len(out.splitlines())) == (1, 3)
    assert "3 sheets, 1 all right, 1 could not be read" in err
    code, out, _ = call(
        "check-code", "key.yaml", "class", "-f", "jsonl", "--feedback", "score", "--jobs", 2
    )
    found = records(out)
    assert [one["student"] for one in found] == ["ann", "bob", "cy"]
    assert [one["score"] == 6 for one in found] == [True, False, False]
    code, out, _ = call("check-code", "key.yaml", "class", "-f", "csv")
    assert len(out.splitlines()) == 4
    code, _, _ = call("check-code", "key.yaml", "class", "--report", "class.md", "--quiet")
    assert "refuses-cutoff" in (folder / "class.md").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_progress_names_the_running_program(folder):
    import pty

    (folder / "class" / "ann.py").write_text(ENDLESS, encoding="utf-8")
    ours, theirs = pty.openpty()
    asked = ("check-code", "key.yaml", "class/ann.py", "--seconds", "2", "-o", "out.txt")
    with start_command(*asked, stderr=theirs) as process:
        os.close(theirs)
        message = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # all have closed it
                break
            if not more:
                break
            message += more
    os.close(ours)
    assert b"grading: class/ann.py runs" in message
    assert process.returncode == 3


@over("layout", ["moodle", "gradescope"], ms=45)
def test_zipped_download_is_graded_as_its_folder_is(folder, call, layout, monkeypatch):
    monkeypatch.setattr("tests.support.downloads.RIGHT", RIGHT.encode())
    monkeypatch.setattr("tests.support.downloads.WRONG", PRUNES_NEVER.encode())
    (folder / "overrides.yaml").write_text("Omar El-Sayed: {move: 1}\n", encoding="utf-8")
    found = {}
    for zipped in (True, False):
        path = write_download(layout, folder, zipped=zipped, suffix=".py")
        named = path if zipped or layout == "moodle" else path / "assignment_7_export"
        _, out, _ = call("check-code", "key.yaml", named.relative_to(folder), "-f", "jsonl")
        found[zipped] = [
            (one["student"], one["score"], one["sheet"].replace(f"{layout}.zip", layout))
            for one in records(out)
        ]
    assert found[True] == found[False]
    scores = {student: score for student, score, _ in found[True]}
    assert (scores["Jane Doe"], scores["Omar El-Sayed"]) == (6, 1)
    assert 1 < scores["John Smith"] < 6


def test_error_names_the_extra_if_dask_is_not_installed(folder):
    code = "import sys; sys.modules['distributed'] = None; from tui.cli import main; main()"
    for more, ended, message in (
        ((), 3, "--on needs Dask's distributed, which is not installed"),
        (("--jobs", "2"), 2, "--on cannot be combined with --jobs"),
    ):
        command = ("check-code", "key.yaml", "class", "--on", "tcp://127.0.0.1:1", *more)
        done = subprocess.run(
            [sys.executable, "-c", code, *command],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == ended, done.stderr
        assert message in " ".join(done.stderr.split())
