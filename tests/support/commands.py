"""Run commands as people type them, each in a forked process with all imports done.

Start-up takes most of the time of a short command, so one process starts, imports, and forks. What
a test says about start-up, encodings, pipes or signals starts a new Python instead.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

_SERVER = Path(__file__).with_name("command_server.py")
#: What Python or plytrace looks at when it starts.
_AT_START = ("PYTHON", "PLYTRACE_KERNEL", "LC_", "LANG")


def run_command(
    *arguments: object,
    stdin: str | None = None,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    seconds: int = 100,
) -> subprocess.CompletedProcess[str]:
    """Run `plytrace` with some arguments."""
    words = [str(one) for one in arguments]
    environment = dict(os.environ if env is None else env)
    if not hasattr(os, "fork") or _at_start(environment) != _at_start(dict(os.environ)):
        return _run_new_process(words, stdin, cwd, environment, seconds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {stream: folder / stream for stream in ("stdin", "stdout", "stderr")}
        for stream, file in files.items():
            file.write_bytes((stdin or "").encode() if stream == "stdin" else b"")
        asked = {
            "arguments": words,
            "environment": environment,
            "folder": str(Path.cwd() if cwd is None else cwd),
            "seconds": seconds,
            **{stream: str(file) for stream, file in files.items()},
        }
        server = _server(tuple(sorted(_at_start(environment).items())))
        server.stdin.write(json.dumps(asked) + "\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        outputs = [
            files[stream].read_text("utf-8", "surrogateescape") for stream in ("stdout", "stderr")
        ]
    return subprocess.CompletedProcess(["plytrace", *words], code, *outputs)


def _at_start(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_AT_START)}


@cache
def _server(at_start: object) -> Any:
    """The process that forks, one for all tests in this process with one such environment."""
    server = subprocess.Popen(
        [sys.executable, str(_SERVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=_SERVER.parent,
    )
    atexit.register(_end, server)
    return server


def _end(server: Any) -> None:
    server.stdin.close()
    server.stdout.close()
    server.wait(10)


def _run_new_process(
    words: list[str], stdin: str | None, cwd: Path | None, env: dict[str, str], seconds: int
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui.cli", *words],
        capture_output=True,
        text=True,
        input=stdin or "",
        cwd=cwd,
        env=env,
        check=False,
        timeout=seconds,
    )
