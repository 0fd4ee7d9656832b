"""`plytrace mcts`: the formats, the overrides, and the exit codes."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from io import StringIO

from tests.support.cases import over
from tests.support.tables import table


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


def test_table_of_the_sheet_is_printed_after_every_iteration():
    code, out, err = mcts("mp520")
    assert (code, err) == (0, "")
    assert out.count("reward sum") == 10
    assert "C = √2; y grows up; nodes are\nstates: a cell at a depth" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "Expansion at (4,3): W leads to (3,3), whose playout gives 0.365." in out
    assert out.endswith(" = 1.5967; E (5,4) 0.125 + 1.5174 = 1.6424. The\n"
                        "largest is W, (3,4): the predicted action is W.\n")  # fmt: skip


def test_ascii_terminal_gets_ascii_symbols():
    for arguments in (["--ascii"], []):
        code, out, _ = mcts("mp520", *arguments, encoding="ascii")
        assert code == 0
        assert out.isascii()
        assert "mean + C * sqrt(ln N / n) with C = sqrt(2)" in out


def test_json_and_csv_agree():
    _, out, _ = mcts("mp520", "-f", "json")
    record = json.loads(out)
    assert record["schema"] == "plytrace.mcts/1"
    _, out, _ = mcts("mp520", "-f", "csv")
    rows = list(csv.DictReader(StringIO(out)))
    nodes = [node for one in record["iterations"] for node in one["nodes"]]
    assert [int(row["visits"]) for row in rows] == [node["visits"] for node in nodes]
    assert [float(row["reward_sum"]) for row in rows] == [node["reward_sum"] for node in nodes]
    assert record["next"]["action"] in "NWSE"


def test_markdown_has_a_table_per_iteration():
    _, out, _ = mcts("mp520", "-f", "md", "--c", "1", "--nodes", "paths", "--y", "down")
    assert out.count("## Iteration") == 10
    assert "C = 1; y grows down; nodes are paths" in out


def test_missing_reward_keeps_the_earlier_iterations():
    code, out, err = mcts("mp520", "--selection", "mean")
    assert code == 3
    assert "Iteration 8" in out
    assert "expands" in err


@over(
    ("arguments", "code", "message"),
    table(__file__, "mcts_refused"),
    ms=150,
)
def test_errors_are_one_message(arguments, code, message):
    got, out, err = mcts(*arguments)
    assert (got, out) == (code, "")
    assert message in err


def test_missing_first_reward_gives_no_rows(tmp_path):
    path = tmp_path / "short.yaml"
    path.write_text(
        "mcts: {start: [0, 0], directions: N, selection: mean, y: up, nodes: paths, "
        "rewards: [[1, 0, 1, 5]]}",
        encoding="utf-8",
    )
    for name in ("text", "md", "csv", "json"):
        code, out, err = mcts(str(path), "-f", name)
        assert code == 3
        assert "the table has no reward for (0,1) at depth 1, which iteration 1 expands" in err
        assert out
    assert "not all of its neighbours have been simulated" in mcts(str(path))[1]


def test_tied_scores_are_reported_and_the_first_is_chosen(tmp_path):
    path = tmp_path / "equal.yaml"
    rows = "".join(f"    - [{x}, {y}, 1, 0.5]\n" for x, y in [(0, 1), (-1, 0), (0, -1), (1, 0)])
    path.write_text(
        "mcts:\n  start: [0, 0]\n  directions: S E N W\n  selection: ucb1\n  c: 1\n  y: up\n"
        f"  nodes: paths\n  rewards:\n{rows}",
        encoding="utf-8",
    )
    _, out, _ = mcts(str(path), "--width", "300")
    assert "The largest is N, (0,1), the first of 4 equal ones: the predicted action is N." in out
