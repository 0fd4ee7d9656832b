"""The three pipes to a program's process, each with a thread, so that nothing waits for a program.

Whatever the other side does (it stops reading, writes without end, leaves a frame unfinished), the
queues between stay short.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from queue import Empty, Queue, SimpleQueue
from typing import IO, Any, BinaryIO, Final, cast

from tracer.programs.child.wire import Closed, Garbled, Wire

__all__ = ["CLOSED", "GARBLED", "NOTHING", "Pipes"]

#: Kinds of frames that are none: nothing came in time; nothing more will; what came is no frame.
NOTHING: Final = b""
CLOSED: Final = b"closed"
GARBLED: Final = b"garbled"

#: Frames that wait to be looked at, and answers that wait to be read: whoever asks one question
#: after the other leaves none.
_MOST_WAITING: Final = 16
#: Bytes of a frame of theirs.
_LONGEST: Final = 1 << 20
#: Characters of what is printed that are kept.
_KEPT: Final = 2_000
#: Seconds for the threads to end in.
_GRACE: Final = 2.0


class _Whole:
    """A pipe that takes all that is written.

    Args:
        raw: the pipe.
    """

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw

    def write(self, given: bytes) -> int:
        """Write all of it."""
        left = memoryview(given)
        while left:
            left = left[self._raw.write(left) :]
        return len(given)

    def flush(self) -> None:
        """Nothing is kept."""


class Pipes:
    """What is sent to a process, and what comes from it.

    Args:
        incoming: where it writes frames.
        outgoing: where it reads them.
        printed: where it prints.
    """

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes], printed: IO[bytes]) -> None:
        self._all = (incoming, outgoing, printed)
        self._printed = printed
        self._wire = Wire(
            cast(BinaryIO, incoming), cast(BinaryIO, _Whole(outgoing)), longest=_LONGEST
        )
        self._incoming: Queue[tuple[bytes, bytes]] = Queue(_MOST_WAITING)
        self._outgoing: SimpleQueue[tuple[bytes, bytes] | None] = SimpleQueue()
        self._is_over = False
        self._kept = bytearray()
        #: Bytes that it has printed.
        self.printed = 0
        self._threads = [
            threading.Thread(target=one, daemon=True)
            for one in (self._receive, self._send, self._read)
        ]
        for thread in self._threads:
            thread.start()

    def receive(self, seconds: float) -> tuple[bytes, bytes]:
        """The next frame that came: its kind and its payload.

        Args:
            seconds: how long to wait for it; then it is `NOTHING`.
        """
        try:
            return self._incoming.get(timeout=seconds)
        except Empty:
            return NOTHING, b""

    def send(self, kind: bytes, payload: bytes) -> None:
        """Send a frame, as soon as the other side reads it.

        Raises:
            ValueError: it asks, and does not read what it is told.
        """
        if self._outgoing.qsize() >= _MOST_WAITING:
            raise ValueError("it does not read")
        self._outgoing.put((kind, payload))

    def said(self) -> str:
        """The beginning of what it printed."""
        return bytes(self._kept).decode(errors="replace")

    def close(self) -> None:
        """Let all of it go, once the process is ended."""
        self._is_over = True
        self._outgoing.put(None)
        deadline = time.monotonic() + _GRACE
        while any(one.is_alive() for one in self._threads) and time.monotonic() < deadline:
            with contextlib.suppress(Empty):
                while True:
                    self._incoming.get_nowait()
            for thread in self._threads:
                thread.join(timeout=0.01)
        for pipe, thread in zip(self._all, self._threads, strict=True):
            # A thread that still waits does so because of a process that has got away: the pipe
            # is left to it.
            if not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()

    # The threads --------------------------------------------------------------------------------

    def _receive(self) -> None:
        put: Callable[[tuple[bytes, bytes]], Any] = self._incoming.put
        try:
            while not self._is_over:
                put(self._wire.receive())
        except Garbled:
            put((GARBLED, b""))
        except (Closed, OSError, ValueError):
            put((CLOSED, b""))

    def _send(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has gone: its frames end as well
            while (frame := self._outgoing.get()) is not None:
                self._wire.send(*frame)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while more := self._printed.read(1 << 16):
                self.printed += len(more)
                if len(self._kept) < _KEPT:
                    self._kept += more[: _KEPT - len(self._kept)]
