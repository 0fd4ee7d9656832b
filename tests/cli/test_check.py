"""`plytrace check` as a teaching assistant types it."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.stopped import STOPPED

KEY = """\
source: lecture
accept: [aima, cs188]
parts: {visits: 4, cutoffs: 4, values: 2, move: 1}
"""
RIGHT = """\
student: s123
visits: A B B1 B2 B3 C C1 D D1 D2 D3
values: {A: 3, B: 3, C: 2, D: 2}
cutoffs: [{at: C, alpha: 3, beta: inf, skipped: C2 C3}]
move: B
"""
WRONG = RIGHT.replace("s123", "s124").replace("C1 D ", "C1 C2 C3 D ").replace("3, beta", "2, beta")
BROKEN = "visits: [A, B\n"


def run(*arguments, stdin=None, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "tui.cli", "check", *map(str, arguments)],
        capture_output=True,
        text=True,
        input=stdin,
        cwd=cwd,
        check=False,
        timeout=100,
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    for name, text in (("a", RIGHT), ("b", WRONG), ("c", BROKEN)):
        (sheets / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_a_right_sheet_ends_with_0_and_a_wrong_one_with_1(folder):
    done = run(folder / "key.yaml", folder / "sheets" / "a.yaml")
    assert (done.returncode, done.stderr) == (0, "")
    assert "s123: 11 of 11 points, by the convention aima" in done.stdout
    done = run(folder / "key.yaml", folder / "sheets" / "b.yaml", "-f", "json")
    assert done.returncode == 1
    (record,) = records(done.stdout)
    assert (record["schema"], record["student"]) == ("plytrace.check/1", "s124")
    assert record["departure"]["step"] == 11
    assert record["departure"]["node"] == "C"
    assert 0 < record["score"] < 11


def test_what_cannot_be_read_ends_with_3_alone_and_with_1_among_others(folder):
    done = run(folder / "key.yaml", folder / "sheets" / "c.yaml", "-f", "json")
    assert done.returncode == 3
    assert "c.yaml:1:14" in records(done.stdout)[0]["error"]
    assert records(done.stdout)[0]["max_score"] == 11
    done = run(folder / "key.yaml", folder / "sheets")
    assert done.returncode == 1
    assert [line.split(": ")[1][:10] for line in done.stdout.splitlines()] == [
        "11 of 11", done.stdout.splitlines()[1].split(": ")[1][:10], "not marked",
    ]  # fmt: skip
    assert "3 sheets, 1 all right, 1 could not be read" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["lecture"], 2, "no answers to check"),
        (["lectur", "x.txt"], 3, "there is no such file"),
        (["lectur", "sheets/a.yaml"], 3, "lecture?"),
        (["key.yaml", "no.txt"], 3, "no.txt"),
        (["sheets", "sheets/a.yaml"], 3, "sheets"),
        (["key.yaml", "sheets", "-f", "svg"], 2, "svg"),
        (["key.yaml", "sheets", "--resume"], 2, "-f jsonl -o FILE"),
        (["key.yaml", "sheets", "--report", "x.pdf"], 2, ".pdf"),
        (["key.yaml", "sheets", "-f", "gradescope"], 2, "one sheet"),
        (["key.yaml", "sheets/a.yaml", "--form"], 2, "--form takes no answers"),
        (["key.yaml", "sheets/a.yaml", "--step"], 2, "needs a terminal"),
        (["key.yaml", "sheets", "--jobs", "0"], 2, "0"),
        (["key.yaml", "sheets/a.yaml", "-f", "text", "-o", "sheets/a.yaml"], 2, "written over"),
        (["key.yaml", "sheets/a.yaml", "-f", "jsonl", "-o", "sheets/a.yaml"], 2, "written over"),
        (["key.yaml", "sheets", "-f", "csv", "-o", "x.csv", "--report", "x.csv"], 2, "two things"),
        (["key.yaml", "sheets", "n" * 3_000], 3, "there is no such file"),
        (["key.yaml", "sheets", "--report", f"{'n' * 3_000}.txt"], 3, "cannot be written"),
        (["key.yaml", "sheets", "-f", "jsonl", "-o", "n" * 3_000], 3, "cannot be written"),
        (["key.yaml", "sheets/a.yaml", "--report", "no/x.html"], 3, "there is no such folder"),
        (["key.yaml", "sheets/a.yaml", "--report", "x.html"], 3, "x.html: is a folder"),
        (["key.yaml", "sheets/a.yaml", "-f", "json", "-o", "no/x.json"], 3, "cannot be written"),
    ],
)
def test_wrong_use_is_told_of(folder, arguments, code, told):
    (folder / "x.html").mkdir()
    done = run(*arguments, cwd=folder)
    assert (done.returncode, told in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / "sheets" / "a.yaml").read_text(encoding="utf-8") == RIGHT
    assert done.stdout == ""


def test_feedback_says_as_much_as_is_wanted(folder):
    said = {
        level: records(run("key.yaml", "sheets/b.yaml", "-f", "json", "--feedback", level,
                           cwd=folder).stdout)[0]
        for level in ("score", "hint", "full")
    }  # fmt: skip
    assert len({record["score"] for record in said.values()}) == 1
    assert said["score"]["departure"] is None
    assert said["score"]["misconceptions"] == []
    assert {part["message"] for part in said["score"]["parts"]} == {""}
    assert {part["part"]: part["message"] for part in said["hint"]["parts"]} == {
        "visits": "11 of 11 visits in the right order, and more is there than should be",
        "cutoffs": "0 of 1 right", "values": "", "move": "",
    }  # fmt: skip
    hint = said["hint"]["departure"]["message"]
    assert "step 11" in hint
    assert "C2" not in hint
    assert "C2" in said["full"]["departure"]["message"]


def test_a_sheet_on_standard_input(folder):
    done = run("lecture", "-", "-f", "json", stdin="A B B1 B2 B3 C C1 D D1 D2 D3")
    assert done.returncode == 0
    assert records(done.stdout)[0]["score"] == 1


def test_several_processes_and_a_batch_that_goes_on_give_what_one_gives(folder):
    lines = folder / "class.jsonl"
    sheets = [{"sheet": f"n{n}", "visits": f"A B B1 B2 B3 C C1 D D1 D2 {'D3' if n % 3 else ''}"}
              for n in range(90)]  # fmt: skip
    lines.write_text("".join(json.dumps(one) + "\n" for one in sheets), encoding="utf-8")
    alone = run("key.yaml", lines, "-f", "jsonl", "-o", "one.jsonl", cwd=folder)
    run("key.yaml", lines, "-f", "jsonl", "-o", "two.jsonl", "--jobs", "2", cwd=folder)
    one = (folder / "one.jsonl").read_bytes()
    assert alone.returncode == 1
    assert (folder / "two.jsonl").read_bytes() == one
    # Cut short in the midst of a record, as when the power fails.
    (folder / "cut.jsonl").write_bytes(one[: len(one) // 2])
    done = run("key.yaml", lines, "-f", "jsonl", "-o", "cut.jsonl", "--resume",
               "--report", "class.json", cwd=folder)  # fmt: skip
    assert done.returncode == 1
    assert (folder / "cut.jsonl").read_bytes() == one
    assert json.loads((folder / "class.json").read_text())["sheets"] == 90


@pytest.mark.parametrize("suffix", ["txt", "md", "csv", "json", "html"])
def test_a_class_report_in_every_format(folder, suffix):
    done = run("key.yaml", "sheets", "--report", f"class.{suffix}", "--quiet", cwd=folder)
    assert (done.returncode, done.stderr) == (1, "")
    assert "c.yaml" in (folder / f"class.{suffix}").read_text(encoding="utf-8")


def test_a_gradebook_and_results_for_gradescope(folder):
    done = run("key.yaml", "sheets", "-f", "csv", cwd=folder)
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == [
        "student", "s123", "s124", "",
    ]  # fmt: skip
    done = run("key.yaml", "sheets/b.yaml", "-f", "gradescope", cwd=folder)
    assert json.loads(done.stdout)["tests"]
    assert [part["output"] for part in json.loads(done.stdout)["tests"]][1].startswith("0 of 1")
    done = run("key.yaml", "--autograder", "grader", cwd=folder)
    assert done.returncode == 0
    assert (folder / "grader" / "run_autograder").stat().st_mode & 0o111


def test_every_file_of_a_folder_has_its_row_and_links_a_note(folder):
    sheets = folder / "sheets"
    (sheets / "A.TXT").write_text("move: B", encoding="utf-8")
    (sheets / "b.docx").write_bytes(b"PK\x03\x04")
    (sheets / "c").write_text("move: B", encoding="utf-8")
    (sheets / "foo.pdf").write_text("move: B", encoding="utf-8")
    (sheets / "d.yaml").symlink_to(sheets / "a.yaml")
    done = run("key.yaml", "sheets", "-f", "jsonl", cwd=folder)
    found = {one["sheet"].partition("/")[2]: one.get("error", "") for one in records(done.stdout)}
    assert [*found] == ["A.TXT", "a.yaml", "b.docx", "b.yaml", "c", "c.yaml", "foo.pdf"]
    assert (found["A.TXT"], found["c"]) == ("", "")
    assert "Word document" in found["b.docx"]
    assert "note: sheets: 1 link was left out" in done.stderr
    # It is the same where the file itself is named.
    (record,) = records(run("key.yaml", "sheets/foo.pdf", "-f", "jsonl", cwd=folder).stdout)
    assert record["error"] == found["foo.pdf"]
    assert "PDF" in record["error"]


def test_the_key_and_what_is_written_are_no_sheets_of_their_folder(folder):
    (folder / "sheets" / "key.yaml").write_text(KEY, encoding="utf-8")
    command = ["key.yaml", ".", "-f", "jsonl", "-o", "out.jsonl", "--report", "class.html"]
    for _ in range(2):  # the second time, they are there
        done = run(*command, cwd=folder / "sheets")
        assert done.returncode == 1
        assert len(records((folder / "sheets" / "out.jsonl").read_text())) == 3


def test_a_report_that_cannot_be_written_in_the_end_loses_nothing_else(folder):
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    (folder / "full.html").symlink_to("/dev/full")
    done = run("key.yaml", "sheets", "-f", "jsonl", "-o", "out.jsonl", "--report", "full.html",
               "--report", "class.json", cwd=folder)  # fmt: skip
    assert (done.returncode, "full.html: cannot be written" in done.stderr) == (3, True)
    assert "Traceback" not in done.stderr
    assert len(records((folder / "out.jsonl").read_text())) == 3
    assert json.loads((folder / "class.json").read_text())["sheets"] == 3


def test_a_form_export_names_its_students_and_what_could_not_be_read(folder):
    (folder / "form.csv").write_text(
        "Timestamp,Your name,Email Address,visits,values,move\n"
        '1,Ann,ann@x.org,A B B1 B2 B3 C C1 D D1 D2 D3,"A=three",B\n'
        '2,,bob@x.org,,"A=three",\n'
        "3,,,A B,,B\n",
        encoding="utf-8",
    )
    done = run("key.yaml", "form.csv", "-f", "csv", cwd=folder)
    rows = [*csv.DictReader(done.stdout.splitlines())]
    assert [row["student"] for row in rows] == ["Ann", "bob@x.org", ""]
    assert [row["values"] for row in rows] == ["", "", "0"]
    assert [row["score"] for row in rows][:2] == ["5", ""]
    assert all("values: could not be read" in row["error"] for row in rows[:2])
    assert rows[2]["error"] == ""
    assert "1 of 3 sheets name no student" in done.stderr
    told = run("key.yaml", "form.csv", cwd=folder).stdout.splitlines()
    assert told[0].endswith("could not be read: values")


@pytest.mark.parametrize(
    ("rows", "told"), [("a\nb\n", "more than one answer sheet"), ("", "no sheet")]
)
def test_a_table_that_is_not_one_sheet_is_answered_for_gradescope(rows, told, folder):
    table = "move\n" + rows
    (folder / "many.csv").write_text(table, encoding="utf-8")
    done = run("key.yaml", "many.csv", "-f", "gradescope", cwd=folder)
    made = json.loads(done.stdout)
    assert (done.returncode, made["score"]) == (3, 0)
    assert told in made["output"]
    assert "One sheet is expected" in made["tests"][0]["output"]


def test_a_reader_that_has_enough_ends_all_processes(folder):
    with (folder / "class.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"values": {"A": n}}) + "\n" for n in range(20_000))
    process = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "check", "lecture", "class.jsonl", "-f", "jsonl",
         "--jobs", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder,
    )  # fmt: skip
    assert json.loads(process.stdout.readline())["sheet"] == "class.jsonl:1"
    process.stdout.close()
    with process.stderr as errors:
        told = errors.read()
    assert (process.wait(60), told) == (128 + 13, "")


def test_ctrl_c_ends_a_batch_with_what_there_is(folder):
    lines = folder / "class.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        for n in range(60_000):
            values = {"A": n, "B": n % 7, "C": n % 11, "D": 2}
            file.write(json.dumps({"sheet": f"n{n}", "values": values}) + "\n")
    out = folder / "out.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "check", "lecture", str(lines), "-f", "jsonl",
         "-o", str(out), "--jobs", "2"],
        stderr=subprocess.PIPE, text=True, env={**os.environ},
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (out.exists() and out.stat().st_size > 20_000):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=60)[1]
    assert "Traceback" not in told
    assert "go on with --resume" in told
    assert process.returncode in STOPPED
    done = records(out.read_text(encoding="utf-8"))
    assert 0 < len(done) < 60_000
    assert [one["sheet"] for one in done] == [f"n{n}" for n in range(len(done))]
