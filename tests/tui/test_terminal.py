"""A terminal that does not report its size, or is gone."""

import contextlib
import io
import os
import signal
import subprocess
import sys

import pytest

from tests.support.cases import over
from tests.support.screens import run_app
from tui.app import PlytraceApp
from tui.screens.home.home_screen import HomeScreen
from tui.terminal.interrupts import give_size

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@over(("size", "then"), [((0, 0), (24, 80)), ((0, 100), (24, 80)), ((30, 90), (30, 90))])
def test_terminal_without_a_size_gets_the_default_one(size, then, monkeypatch):
    import pty
    from termios import tcgetwinsize, tcsetwinsize

    outside, inside = pty.openpty()
    try:
        tcsetwinsize(outside, size)
        with os.fdopen(os.dup(inside), "w") as out:
            monkeypatch.setattr(sys, "__stdout__", out)
            give_size()
        assert tcgetwinsize(outside) == then
    finally:
        os.close(inside)
        os.close(outside)


def test_output_that_is_not_a_terminal_is_ignored(monkeypatch, tmp_path):
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "__stdout__", out)
        give_size()
    monkeypatch.setattr(sys, "__stdout__", None)
    give_size()


def stepper_in(terminal, folder, **options):
    """Run the stepper in a separate process."""
    folders = {"PLYTRACE_STATE_DIR": str(folder), "PLYTRACE_CONFIG_DIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-m", "tui.cli", "step", "lecture"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm-256color", **folders},
        **options,
    )


@over("then", [signal.SIG_DFL, signal.SIG_IGN], ms=45)
def test_lost_terminal_ends_the_program_even_without_a_signal(tmp_path, then):
    """Otherwise the screen library polls its end in a loop, using half a core."""
    import pty

    ours, theirs = pty.openpty()
    begun = stepper_in(theirs, tmp_path, preexec_fn=lambda: signal.signal(signal.SIGHUP, then))
    try:
        os.close(theirs)
        assert os.read(ours, 1)  # the screen is there
        os.close(ours)
        assert begun.wait(60) in (-signal.SIGHUP, 128 + signal.SIGHUP)
    finally:
        begun.kill()


def test_terminated_program_restores_the_terminal_and_reports_the_signal(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    begun = stepper_in(theirs, tmp_path)
    os.close(theirs)
    shown = b""
    try:
        while b"lecture" not in shown:  # before that nobody listens for a signal
            shown += os.read(ours, 65536)
        begun.send_signal(signal.SIGTERM)
        with contextlib.suppress(OSError):  # which is how Linux tells the end
            while more := os.read(ours, 65536):
                shown += more
        assert begun.wait(60) == 128 + signal.SIGTERM
    finally:
        begun.kill()
        os.close(ours)
    assert b"\x1b[?1049l" in shown  # the screen from before
    assert shown.rstrip().endswith(b"plytrace: terminated by a signal")


async def test_browser_session_has_no_terminal_to_lose(monkeypatch):
    raised = []
    monkeypatch.setattr("tui.terminal.interrupts.signal.raise_signal", raised.append)
    monkeypatch.setattr("tui.terminal.interrupts.os._exit", raised.append)
    monkeypatch.setattr("tui.terminal.interrupts.sys.__stdin__", io.StringIO())
    async with run_app(PlytraceApp(HomeScreen())) as (app, _):
        monkeypatch.setattr(PlytraceApp, "is_web", property(lambda _: True))
        app._leave_with_the_terminal()
        assert not raised
        monkeypatch.setattr(PlytraceApp, "is_web", property(lambda _: False))
        app._leave_with_the_terminal()
        assert raised == [signal.SIGHUP, 128 + signal.SIGHUP]
