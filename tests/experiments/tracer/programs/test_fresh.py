"""Fresh trees: other trees of the same kind, on which a program's parts earn their lowest share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.hostile import RIGHT
from tests.tracer.programs.test_fresh import KEY


def test_command_marks_on_fresh_trees_and_repeats_itself(tmp_path):
    (tmp_path / "key.yaml").write_text(KEY, encoding="utf-8")
    code = RIGHT.replace(
        "    return highest(state, -math.inf, math.inf)",
        "    value, move = highest(state, -math.inf, math.inf)\n"
        "    return (value, 'B') if len(game.actions(state)) == 3 else (value, move)",
    )
    (tmp_path / "prog.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "tui.cli", "check-code", "key.yaml", "prog.py", "-f", "json"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[4])}
    texts = [
        subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        ).stdout
        for _ in range(2)
    ]
    assert texts[0] == texts[1]
    record = json.loads(texts[0])
    scores = {part["part"]: part["score"] for part in record["parts"]}
    assert scores == {"visits": 4, "move": 0, "utility": 1}
    assert record["score"] == 5
    tree = record["parts"][1]["message"].rpartition("; on ")[2]  # one below whose root B is wrong
    assert tree.startswith("fresh tree ")
    assert record["notes"][0].startswith(f"the program: {tree} is [[")
