"""The process that a program runs in: how it begins, what it has used, and that nothing is left."""

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

__all__ = ["Process", "end_marked"]

_CHILD: Final = Path(__file__).parent / "child"
#: Loads the folder of the child's modules under a name of its own; see `tracer.programs.child`.
_BOOT: Final = """\
import sys, importlib.util as u
s = u.spec_from_file_location("_watcher", sys.argv[1] + "/__init__.py",
                              submodule_search_locations=[sys.argv[1]])
m = u.module_from_spec(s); sys.modules["_watcher"] = m; s.loader.exec_module(m)
from _watcher.main import main
sys.argv = ["program"]
main()
"""
#: The variable of the environment by which a run's processes are known again.
_MARK: Final = "PLYTRACE_RUN"
#: Seconds that a process has to be gone after it was ended, or after it closed its pipes.
_GRACE: Final = 5.0


class Process:
    """A Python of its own, in which the other side of this package runs.

    Args:
        folder: where it runs, and finds the program.
    """

    def __init__(self, folder: Path) -> None:
        self._mark = secrets.token_hex(16)
        # Isolated but for the seed of hashes, which `-I` would pass over with the environment: that
        # has nothing else of Python's. So sets of texts have the same order in every run.
        # Unbuffered, so that a pipe can be closed whatever a thread is about to read from it.
        self._popen = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", "-X", "utf8", "-c", _BOOT, str(_CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env=_environment(folder) | {_MARK: self._mark},
            start_new_session=sys.platform != "win32",
        )
        stdin, stdout, stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        if stdin is None or stdout is None or stderr is None:
            raise AssertionError("pipes were asked for")
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr

    def seconds(self) -> float:
        """Processor time that it has used so far; 0 where the system does not say."""
        if sys.platform != "linux":
            return 0.0
        try:
            stat = Path(f"/proc/{self._popen.pid}/stat").read_bytes()
        except OSError:
            return 0.0
        fields = stat.rpartition(b")")[2].split()  # its name may hold anything
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def exit_code(self) -> int | None:
        """How it ended, once it has closed its pipes; None where it goes on all the same."""
        try:
            return self._popen.wait(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End it and all that it has begun, whatever signals they ignore."""
        if sys.platform != "win32" and self._popen.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=_GRACE)
        end_marked(f"{_MARK}={self._mark}")


def end_marked(mark: str) -> None:
    """End the processes that have an entry in their environment, those that have gone away too.

    Where the kernel lets a program begin others (see `child.walls.seccomp`), such a one may be in
    a session of its own. Systems without `/proc` do not tell of it.

    Args:
        mark: the entry, with its value.
    """
    deadline = time.monotonic() + _GRACE
    while time.monotonic() < deadline:
        found = [*_marked(f"{mark}\0".encode())]
        if not found:
            return
        for one in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(one, signal.SIGKILL)
        time.sleep(0.01)


def _marked(entry: bytes) -> list[int]:
    """The processes, other than this one, whose environment has an entry."""
    found: list[int] = []
    if sys.platform != "linux":
        return found
    for place in Path("/proc").iterdir():
        if place.name.isdecimal() and int(place.name) != os.getpid():
            with contextlib.suppress(OSError):
                if entry in (place / "environ").read_bytes():
                    found.append(int(place.name))
    return found


def _environment(folder: Path) -> dict[str, str]:
    """The environment of a program: nothing of ours, and one thread for libraries of numbers."""
    kept = ("SYSTEMROOT", "TEMP", "TMP") if sys.platform == "win32" else ()
    single = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        **dict.fromkeys(single, "1"),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": os.defpath,
        "MPLBACKEND": "Agg",
        "PYTHONHASHSEED": "0",
    }
