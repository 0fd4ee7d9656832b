"""`plytrace check-code`: programs from the command line."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from jsonschema import Draft202012Validator

from tests.cli.test_check_code import ENDLESS, PRUNES_NEVER, ROOT, records
from tests.support.cases import over
from tests.support.gradescope import RESULTS_SCHEMA
from tests.support.hostile import RIGHT
from tests.support.stopped import STOPPED


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
@over("jobs", ["1", "3"], ms=150)
def test_ctrl_c_keeps_finished_records_and_leaves_no_process(folder, jobs):
    (folder / "class" / "bob.py").write_text(ENDLESS, encoding="utf-8")
    made = folder / "made"
    made.mkdir()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tui.cli", "check-code", "key.yaml", "class"),
            *("--seconds", "100", "--jobs", jobs, "-f", "jsonl", "-o", "r.jsonl"),
        ],
        env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(made)},
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (
        (folder / "r.jsonl").exists() and (folder / "r.jsonl").stat().st_size
    ):
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode in STOPPED
    assert err == "plytrace: note: stopped after 1 programs; continue with --resume\n"
    assert [one["student"] for one in records((folder / "r.jsonl").read_text())] == ["ann"]
    assert [*made.iterdir()] == []


def test_gradescope_autograder_grades_programs(folder, call):
    code, _, err = call("key.yaml", "--autograder", "grader", "--seconds", 3, "--shape", "aima")
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
