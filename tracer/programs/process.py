"""The process that runs a program: its start, its pipes, its processor time and its end.

On Linux, programs' processes are copies of one that is ready; see `tracer.programs.child.serving`.
This server is started with the first program and ends with this process, however that ends.
Elsewhere each program starts a new Python.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from typing import IO, Any, BinaryIO, Final, cast

from engine.courses import mit_boards
from engine.running import end_with_parent
from tracer.programs.child.watched_nodes import ChannelClosed, FrameChannel, GarbledFrame

_CHILD: Final = Path(__file__).parent / "child"
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
#: Bytes for a program's mark and its folder in the environment of its process.
_ROOM: Final = 512
#: Seconds between two looks at a process that is to end: the first, and the longest.
_SOON: Final = 0.0005
_LATE: Final = 0.02


def _boot_command(then: str, *more: str) -> list[str]:
    """Return a command that loads the child's modules in a new Python."""
    # Like `-I`, except for the hash seed, which that option would ignore together with the
    # environment (which has no other variables of Python). So sets of strings have the same order
    # in every run. Unbuffered, so that a pipe can be closed while a thread reads from it.
    python = [sys.executable, "-s", "-P", "-B", "-X", "utf8"]
    code = [f"lent = {LENT}\n{_BOOT}{then}", str(_CHILD), str(os.getpid())]
    return [*python, "-c", *code, *more]


def _environment() -> dict[str, str]:
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


class _ForkedProgram:
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

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._lock = threading.Lock()
        self._connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        started: SimpleQueue[subprocess.Popen[bytes] | BaseException] = SimpleQueue()
        # Linux ends a process with the thread that started it, so that thread stays.
        threading.Thread(target=_keep, args=(theirs, started), daemon=True).start()
        found = started.get()
        theirs.close()
        if isinstance(found, BaseException):
            self._connection.close()
            raise found
        self._popen = found

    def start(self, folder: Path, mark: str) -> _ForkedProgram:
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
        return _ForkedProgram(self, pid, pipes)

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


def _keep(theirs: socket.socket, started: SimpleQueue[Any]) -> None:
    """Start the server, and wait until it ends."""
    try:
        with subprocess.Popen(
            _boot_command(_SERVE, str(theirs.fileno()), _MARK),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=_environment() | {_MARK: "-" * _ROOM},
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        ) as popen:
            started.put(popen)
    except BaseException as error:
        started.put(error)


_SERVERS: Final[list[_Server]] = []
_LOCK: Final = threading.Lock()


def _start_program(folder: Path, mark: str) -> _ForkedProgram:
    """Start the program in a folder in its own process."""
    text = f"{mark} {folder}"
    for _ in range(2):
        server = _server()
        try:
            return server.start(folder, text)
        except ConnectionError:  # someone has ended the server
            _forget(server)
    return _server().start(folder, text)


def _server() -> _Server:
    """Return the server of this process, not the one of a process that this is a copy of."""
    with _LOCK:
        if not _SERVERS or _SERVERS[-1].owner != os.getpid():
            _SERVERS.append(_Server())
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


class Process:
    """A separate Python process in which the child's modules run."""

    def __init__(self, folder: Path) -> None:
        self._mark = secrets.token_hex(16)
        #: Whether the kernel lets it start no processes; None if this is not known yet.
        self.stays_alone: bool | None = None
        self._started: _ForkedProgram | subprocess.Popen[bytes]
        if _HAS_SERVER:
            self._started = _start_program(folder, self._mark)
        else:
            self._started = subprocess.Popen(
                _boot_command(_RUN),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                env=_environment()
                | {_MARK: self._mark, "HOME": str(folder), "TMPDIR": str(folder)},
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
        if not self.stays_alone:  # looking at all processes takes longer than most programs
            end_marked(f"{_MARK}={self._mark}")


def end_marked(mark: str) -> None:
    """End all processes whose environment contains a text.

    If the kernel lets a program start processes (see `child.sandbox.kernel`), these may be in
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
            with contextlib.suppress(OSError):
                if text in Path("/proc", name, "environ").read_bytes():
                    found.append(int(name))
    return found


# The pipes ----------------------------------------------------------------------------------------
#
# Each of the three has a thread, so that nothing can block. The queues stay short whatever the
# other side does: stop reading, write endlessly, or leave a frame unfinished.

#: Kinds that are not frames: no frame within the time, no more frames, or invalid data.
NOTHING: Final = b""
CLOSED: Final = b"closed"
GARBLED: Final = b"garbled"

#: Frames that wait in a queue. A program that waits for each answer leaves none.
_MOST_WAITING: Final = 16
#: Maximum number of bytes of a frame from the child.
_LONGEST: Final = 1 << 20
#: Characters of the output that are kept.
_KEPT: Final = 2_000
#: Seconds within which the threads must end.
_LAST: Final = 2.0


class Pipes:
    """The pipes to and from a process."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes], printed: IO[bytes]) -> None:
        self._all = (incoming, outgoing, printed)
        self._printed = printed
        # A buffer writes all that it is given, as a pipe alone need not.
        whole = io.BufferedWriter(cast(io.RawIOBase, outgoing))
        self._channel = FrameChannel(
            cast(BinaryIO, incoming), cast(BinaryIO, whole), longest=_LONGEST
        )
        self._incoming: Queue[tuple[bytes, bytes]] = Queue(_MOST_WAITING)
        self._outgoing: SimpleQueue[tuple[bytes, bytes] | None] = SimpleQueue()
        self._is_over = False
        self._kept = bytearray()
        #: Number of bytes printed.
        self.printed = 0
        self._threads = [
            threading.Thread(target=one, daemon=True)
            for one in (self._receive, self._send, self._read)
        ]
        for thread in self._threads:
            thread.start()

    def receive(self, seconds: float) -> tuple[bytes, bytes]:
        """Return the next frame: its kind and its payload."""
        try:
            return self._incoming.get(timeout=seconds)
        except Empty:
            return NOTHING, b""

    def send(self, kind: bytes, payload: bytes) -> None:
        """Send a frame as soon as the other side reads it."""
        if self._outgoing.qsize() >= _MOST_WAITING:
            raise ValueError("it does not read")
        self._outgoing.put((kind, payload))

    def printed_text(self) -> str:
        """Return the beginning of the output."""
        return bytes(self._kept).decode(errors="replace")

    def close(self) -> None:
        """Close everything once the process has ended."""
        self._is_over = True
        self._outgoing.put(None)
        deadline = time.monotonic() + _LAST
        while any(one.is_alive() for one in self._threads) and time.monotonic() < deadline:
            with contextlib.suppress(Empty):
                while True:
                    self._incoming.get_nowait()
            for thread in self._threads:
                thread.join(timeout=0.01)
        for pipe, thread in zip(self._all, self._threads, strict=True):
            # A thread still waits if a process has escaped; that process keeps the pipe.
            if not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()

    # The threads --------------------------------------------------------------------------------

    def _receive(self) -> None:
        put: Callable[[tuple[bytes, bytes]], Any] = self._incoming.put
        try:
            while not self._is_over:
                put(self._channel.receive())
        except GarbledFrame:
            put((GARBLED, b""))
        except (ChannelClosed, OSError, ValueError):
            put((CLOSED, b""))

    def _send(self) -> None:
        with contextlib.suppress(
            OSError, ValueError
        ):  # the process has ended, so receiving ends too
            while (frame := self._outgoing.get()) is not None:
                self._channel.send(*frame)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while more := self._printed.read(1 << 16):
                self.printed += len(more)
                if len(self._kept) < _KEPT:
                    self._kept += more[: _KEPT - len(self._kept)]
