"""A program in its own process: its permissions, each sandbox layer, and cleanup."""

import ast
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.hostile import RIGHT
from tests.support.program_files import read_program
from tracer import trace
from tracer.marking.keys.key import read_key
from tracer.programs import process
from tracer.programs.child.sandbox.audit_hook import AllowedPaths
from tracer.programs.process import LENT, end_marked
from tracer.programs.running import WALLS, Limits, RunStopped, run_program
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import find_submissions, pack_submission, submission_folder
from tracer.programs.visits_from_calls import visits_from_calls

CHILD = Path(__file__).parents[3] / "tracer" / "programs" / "child"


@pytest.fixture
def run(tmp_path):
    """Run a text as a program over a key."""

    def of(code, key="lecture", tick=None, **limits):
        file = tmp_path / "prog.py"
        file.write_text(code, encoding="utf-8")
        asked = ProgramRunner()._request_for(read_key(key).for_programs())
        with submission_folder(pack_submission(find_submissions([str(file)])[0])) as folder:
            return run_program(folder, asked, Limits(**limits), tick)

    return of


def modules():
    return [*sorted(CHILD.rglob("*.py")), *map(Path, LENT.values())]


@over("path", modules(), ms=45)
def test_code_beside_a_program_imports_only_the_standard_library_and_itself(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [one.name.partition(".")[0] for one in node.names]
            assert set(names) <= sys.stdlib_module_names, names
        elif isinstance(node, ast.ImportFrom):
            is_lent = node.module in LENT and path.is_relative_to(CHILD)
            is_known = is_lent or (node.module or "").partition(".")[0] in sys.stdlib_module_names
            assert node.level or is_known, node.module
            deep = len(path.relative_to(CHILD).parts) if path.is_relative_to(CHILD) else 0
            assert node.level <= deep  # it stays in the folder


def test_program_reaches_nothing_else_of_the_grader_than_what_is_lent(run):
    code = "import sys\nKNOWN = [one for one in sys.modules if one.startswith('engine')]\n"
    code += f"assert sorted(KNOWN) == {sorted(LENT)}, KNOWN\n"
    assert run(code + RIGHT).failure == ""
    refused = run(f"import engine.errors\n{RIGHT}").failure
    assert "engine" in refused, refused


@pytest.mark.parametrize(("shape", "name"), [("tree", "alphabeta"), ("aima", "alpha_beta_search")])
def test_second_copy_of_a_program_may_use_missing_modules_while_it_is_loaded(shape, name, run):
    tree = read_program("tree/tutorial").replace("LEAF", "depth == 0 or isinstance(node, int)")
    searches = {
        "tree": tree.replace("WORTH", "node")
        .replace("CHILDREN", "node")
        .replace("maximizing", "who"),
        "aima": RIGHT.replace(name, "inner")
        + f"\ndef {name}(game, state, depth):\n    assert depth < 99\n"
        + "    return inner(game, state) if depth < 3 else (0, None)\n",
    }
    done = run(f"import pygame\npygame.init()\n{searches[shape]}")
    assert (done.failure, done.shape, done.returned["value"]) == ("", shape, 3.0)


def test_correct_program_visits_the_nodes_of_the_search(run):
    done = run(RIGHT)
    assert done.failure == ""
    right = [visit.id for visit in trace("lecture").visits]
    assert done.nodes.names(visits_from_calls(done.calls, done.nodes).visits) == right
    assert (done.returned["value"], done.returned["move"]) == (3.0, 0)
    assert (done.shape, done.called) == ("aima", "prog.py: alpha_beta_search")


def test_program_may_use_files_threads_and_common_libraries(run):
    done = run(read_program("aima/common-libraries") + RIGHT)
    assert (done.failure, done.tried) == ("", ())
    assert done.output == "said\n"


#: Also a package of ours, and modules that the checker imports.
@over("name", ["engine", "random", "copy", "heapq"])
def test_program_may_have_modules_of_any_name(name, tmp_path):
    (tmp_path / f"{name}.py").write_text("VALUE = 7\n", encoding="utf-8")
    code = f"from {name} import VALUE\nassert VALUE == 7\n{RIGHT}"
    (tmp_path / "prog.py").write_text(code, encoding="utf-8")
    (program,) = find_submissions([str(tmp_path)])
    sheet = ProgramRunner().sheet(program, read_key("lecture").for_programs())
    assert (sheet.error, sheet.answers["utility"]) == ("", 3.0)


#: What is tried past the hook: each has to fail in the kernel.
PAST_THE_HOOK = read_program("aima/past-the-hook")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's walls are those of Linux")
@pytest.mark.parametrize("walls", [("landlock", "seccomp"), ("hook",)])
def test_each_sandbox_layer_blocks_access_alone(run, tmp_path, walls):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "key").write_text("the key", encoding="utf-8")
    before = (outside / "key").stat()
    code = PAST_THE_HOOK.replace("@OUTSIDE@", str(outside))
    code = code.replace("@GRADER@", str(CHILD.parent / "sheets.py"))
    done = run(code + RIGHT, walls=walls)
    tried = dict(line.split() for line in done.output.splitlines())
    assert len(tried) == 27
    # The hook does not hear of memory that has a file's number.
    held = tried if "landlock" in walls else {**tried, "memory": ""}
    assert [name for name, what in held.items() if what == "DONE"] == []
    assert (done.failure, done.returned["value"]) == ("", 3.0)
    after = (outside / "key").stat()
    assert [*outside.iterdir()] == [outside / "key"]
    for field in ("st_mode", "st_mtime_ns", "st_uid", "st_nlink", "st_size"):
        assert getattr(after, field) == getattr(before, field)


def test_plytraces_packages_are_hidden_from_the_program(tmp_path):
    site = tmp_path / "site-packages"
    for name in ("tracer/programs", "numpy", "trees/library"):
        (site / name).mkdir(parents=True)
    (site / "six.py").touch()
    (site / "linked").symlink_to(site / "trees")
    hidden = (str(site / "tracer"), str(site / "trees"))
    own = AllowedPaths(str(tmp_path / "program"), (str(site),), hidden)
    assert own.may_read(str(site / "numpy" / "core.py"))
    assert own.may_read(str(tmp_path / "program" / "data.txt"))
    for name in ("tracer/marking.py", "trees", "trees/library/lecture.yaml"):
        assert not own.may_read(str(site / name))
    assert not own.may_read(str(tmp_path / "site-packages-of-others"))
    whole, listed = own.readable_and_listable()
    assert sorted(whole) == [str(tmp_path / "program"), str(site / "numpy"), str(site / "six.py")]
    assert listed == [str(site)]
    assert not own.may_write(str(site / "numpy" / "core.py"))
    assert own.may_write(os.devnull)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of processes' environments")
def test_processes_that_detached_are_ended(tmp_path):
    # What a program could do where neither the hook nor the kernel held it: a double fork into a
    # session of its own, with the signals ignored.
    mark = f"PLYTRACE_TEST={tmp_path.name}-{os.getpid()}"
    name, _, value = mark.partition("=")
    pid_file = tmp_path / "pid"
    code = (
        "import os, signal, sys, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(pid_file)!r}, 'w').write(str(os.getpid()))\n"
        "time.sleep(1000)\n"
    )
    subprocess.run([sys.executable, "-c", code], env=os.environ | {name: value}, check=True)
    deadline = time.monotonic() + 100
    while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < deadline:
        time.sleep(0.01)
    number = int(pid_file.read_text())
    end_marked(mark)
    place = Path(f"/proc/{number}/stat")
    assert not place.exists() or b") Z " in place.read_bytes()  # ended, if nobody has noted it yet


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's walls are those of Linux")
@pytest.mark.parametrize(
    ("walls", "searched"), [(WALLS, 0), (("hook", "landlock"), 1), (("seccomp",), 0)]
)
def test_other_processes_are_searched_unless_the_kernel_lets_a_program_start_none(
    run, monkeypatch, walls, searched
):
    marks = []
    monkeypatch.setattr(process, "end_marked", marks.append)
    assert run(RIGHT, walls=walls).failure == ""
    assert len(marks) == searched
    assert all(mark.startswith("PLYTRACE_RUN=") for mark in marks)


def test_cancelled_program_is_stopped_promptly(run):
    ticks = []
    began = time.monotonic()
    with pytest.raises(RunStopped):
        run("while True: pass\n" + RIGHT, tick=lambda: ticks.append(1) or len(ticks) < 3)
    assert time.monotonic() - began < 60
    alive = [one for one in threading.enumerate() if one.name.endswith(("(_receive)", "(_read)"))]
    assert alive == []


MINIMAX = read_program("aima/minimax")


def test_thousand_nodes_of_a_game_are_sent_in_a_few_frames(run, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text("source: tic-tac-toe@xo.|.x.|o..\nsearch: minimax\n", encoding="utf-8")
    done = run(MINIMAX, str(key))
    found = visits_from_calls(done.calls, done.nodes)
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
def test_same_program_gives_the_same_result_again(run, mixed):
    first, second = (run(f"{mixed}\n{IN_ANY_ORDER}") for _ in range(2))
    assert first.failure == ""
    visits = first.nodes.names(visits_from_calls(first.calls, first.nodes).visits)
    assert visits == second.nodes.names(visits_from_calls(second.calls, second.nodes).visits)
    assert visits != [visit.id for visit in trace("lecture", search="minimax").visits]


# The process that starts programs ----------------------------------------------------------------


def test_program_runs_alike_in_a_new_python(run, monkeypatch):
    first = run(RIGHT)
    monkeypatch.setattr(process, "_HAS_SERVER", False)
    second = run(RIGHT)
    assert (second.failure, second.returned["value"]) == ("", 3.0)
    assert second.calls == first.calls
    code = "import os\nprint(os.environ['HOME'] == os.getcwd())\nos._exit(3)\n" + RIGHT
    third = run(code)
    assert third.failure == "it ended the process with code 3 before the search finished"
    assert third.output == "True\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each program starts a new Python")
def test_server_gives_a_program_no_way_to_other_programs(run):
    done = run(
        "import os, sys\n"
        "frame, names = sys._getframe(), []\n"
        "while frame is not None:\n"
        "    names.append(frame.f_code.co_name)\n"
        "    frame = frame.f_back\n"
        "print('serve' in names, sorted(map(int, os.listdir('/proc/self/fd')))[:-1])\n"
        "print(os.environ.get('PLYTRACE_RUN'), os.environ['HOME'] == os.getcwd())\n" + RIGHT
    )
    # Its input, its output, and the pipes to the checker; the last one lists the folder.
    assert done.output == "False [0, 1, 2, 3, 4]\nNone True\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each program starts a new Python")
@over("how", ["sys.exit()", "os._exit(0)", "os.kill(os.getpid(), 9)"], ms=45)
def test_server_ends_with_the_checker_however_that_ends(how, tmp_path):
    (tmp_path / "prog.py").write_text(RIGHT, encoding="utf-8")
    code = (
        "import os, sys\n"
        "from tracer.marking.keys.key import read_key\n"
        "from tracer.programs import process\n"
        "from tracer.programs.sheets import ProgramRunner\n"
        "from tracer.programs.submissions import find_submissions\n"
        "(one,) = find_submissions(['prog.py'])\n"
        "ProgramRunner().sheet(one, read_key('lecture').for_programs())\n"
        "print(process._SERVERS[0]._popen.pid, flush=True)\n" + how
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(CHILD.parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    place = Path(f"/proc/{int(done.stdout)}/stat")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and place.exists():
        if b") Z " in place.read_bytes():
            break
        time.sleep(0.01)
    else:
        assert not place.exists()
    assert done.stderr == ""
