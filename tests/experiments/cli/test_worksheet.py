"""`plytrace worksheet`: output, files that are never overwritten, messages, exit codes."""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_worksheet import files_in, plytrace, spec
from tests.support.cases import over
from tests.support.processes import STOPPED, interrupt, start_command, wait_until


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_out_of_the_folder_are_refused(spec):
    (spec / "elsewhere").mkdir()
    (spec / "out").mkdir()
    (spec / "out" / "worksheets").symlink_to(spec / "elsewhere")
    code, _, err = plytrace("worksheet", "set.yaml", "--variants", "2", "-o", "out", cwd=spec)
    assert code == 3
    assert "outside the folder" in err
    assert not any((spec / "elsewhere").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@over("how", [["--key"], ["-o", "out"]], ms=45)
def test_ctrl_c_stops_a_long_search_that_shows_its_progress(tmp_path, how):
    import pty

    (tmp_path / "rev.yaml").write_text(
        "title: T\nproblems: [{source: reversi, search: minimax, parts: {move: 1}}]\n",
        encoding="utf-8",
    )
    ours, theirs = pty.openpty()
    env = {"PLYTRACE_KERNEL": "forbid"}  # else it has its 5,000,000 visits soon
    running = start_command("worksheet", "rev.yaml", *how, cwd=tmp_path, stderr=theirs, env=env)
    os.close(theirs)
    message = ""
    until = time.monotonic() + 60
    while "visits" not in message and time.monotonic() < until:
        message += os.read(ours, 4096).decode()
    running.send_signal(signal.SIGINT)
    try:
        out, _ = running.communicate(timeout=60)
    finally:
        running.kill()
    message += os.read(ours, 4096).decode()
    os.close(ours)
    assert running.returncode in STOPPED
    assert out == ""
    assert re.search(r"making: a search is at [\d,]+ visits", message), message
    assert "stopped" in message
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_keeps_the_complete_variants(spec):
    asked = ["worksheet", "set.yaml", "--variants", "5000", "-o", "out"]
    running = start_command(*asked, cwd=spec)
    wait_until((spec / "out" / "forms" / "2.yaml").exists, "variants")
    _, err = interrupt(running)
    (done,) = re.findall(r"stopped; ([\d,]+) of 5,000 variants are in out", err)
    count = int(done.replace(",", ""))
    assert {path.stem for path in (spec / "out" / "keys").glob("*.yaml")} == {
        str(number) for number in range(1, count + 1)
    }
    made = json.loads((spec / "out" / ".plytrace-worksheet.json").read_text(encoding="utf-8"))
    assert {*made["files"]} == {*files_in(spec / "out")} - {".plytrace-worksheet.json"}
    assert not [name for name in files_in(Path(spec / "out")) if name.endswith(".part")]
