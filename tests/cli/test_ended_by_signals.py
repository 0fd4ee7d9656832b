"""However plytrace is ended, it leaves no running process and no half-written file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.cases import over

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


class Course:
    """A folder with all that the commands work on, and a place for temporary files."""

    def __init__(self, folder):
        self.folder, self.temporary = folder / "course", folder / "temporary"
        for one in (self.folder, self.temporary, self.folder / "programs", self.folder / "sheets"):
            one.mkdir()
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(self.temporary),
            "PLYTRACE_STATE_DIR": str(folder / "state"),
            "PLYTRACE_CONFIG_DIR": str(folder / "config"),
        }
        self.begun = []

    def begin(self, *arguments):
        done = subprocess.Popen(
            [sys.executable, "-m", "tui.cli", *arguments],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.begun.append(done)
        return done

    def run(self, *arguments):
        done = self.begin(*arguments)
        done.communicate(timeout=60)
        return done.returncode

    def processes(self):
        """Return the processes that started with our temporary folder, or run in it."""
        found = []
        for place in Path("/proc").iterdir():
            if place.name.isdecimal() and int(place.name) != os.getpid():
                try:
                    environ = (place / "environ").read_bytes()
                    state = (place / "stat").read_text().rpartition(")")[2].split()[0]
                except OSError:
                    continue
                if str(self.temporary).encode() in environ and state != "Z":
                    found.append(int(place.name))
        return found

    def unfinished(self):
        return [path for path in self.folder.rglob("*") if path.name.endswith(".part")]


@pytest.fixture
def course(tmp_path):
    made = Course(tmp_path)
    yield made
    for one in made.processes():
        os.kill(one, signal.SIGKILL)
    for one in made.begun:  # a failed test says what failed, and leaves no open pipe behind
        one.communicate(timeout=60)


def until(so, what, seconds=60.0):
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, f"{what}: not after {seconds:g} seconds"
        time.sleep(0.01)


ENDLESS = """
class Endless:
    initial = 0
    def to_move(self, state): return 0
    def actions(self, state): return [1, 2]
    def result(self, state, action): return state + action
    def is_terminal(self, state): return state > 3
    def utility(self, state, player): return state

    def METHOD(self, *arguments):
        open("it-runs", "w").close()
        while True:
            max(one for one in (1, 2))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
@pytest.mark.parametrize("method", ["actions", "utility"])
@pytest.mark.parametrize("command", [("trace", "--summary"), ("export", "-o", "out.json")])
def test_one_signal_ends_a_method_that_never_returns(command, method, number, course):
    text = ENDLESS.replace("METHOD", method)
    (course.folder / "endless.py").write_text(text)
    name, *options = command
    done = course.begin(name, "endless.py:Endless", *options)
    until((course.folder / "it-runs").exists, "the method")
    done.send_signal(number)
    _, errors = done.communicate(timeout=60)
    assert done.returncode == 128 + number, errors
    assert "Traceback" not in errors
    assert course.unfinished() == []


def test_ctrl_c_while_the_program_is_being_imported_shows_no_traceback(tmp_path):
    # Interrupted while it imports Click, which is the first of its larger modules.
    (tmp_path / "click.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)\n",
        encoding="utf-8",
    )
    script = "from tui.start import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGINT
    assert done.stderr == ""


@over("words", [("check", "lecture", "x.txt"), ("check-code", "lecture", "x.py")], ms=150)
def test_command_in_a_removed_folder_says_so(words, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        [
            "sh",
            "-c",
            'rmdir "$PWD"; exec "$@"',
            "sh",
            sys.executable,
            "-P",
            "-m",
            "tui.cli",
            *words,
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=gone,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr == "plytrace: the current folder was removed; change to another one\n"
