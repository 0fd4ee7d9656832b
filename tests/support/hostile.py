"""Programs that do what no search should, and the message expected for each."""

from __future__ import annotations

import os
from dataclasses import dataclass

from tests.support.program_files import read_program

#: A right alpha-beta, as AIMA has it.
RIGHT = read_program("aima/right")


@dataclass(frozen=True)
class Hostile:
    """A program, and the message about it.

    Args:
        name: what it does.
        code: its text.
        message: a pattern that its record's error matches; empty if it is marked.
        noted: a pattern that a note of the record has; empty for none.
        is_right: whether it is marked all right.
        seconds: of processor time that it may use.
    """

    name: str
    code: str
    message: str = ""
    noted: str = ""
    is_right: bool = False
    seconds: float = 2.0


def _searching(name: str, body: str, message: str = "", *, seconds: float = 2.0) -> Hostile:
    """Return a program that does it when called to search."""
    lines = "\n    ".join(body.strip().splitlines())
    return Hostile(
        name, f"def alpha_beta_search(game, state):\n    {lines}\n", message, "", False, seconds
    )


def _then_right(name: str, body: str, noted: str = "") -> Hostile:
    """Return a program that does it, ignores errors, and searches correctly."""
    return Hostile(name, f"{body.strip()}\n{RIGHT}", "", noted, True)


def _trying(name: str, what: str, noted: str = "") -> Hostile:
    """The same of something that is refused."""
    lines = "\n    ".join(what.strip().splitlines())
    return _then_right(name, f"try:\n    {lines}\nexcept (OSError, ImportError):\n    pass", noted)


_TIME = r"it did not finish within [\d.]+ seconds"
_WORK = r"it did not finish within 0\.5 seconds of processor time"
_MEDDLED = r"it interfered with the checker"
_FORK = r"it tried to start another process \(os\.fork\), which is not allowed"
_SEGFAULT = (
    r"Python was ended by SIGSEGV, as happens in endless recursion|its recursion did not end"
)

_FORGED = (
    """b'{{"value": {}, "move": 0, "line": null, "counts": {{}}, """
    """"shown": "", "seconds": 0, "tried": []}}'"""
)

HOSTILE = (
    # Time
    _searching("endless-loop", "while True:\n    game.actions(state)", _WORK, seconds=0.5),
    _searching("endless-loop-elsewhere", "while True: pass", _WORK, seconds=0.5),
    Hostile("endless-import", "while True: pass\n" + RIGHT, _TIME, seconds=0.5),
    _searching("loop-in-c", "sum(x for x in iter(int, 1))", _WORK, seconds=0.5),
    _searching("one-call-of-c", "10 ** 10 ** 10", _WORK, seconds=0.5),
    _searching("sleep-for-ever", "import time\nwhile True: time.sleep(1000)", _TIME),
    _searching("wait-for-input", "return input()", "EOFError"),
    _searching(
        "signals-ignored",
        "import signal\n"
        "for one in range(1, 32):\n"
        "    try: signal.signal(one, signal.SIG_IGN)\n"
        "    except (OSError, ValueError): pass\n"
        "while True: pass",
        _WORK,
        seconds=0.5,
    ),
    _searching(
        "signals-blocked",
        "import signal\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\n"
        "while True: pass",
        _WORK,
        seconds=0.5,
    ),
    _searching(
        "errors-caught-for-ever",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        _WORK,
        seconds=0.5,
    ),
    # Processes and threads
    Hostile("fork-in-a-loop", "import os\nwhile True: os.fork()\n" + RIGHT, _FORK),
    _searching("fork-and-exit", "import os\nif os.fork(): os._exit(0)\nwhile True: pass", _FORK),
    _trying("subprocess", "import subprocess\nsubprocess.run(['sleep', '100'])", r"\(sleep\)"),
    _trying("a-shell", "import os\nos.system('sleep 100')", r"run a command \(os\.system\)"),
    _trying(
        "spawn",
        "import os\nos.posix_spawn('/bin/sleep', ['sleep', '100'], {})",
        r"os\.posix_spawn",
    ),
    _trying("become-another", "import os\nos.execv('/bin/true', ['true'])", r"os\.exec"),
    _searching(
        "multiprocessing",
        "import multiprocessing\n"
        "one = multiprocessing.get_context('fork').Process(target=print)\n"
        "one.start()",
        _FORK,
    ),
    _then_right(
        "threads-left-running",
        "import threading\n"
        "def spin():\n"
        "    while True: pass\n"
        "for daemon in (True, False):\n"
        "    threading.Thread(target=spin, daemon=daemon).start()",
    ),
    _searching(
        "threads-in-a-loop",
        "import threading, time\n"
        "while True: threading.Thread(target=time.sleep, args=(1000,)).start()",
        rf"can't start new thread|exceeded its memory limit|{_TIME}",
        seconds=1.0,
    ),
    # Memory
    _searching("ten-gigabytes", "return [0] * (10 * 2 ** 30 // 8)", "exceeded its memory limit"),
    _searching(
        "memory-by-small-steps",
        "kept = []\nwhile True: kept.append(bytearray(1 << 20))",
        "exceeded its memory limit",
    ),
    _searching(
        "memory-errors-caught",
        "kept = []\n"
        "while True:\n"
        "    try: kept.append(bytearray(1 << 22))\n"
        "    except MemoryError: pass",
        _WORK,
        seconds=0.5,
    ),
    _searching(
        "deep-recursion", "return alpha_beta_search(game, state)", "its recursion did not end"
    ),
    _searching(
        "deep-recursion-unlimited",
        "import sys\nsys.setrecursionlimit(10 ** 9)\nreturn alpha_beta_search(game, state)",
        rf"{_SEGFAULT}|exceeded its memory limit|{_TIME}",
    ),
    _searching(
        "deep-recursion-in-c",
        "import sys\n"
        "sys.setrecursionlimit(10 ** 9)\n"
        "class Deep:\n"
        "    def __getattr__(self, name): return getattr(self, name + 'x')\n"
        "    def __repr__(self): return repr([self])\n"
        "return repr(Deep())",
        rf"{_SEGFAULT}|exceeded its memory limit|{_TIME}",
    ),
    # Output
    _searching("output-flood", "while True: print('y' * 79)", "it printed more than 1 MB"),
    _searching(
        "error-flood",
        "import sys\nwhile True: print('y' * 79, file=sys.stderr)",
        "it printed more than 1 MB",
    ),
    _searching("no-newline-flood", "while True: print('y', end='')", "it printed more than 1 MB"),
    _searching(
        "flood-past-python", "import os\nwhile True: os.write(2, b'y' * 65536)", "more than 1 MB"
    ),
    # Ends
    _searching("sys-exit", "import sys\nsys.exit(0)", r"it exited \(sys\.exit\) while it sear"),
    Hostile("exit-at-once", "raise SystemExit(3)\n" + RIGHT, r"sys\.exit\) while it was loaded"),
    _searching(
        "exit-in-a-finally",
        "import sys\ntry:\n    return 1 / 0\nfinally:\n    sys.exit(0)",
        r"it exited \(sys\.exit\)",
    ),
    _searching("os-exit", "import os\nos._exit(0)", "it ended the process with code 0 before"),
    _searching("abort", "import os\nos.abort()", "Python was ended by SIGABRT"),
    _searching(
        "killing-itself",
        "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
        "it tried to send signal 9 to itself",
    ),
    _searching(
        "raising-a-signal",
        "import signal\nsignal.raise_signal(signal.SIGKILL)",
        "Python was ended by SIGKILL",
    ),
    _searching("interrupt", "raise KeyboardInterrupt", "it raised KeyboardInterrupt"),
    _trying(
        "killing-the-parent",
        "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)",
        "send signal 9 to another process",
    ),
    _trying(
        "killing-the-group", "import os\nos.killpg(os.getpgid(os.getppid()), 9)", "send signal 9"
    ),
    _then_right(
        "traps-at-the-end",
        "import atexit, sys\n"
        "class Trap:\n"
        "    def __del__(self):\n"
        "        while True: pass\n"
        "trap = sys.trap = Trap()\n"
        "def wait():\n"
        "    while True: pass\n"
        "atexit.register(wait)",
    ),
    # What watches it
    _searching(
        "game-replaced",
        "type(game).actions = lambda self, state: []\nreturn len(game.actions(state)), 'B'",
        "",
    ),
    _searching(
        "table-replaced",
        "import sys\n"
        "sys.modules['_watcher.watched_nodes'].WatchedNodes.log = lambda *given: None\n"
        "return game.actions(state)[0]",
        "",
    ),
    _searching(
        "builtins-broken",
        "import builtins\n"
        "for one in ('len', 'isinstance', 'str', 'int', 'type', 'getattr', 'repr'):\n"
        "    setattr(builtins, one, None)\n"
        "return 3, 'B'",
        "it raised TypeError|cannot be shown|" + _MEDDLED,
    ),
    _then_right(
        "clocks-and-json-broken",
        "import json, os, time\n"
        "time.process_time = time.time = time.monotonic = lambda: 0\n"
        "json.dumps = json.loads = lambda *given, **named: '{}'\n"
        "os._exit = lambda code: None",
    ),
    _searching(
        "junk-to-its-pipes",
        "import os\n"
        "for one in range(3, 20):\n"
        "    try: os.write(one, b'junk' * 100)\n"
        "    except OSError: pass\n"
        "return 3, 'B'",
        _MEDDLED,
    ),
    _searching(
        "a-frame-of-four-gigabytes",
        "import os, time\n"
        "for one in range(3, 20):\n"
        "    try: os.write(one, b'D\\xff\\xff\\xff\\xff')\n"
        "    except OSError: pass\n"
        "time.sleep(1000)",
        _MEDDLED,
    ),
    _searching(
        "a-frame-cut-short",
        "import os\n"
        "for one in range(3, 20):\n"
        "    try: os.write(one, b'D\\x00\\x00\\xff\\xff{')\n"
        "    except OSError: pass\n"
        "os._exit(0)",
        _MEDDLED,
    ),
    *(
        _searching(
            name,
            "import os, struct\n"
            f"told = {told}\n"
            f"frame = struct.pack('>cI', {kind!r}, len(told)) + told\n"
            "for one in range(3, 20):\n"
            "    try: os.write(one, frame)\n"
            "    except OSError: pass\n"
            "return 3, 'B'",
            _MEDDLED,
        )
        for name, kind, told in (
            ("json-nested", b"D", "b'[' * 60000"),
            ("json-of-another-kind", b"D", "b'[1, 2]'"),
            ("a-number-for-a-text", b"F", 'b\'{"kind": 1, "told": 2, "where": 3}\''),
            ("no-number", b"D", _FORGED.format("NaN")),
            ("a-huge-number", b"D", _FORGED.format("1" + "0" * 400)),
            ("a-line-to-nowhere", b"D", _FORGED.format("3").replace("null", "[7, 7]")),
            ("a-node-that-is-not-there", b"A", "b'12345678'"),
            ("calls-of-no-node", b"E", "b'\\xff' * 8"),
            ("calls-cut-short", b"E", "b'\\x00' * 7"),
            ("loaded-twice", b"R", 'b\'{"shape": "aima", "function": "x", "file": "y"}\''),
            ("a-kind-of-its-own", b"Q", "b''"),
        )
    ),
    _searching(
        "asking-without-reading",
        "import os, struct\n"
        "frame = struct.pack('>cI', b'A', 1) + b'0'\n"
        "while True:\n"
        "    for one in range(3, 20):\n"
        "        try: os.write(one, frame)\n"
        "        except OSError: pass",
        _MEDDLED,
    ),
    _searching(
        "flood-of-frames",
        "import os, struct\n"
        "frame = (struct.pack('>cI', b'E', 8) + b'\\x00' * 8) * 5000\n"
        "while True:\n"
        "    for one in range(3, 20):\n"
        "        try: os.write(one, frame)\n"
        "        except OSError: pass",
        _MEDDLED,
    ),
    _searching(
        "files-closed", "import os\nos.closerange(0, 1000)\nreturn game.actions(state)", _MEDDLED
    ),
    _searching(
        "pipes-closed-and-on",
        "import os\nos.closerange(0, 1000)\nwhile True: pass",
        rf"{_MEDDLED}|{_WORK}",
        seconds=0.5,
    ),
    _trying("hook-of-its-own", "import sys\nsys.addaudithook(print)", "add an audit hook"),
    _trying("looking-at-objects", "import gc\ngc.get_objects()", "objects of the checker"),
    _trying("ctypes", "import ctypes\nctypes.string_at(0)", "import ctypes"),
    _trying(
        "higher-limits",
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))",
        "change its limits",
    ),
    *(
        _trying(f"slower-{name}", f"import os\n{does}", rf"the scheduling .* \(os\.{name}\)")
        for name, does in (
            ("setpriority", "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)"),
            ("sched_setaffinity", "os.sched_setaffinity(os.getppid(), {0})"),
            (
                "sched_setscheduler",
                "os.sched_setscheduler(os.getppid(), os.SCHED_BATCH, os.sched_param(0))",
            ),
            ("sched_setparam", "os.sched_setparam(os.getppid(), os.sched_param(0))"),
        )
        if hasattr(os, name)
    ),
    _trying(
        "limits-of-the-parent",
        "import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_CPU, (9, 9))",
        "change its limits",
    ),
    _trying("plytrace", "import tracer", r"own module tracer \(the program has no tracer\.py\)"),
    _trying("the-grader", "from engine.searches import alphabeta", "own module engine"),
    _trying("the-network", "import socket\nsocket.create_connection(('127.0.0.1', 9))", "network"),
    _trying("a-socket", "import socket\nsocket.socket()", "use the network"),
    # Files
    _trying("the-key", "open('@AROUND@/key.yaml').read()", r"open .*key\.yaml for reading"),
    _trying("another-sheet", "open('@AROUND@/right.py').read()", r"open .*right\.py for reading"),
    _trying(
        "passwords", "import os\nos.open('/etc/passwd', os.O_RDONLY)", "open /etc/passwd for rea"
    ),
    _trying("by-way-of-proc", "open('/proc/self/root/etc/passwd')", "open /etc/passwd for reading"),
    _trying(
        "by-way-of-the-parent", "import os\nopen(f'/proc/{os.getppid()}/environ')", "environ for"
    ),
    _trying("a-look-around", "import os\nos.listdir('@AROUND@')", r"list .*around"),
    _trying("going-away", "import os\nos.chdir('@AROUND@')", r"enter the folder .*around"),
    _trying(
        "a-link-out",
        "import os\nos.symlink('@AROUND@', 'out')\nopen('out/key.yaml').read()",
        r"link .*around|open .*key\.yaml",
    ),
    _trying("a-hard-link", "import os\nos.link('@AROUND@/key.yaml', 'mine')", r"link .*key\.yaml"),
    _trying("writing", "open('@AROUND@/key.yaml', 'w').write('x')", r"key\.yaml for writing"),
    _trying("appending", "open('@AROUND@/right.py', 'ab').write(b'x')", r"right\.py for writing"),
    _trying("a-new-file", "open('@AROUND@/new', 'x')", r"new for writing"),
    _trying("removing", "import os\nos.remove('@AROUND@/right.py')", r"remove .*right\.py"),
    _trying("renaming", "import os\nos.rename('@AROUND@/right.py', 'mine')", r"rename .*right\.py"),
    _trying("a-new-folder", "import os\nos.mkdir('@AROUND@/made')", r"create .*made"),
    _trying("cutting", "import os\nos.truncate('@AROUND@/key.yaml', 0)", r"truncate .*key\.yaml"),
    _trying("modes", "import os\nos.chmod('@AROUND@/key.yaml', 0)", "owner or permissions"),
    _trying("times", "import os\nos.utime('@AROUND@/key.yaml', (0, 0))", "the times of a file"),
    _searching(
        "away-with-all",
        "import os, shutil\n"
        "for one in ('..', '/tmp', '@AROUND@'):\n"
        "    shutil.rmtree(one, ignore_errors=True)\n"
        "shutil.rmtree('.', ignore_errors=True)\n"
        "return game.actions(state)[1]",
    ),
    _searching(
        "one-large-file",
        "with open('large', 'wb') as file:\n    while True: file.write(bytes(1 << 20))",
        r"File too large|it wrote more than 8 MB",
    ),
    _searching(
        "many-small-files",
        "number = 0\nwhile True:\n    number += 1\n    open(f'small{number}', 'wb').close()",
        "it wrote more than 8 MB",
        seconds=6.0,
    ),
    _searching(
        "folders-without-end",
        "import os\n"
        "for _ in range(1500):\n"
        "    os.mkdir('a' * 200)\n"
        "    os.chdir('a' * 200)\n"
        "raise ValueError('that deep')",
        "that deep|getcwd|No such file|File name too long|which is not allowed",
        seconds=6.0,
    ),
    # What it returns, and what it is
    _searching(
        "a-text-that-raises",
        "class Odd:\n    def __repr__(self): raise ValueError('no text')\nreturn Odd()",
        r"it raised ValueError: no text while it searched \(prog\.py:3\)",
    ),
    _searching(
        "a-text-without-end",
        "class Odd:\n    def __repr__(self):\n        while True: pass\nreturn Odd()",
        _WORK,
        seconds=0.5,
    ),
    _searching(
        "equal-to-all-but-never-done",
        "class Odd(str):\n"
        "    def __eq__(self, other): raise RuntimeError('not comparable')\n"
        "    __hash__ = None\n"
        "return Odd('B')",
        "",
    ),
    _searching(
        "an-error-without-words",
        "class Odd(Exception):\n    def __str__(self): raise self\nraise Odd()",
        "it raised Odd",
    ),
    _searching("half-a-letter", "raise ValueError('\\ud800')", r"it raised ValueError: \\ud800"),
    _searching("a-list-in-itself", "odd = []\nodd.append(odd)\nreturn odd", ""),
    _searching("nan", "return float('nan'), 'B'", ""),
    _searching("a-million-digits", "return 10 ** 1_000_000, 'B'", "int too large|digits"),
    _searching("a-generator", "yield 3", ""),
    _searching("nothing", "return None", ""),
    Hostile(
        "a-broken-import", "import no_such_module\n" + RIGHT, "No module named 'no_such_module'"
    ),
    Hostile(
        "no-python",
        "def alpha_beta_search(game, state:\n",
        r"not valid Python: .*\(.*\.py:1\)",
    ),
    Hostile("null-bytes", "x = 1\0\n" + RIGHT, "not valid Python: .*null bytes"),
    Hostile("empty", "", r"it defines nothing; expected one named (\w+, )+\w+$"),
    Hostile("nested", "x = " + "(" * 5000 + ")" * 5000 + "\n" + RIGHT, "not valid Python"),
    Hostile(
        "long-sum",
        "x = " + "+".join(["1"] * 50_000) + "\n" + RIGHT,
        "not valid Python|its recursion",
    ),
    Hostile("fifty-megabytes", "#" * 50_000_000 + "\n" + RIGHT, "too large for a program"),
)
