"""`plytrace mcts`: the formats, the overrides, and the exit codes."""

import csv
import json
from io import StringIO


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
