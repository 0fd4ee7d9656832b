"""The visit log: one row for every visit of a search, in pre-order, in flat typed columns.

A row takes 45 bytes and no Python object is kept per visit. Everything else (the stack at a step,
the window after k children, what was skipped) is derived from these columns by arithmetic.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from enum import IntFlag
from functools import lru_cache
from math import inf, nan
from typing import Any, Final

from engine.game import Player

__all__ = ["CHILDLESS", "COLUMNS", "LEAF", "MAX_ACTIONS", "NO_PARENT", "Flag", "VisitLog"]


class Flag(IntFlag):
    """What is particular about a visit; the bits of the log's `flags` column."""

    TERMINAL = 1  #: the game is over here; the value is its utility
    EVALUATED = 2  #: a depth limit stopped here; the value is an estimate
    EARLY_RETURN = 4  #: a cutoff test held, perhaps only after the last child
    CUTOFF = 8  #: an early return that skipped at least one child
    LOWER = 16  #: the value is a lower bound of the true one
    UPPER = 32  #: the value is an upper bound of the true one
    INCOMPLETE = 64  #: the search was stopped inside; the value is NaN
    REPEAT = 128  #: answered from a transposition table
    RESEARCH = 256  #: searched again with a wider window


#: A node that was valued and not expanded.
LEAF: Final = Flag.TERMINAL | Flag.EVALUATED

#: A visit that has no children in the log.
CHILDLESS: Final = LEAF | Flag.REPEAT

#: The columns with their `array` type codes: i is int32, H uint16, B uint8, d a double.
COLUMNS: Final = (
    ("parent", "i"),  # the parent's row, NO_PARENT at a root
    ("size", "i"),  # visits in the subtree, this one included
    ("depth", "i"),  # plies below the root
    ("action", "H"),  # place of the move among the parent's moves, in the game's own order
    ("player", "B"),  # a `Player`
    ("alpha", "d"),  # the window that the node was entered with
    ("beta", "d"),
    ("value", "d"),  # what the node returned
    ("actions", "H"),  # how many moves it has; 0 where the search did not ask
    ("tried", "H"),  # how many of them were visited
    ("flags", "H"),  # `Flag` bits
)

NO_PARENT: Final = -1
MAX_ACTIONS: Final = 65_535

_BLOCK: Final = 4096

#: What a column holds before a row is written: the widest window, and else nothing.
_BLANK: Final[dict[str, Any]] = {
    name: array(code, [{"alpha": -inf, "beta": inf}.get(name, 0)]) for name, code in COLUMNS
}

#: Where a log keeps the memory of its columns; `parent` alone is appended to.
_WRITTEN: Final = tuple(f"_{name}" for name, _ in COLUMNS if name != "parent")


@lru_cache
def _bytes_with(bits: int) -> re.Pattern[bytes]:
    """A pattern for the bytes that hold any of some bits."""
    wanted = bytes(byte for byte in range(256) if byte & bits)
    return re.compile(b"[" + re.escape(wanted) + b"]")


class VisitLog:
    """The recorded visits of one search.

    A search calls `enter` when it comes to a node, `expand` when it has made the list of its moves
    and `leave` when it returns, or `leaf` where it has made none. Rows
    are numbered from 0 in the order of entering.

    Args:
        checkpoint: called with the number of visits so far whenever that number reaches the row
            that the last call returned; what it raises stops the search. None: never stop.
    """

    __slots__ = (
        *_WRITTEN,
        "_pause",
        "action",
        "actions",
        "alpha",
        "beta",
        "checkpoint",
        "depth",
        "flags",
        "parent",
        "player",
        "repeats",
        "returned",
        "size",
        "tried",
        "value",
    )

    # The memory of the columns that are written row by row: it takes a number in less time than the
    # column does, and has to be let go of before the column grows.
    _size: memoryview[int]
    _depth: memoryview[int]
    _action: memoryview[int]
    _player: memoryview[int]
    _alpha: memoryview[float]
    _beta: memoryview[float]
    _value: memoryview[float]
    _actions: memoryview[int]
    _tried: memoryview[int]
    _flags: memoryview[int]

    def __init__(self, checkpoint: Callable[[int], int] | None = None) -> None:
        self.parent = array("i")
        self.size = array("i")
        self.depth = array("i")
        self.action = array("H")
        self.player = array("B")
        self.alpha = array("d")
        self.beta = array("d")
        self.value = array("d")
        self.actions = array("H")
        self.tried = array("H")
        self.flags = array("H")
        #: Pairs of rows, one after the other: a visit that a table answered, and the visit whose
        #: answer it was. Sparse, so no column.
        self.repeats = array("i")
        #: The flags of the visit that returned last.
        self.returned = 0
        self.checkpoint = checkpoint
        self._pause = 0  # the row before which to make room and to look at the checkpoint

    # Recording ------------------------------------------------------------------------------

    def enter(
        self, parent: int, depth: int, action: int, player: int, alpha: float, beta: float
    ) -> int:
        """Record that a node is entered.

        Args:
            parent: the parent's row, or `NO_PARENT`.
            depth: plies below the root.
            action: place of the move among the parent's moves; 0 at a root.
            player: whose turn it is.
            alpha: the window's lower end, as passed down.
            beta: its upper end.

        Returns:
            The node's row.
        """
        row = len(self.parent)
        if row == self._pause:
            self._make_room(row)
        self._depth[row] = depth
        self._action[row] = action
        self._player[row] = player
        if alpha > -inf:
            self._alpha[row] = alpha
        if beta < inf:
            self._beta[row] = beta
        self.parent.append(parent)  # last: there are as many rows as parents
        return row

    def _make_room(self, row: int) -> None:
        """Look whether to go on, and lengthen all columns but `parent`, with the widest windows.

        A block at a time costs less than appending to each column at every visit.
        """
        self._pause = row + _BLOCK if self.checkpoint is None else self.checkpoint(row)
        self._let_go()
        for name, column in self.columns().items():
            if name != "parent":
                column.extend(_BLANK[name] * (self._pause - len(column)))
                setattr(self, f"_{name}", memoryview(column))

    def _let_go(self) -> None:
        """Let go of the columns' memory, so that they can change their length."""
        for name in _WRITTEN:
            if hasattr(self, name):
                getattr(self, name).release()

    def expand(self, row: int, actions: int) -> None:
        """Record how many moves a node has, before the first of them is searched."""
        self._actions[row] = actions

    def leaf(self, row: int, value: float, flags: int) -> float:
        """As `leave`, of a node that was not expanded."""
        self._value[row] = value
        self._flags[row] = self.returned = flags
        self._size[row] = 1  # last, as in `leave`
        return value

    def leave(self, row: int, value: float, tried: int, flags: int) -> float:
        """Record what a node returns, and return it.

        Args:
            row: the node's row.
            value: what it returns to its parent.
            tried: how many of its moves were visited.
            flags: its `Flag` bits.
        """
        self._value[row] = value
        self._tried[row] = tried
        self._flags[row] = self.returned = flags
        self._size[row] = len(self.parent) - row  # last: a row with a size is a whole row
        return value

    def keep(self, row: int) -> int:
        """What a table of positions is to remember of a node, for `answer` and `repeat`: its row.

        Args:
            row: a node that was left just now.
        """
        return row

    def answer(self, known: int) -> tuple[float, int]:
        """The value and the flags of a node that a table remembers."""
        return self.value[known], self.flags[known]

    def repeat(self, row: int, known: int) -> None:
        """Record that a visit is answered by what an earlier one returned."""
        self.repeats.append(row)
        self.repeats.append(known)

    def finish(self) -> None:
        """Make a log whole after its search has ended, or was stopped between any two instructions.

        Nodes that had been entered but not left are given their size and `Flag.INCOMPLETE`; a row
        that was being written is dropped.
        """
        rows = self._pause = min(len(column) for column in self.columns().values())
        self._let_go()
        for column in self.columns().values():
            del column[rows:]
        while self.repeats and (len(self.repeats) % 2 or self.repeats[-2] >= rows):
            self.repeats.pop()
        row = rows - 1
        # Whatever is open is on the way from the last row to its root.
        while row > NO_PARENT:
            if not self.size[row]:
                self.size[row] = rows - row
                self.value[row] = nan
                self.tried[row] = len({self.action[child] for child in self.children(row)})
                self.flags[row] = Flag.INCOMPLETE
            row = self.parent[row]

    # Reading --------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def last_depth(self) -> int:
        """The depth of the last visit; −1 before the first."""
        return self.depth[-1] if self.depth else -1

    def is_limited(self, root: int) -> bool:
        """Whether a depth limit has stopped at a node, from a row on."""
        return next(self.rows_with(Flag.EVALUATED, root), None) is not None

    def __eq__(self, other: object) -> bool:
        """Whether every column is the same bit for bit, NaN included."""
        if not isinstance(other, VisitLog):
            return NotImplemented
        return all(
            mine.tobytes() == theirs.tobytes()
            for mine, theirs in zip(
                [*self.columns().values(), self.repeats],
                [*other.columns().values(), other.repeats],
                strict=True,
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def columns(self) -> dict[str, array[int] | array[float]]:
        """The columns by name, in the order of `COLUMNS`."""
        return {name: getattr(self, name) for name, _ in COLUMNS}

    @classmethod
    def from_columns(
        cls, columns: Mapping[str, array[int] | array[float] | memoryview[Any]]
    ) -> VisitLog:
        """A log around ready columns, which it does not copy.

        Args:
            columns: one for each of `COLUMNS` and of its type, and `repeats` where there are any;
                arrays, or views of what lies elsewhere, such as in a file.
        """
        log = cls()
        for name, _ in COLUMNS:
            setattr(log, name, columns[name])
        if "repeats" in columns:
            setattr(log, "repeats", columns["repeats"])  # noqa: B010 (it is read like an array)
        return log

    def roots(self) -> Iterator[int]:
        """The rows at depth 0, in order; iterative deepening and game play have several."""
        row, end = 0, len(self)
        while row < end:
            yield row
            row += self.size[row]

    def rows_with(self, flag: Flag, start: int = 0, stop: int | None = None) -> Iterator[int]:
        """The rows that have a flag, in order, found at the speed of a byte search.

        Args:
            flag: one flag.
            start: the first row to look at.
            stop: the row before which to end; the end of the log by default.
        """
        # A flag is in one byte of a row's two; what matches in the other is another flag.
        high = flag > 0xFF
        place = high if sys.byteorder == "little" else not high
        with memoryview(self.flags).cast("B") as flags:
            end = len(flags) if stop is None else 2 * stop
            for match in _bytes_with(flag >> 8 if high else flag).finditer(flags, 2 * start, end):
                row, byte = divmod(match.start(), 2)
                if byte == place:
                    yield row

    def last_row_with(self, flag: Flag, before: int) -> int | None:
        """The last row below `before` that has a flag, or None."""
        for stop in range(before, 0, -_BLOCK):
            rows = list(self.rows_with(flag, max(0, stop - _BLOCK), stop))
            if rows:
                return rows[-1]
        return None

    def is_scout(self, row: int) -> bool:
        """Whether a visit only asked a question, and the same move is searched again after it."""
        again, parent = row + self.size[row], self.parent[row]
        if parent == NO_PARENT:
            return False
        if again < parent + self.size[parent]:
            return self.action[again] == self.action[row]
        # The last child there is: a search that was stopped just behind it was to come back to it
        # if its value lies between its null window and the end of its parent's.
        if not self.flags[parent] & Flag.INCOMPLETE or not self.has_null_window(row):
            return False
        v = self.value[row]
        if self.player[parent] == Player.MAX:
            return self.beta[row] <= v < self.beta[parent]
        return self.alpha[parent] < v <= self.alpha[row]

    def has_null_window(self, row: int) -> bool:
        """Whether a visit's window ends before its parent's does, which makes it a scout's.

        The parent itself only moves the other end, its own bound.
        """
        parent = self.parent[row]
        if parent == NO_PARENT:
            return False
        if self.player[parent] == Player.MAX:
            return self.beta[row] < self.beta[parent]
        return self.alpha[row] > self.alpha[parent]

    def last_children(self, row: int) -> Iterator[int]:
        """As `children`, of several visits to one child only the last."""
        return (child for child in self.children(row) if not self.is_scout(child))

    def answered_by(self, row: int) -> int:
        """The earlier row whose answer a visit with `Flag.REPEAT` was given."""
        pairs = self.repeats
        pair = bisect_left(range(len(pairs) // 2), row, key=lambda pair: pairs[2 * pair])
        return pairs[2 * pair + 1]

    def open_rows(self) -> Iterator[int]:
        """The rows of the nodes in which a search was stopped, the innermost first."""
        row = len(self) - 1
        while row > NO_PARENT:
            if self.flags[row] & Flag.INCOMPLETE:
                yield row
            row = self.parent[row]

    def children(self, row: int) -> Iterator[int]:
        """The rows of a node's visited children, in the order of the visits."""
        size = self.size
        child, end = row + 1, row + size[row]
        while child < end:
            yield child
            child += size[child]
