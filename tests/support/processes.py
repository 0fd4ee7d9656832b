"""Python and plytrace as programs of their own: started, waited for, and stopped by Ctrl-C."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: 130, or by the signal itself, which a shell calls 130 too: so CPython ends, whatever the program
#: says, where the signal came while it compiled a text, as modules with dataclasses do at first.
STOPPED = (130, -signal.SIGINT)


def run_python(script, *arguments, **environ):
    """Run a program in a new Python, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def start_command(*arguments, **options):
    """Start `plytrace`, with pipes for what it prints; `env` has changes of the environment."""
    return _start("-m", "tui.cli", *map(str, arguments), **options)


def start_imported(command, *modules, **options):
    """Start a command with the modules that it imports, so that Ctrl-C finds it at work."""
    # Says when its imports are done, since a slow machine may take its time over them.
    script = (
        f"import sys, tui.cli, {', '.join(modules)}\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        f"sys.argv = {['plytrace', *shlex.split(command)]}\n"
        "tui.cli.main()"
    )
    began = time.monotonic()
    process = _start("-c", script, **options)
    assert process.stderr.readline() == "ready\n"
    wait_as_long_again(began)
    return process


def _start(*words, env=None, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    words = [sys.executable, *words]
    return subprocess.Popen(words, env=surroundings, text=True, encoding="utf-8", **options)


def wait_as_long_again(began):
    """Wait for what follows a start, for as long as that took: longer on a slow machine."""
    time.sleep(max(0.2, time.monotonic() - began))


def wait_until(is_so, what, seconds=120.0):
    """Wait for a condition; fail if it does not come true."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"{what}: not after {seconds:g} seconds"
        time.sleep(0.01)


def interrupt(process, codes=STOPPED):
    """Press Ctrl-C; return what the program prints until its end, with one of these codes."""
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=120)
    assert process.returncode in codes, errors
    assert "Traceback" not in errors
    return out, errors


def processes_with(text):
    """Return the other running processes whose environment has a text, such as a folder."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdecimal() and int(place.name) != os.getpid():
            try:
                environ = (place / "environ").read_bytes()
                state = (place / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if str(text).encode() in environ and state != "Z":
                found.append(int(place.name))
    return found
