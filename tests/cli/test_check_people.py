"""`plytrace check` with a person's decisions: pending parts, overrides, groups, feedback."""

import pytest

from tests.cli.test_check import KEY, RIGHT, records, run
from tests.support import check_records
from tests.support.cases import over
from tests.support.tables import table
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


@over("pending, total", table(__file__, "pending_marks"))
def test_what_waits_is_in_no_total(pending, total):
    parts = (("visits", 4, 4), ("values", 1.5, 3), ("move", 0, 1))
    sheet = check_records.record(score=5.5, most=8, parts=parts, pending=pending)
    assert total_of(sheet) == total


def test_groups_replace_the_records(folder):
    (folder / "sheets" / "d.yaml").write_text(WRONG.replace("s124", "s126"), encoding="utf-8")
    done = run("key.yaml", "sheets", "--groups", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.index("pending: ") < done.stdout.index("\n2 sheets: ")
    assert "s124, s126" in done.stdout
    for options in (["-f", "csv"], ["-f", "jsonl", "-o", "x.jsonl", "--resume"]):
        assert run("key.yaml", "sheets", "--groups", *options, cwd=folder).returncode == 2
