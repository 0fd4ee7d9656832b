"""Communication of the two processes: frames with a kind, a length and that many bytes.

| kind | from | content |
| --- | --- | --- |
| `T` | parent | the task, JSON |
| `N` | parent | requested nodes, JSON |
| `R` | child | the program is loaded: its shape and its function, JSON |
| `A` | child | request for a node and some of its descendants, JSON |
| `E` | child | calls made, 8 bytes each; see `tracer.programs.child.watched_nodes` |
| `S` | child | result of the part of a longer run that is timed and graded, JSON |
| `D` | child | the program's return value, JSON |
| `F` | child | why there is no return value, JSON |
"""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO, Final

_HEAD: Final = struct.Struct(">cI")
#: Maximum number of bytes of a frame; a longer one is not from our child.
LONGEST: Final = 1 << 24
#: Exit code of a child that cannot report its result.
NO_REPORT: Final = 97


class ChannelClosed(Exception):
    """The other side has closed the channel, or sent something other than a frame."""


class GarbledFrame(ChannelClosed):
    """The other side sent something other than a frame."""


class FrameChannel:
    """One end of a channel."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO, *, longest: int = LONGEST) -> None:
        self._longest = longest
        self._read = incoming.read
        self._write = outgoing.write
        self._flush = outgoing.flush

    def send(self, kind: bytes, payload: bytes) -> None:
        """Send a frame."""
        self._write(_HEAD.pack(kind, len(payload)) + payload)
        self._flush()

    def send_json(self, kind: bytes, content: Any) -> None:
        """Send a frame of JSON."""
        self.send(kind, _dumps(content).encode())

    def receive(self) -> tuple[bytes, bytes]:
        """Return the kind and the payload of the next frame."""
        head = self._exactly(_HEAD.size)
        kind, length = _HEAD.unpack(head)
        if length > self._longest:
            raise GarbledFrame(f"a frame of {length:,} bytes")
        return kind, self._exactly(length)

    def _exactly(self, length: int) -> bytes:
        found = b""
        while len(found) < length:
            more = self._read(length - len(found))
            if not more:
                raise (
                    GarbledFrame("a frame that is cut short")
                    if found
                    else ChannelClosed("nothing follows")
                )
            found += more
        return found


# Bound here because a program may replace them.
_dumps = json.dumps
