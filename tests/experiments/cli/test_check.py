"""`plytrace check` as a teaching assistant types it."""

from __future__ import annotations

import json
import subprocess
import sys


def test_closing_the_output_pipe_ends_all_processes(folder):
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
        message = errors.read()
    assert (process.wait(60), message) == (128 + 13, "")
