"""Runs a program in a process of its own, within limits, and writes down what it does."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO, Final, cast

from engine.errors import PlytraceError
from tracer.programs.child.wire import Closed, Wire
from tracer.programs.nodes import Nodes
from tracer.programs.shapes import ParentShape, parent_shape

__all__ = ["Asked", "Limits", "Run", "run_program"]

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
#: Characters of what a program prints that are kept, and bytes after which it is stopped.
_KEPT_OUTPUT: Final = 2_000
#: Seconds between two looks at the clock and the folder.
_TICK: Final = 0.1


@dataclass(frozen=True)
class Limits:
    """What a program may use.

    Args:
        seconds: of processor time, above 0. The clock on the wall may show three times as many and
            ten more.
        memory: megabytes, at least 64.
        output: megabytes that it may print.
        folder: megabytes that it may write into its folder.
    """

    seconds: float = 10.0
    memory: int = 1024
    output: int = 4
    folder: int = 64

    @property
    def patience(self) -> float:
        """Seconds on the wall after which it is stopped."""
        return 3 * self.seconds + 10


@dataclass(frozen=True)
class Asked:
    """What a program is asked to do.

    Args:
        game: the game, as the search sees it.
        search: the key's search.
        depth: plies at which it stops; None for no limit.
        rounds: the same in rounds, where the key says so.
        window: α and β at the root.
        shape: the shape of programs; None for whichever it has.
        function: the function that is called; None for the usual names.
    """

    game: Any
    search: str
    depth: int | None
    rounds: int | None
    window: tuple[float, float]
    shape: str | None = None
    function: str | None = None


@dataclass
class Run:
    """What was seen of a program.

    Args:
        nodes: the game as it was told of it; None where the program was never loaded.
        calls: the calls that it made; see `tracer.programs.watched`.
        returned: what it returned, as `tracer.programs.child.main` sends it; None for nothing.
        shape: its shape; empty where it was not found out.
        called: its file and its function.
        fault: why there is nothing to mark, in a sentence; empty where there is.
        kind: the kind of the fault.
        output: the beginning of what it printed.
    """

    nodes: Nodes | None = None
    calls: array[int] = field(default_factory=lambda: array("q"))
    returned: Mapping[str, Any] | None = None
    shape: str = ""
    called: str = ""
    fault: str = ""
    kind: str = ""
    output: str = ""


def run_program(folder: Path, asked: Asked, limits: Limits) -> Run:
    """Run the program in a folder, and watch it.

    Args:
        folder: where it lies alone; it may write there, and whoever calls this removes it.
        asked: what it is to do.
        limits: what it may use.
    """
    run = Run()
    process = subprocess.Popen(
        [sys.executable, "-I", "-B", "-X", "utf8", "-c", _BOOT, str(_CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=_environment(folder),
        start_new_session=sys.platform != "win32",
    )
    watch = _Watch(process, folder, asked, limits, run)
    try:
        watch.follow()
    finally:
        watch.end()
    return run


def _environment(folder: Path) -> dict[str, str]:
    """The environment of a program: nothing of ours, and one thread for libraries of numbers."""
    kept = ("SYSTEMROOT", "TEMP", "TMP") if sys.platform == "win32" else ()
    single = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        **dict.fromkeys(single, "1"),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PATH": os.defpath,
        "MPLBACKEND": "Agg",
        "PYTHONHASHSEED": "0",
    }


class _Watch:
    """One process and what comes from it."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        folder: Path,
        asked: Asked,
        limits: Limits,
        run: Run,
    ) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._process = process
        self._folder = folder
        self._asked = asked
        self._limits = limits
        self._run = run
        self._wire = Wire(cast(BinaryIO, process.stdout), cast(BinaryIO, process.stdin))
        self._output = process.stderr
        self._frames: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
        self._kept = bytearray()
        self._printed = 0
        self._shape: ParentShape | None = None
        self._threads = [
            threading.Thread(target=one, daemon=True) for one in (self._listen, self._read)
        ]

    def follow(self) -> None:
        """Answer what it asks, until it is done or has used up what it may."""
        for thread in self._threads:
            thread.start()
        end = time.monotonic() + self._limits.patience
        most = self._limits.output << 20
        self._send(b"T", self._told())
        while not (self._run.returned or self._run.fault):
            try:
                kind, payload = self._frames.get(timeout=_TICK)
            except Empty:
                kind, payload = b"", b""
            if kind:
                self._heed(kind, payload)
            if self._run.returned or self._run.fault:
                break
            if time.monotonic() > end:
                self._fail("time", f"it was not done after {self._limits.patience:g} seconds")
            elif self._printed > most:
                self._fail("output", f"it printed more than {self._limits.output} MB")
            elif not kind and _size(self._folder) > self._limits.folder << 20:
                self._fail("folder", f"it wrote more than {self._limits.folder} MB")

    def end(self) -> None:
        """End the process and all that it has begun, and read what is left."""
        _kill(self._process)
        for thread in self._threads:
            thread.join(timeout=2)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._run.output = bytes(self._kept).decode(errors="replace")

    # What it sends ------------------------------------------------------------------------------

    def _listen(self) -> None:
        try:
            while True:
                self._frames.put(self._wire.receive())
        except (Closed, OSError, ValueError):
            self._frames.put((b"Z", b""))

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while more := self._output.read1(1 << 16):  # type: ignore[attr-defined]
                self._printed += len(more)
                if len(self._kept) < _KEPT_OUTPUT:
                    self._kept += more[: _KEPT_OUTPUT - len(self._kept)]

    def _heed(self, kind: bytes, payload: bytes) -> None:
        try:
            if kind == b"E":
                self._note(payload)
            elif kind == b"A":
                self._send(b"N", self._nodes().chunk(int(payload)))
            elif kind == b"R":
                self._begin(json.loads(payload))
            elif kind == b"D":
                self._run.returned = dict(json.loads(payload))
            elif kind == b"F":
                self._fault(json.loads(payload))
            elif kind == b"Z":
                self._gone()
            else:
                raise ValueError
        except PlytraceError as error:
            self._fail("refused", str(error))
        except (ValueError, TypeError, KeyError, LookupError, AttributeError):
            self._fail("refused", "it meddled with how it is watched")

    def _nodes(self) -> Nodes:
        if self._run.nodes is None:
            raise ValueError
        return self._run.nodes

    def _note(self, payload: bytes) -> None:
        nodes = self._nodes()
        calls = array("q")
        calls.frombytes(payload)
        if calls and (min(calls) < 0 or max(calls) >> 3 >= len(nodes)):
            raise ValueError
        self._run.calls.extend(calls)

    def _begin(self, told: Mapping[str, Any]) -> None:
        """It is loaded: it is given the game in the form that its shape wants."""
        asked = self._asked
        self._shape = shape = parent_shape(str(told["shape"]))
        self._run.shape = shape.name
        self._run.called = (
            f"{told['file']}: {told['function']}" if told["function"] else told["file"]
        )
        shape.check(asked.game)
        self._run.nodes = Nodes(
            asked.game,
            estimates=asked.depth is not None,
            action=shape.action,
            text=shape.text,
        )
        self._send(b"T", json.dumps({"more": shape.more(asked.game)}).encode())

    def _fault(self, told: Mapping[str, Any]) -> None:
        where = f" ({told['where']})" if told["where"] else ""
        self._fail(str(told["kind"]), f"{told['told']}{where}")

    def _gone(self) -> None:
        """It ended without a word."""
        code = self._process.wait()
        if code < 0 and -code == getattr(signal, "SIGXCPU", None):
            self._fail("time", f"it was not done after {self._limits.seconds:g} seconds of work")
        elif code < 0:
            name = signal.Signals(-code).name if -code in {*map(int, signal.Signals)} else -code
            self._fail("crash", f"Python itself was ended by {name}")
        else:
            self._fail(
                "exit", f"it ended the process, with code {code}, before the search was done"
            )

    def _fail(self, kind: str, told: str) -> None:
        if not self._run.fault:
            self._run.kind, self._run.fault = kind, told

    def _told(self) -> bytes:
        asked, limits = self._asked, self._limits
        told = {
            "search": asked.search,
            "depth": asked.depth,
            "rounds": asked.rounds,
            "window": asked.window,
            "shape": asked.shape,
            "function": asked.function,
            "limits": {
                "seconds": limits.seconds,
                "memory": limits.memory << 20,
                "file": limits.folder << 20,
            },
        }
        return json.dumps(told).encode()

    def _send(self, kind: bytes, payload: bytes) -> None:
        with contextlib.suppress(OSError):  # it has gone: that is told where its frames end
            self._wire.send(kind, payload)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its group, whatever signals they ignore."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _size(folder: Path) -> int:
    """Bytes in a folder."""
    found = 0
    for place, _, files in os.walk(folder):
        for name in files:
            with contextlib.suppress(OSError):
                found += (Path(place) / name).lstat().st_size
    return found
