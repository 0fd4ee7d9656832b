"""A program in its own process: what it may, what each wall holds, and that nothing is left."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support.hostile import RIGHT
from tracer import trace
from tracer.check.key import read_key
from tracer.programs.child.walls.places import Places
from tracer.programs.clearing import clear, size_of
from tracer.programs.handed import handed_in, laid_out
from tracer.programs.process import end_marked
from tracer.programs.running import Limits, Stopped, run_program
from tracer.programs.sheets import Watching
from tracer.programs.watched import watched

CHILD = Path(__file__).parents[3] / "tracer" / "programs" / "child"


@pytest.fixture
def run(tmp_path):
    """Run a text as a program over a key."""

    def of(code, key="lecture", tick=None, **limits):
        file = tmp_path / "prog.py"
        file.write_text(code, encoding="utf-8")
        asked = Watching()._asked(read_key(key).for_programs())
        with laid_out(handed_in([str(file)])[0]) as folder:
            return run_program(folder, asked, Limits(**limits), tick)

    return of


def modules():
    return sorted(CHILD.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(CHILD).as_posix())
def test_what_runs_beside_a_program_knows_python_and_itself_alone(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [one.name.partition(".")[0] for one in node.names]
            assert set(names) <= sys.stdlib_module_names, names
        elif isinstance(node, ast.ImportFrom):
            deep = len(path.relative_to(CHILD).parts)
            assert node.level or node.module.partition(".")[0] in sys.stdlib_module_names
            assert node.level <= deep  # it stays in the folder


def test_a_right_program_visits_what_the_search_visits(run):
    done = run(RIGHT)
    assert done.fault == ""
    right = [visit.id for visit in trace("lecture").visits]
    assert done.nodes.names(watched(done.calls, done.nodes).visits) == right
    assert (done.returned["value"], done.returned["move"]) == (3.0, 0)
    assert (done.shape, done.called) == ("aima", "prog.py: alpha_beta_search")


def test_a_program_may_do_what_programs_do(run):
    done = run(
        "import collections, copy, functools, heapq, itertools, json, math, os, random, sys, time\n"
        "import pathlib, pickle, tempfile, threading, typing\n"
        "import numpy as np\n"
        "assert (np.linalg.inv(np.eye(3)) @ np.ones(3)).sum() == 3\n"
        "time.localtime(), time.sleep(0), random.random(), os.cpu_count(), os.getcwd()\n"
        "pathlib.Path('notes.txt').write_text('mine')\n"
        "assert pathlib.Path(__file__).read_text() and open('notes.txt').read() == 'mine'\n"
        "os.makedirs('a/b'); os.rename('notes.txt', 'a/b/c'); os.remove('a/b/c'); os.rmdir('a/b')\n"
        "with tempfile.TemporaryFile() as file: file.write(b'x')\n"
        "assert os.listdir('.') and os.path.exists(os.devnull)\n"
        "open(os.devnull, 'w').write('x')\n"
        "one = threading.Thread(target=print, args=('said',)); one.start(); one.join()\n" + RIGHT
    )
    assert (done.fault, done.tried) == ("", ())
    assert done.output == "said\n"


def test_a_program_has_modules_of_its_own_whatever_they_are_called(tmp_path):
    (tmp_path / "engine.py").write_text("VALUE = 7\n", encoding="utf-8")
    code = "from engine import VALUE\nassert VALUE == 7\n" + RIGHT
    (tmp_path / "prog.py").write_text(code, encoding="utf-8")
    sheet = Watching().sheet(handed_in([str(tmp_path / "prog.py")])[0], read_key("lecture"))
    assert (sheet.error, sheet.answers["utility"]) == ("", 3.0)


#: What is tried past the hook: each has to fail in the kernel.
PAST_THE_HOOK = """
import os, resource, signal, socket, subprocess, sys, pathlib
outside = "@OUTSIDE@"
def one(name, do):
    try:
        do()
    except OSError as error:
        print(name, type(error).__name__)
    except ValueError as error:
        print(name, type(error).__name__)
    else:
        print(name, "DONE")
one("fork", os.fork)
one("spawn", lambda: subprocess.run(["/bin/true"]))
one("exec", lambda: os.execv("/bin/true", ["true"]))
one("kill", lambda: os.kill(os.getppid(), 0))
one("socket", socket.socket)
one("limit", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
up = os.getppid()
one("others-limit", lambda: resource.prlimit(up, resource.RLIMIT_CPU, (9999999, 9999999)))
one("priority", lambda: os.setpriority(0, up, os.getpriority(0, up)))
one("affinity", lambda: os.sched_setaffinity(up, os.sched_getaffinity(up)))
one("scheduler", lambda: os.sched_setscheduler(up, os.sched_getscheduler(up), os.sched_param(0)))
one("parameter", lambda: os.sched_setparam(up, os.sched_param(0)))
one("read", lambda: open(outside + "/key").read())
one("passwd", lambda: open("/etc/passwd").read())
one("write", lambda: open(outside + "/new", "w"))
one("remove", lambda: os.remove(outside + "/key"))
one("rename", lambda: os.rename(outside + "/key", "mine"))
one("list", lambda: os.listdir(outside))
one("mkdir", lambda: os.mkdir(outside + "/made"))
one("chmod", lambda: os.chmod(outside + "/key", 0))
one("chown", lambda: os.chown(outside + "/key", 1, 1))
one("utime", lambda: os.utime(outside + "/key", (0, 0)))
one("link", lambda: os.link(outside + "/key", "mine"))
one("symlink", lambda: (os.symlink(outside, "out"), open("out/key").read()))
one("truncate", lambda: os.truncate(outside + "/key", 0))
one("environ", lambda: open(f"/proc/{os.getppid()}/environ").read())
one("memory", lambda: os.memfd_create("x"))
one("grader", lambda: open("@GRADER@").read())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's walls are those of Linux")
@pytest.mark.parametrize("walls", [("landlock", "seccomp"), ("hook",)])
def test_each_wall_holds_alone(run, tmp_path, walls):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "key").write_text("the key", encoding="utf-8")
    before = (outside / "key").stat()
    code = PAST_THE_HOOK.replace("@OUTSIDE@", str(outside))
    code = code.replace("@GRADER@", str(CHILD.parent / "sheets.py"))
    done = run(code + RIGHT, walls=walls)
    tried = dict(line.split() for line in done.output.splitlines())
    assert len(tried) == 27
    # The hook is not told of memory that has a file's number.
    held = tried if "landlock" in walls else {**tried, "memory": ""}
    assert [name for name, what in held.items() if what == "DONE"] == []
    assert (done.fault, done.returned["value"]) == ("", 3.0)
    after = (outside / "key").stat()
    assert [*outside.iterdir()] == [outside / "key"]
    for field in ("st_mode", "st_mtime_ns", "st_uid", "st_nlink", "st_size"):
        assert getattr(after, field) == getattr(before, field)


def test_plytraces_own_packages_are_taken_out_of_where_they_are_installed(tmp_path):
    site = tmp_path / "site-packages"
    for name in ("tracer/programs", "numpy", "trees/library"):
        (site / name).mkdir(parents=True)
    (site / "six.py").touch()
    (site / "linked").symlink_to(site / "trees")
    hidden = (str(site / "tracer"), str(site / "trees"))
    own = Places(str(tmp_path / "program"), (str(site),), hidden)
    assert own.may_read(str(site / "numpy" / "core.py"))
    assert own.may_read(str(tmp_path / "program" / "data.txt"))
    for name in ("tracer/check.py", "trees", "trees/library/lecture.yaml"):
        assert not own.may_read(str(site / name))
    assert not own.may_read(str(tmp_path / "site-packages-of-others"))
    whole, listed = own.apart()
    assert sorted(whole) == [str(tmp_path / "program"), str(site / "numpy"), str(site / "six.py")]
    assert listed == [str(site)]
    assert not own.may_write(str(site / "numpy" / "core.py"))
    assert own.may_write(os.devnull)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of processes' environments")
def test_processes_that_have_gone_away_are_ended(tmp_path):
    # What a program could do where neither the hook nor the kernel held it: a double fork into a
    # session of its own, with the signals ignored.
    mark = f"PLYTRACE_TEST={tmp_path.name}-{os.getpid()}"
    name, _, value = mark.partition("=")
    told = tmp_path / "told"
    code = (
        "import os, signal, sys, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(told)!r}, 'w').write(str(os.getpid()))\n"
        "time.sleep(1000)\n"
    )
    subprocess.run([sys.executable, "-c", code], env=os.environ | {name: value}, check=True)
    deadline = time.monotonic() + 20
    while not (told.exists() and told.read_text()) and time.monotonic() < deadline:
        time.sleep(0.01)
    number = int(told.read_text())
    end_marked(mark)
    place = Path(f"/proc/{number}/stat")
    assert not place.exists() or b") Z " in place.read_bytes()  # ended, if nobody has noted it yet


def test_nobody_waits_for_a_program_that_nobody_wants(run):
    ticks = []
    began = time.monotonic()
    with pytest.raises(Stopped):
        run("while True: pass\n" + RIGHT, tick=lambda: ticks.append(1) or len(ticks) < 3)
    assert time.monotonic() - began < 8
    alive = [one for one in threading.enumerate() if one.name.endswith(("(_receive)", "(_read)"))]
    assert alive == []


def test_a_folder_is_measured_and_taken_away_however_it_is_nested(tmp_path):
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "file").write_bytes(bytes(10_000))
    (tmp_path / "kept").write_text("kept", encoding="utf-8")
    (folder / "out").symlink_to(tmp_path)
    assert 10_000 + 4_096 <= size_of(folder, 1 << 30) < 20_000
    assert size_of(folder, 5_000) > 5_000
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(1_200):  # deeper than Python calls, and longer than a path can be
            os.mkdir("a" * 100)  # noqa: PTH102 — a path of it all would be too long
            os.chdir("a" * 100)
    finally:
        os.fchdir(before)
        os.close(before)
    assert size_of(folder, 1 << 40) > 4_096 * 20
    clear(folder)
    assert [*tmp_path.iterdir()] == [tmp_path / "kept"]
    clear(folder)  # which is not there any more


MINIMAX = """
def minimax_search(game, state):
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, "MAX")
        found = [value(game.result(state, a)) for a in game.actions(state)]
        return max(found) if game.to_move(state) == "MAX" else min(found)
    return value(state)
"""


def test_a_thousand_nodes_of_a_game_are_told_in_a_few_frames(run, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text("source: tic-tac-toe@xo.|.x.|o..\nsearch: minimax\n", encoding="utf-8")
    done = run(MINIMAX, str(key))
    found = watched(done.calls, done.nodes)
    right = trace("tic-tac-toe@xo.|.x.|o..", search="minimax")
    assert done.nodes.names(found.visits) == [visit.id for visit in right.visits]


IN_ANY_ORDER = MINIMAX.replace(
    "[value(game.result(state, a)) for a in game.actions(state)]",
    "[value(game.result(state, a)) for a in mixed(game.actions(state))]",
).replace("minimax_search", "alpha_beta_search")


@pytest.mark.parametrize(
    "mixed",
    ["mixed = set", "import random\nmixed = lambda given: random.sample(given, len(given))"],
)
def test_the_same_program_does_the_same_again(run, mixed):
    first, second = (run(mixed + IN_ANY_ORDER) for _ in range(2))
    assert first.fault == ""
    visits = first.nodes.names(watched(first.calls, first.nodes).visits)
    assert visits == second.nodes.names(watched(second.calls, second.nodes).visits)
    assert visits != [visit.id for visit in trace("lecture", search="minimax").visits]


def test_a_program_may_have_a_random_module_of_its_own(tmp_path):
    (tmp_path / "random.py").write_text("VALUE = 7\n", encoding="utf-8")
    (tmp_path / "prog.py").write_text(f"from random import VALUE\n{RIGHT}", encoding="utf-8")
    key = read_key("lecture").for_programs()
    (program,) = handed_in([str(tmp_path)])
    assert Watching().sheet(program, key).error == ""


@pytest.mark.slow
def test_all_of_tic_tac_toe_is_done_within_the_usual_limits(run, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text("source: tic-tac-toe\nsearch: minimax\n", encoding="utf-8")
    done = run(MINIMAX, str(key))
    assert done.fault == ""
    assert len(watched(done.calls, done.nodes).visits) == 549_946
