"""`plytrace mcts`: the formats, the overrides, and the exit codes."""

import csv
import json
import os
import subprocess
import sys
from io import StringIO


def mcts(*arguments, encoding="utf-8"):
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", "mcts", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding, "COLUMNS": "80"},
    )
    return done.returncode, done.stdout, done.stderr


def test_ascii_terminal_gets_ascii_symbols():
    for arguments in (["--ascii"], []):
        code, out, _ = mcts("mp520", *arguments, encoding="ascii")
        assert code == 0
        assert out.isascii()
        assert "mean + C * sqrt(ln N / n) with C = sqrt(2)" in out


def test_json_and_csv_agree(call):
    _, out, _ = call("mcts", "mp520", "-f", "json")
    record = json.loads(out)
    assert record["schema"] == "plytrace.mcts/1"
    _, out, _ = call("mcts", "mp520", "-f", "csv")
    rows = list(csv.DictReader(StringIO(out)))
    nodes = [node for one in record["iterations"] for node in one["nodes"]]
    assert [int(row["visits"]) for row in rows] == [node["visits"] for node in nodes]
    assert [float(row["reward_sum"]) for row in rows] == [node["reward_sum"] for node in nodes]
    assert record["next"]["action"] in "NWSE"
