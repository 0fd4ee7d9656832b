"""Keys with long searches: the same marks in little memory, and a budget for what is too long."""

import subprocess
import sys

import pytest

from tests.support.keys import key_of
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.reading.formats import sheet_of
from tracer.runs import forecasts
from tracer.runs.run import trace


def test_convention_is_left_out_with_a_note_if_unnamed_and_beyond_the_budget(monkeypatch):
    visits = trace("nim:1,2,3").counts.visited
    monkeypatch.setattr(forecasts, "MOST_VISITS", visits + 1)
    grader = grader_of(key_of("source: nim:1,2,3\nparts: {counts: 1, move: 1}\n"))
    right = {"counts": {"visited": visits}, "move": grader.trace.move}
    assert grader.mark(sheet_of(right, "s")).notes == ()
    (note,) = grader.mark(sheet_of({**right, "counts": 7}, "s")).notes
    assert "it was not compared with cs188" in note
    assert "accept: in the key" in note


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of memory to set")
def test_sheet_is_marked_in_400_megabytes_if_the_search_is_long(tmp_path):
    (tmp_path / "key.yaml").write_text("source: nim:3,3,4\nparts: {visits: 1}\n")
    (tmp_path / "a.txt").write_text("visits: root, 1-1, 1-1 1-1\n")
    done = run_in(tmp_path, "key.yaml", "a.txt", megabytes=400)
    assert done.returncode == 1, done.stderr
    assert "3 of 17994 visits in the right order" in done.stdout


def test_command_refuses_the_key_and_marks_nothing_if_its_search_exceeds_the_budget(tmp_path):
    (tmp_path / "key.yaml").write_text("source: connect-four\nparts: {move: 1}\n")
    (tmp_path / "a.txt").write_text("move: 4\n")
    done = run_in(tmp_path, "key.yaml", "a.txt")
    assert done.returncode == 3
    assert done.stdout == ""
    assert "more than 5,000,000 visits" in done.stderr
    assert "key.yaml:1:1" in done.stderr
    assert "Traceback" not in done.stderr


def run_in(folder, *arguments, megabytes=0):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, ({0} << 20, {0} << 20))"
    code = "import sys; from tui.cli import main; main()"
    if megabytes:
        code = f"{limit.format(megabytes)}; {code}"
    return subprocess.run(
        [sys.executable, "-c", code, "check", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
