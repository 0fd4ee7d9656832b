"""`plytrace check` with the key of a problem set, and with a folder of keys of variants."""

import json
import os
import subprocess
import sys

import pytest

from tests.cli.conftest import call
from tests.cli.test_check_sets import folder


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
