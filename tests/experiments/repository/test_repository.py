"""The repository: its documentation, its files for contributors, and its modules."""

import doctest
import os
import re
import shlex
import subprocess
import sys

import pytest

from engine.version import __version__
from tests.support.cases import over
from tests.support.commands import run_command
from tests.test_docs import DOCS
from tests.test_joining import ROOT
from tests.test_readme import commands, is_full_screen, is_slow
from tests.test_structure import modules


def test_documented_python_examples_give_the_documented_results(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    flags = doctest.NORMALIZE_WHITESPACE
    done = doctest.testfile(str(DOCS / "python.md"), module_relative=False, optionflags=flags)
    assert done.attempted > 20
    assert done.failed == 0


def test_documented_python_examples_have_right_types(tmp_path):
    page = (DOCS / "python.md").read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_examples(page)
    lines = "".join(part.source for part in examples if part.exc_msg is None).splitlines()
    (tmp_path / "examples.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", tmp_path / "examples.py"],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [re.match(r".*examples\.py:(\d+): error: ", line) for line in done.stdout.splitlines()]
    assert len(lines) > 20
    assert {lines[int(error[1]) - 1] for error in errors if error} == set(), done.stdout
    assert all(errors), done.stdout + done.stderr


def test_installation_is_tested(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / ".ci" / "smoke.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.startswith(f"plytrace {__version__} works, with"), done.stderr


def test_every_module_can_be_imported_alone():
    # In the order of the alphabet and in its reverse: a circle of imports shows in one of them.
    names = [name for name in modules() if not name.endswith("__main__")]
    for order in (names, names[::-1]):
        script = "import importlib\n" + "\n".join(
            f"importlib.import_module({name!r})" for name in order
        )
        subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


@over("command", [text for text in commands() if is_slow(text)])
def test_every_slow_command_runs(command, tmp_path):
    done = run_command(*shlex.split(command)[1:], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@over("command", [c for c in commands() if is_full_screen(c)], ms=45)
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
