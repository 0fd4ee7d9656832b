"""The three pipes to a program's process, each with a thread, so that nothing can block.

The queues stay short whatever the other side does: stop reading, write endlessly, or leave a frame
unfinished.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from queue import Empty, Queue, SimpleQueue
from typing import IO, Any, BinaryIO, Final, cast

from tracer.programs.child.frames import ChannelClosed, FrameChannel, GarbledFrame

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
_GRACE: Final = 2.0


class _Whole:
    """A pipe that writes everything it is given."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw

    def write(self, given: bytes) -> int:
        """Write all of it."""
        left = memoryview(given)
        while left:
            left = left[self._raw.write(left) :]
        return len(given)

    def flush(self) -> None:
        """Do nothing: there is no buffer."""


class Pipes:
    """The pipes to and from a process."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes], printed: IO[bytes]) -> None:
        self._all = (incoming, outgoing, printed)
        self._printed = printed
        self._channel = FrameChannel(
            cast(BinaryIO, incoming), cast(BinaryIO, _Whole(outgoing)), longest=_LONGEST
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
        deadline = time.monotonic() + _GRACE
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
