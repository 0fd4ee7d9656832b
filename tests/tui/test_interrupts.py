"""Ctrl-C at work that takes a moment to stop."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WAITING = """
import os, signal, threading
from tui.terminal.interrupts import cancel_on_ctrl_c

stopped, explained = [], threading.Event()
with cancel_on_ctrl_c(lambda: stopped.append(True)):
    signal.raise_signal(signal.SIGINT)
    explained.wait({seconds})
print(len(stopped))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize(("seconds", "says"), [(0.8, True), (0, False)])
def test_a_person_reads_what_ctrl_c_waits_for_unless_it_stops_at_once(seconds, says):
    import pty

    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [sys.executable, "-c", WAITING.format(seconds=seconds)],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent.parent)},
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
    )
    os.write(theirs, b"end")
    message = os.read(ours, 4096)
    os.close(theirs)
    os.close(ours)
    assert ran.stdout == b"1\n"
    assert (b"Ctrl-C again ends it at once" in message) is says
