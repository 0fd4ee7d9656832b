"""The README is accurate: every command and example in it runs."""

from __future__ import annotations

import shlex
import sys

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.test_readme import commands, is_full_screen, is_slow


@over("command", [text for text in commands() if is_slow(text)])
def test_every_slow_command_runs(command, tmp_path):
    done = run_command(*shlex.split(command)[1:], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@over("command", [c for c in commands() if is_full_screen(c)], ms=150)
def test_every_full_screen_command_runs_and_quits(command, tmp_path):
    import os
    import pty
    import select
    import signal
    import time

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.environ["TERM"] = "xterm-256color"
        words = [sys.executable, "-m", "tui.cli", *shlex.split(command)[1:]]
        os.execv(sys.executable, words)
    shown, presses, next_press, deadline = b"", 0, 0.0, time.monotonic() + 300
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
        elif len(shown) > 1000 and time.monotonic() > next_press:
            # The first one may come before the program listens.
            presses, next_press = presses + 1, time.monotonic() + 3
            os.write(terminal, b"q" if " " in command else b"\x1b")
    if time.monotonic() >= deadline:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0, shown[-2000:]
    assert presses
