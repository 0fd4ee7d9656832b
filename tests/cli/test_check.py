"""`plytrace check` as a teaching assistant types it."""

import json
import shutil
from pathlib import Path

import pytest

from tests.support.commands import run_command

COMMANDS = Path(__file__).parent / "commands"


def run(*arguments, stdin=None, cwd=None):
    return run_command("check", *arguments, stdin=stdin, cwd=cwd)


@pytest.fixture
def folder(tmp_path):
    """A key, and a right, a wrong and an unreadable sheet."""
    return shutil.copytree(COMMANDS / "class", tmp_path, dirs_exist_ok=True)


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def test_several_processes_and_a_resumed_batch_give_the_same_records_as_one_run(folder):
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
               "--report", "class.csv", cwd=folder)  # fmt: skip
    assert done.returncode == 1
    assert (folder / "cut.jsonl").read_bytes() == one
    assert "report,,sheets,90" in (folder / "class.csv").read_text()


def test_every_file_of_a_folder_gets_a_row_and_links_get_a_note(folder):
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
    assert "note: sheets: skipped 1 link" in done.stderr
    # It is the same where the file itself is named.
    (record,) = records(run("key.yaml", "sheets/foo.pdf", "-f", "jsonl", cwd=folder).stdout)
    assert record["error"] == found["foo.pdf"]
    assert "PDF" in record["error"]


def test_report_that_cannot_be_written_at_the_end_loses_nothing_else(folder):
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    (folder / "full.html").symlink_to("/dev/full")
    done = run("key.yaml", "sheets", "-f", "jsonl", "-o", "out.jsonl", "--report", "full.html",
               "--report", "class.csv", cwd=folder)  # fmt: skip
    assert (done.returncode, "full.html cannot be written" in done.stderr) == (3, True)
    assert "Traceback" not in done.stderr
    assert len(records((folder / "out.jsonl").read_text())) == 3
    assert "report,,sheets,3" in (folder / "class.csv").read_text()
