"""Starts programs' processes as copies of one that is ready; see `tracer.programs.child.serving`.

The server is started with the first program and ends with this process, however that ends.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Final

from engine.courses import mit_boards
from engine.running import end_with_parent

_CHILD: Final = Path(__file__).parents[1] / "child"
#: Modules of ours, with the standard library alone, that the child has too. It gets nothing else.
LENT: Final = {module.__name__: module.__file__ for module in (end_with_parent, mit_boards)}
#: Loads these modules by path, before the sandbox starts, and the folder of the child's modules as
# `_watcher`; see `tracer.programs.child`.
_BOOT: Final = """\
import sys
of_python = frozenset(sys.modules)
import importlib.util as u
def load(name, path, folders=None):
    s = u.spec_from_file_location(name, path, submodule_search_locations=folders)
    m = u.module_from_spec(s); sys.modules[name] = m; s.loader.exec_module(m)
    return m
(child, parent, *more), sys.argv = sys.argv[1:], ["program"]
for name, path in lent.items(): load(name, path)
end = sys.modules["engine.running.end_with_parent"].end_with_parent
load("_watcher", child + "/__init__.py", [child])
from _watcher.main import main
"""
_SERVE: Final = """\
end(int(parent))
from _watcher.serving import serve
server = serve(int(more[0]), more[1])
main(lambda incoming: end(server, incoming), of_python)
"""
#: Bytes for a program's mark and its folder in the environment of its process.
_ROOM: Final = 512
#: Seconds between two looks at a process that is to end: the first, and the longest.
_SOON: Final = 0.0005
_LATE: Final = 0.02


def boot_command(then: str, *more: str) -> list[str]:
    """Return a command that loads the child's modules in a new Python."""
    # Like `-I`, except for the hash seed, which that option would ignore together with the
    # environment (which has no other variables of Python). So sets of strings have the same order
    # in every run. Unbuffered, so that a pipe can be closed while a thread reads from it.
    python = [sys.executable, "-s", "-P", "-B", "-X", "utf8"]
    code = [f"lent = {LENT}\n{_BOOT}{then}", str(_CHILD), str(os.getpid())]
    return [*python, "-c", *code, *more]


def environment() -> dict[str, str]:
    """Return a program's environment: none of our variables, and one thread for libraries."""
    kept = ("SYSTEMROOT", "TEMP", "TMP") if sys.platform == "win32" else ()
    single = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        **dict.fromkeys(single, "1"),
        "PATH": os.defpath,
        "MPLBACKEND": "Agg",
        "PYTHONHASHSEED": "0",
    }


class ForkedProgram:
    """The process of a program, with the names of `subprocess.Popen`."""

    def __init__(self, server: _Server, pid: int, pipes: list[IO[bytes]]) -> None:
        self._server = server
        self.pid = pid
        self.stdin, self.stdout, self.stderr = pipes
        self.returncode: int | None = None

    def wait(self, timeout: float) -> int:
        """Return the exit code as soon as the process has ended."""
        deadline, pause = time.monotonic() + timeout, _SOON
        while self.returncode is None:
            self.returncode = self._server.exit_code(self.pid)
            if self.returncode is None:
                if time.monotonic() > deadline:
                    raise subprocess.TimeoutExpired("program", timeout)
                time.sleep(pause)
                pause = min(2 * pause, _LATE)
        return self.returncode

    def kill(self) -> None:
        """End the process; its id is not reused before its exit code is known."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, signal.SIGKILL)


class _Server:
    """The process that starts programs."""

    def __init__(self, mark_name: str) -> None:
        self.owner = os.getpid()
        self._lock = threading.Lock()
        self._connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        started: SimpleQueue[subprocess.Popen[bytes] | BaseException] = SimpleQueue()
        # Linux ends a process with the thread that started it, so that thread stays.
        threading.Thread(target=_keep, args=(theirs, mark_name, started), daemon=True).start()
        found = started.get()
        theirs.close()
        if isinstance(found, BaseException):
            self._connection.close()
            raise found
        self._popen = found

    def start(self, folder: Path, mark: str) -> ForkedProgram:
        """Start the program in a folder."""
        pairs = [os.pipe() for _ in range(3)]
        theirs = [pairs[0][0], pairs[1][1], pairs[2][1]]
        ours = [pairs[0][1], pairs[1][0], pairs[2][0]]
        try:
            pid = self._ask({"start": [str(folder), mark]}, theirs)
            if pid < 0:
                raise OSError(-pid, os.strerror(-pid))
        except BaseException:
            for one in ours:
                os.close(one)
            raise
        finally:
            for one in theirs:
                os.close(one)
        modes = ("wb", "rb", "rb")
        pipes: list[Any] = [
            os.fdopen(one, mode, buffering=0) for one, mode in zip(ours, modes, strict=True)
        ]
        return ForkedProgram(self, pid, pipes)

    def exit_code(self, pid: int) -> int | None:
        """Return the exit code of a process; None while it is running."""
        try:
            found: int | None = self._ask({"poll": pid})
        except ConnectionError:  # the server has ended, and its programs with it
            return -signal.SIGKILL
        return found

    def _ask(self, request: dict[str, Any], pipes: list[int] | None = None) -> Any:
        with self._lock:
            socket.send_fds(self._connection, [json.dumps(request).encode()], pipes or [])
            answer = self._connection.recv(100)
        if not answer:
            raise ConnectionResetError("the server has ended")
        return json.loads(answer)

    def end(self) -> None:
        """End the server and all programs that are still running."""
        self._connection.close()
        if self.owner == os.getpid():
            self._popen.kill()
            self._popen.wait()


def _keep(theirs: socket.socket, mark_name: str, started: SimpleQueue[Any]) -> None:
    """Start the server, and wait until it ends."""
    try:
        with subprocess.Popen(
            boot_command(_SERVE, str(theirs.fileno()), mark_name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=environment() | {mark_name: "-" * _ROOM},
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        ) as popen:
            started.put(popen)
    except BaseException as error:
        started.put(error)


_SERVERS: Final[list[_Server]] = []
_LOCK: Final = threading.Lock()


def start_program(folder: Path, mark_name: str, mark: str) -> ForkedProgram:
    """Start the program in a folder in its own process."""
    text = f"{mark} {folder}"
    for _ in range(2):
        server = _server(mark_name)
        try:
            return server.start(folder, text)
        except ConnectionError:  # someone has ended the server
            _forget(server)
    return _server(mark_name).start(folder, text)


def _server(mark_name: str) -> _Server:
    """Return the server of this process, not the one of a process that this is a copy of."""
    with _LOCK:
        if not _SERVERS or _SERVERS[-1].owner != os.getpid():
            _SERVERS.append(_Server(mark_name))
        return _SERVERS[-1]


def _forget(server: _Server) -> None:
    with _LOCK:
        if server in _SERVERS:
            _SERVERS.remove(server)
            server.end()


@atexit.register
def _end_server() -> None:
    for one in [*_SERVERS]:
        _forget(one)
