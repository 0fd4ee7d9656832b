"""However plytrace is ended, it leaves no running process and no half-written file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.hostile import RIGHT
from tests.support.processes import processes_with, start_command, wait_until

SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


#: A program that tries to outlive whoever runs it, and then never ends.
CLINGING = (
    """
import os, signal, time
for one in range(1, 65):
    try:
        signal.signal(one, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
for away in (os.setsid, os.setpgrp, os.fork, os.fork):
    try:
        away()
    except OSError:
        pass
open("it-runs", "w").close()
while True:
    time.sleep(0.1)
"""
    + RIGHT
)


def check(course):
    (course.folder / "key.yaml").write_text(
        "source: tic-tac-toe@xo.|...|...\nsearch: alphabeta\nparts: {visits: 1, utility: 1}\n"
    )
    for number in range(400):
        (course.folder / "sheets" / f"{number}.txt").write_text(f"visits: A B {number}\n")
    done = course.begin("check", "key.yaml", "sheets", "--jobs", "2", "-f", "jsonl", "-o", "out")
    wait_until(lambda: len(course.processes()) >= 3, "two workers")
    return done


def programs(*options):
    def begin(course):
        for number in range(4):
            (course.folder / "programs" / f"p{number}.py").write_text(CLINGING)
        out = ("-f", "jsonl", "-o", "out.jsonl")
        done = course.begin("check-code", "lecture", "programs", *options, *out)
        many = 2 if "2" in options else 1
        wait_until(lambda: len([*course.temporary.rglob("it-runs")]) >= many, "the programs")
        return done

    return begin


def export(course):
    done = course.begin(
        *("export", "tic-tac-toe@x..|...|...", "-a", "minimax", "-f", "jsonl", "-o", "out.jsonl")
    )
    wait_until(course.unfinished, "an unfinished file")
    return done


def worksheet(course):
    done = course.begin("worksheet", "lab3", "--variants", "400", "-f", "html", "-o", "out")
    wait_until((course.folder / "out").exists, "the folder")
    return done


BEGUN = {
    "check --jobs": check,
    "check-code": programs("--jobs", "1"),
    "check-code --jobs": programs("--jobs", "2"),
    "export": export,
    "worksheet": worksheet,
}


@pytest.mark.parametrize("number", SIGNALS, ids=lambda one: one.name)
@pytest.mark.parametrize("command", BEGUN)
def test_any_signal_that_ends_plytrace_leaves_no_process_or_file(command, number, course):
    done = BEGUN[command](course)
    assert done.poll() is None, done.stderr.read()
    done.send_signal(number)
    _, errors = done.communicate(timeout=60)
    if number == signal.SIGKILL:
        assert done.returncode == -signal.SIGKILL
    else:
        assert done.returncode == 128 + number, errors
        assert "Traceback" not in errors
    wait_until(lambda: not course.processes(), "processes that have gone")
    if number == signal.SIGKILL:  # what it could not remove itself, the next one does
        (course.folder / "right.py").write_text(RIGHT)
        assert course.run("check-code", "lecture", "right.py") == 0
        for folder in {course.folder, *(path.parent for path in course.unfinished())}:
            beside = str(folder / "new.csv")
            assert course.run("export", "lecture", "-f", "csv", "-o", beside) == 0
    assert [*course.temporary.iterdir()] == []
    assert course.unfinished() == []


@pytest.mark.parametrize("command", ["check --jobs", "check-code", "worksheet"])
def test_signal_sent_many_times_ends_plytrace_as_sent_once(command, course):
    done = BEGUN[command](course)
    for _ in range(2000):
        done.send_signal(signal.SIGTERM)
    _, errors = done.communicate(timeout=60)
    assert done.returncode == 128 + signal.SIGTERM, errors
    assert "Exception" not in errors
    assert "Traceback" not in errors
    wait_until(lambda: not course.processes(), "processes that have gone")
    assert course.unfinished() == []


class Course:
    """A folder with all that the commands work on, and a place for temporary files."""

    def __init__(self, folder):
        self.folder, self.temporary = folder / "course", folder / "temporary"
        for one in (self.folder, self.temporary, self.folder / "programs", self.folder / "sheets"):
            one.mkdir()
        self.environment = {
            "TMPDIR": str(self.temporary),
            "PLYTRACE_STATE_DIR": str(folder / "state"),
            "PLYTRACE_CONFIG_DIR": str(folder / "config"),
        }
        self.begun = []

    def begin(self, *arguments):
        done = start_command(
            *arguments,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
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
        return processes_with(self.temporary)

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
    wait_until((course.folder / "it-runs").exists, "the method")
    done.send_signal(number)
    _, errors = done.communicate(timeout=60)
    assert done.returncode == 128 + number, errors
    assert "Traceback" not in errors
    assert course.unfinished() == []
