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


@over("command", [c for c in commands() if is_full_screen(c)], ms=45)
def test_every_full_screen_command_runs_and_quits(command, tmp_path):
    pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals")
    words = ["-m", "tui.cli", *shlex.split(command)[1:]]
    env = {**os.environ, "TERM": "xterm-256color"}
    program = pexpect.spawn(sys.executable, words, cwd=str(tmp_path), env=env)
    presses = 0
    for _ in range(100):
        if not program.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=3):
            break
        if len(program.before) > 1000:  # the first key may come before the program listens
            presses += 1
            program.send("q" if " " in command else "\x1b")
    program.close()
    assert program.exitstatus == 0, program.before[-2000:]
    assert presses
