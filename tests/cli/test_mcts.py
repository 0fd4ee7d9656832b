"""`plytrace mcts`: the formats, the overrides, and the exit codes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from io import StringIO

import pytest


def mcts(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", "mcts", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_sheets_table_is_printed_after_every_iteration():
    code, out, err = mcts("mp520")
    assert (code, err) == (0, "")
    assert out.count("reward sum") == 10
    assert "C = √2; y grows up; nodes are states" in out
    assert "Expansion at (4,3): W leads to (3,3), whose playout gives 0.365." in out
    assert out.splitlines()[-1].startswith("Next at the root: ")


def test_json_and_csv_say_the_same():
    _, out, _ = mcts("mp520", "-f", "json")
    record = json.loads(out)
    assert record["schema"] == "plytrace.mcts/1"
    _, out, _ = mcts("mp520", "-f", "csv")
    rows = list(csv.DictReader(StringIO(out)))
    nodes = [node for one in record["iterations"] for node in one["nodes"]]
    assert [int(row["visits"]) for row in rows] == [node["visits"] for node in nodes]
    assert [float(row["reward_sum"]) for row in rows] == [node["reward_sum"] for node in nodes]
    assert record["next"]["action"] in "NWSE"


def test_md_has_a_table_an_iteration():
    _, out, _ = mcts("mp520", "-f", "md", "--c", "1", "--nodes", "paths", "--y", "down")
    assert out.count("## Iteration") == 10
    assert "C = 1; y grows down; nodes are paths" in out


def test_a_missing_reward_keeps_the_iterations_before_it():
    code, out, err = mcts("mp520", "--selection", "mean")
    assert code == 3
    assert "Iteration 8" in out
    assert "expands" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["mp520", "--y", "left"], 3, "'left' as y"),
        (["lecture.yaml"], 3, "no such file"),
        ([], 2, "FILE"),
    ],
)
def test_errors_are_one_message(arguments, code, message):
    got, out, err = mcts(*arguments)
    assert (got, out) == (code, "")
    assert message in err
