"""`plytrace check` with a person's decisions: pending parts, overrides, groups, feedback."""

from __future__ import annotations

import csv
import json

import pytest

from tests.cli.test_check import KEY, RIGHT, records, run
from tests.support import check_records
from tests.support.cases import over
from tracer.marking.results.text import total_of

WRONG = RIGHT.replace("s123", "s124").replace("C1 D ", "C1 C2 C3 D ")
PENDING = "student: s125\nvisits: A B B1 B2 B3 C C1 D D1 D2 D3\nmove: B\nvalues: A=3 B=3 C=2 D=2\n"
PENDING += "cutoffs: the usual\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    for name, text in (("a.yaml", RIGHT), ("b.yaml", WRONG), ("c.txt", PENDING)):
        (sheets / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_pending_parts_alone_exit_with_1_and_wait_unless_they_are_0(folder):
    done = run("key.yaml", "sheets/a.yaml", "sheets/c.txt", cwd=folder)
    assert done.returncode == 1
    assert "1 pending (sheets/c.txt)" in done.stderr
    assert "c.txt (s125): 7 of 7 so far  pending: cutoffs" in done.stdout
    rows = run("key.yaml", "sheets", "-f", "csv", cwd=folder).stdout.splitlines()
    assert next(csv.DictReader(rows))["score"] == ""
    done = run("key.yaml", "sheets", "-f", "csv", "--pending", "zero", cwd=folder)
    assert [*csv.DictReader(done.stdout.splitlines())][2]["score"] == "7"
    made = json.loads(run("key.yaml", "sheets/c.txt", "-f", "gradescope", cwd=folder).stdout)
    assert "no total yet, since a person will mark cutoffs" in made["output"]


def test_marks_by_hand_are_in_every_output_and_kept(folder):
    (folder / "overrides.yaml").write_text(
        "s125: {cutoffs: 4, remark: read by hand}\ns9: {move: 1}\ns124: {moves: 1}\n"
    )
    for _ in range(2):
        done = run("key.yaml", "sheets", "-f", "jsonl", "-o", "out.jsonl", cwd=folder)
        assert "s124 has no part 'moves'; there is no sheet of 's9'" in done.stderr
        record = records((folder / "out.jsonl").read_text())[2]
        assert (record["score"], record["overridden"]) == (11, ["cutoffs"])
    done = run("key.yaml", "sheets/c.txt", cwd=folder)
    assert (done.returncode, "s9" in done.stderr) == (0, False)
    assert "marked by hand" in done.stdout
    assert "read by hand" in done.stdout
    run("key.yaml", "sheets", "--report", "r.csv", cwd=folder)
    report = (folder / "r.csv").read_text()
    assert "report,,marked by hand,1" in report
    assert "report,,pending,0" in report


def test_mark_by_hand_changes_nobody_if_two_students_share_the_name(folder):
    for number in (127, 128):
        name = folder / "sheets" / f"leekim_{number}_99_hw.txt"
        name.write_text(PENDING.replace("student: s125\n", ""), encoding="utf-8")
    for name in ("a.yaml", "b.yaml", "c.txt"):
        (folder / "sheets" / name).unlink()
    (folder / "overrides.yaml").write_text("leekim: {cutoffs: 3}\n")
    done = run("key.yaml", "sheets", "-f", "jsonl", cwd=folder)
    assert "leekim names several sheets" in done.stderr
    assert [one.get("overridden") for one in records(done.stdout)] == [None, None]
    (folder / "overrides.yaml").write_text("leekim_127_99_hw.txt: {cutoffs: 3}\n")
    done = run("key.yaml", "sheets", "-f", "jsonl", cwd=folder)
    assert "overrides.yaml" not in done.stderr
    assert [one.get("overridden") for one in records(done.stdout)] == [["cutoffs"], None]


def test_the_report_lists_pending_sheets_first_and_leaves_them_out(folder):
    names = [f"r.{end}" for end in ("txt", "md", "html", "csv")]
    run("key.yaml", "sheets", *(f"--report={name}" for name in names), cwd=folder)
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    for name in ("r.txt", "r.md", "r.html"):
        assert texts[name].index("Sheets that a person must") < texts[name].index("Scores")
    assert "pending,sheets/c.txt,pending,cutoffs" in texts["r.csv"]
    assert "over 2 sheets" in texts["r.txt"]


def test_pending_sheets_come_first_in_every_listing(folder):
    for options, total in (
        ((), "7 of 7 so far"),
        (("-f", "text"), "7 of 7 points so far, under the convention aima; 4 more wait for"),
        (("-f", "csv"), "11"),
        (("--groups",), "7 of 7 points so far; 4 more wait for a person"),
    ):
        listed = run("key.yaml", "sheets", *options, cwd=folder).stdout
        assert listed.index("s125") < min(listed.index("s123"), listed.index("s124"))
        assert total in listed


@over(
    "pending, total",
    [
        ((), "5.5 of 8 points"),
        (("values",), "4 of 5 points so far; 3 more wait for a person"),
        (("move",), "5.5 of 7 points so far; 1 more waits for a person"),
    ],
)
def test_what_waits_is_in_no_total(pending, total):
    parts = (("visits", 4, 4), ("values", 1.5, 3), ("move", 0, 1))
    sheet = check_records.record(score=5.5, most=8, parts=parts, pending=pending)
    assert total_of(sheet) == total


def test_feedback_files_are_replaced_unless_somebody_changed_them(folder):
    command = ("key.yaml", "sheets", "--feedback-to", "out")
    assert run(*command, cwd=folder).returncode == 1
    found = sorted(one.name for one in (folder / "out").glob("s*"))
    assert found == [f"s{n}.{end}" for n in (123, 124, 125) for end in ("html", "md")]
    assert run(*command, "--jobs", "2", cwd=folder).stderr.count("cannot be written") == 0
    file = folder / "out" / "s124.md"
    file.write_text("my own words")
    done = run(*command, cwd=folder)
    assert (done.returncode, file.read_text()) == (3, "my own words")
    assert "add --force" in done.stderr
    assert run(*command, "--force", cwd=folder).returncode == 1
    assert "You wrote" in file.read_text(encoding="utf-8")
    done = run("key.yaml", "sheets", "--feedback-to", "sheets/out", cwd=folder)
    assert (done.returncode, "among the answers" in done.stderr) == (2, True)
    assert run("key.yaml", "sheets", "--force", cwd=folder).returncode == 2
