"""The process that runs a program: its start, its processor time and its end."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from tracer.programs.processes.fork_server import (
    ForkedProgram,
    boot_command,
    environment,
    start_program,
)

#: The environment variable that identifies the processes of a program.
_MARK: Final = "PLYTRACE_RUN"
#: Linux's number of the clock for the time of all threads of a process.
_OF_PROCESS: Final = 2
#: Seconds that a process has to end after it was killed or closed its pipes.
_GRACE: Final = 5.0
#: Whether the system lets one process start all programs; elsewhere each starts a new Python.
_HAS_SERVER: Final = sys.platform == "linux"
#: Runs a program in a new Python.
_RUN: Final = "main(lambda incoming: end(int(parent), incoming), of_python)"


class Process:
    """A separate Python process in which the child's modules run."""

    def __init__(self, folder: Path) -> None:
        self._mark = secrets.token_hex(16)
        self._started: ForkedProgram | subprocess.Popen[bytes]
        if _HAS_SERVER:
            self._started = start_program(folder, _MARK, self._mark)
        else:
            self._started = subprocess.Popen(
                boot_command(_RUN),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env=environment() | {_MARK: self._mark, "HOME": str(folder), "TMPDIR": str(folder)},
                start_new_session=sys.platform != "win32",
            )
        stdin, stdout, stderr = self._started.stdin, self._started.stdout, self._started.stderr
        if stdin is None or stdout is None or stderr is None:
            raise AssertionError("the pipes are missing")
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr

    def seconds(self) -> float | None:
        """Return the processor time used so far; None if the system does not provide it.

        The kernel keeps this clock, so a program cannot change it. It stops when the process has
        ended.
        """
        if sys.platform != "linux":
            return None
        try:
            return time.clock_gettime(~self._started.pid << 3 | _OF_PROCESS)
        except OSError:
            return None

    def exit_code(self) -> int | None:
        """Return the exit code after the pipes have closed; None if it is still running."""
        try:
            return self._started.wait(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End the process and all processes that it started, even if they ignore signals."""
        if sys.platform != "win32" and self._started.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._started.pid, signal.SIGKILL)
        self._started.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._started.wait(timeout=_GRACE)
        end_marked(f"{_MARK}={self._mark}")


def end_marked(mark: str) -> None:
    """End all processes whose environment contains a text.

    If the kernel lets a program start processes (see `child.sandbox.seccomp`), these may be in
    their own session. On systems without `/proc` they cannot be found.
    """
    deadline = time.monotonic() + _GRACE
    while time.monotonic() < deadline:
        found = [*_marked(mark.encode())]
        if not found:
            return
        for one in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(one, signal.SIGKILL)
        time.sleep(0.01)


def _marked(text: bytes) -> list[int]:
    """Return the processes, other than this one, whose environment contains a text."""
    found: list[int] = []
    if sys.platform != "linux":
        return found
    for name in os.listdir("/proc"):  # noqa: PTH208  # it is read after each of thousands of runs
        if name.isdecimal() and int(name) != os.getpid():
            with (
                contextlib.suppress(OSError),
                open(  # noqa: PTH123
                    f"/proc/{name}/environ", "rb"
                ) as environment,
            ):
                if text in environment.read():
                    found.append(int(name))
    return found
