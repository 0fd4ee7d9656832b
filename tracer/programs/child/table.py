"""The game as the process knows it: numbered nodes, fetched as the program comes to them.

A node's number is that of the way to it, so that two ways to one position are two nodes. Every
question that a program asks of a node is logged as its number and what was asked.
"""

from __future__ import annotations

import json
import threading
from array import array
from typing import Any, Final

from .wire import Closed, Wire

__all__ = [
    *("ASKED", "EXPANDED", "HASHED", "MADE", "TOUCHED", "USED", "VALUED"),
    *("Node", "Table"),
]

#: What is asked of a node: it was made; something of it was looked at, such as whether it is
#: terminal; its moves; what it is worth; it was looked up in a table, or turned into a text.
MADE: Final = 0
ASKED: Final = 1
EXPANDED: Final = 2
VALUED: Final = 3
HASHED: Final = 4
#: A node of a plain tree was reached, a leaf or one that is known already: it is visited if its
#: value is then used.
TOUCHED: Final = 6
USED: Final = 7

_BITS: Final = 3
#: Calls that are kept before they are sent: few at first, so that little is lost in a crash.
_FEW: Final = 64
_MANY: Final = 8192


class Node:
    """A node.

    Args:
        number: its number; 0 is the root.
        up: the number of the node above; -1 at the root.
        place: the place of the move that led here, from 0.
        first: the number of the first child; the others follow.
        position: the same for nodes of the same position.
        facts: what the parent process says of that, in the order of `Nodes._facts` there.
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
            self.utility,  # MAX's; None where it is not terminal
            self.estimate,  # MAX's evaluation; None where the key has no depth limit
            self.actions,  # the moves, as the shape gives them
            self.chances,  # their probabilities at a chance node; else empty
            self.text,  # the position in a form that the shape reads
        ) = facts


class Table:
    """The nodes.

    Args:
        wire: where the parent process listens.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._nodes: dict[int, Node] = {}
        self._positions: dict[int, list[Any]] = {}
        self._calls = array("q")
        self._most = _FEW
        self._lock = threading.RLock()  # a program may search in several threads

    def node(self, number: int) -> Node:
        """A node, asked for where it is not known yet."""
        found = self._nodes.get(number)
        if found is None:
            with self._lock:
                if number in self._nodes:  # another thread has asked meanwhile
                    return self._nodes[number]
                self.flush()
                self._wire.send(b"A", b"%d" % number)
                kind, payload = self._wire.receive()
                if kind != b"N":
                    raise Closed("no nodes came")
                self._take(payload)
                found = self._nodes[number]
        return found

    def _take(self, payload: bytes) -> None:
        """Nodes, and the positions among theirs that were not told of before."""
        positions, told = _loads(payload)
        known = self._positions
        for one, facts in positions.items():
            known[int(one)] = facts
        fields = iter(told)
        for one, up, place, first, at in zip(*[fields] * 5, strict=True):
            self._nodes.setdefault(one, Node(one, up, place, first, at, known[at]))

    def child(self, node: Node, place: int) -> Node:
        """The child that a move leads to.

        Args:
            node: a node that is not terminal.
            place: the place of the move among its moves, from 0.
        """
        child = self.node(node.first + place)
        self.log(child, MADE)
        return child

    def children(self, node: Node) -> list[Node]:
        """All children of a node, in order."""
        known = self._nodes
        numbers = range(node.first, node.first + len(node.actions))
        found = [known.get(number) or self.node(number) for number in numbers]
        self._calls.extend([number << _BITS | MADE for number in numbers])
        return found

    def log(self, node: Node, what: int) -> None:
        """Note that something was asked of a node."""
        self._calls.append(node.number << _BITS | what)
        if len(self._calls) >= self._most:
            self.flush()
            self._most = min(2 * self._most, _MANY)

    def flush(self) -> None:
        """Send the calls that were made so far."""
        with self._lock:
            if self._calls:
                calls, self._calls = self._calls, array("q")
                self._wire.send(b"E", calls.tobytes())


# A program may put others in their place.
_loads = json.loads
