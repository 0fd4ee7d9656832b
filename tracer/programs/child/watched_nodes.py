"""The game as the child knows it: numbered nodes, fetched when the program reaches them.

The number of a node identifies its path, so two paths to one position are two nodes. Every question
that a program asks about a node is logged with the node's number and the kind of question.

The two processes talk in frames: a kind, a length and that many bytes.

| kind | from | content |
| --- | --- | --- |
| `T` | parent | the task, JSON |
| `N` | parent | requested nodes, JSON |
| `R` | child | the program is loaded: its shape and its function, JSON |
| `A` | child | request for a node and some of its descendants, JSON |
| `E` | child | calls made, 8 bytes each |
| `S` | child | the timed and graded part of a longer run has ended |
| `H` | child | the answers of the program's helpers, JSON |
| `D` | child | the program's return value, JSON |
| `F` | child | why there is no return value, JSON |
"""

from __future__ import annotations

import json
import struct
import threading
from array import array
from collections.abc import Callable
from typing import Any, BinaryIO, Final, Self

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


#: Kinds of questions: the node was created; a property such as terminal was read; its moves; its
# value; it, or its text, was looked up in a table.
MADE: Final = 0
ASKED: Final = 1
EXPANDED: Final = 2
VALUED: Final = 3
HASHED: Final = 4
#: Of a plain tree: a node was looked up that is equal to one known; a leaf was touched, which is
# where a visit to it would be; its value was used, which makes it a visit.
FOUND: Final = 5
TOUCHED: Final = 6
USED: Final = 7

#: Bits of a call that hold the kind of question; the others are the number of the node.
BITS: Final = 3
#: Calls collected before they are sent: few at first, so that a crash loses little.
_FEW: Final = 64
_MANY: Final = 8192


class NeverCopied:
    """An object of which a copy is the object itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self


class Node:
    """A node of the game: `first` is the number of its first child, and the others follow.

    It is negative if there are none, and at the depth limit until the program needs them.
    """

    __slots__ = (
        *("actions", "chances", "estimate", "first", "number", "place", "player", "position"),
        *("terminal", "text", "up", "utility"),
    )

    def __init__(
        self, number: int, up: int, place: int, first: int, position: int, facts: list[Any]
    ) -> None:
        self.number = number
        self.up = up
        self.place = place
        self.first = first
        self.position = position
        (
            self.player,  # 0 MAX, 1 MIN, 2 chance
            self.terminal,
            self.utility,  # for MAX; None if it is not terminal
            self.estimate,  # evaluation for MAX; None if the key has no depth limit
            self.actions,  # the moves in the form of the shape
            self.chances,  # their probabilities at a chance node; otherwise empty
            self.text,  # the position in a form that the shape reads
        ) = facts

    @property
    def worth(self) -> Any:
        """Its utility, or its evaluation if the game is not over; None without either."""
        return self.estimate if self.utility is None else self.utility


class NodeText(NeverCopied, str):
    """The text of a node: hashed as a table key, which is recorded, but not if it is printed."""

    _look_up: Callable[[], None]

    def __new__(cls, text: str, look_up: Callable[[], None]) -> Self:
        """Return a text that calls a function when it is hashed."""
        node_text = super().__new__(cls, text)
        node_text._look_up = look_up
        return node_text

    def __hash__(self) -> int:
        self._look_up()
        return super().__hash__()


class WatchedState(NeverCopied):
    """A state of the game, which a program can compare with others and print."""

    __slots__ = ("_node", "_watched")

    def __init__(self, watched: WatchedNodes, node: Node) -> None:
        self._watched = watched
        self._node = node

    def _look_up(self) -> None:
        self._watched.log(self._node, HASHED)

    def __hash__(self) -> int:
        self._look_up()
        return hash(self._node.position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WatchedState) and other._node.position == self._node.position

    def __repr__(self) -> str:
        return NodeText(str(self._node.text), self._look_up)


class WatchedNodes:
    """The nodes known so far."""

    def __init__(self, channel: FrameChannel) -> None:
        self._channel = channel
        self._nodes: dict[int, Node] = {}
        self._positions: dict[int, list[Any]] = {}
        self._calls = array("q")
        self._most = _FEW
        self._lock = threading.RLock()  # a program may search in several threads

    def node(self, number: int) -> Node:
        """Return a node, requested from the parent if it is not known yet."""
        found = self._nodes.get(number)
        if found is None:
            with self._lock:
                if number not in self._nodes:  # another thread may have asked meanwhile
                    self._request(number)
                found = self._nodes[number]
        return found

    def first_child(self, node: Node) -> int:
        """Return the number of the first child, which is requested at the depth limit."""
        if node.first < 0 and node.actions:
            with self._lock:
                if node.first < 0:
                    self._request(node.number)
        return node.first

    def _request(self, number: int) -> None:
        """Ask the parent for a node and what is sent with it."""
        self.flush()
        self._channel.send(b"A", b"%d" % number)
        kind, payload = self._channel.receive()
        if kind != b"N":
            raise ChannelClosed("no nodes came")
        self._take(payload)

    def _take(self, payload: bytes) -> None:
        """Add nodes from the parent, and positions not received before."""
        positions, sent = _loads(payload)
        known = self._positions
        for one, facts in positions.items():
            known[int(one)] = facts
        fields = iter(sent)
        for one, up, place, first, at in zip(*[fields] * 5, strict=True):
            self._nodes.setdefault(one, Node(one, up, place, first, at, known[at])).first = first

    def child(self, node: Node, place: int) -> Node:
        """Return the child to which a move leads."""
        child = self.node(self.first_child(node) + place)
        self.log(child, MADE)
        return child

    def known_children(self, node: Node) -> list[Node]:
        """Return the children of a node without a record; none if their numbers are not known."""
        places = range(len(node.actions)) if node.first >= 0 else ()
        return [self.node(node.first + place) for place in places]

    def children(self, node: Node) -> list[Node]:
        """Return all children of a node, in order."""
        known, first = self._nodes, self.first_child(node)
        numbers = range(first, first + len(node.actions))
        found = [known.get(number) or self.node(number) for number in numbers]
        self._calls.extend([number << BITS | MADE for number in numbers])
        return found

    def log(self, node: Node, what: int) -> None:
        """Record a question about a node."""
        self._calls.append(node.number << BITS | what)
        if len(self._calls) >= self._most:
            self.flush()
            self._most = min(2 * self._most, _MANY)

    def end_search(self) -> None:
        """Send the calls so far, and record none from now on: the program has answered."""
        self.flush()
        self.log = _ignore_call  # type: ignore[method-assign]

    def end_timing(self) -> None:
        """Report that the search is finished; what the program does from now on is not timed."""
        with self._lock:
            self._channel.send(b"S", b"")

    def send_helpers(self, answers: dict[str, Any]) -> None:
        """Send what the helpers of the program answered."""
        with self._lock:
            self._channel.send_json(b"H", answers)

    def flush(self) -> None:
        """Send the calls collected so far."""
        with self._lock:
            if self._calls:
                calls, self._calls = self._calls, array("q")
                self._channel.send(b"E", calls.tobytes())


def _ignore_call(node: Node, what: int) -> None:
    """Record nothing."""


# Bound here because a program may replace them.
_loads, _dumps = json.loads, json.dumps
