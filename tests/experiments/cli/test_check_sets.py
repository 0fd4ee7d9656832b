"""`plytrace check` with the key of a problem set, and with a folder of keys of variants."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest

from tests.cli.conftest import call
from tests.cli.test_check_sets import folder


def test_every_report_on_records_works_for_sets(call, folder):
    (folder / "sheets" / "a.txt").write_text("Problem 2\nvalues: A=3 B=3 C=2", encoding="utf-8")
    code, out, _ = call("check", "set.yaml", "sheets")
    assert code == 1
    assert "sheets/b.txt (s124): 7 of 12  refuses-cutoff" in out
    _, out, _ = call("check", "set.yaml", "sheets", "-f", "csv")
    first, second = csv.DictReader(io.StringIO(out))
    assert [first[part] for part in ("1 visits", "1 cutoffs", "2 values")] == ["0", "0", "3"]
    assert (second["misconception"], second["3 utility"]) == ("refuses-cutoff", "0")
    _, out, _ = call("check", "set.yaml", "sheets/b.txt", "-f", "gradescope")
    tests = {one["name"]: one for one in json.loads(out)["tests"]}
    assert tests["2 values"]["score"] == 3
    assert tests["First mistake"]["output"].startswith("Problem 1: You list no cutoff at C")
    reports = ("--report", "r.txt", "--report", "r.csv", "--report", "r.html")
    call("check", "set.yaml", "sheets", "-f", "jsonl", "-o", "one.jsonl", *reports)
    assert "step 11 at C (problem 1)" in (folder / "r.txt").read_text(encoding="utf-8")
    with (folder / "r.csv").open(encoding="utf-8", newline="") as file:
        parts = {row["name"] for row in csv.DictReader(file) if row["section"] == "part"}
    assert parts == {"1 visits", "1 cutoffs", "2 values", "3 utility"}
    whole = (folder / "one.jsonl").read_text(encoding="utf-8")
    (folder / "some.jsonl").write_text(whole.splitlines()[0] + "\n", encoding="utf-8")
    call("check", "set.yaml", "sheets", "-f", "jsonl", "-o", "some.jsonl", "--resume")
    assert (folder / "some.jsonl").read_text(encoding="utf-8") == whole
    call("check", "set.yaml", "sheets", "-f", "jsonl", "-o", "two.jsonl", "--jobs", "2")
    assert (folder / "two.jsonl").read_text(encoding="utf-8") == whole
    code, out, _ = call("check", "set.yaml", "sheets/b.txt", "--feedback", "score")
    assert "refuses" not in out
    _, out, _ = call("check", "set.yaml", "sheets/b.txt")
    assert "✗ 3 utility      0 of 1  not answered" in out


@pytest.mark.skipif(sys.platform == "win32", reason="the platform runs Bash on Linux")
def test_autograder_includes_all_files_of_a_set_and_its_folder(call, folder):
    keys = folder / "keys"
    (keys / "m.yaml").write_text("matrix: payoffs.yaml\nparts: [utility]\n", encoding="utf-8")
    (keys / "payoffs.yaml").write_text("matrix: [[3, -1], [0, 2]]\n", encoding="utf-8")
    (keys / "max.yaml").write_text("problems: {1: m.yaml, 2: {source: t.json, parts: [move]}}")
    (keys / "t.json").write_text("[[1, 2], [3, 4]]", encoding="utf-8")
    code, _, err = call("check", "--autograder", "made", "keys")
    assert code == 0, err
    assert {path.name for path in (folder / "made/key/keys").iterdir()} == {
        *("ann.yaml", "bob.yaml", "zoe.yaml", "max.yaml", "m.yaml", "payoffs.yaml", "t.json"),
    }
    (folder / "in").mkdir()
    text = "variant: max\nProblem 1\nutility: 1\nProblem 2\nmove: C\n"
    (folder / "in" / "hw.txt").write_text(text, encoding="utf-8")
    surroundings = {key: one for key, one in os.environ.items() if key != "PYTHONPATH"}
    subprocess.run(
        [folder / "made" / "run_autograder", "in", "out"],
        check=True,
        env={**surroundings, "PLYTRACE_PYTHON": sys.executable},
        timeout=100,
    )
    results = json.loads((folder / "out" / "results.json").read_text(encoding="utf-8"))
    assert results["score"] == 2, results
    assert [one["name"] for one in results["tests"]] == ["1 utility", "2 move"]
