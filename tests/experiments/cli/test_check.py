"""`plytrace check` as a teaching assistant types it."""

import json
import os
import signal
import subprocess
import sys
import time

from tests.cli.test_check import folder, records
from tests.support.stopped import STOPPED


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


def test_ctrl_c_ends_a_batch_and_keeps_the_finished_records(folder):
    lines = folder / "class.jsonl"
    with lines.open("w", encoding="utf-8") as file:
        for n in range(60_000):
            values = {"A": n, "B": n % 7, "C": n % 11, "D": 2}
            file.write(json.dumps({"sheet": f"n{n}", "values": values}) + "\n")
    out = folder / "out.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "check", "lecture", str(lines), "-f", "jsonl",
         "-o", str(out), "--jobs", "2"],
        stderr=subprocess.PIPE, text=True, env={**os.environ},
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (out.exists() and out.stat().st_size > 20_000):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[1]
    assert "Traceback" not in output
    assert "continue with --resume" in output
    assert process.returncode in STOPPED
    done = records(out.read_text(encoding="utf-8"))
    assert 0 < len(done) < 60_000
    assert [one["sheet"] for one in done] == [f"n{n}" for n in range(len(done))]
