"""`plytrace export` as people and programs use it."""

import json
import os
import signal
import subprocess
import sys
import time

from tests.cli.conftest import call
from tests.support.stopped import wait_as_long_again


def test_ctrl_c_during_the_search_writes_the_partial_trace(tmp_path):
    path = tmp_path / "x.jsonl"
    script = (
        "import sys, tui.cli, tui.cli.commands.export\n"
        "from tracer.export.format import FORMATS\n"
        "FORMATS\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        f"sys.argv = ['plytrace', *'export reversi:6 -a minimax --depth 9 -o {path}'.split()]\n"
        "tui.cli.main()"
    )
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PLYTRACE_KERNEL": "forbid"},  # else the search is over by then
    )
    assert process.stderr.readline() == b"ready\n"
    wait_as_long_again(began)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"by hand; the trace is partial" in err
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["value"] is None
    assert json.loads(lines[-1])["order"] == len(lines)
