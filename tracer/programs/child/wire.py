"""How the two processes talk: frames of a kind, a length and as many bytes.

| kind | from | what |
| --- | --- | --- |
| `T` | parent | the task, JSON |
| `N` | parent | nodes that were asked for, JSON |
| `R` | child | the program is loaded: its shape and its function, JSON |
| `A` | child | asks for a node and some below it, JSON |
| `E` | child | calls that were made, 8 bytes each; see `tracer.programs.child.table` |
| `D` | child | what the program returned, JSON |
| `F` | child | why there is nothing of that, JSON |
"""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO, Final

__all__ = ["LONGEST", "SPEECHLESS", "Closed", "Garbled", "Wire"]

_HEAD: Final = struct.Struct(">cI")
#: Bytes of a frame. Whoever sends more is not the child that was begun.
LONGEST: Final = 1 << 24
#: The exit code of a child that cannot tell what became of it.
SPEECHLESS: Final = 97


class Closed(Exception):
    """The other side has gone, or what it sent is no frame."""


class Garbled(Closed):
    """What the other side sent is no frame."""


class Wire:
    """One end.

    Args:
        incoming: what the other side writes, in binary and unbuffered or buffered.
        outgoing: what it reads.
        longest: bytes of a frame that is received.
    """

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO, *, longest: int = LONGEST) -> None:
        self._longest = longest
        self._read = incoming.read
        self._write = outgoing.write
        self._flush = outgoing.flush

    def send(self, kind: bytes, payload: bytes) -> None:
        """Send a frame.

        Args:
            kind: one letter.
            payload: fewer than `LONGEST` bytes.

        Raises:
            OSError: nobody listens any more.
        """
        self._write(_HEAD.pack(kind, len(payload)) + payload)
        self._flush()

    def send_json(self, kind: bytes, told: Any) -> None:
        """Send a frame of JSON."""
        self.send(kind, _dumps(told).encode())

    def receive(self) -> tuple[bytes, bytes]:
        """The next frame: its kind and its payload.

        Raises:
            Closed: there is none.
        """
        head = self._exactly(_HEAD.size)
        kind, length = _HEAD.unpack(head)
        if length > self._longest:
            raise Garbled(f"a frame of {length:,} bytes")
        return kind, self._exactly(length)

    def _exactly(self, length: int) -> bytes:
        found = b""
        while len(found) < length:
            more = self._read(length - len(found))
            if not more:
                raise Garbled("a frame that is cut short") if found else Closed("nothing follows")
            found += more
        return found


# A program may put others in their place.
_dumps = json.dumps
