"""The visit log: one row for every visit of a search, in pre-order, in flat typed columns.

A row takes 27 bytes, those of the window apart: 0, 8 or 16 (`engine.log.windows`). No Python object
is kept per visit. Everything else (the stack at a step, the window after k children, what was
skipped) is derived from these columns by arithmetic.
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
from engine.log.windows import MovedEnd, SameEnd, Windows


class Flag(IntFlag):
    """Properties of a visit; the bits of the log's `flags` column."""

    TERMINAL = 1  #: the game is over; the value is its utility
    EVALUATED = 2  #: at the depth limit; the value is an estimate
    EARLY_RETURN = 4  #: a cutoff test succeeded, possibly only after the last child
    CUTOFF = 8  #: an early return that skipped at least one child
    LOWER = 16  #: the value is a lower bound of the true one
    UPPER = 32  #: the value is an upper bound of the true one
    INCOMPLETE = 64  #: the search was stopped below this node; the value is NaN
    REPEAT = 128  #: answered from a transposition table
    RESEARCH = 256  #: searched again with a wider window
    # Compared with the best earlier child, which has the same double:
    ABOVE = 512  #: its exact value is more
    BELOW = 1024  #: its exact value is less
    PROBE = 2048  #: only its first child was searched, for a bound of its value


# Plain numbers: an enum's arithmetic costs more than the test.
_PROBE: Final = int(Flag.PROBE)
#: The flags that a search may set before it leaves a node.
_ON_ENTERING: Final = int(Flag.PROBE | Flag.RESEARCH)

#: A node that was evaluated and not expanded.
LEAF: Final = Flag.TERMINAL | Flag.EVALUATED

#: A visit that has no children in the log.
CHILDLESS: Final = LEAF | Flag.REPEAT

#: The columns of every log with their `array` type codes: i is int32, H uint16, B uint8, d a
#: double.
COLUMNS: Final = (
    ("parent", "i"),  # the parent's row, NO_PARENT at a root
    ("size", "i"),  # visits in the subtree, this one included
    ("depth", "H"),  # plies below the root
    ("action", "H"),  # place of the move among the parent's moves, in the game's own order
    ("player", "B"),  # a `Player`
    ("value", "d"),  # the value returned
    ("actions", "H"),  # number of moves; 0 if the search did not list them
    ("tried", "H"),  # how many of them were visited
    ("flags", "H"),  # `Flag` bits
)

#: The columns that follow them, from which `alpha` and `beta`, the window at entry, are read.
WINDOW_COLUMNS: Final = {
    Windows.SAME: (),
    Windows.ONE_END: (("bound", "d"),),  # the end that the parent's player moves; α at a root
    Windows.ANY: (("alpha", "d"), ("beta", "d")),
}

#: All that can be read of a row, by name.
FIELDS: Final = (
    *("parent", "size", "depth", "action", "player", "alpha", "beta", "value", "actions"),
    *("tried", "flags"),
)

NO_PARENT: Final = -1
MAX_ACTIONS: Final = 65_535

_BLOCK: Final = 4096
_ONE_END: Final = Windows.ONE_END
_ANY: Final = Windows.ANY
_MIN: Final = int(Player.MIN)

_EVERY_COLUMN: Final = (*COLUMNS, *(column for more in WINDOW_COLUMNS.values() for column in more))

#: The initial contents of a row: the widest window, zeros elsewhere.
_BLANK: Final[dict[str, Any]] = {
    name: array(code, [{"alpha": -inf, "beta": inf}.get(name, 0)]) for name, code in _EVERY_COLUMN
}

#: The memory views of the columns; only `parent` is appended to.
_WRITTEN: Final = tuple(f"_{name}" for name, _ in _EVERY_COLUMN if name != "parent")


def list_columns(windows: Windows) -> tuple[tuple[str, str], ...]:
    """Return the names and types of the columns of a log with these windows."""
    return (*COLUMNS, *WINDOW_COLUMNS[windows])


@lru_cache
def _match_bytes(bits: int) -> re.Pattern[bytes]:
    """Return a pattern for the bytes that contain any of these bits."""
    wanted = bytes(byte for byte in range(256) if byte & bits)
    return re.compile(b"[" + re.escape(wanted) + b"]")


def _to_array(code: str, column: array[Any] | memoryview[Any]) -> array[Any]:
    """Return a column as an array; copy it if it is in a file."""
    if isinstance(column, array):
        return column
    copied: array[Any] = array(code)
    copied.frombytes(column.tobytes())
    return copied


class VisitLog:
    """The recorded visits of one search.

    A search calls `enter` on reaching a node, `expand` after listing its moves and `leave` on
    returning, or `leaf` if it listed no moves. Rows are numbered from 0 in the order of entering.
    """

    __slots__ = (
        *_WRITTEN,
        "_pause",
        "action",
        "actions",
        "alpha",
        "beta",
        "bound",
        "checkpoint",
        "depth",
        "flags",
        "on_drop",
        "parent",
        "player",
        "repeats",
        "reserve",
        "returned",
        "size",
        "tried",
        "value",
        "window",
        "windows",
    )

    windows: Windows
    window: tuple[float, float]
    alpha: array[float]
    beta: array[float]

    # Memory views of the columns: writing to a view is faster than to the array. The views must be
    # released before a column grows.
    _size: memoryview[int]
    _depth: memoryview[int]
    _action: memoryview[int]
    _player: memoryview[int]
    _alpha: memoryview[float]
    _beta: memoryview[float]
    _bound: memoryview[float]
    _value: memoryview[float]
    _actions: memoryview[int]
    _tried: memoryview[int]
    _flags: memoryview[int]

    def __init__(
        self,
        checkpoint: Callable[[int], int] | None = None,
        reserve: Callable[[int], None] | None = None,
    ) -> None:
        self.parent = array("i")
        self.size = array("i")
        self.depth = array("H")
        self.action = array("H")
        self.player = array("B")
        self.value = array("d")
        self.actions = array("H")
        self.tried = array("H")
        self.flags = array("H")
        self.keep_windows(Windows.ANY, (-inf, inf))
        #: Pairs of rows: a visit answered from a table, and the earlier visit that gave the
        #: answer. It is sparse and therefore not a column.
        self.repeats = array("i")
        #: The flags of the visit that returned last.
        self.returned = 0
        self.checkpoint = checkpoint
        self.reserve = reserve
        #: Called with the log when nothing refers to it any more.
        self.on_drop: Callable[[VisitLog], None] | None = None
        self._pause = 0  # the row at which to make room and call the checkpoint

    def keep_windows(self, windows: Windows, window: tuple[float, float]) -> None:
        """Set what is kept of the windows, before the first visit."""
        if len(self.parent):
            if (windows, window) != (self.windows, self.window):
                raise ValueError("a log with visits cannot change what it keeps of the windows")
            return
        self.windows = windows
        self.window = window
        self.alpha, self.beta, self.bound = array("d"), array("d"), array("d")
        self._derive_windows()

    def _derive_windows(self) -> None:
        """Let `alpha` and `beta` be read from other columns if they are not columns."""
        columns = self.parent, self.player, self.bound
        ends: Any = self.alpha, self.beta
        if self.windows is Windows.SAME:
            ends = [SameEnd(self.parent, end) for end in self.window]
        elif self.windows is Windows.ONE_END:
            movers = zip((Player.MAX, Player.MIN), self.window, strict=True)
            ends = [MovedEnd(*columns, mover, end) for mover, end in movers]
        self.alpha, self.beta = ends

    def __del__(self) -> None:
        """Offer the columns' memory to later searches."""
        if self.on_drop is not None:
            if self.windows is not Windows.ANY:
                del self.alpha, self.beta  # they refer to columns
            self.on_drop(self)

    # Recording ------------------------------------------------------------------------------

    def enter(
        self, parent: int, depth: int, action: int, player: int, alpha: float, beta: float
    ) -> int:
        """Record that a node is entered."""
        row = len(self.parent)
        if row == self._pause:
            self._make_room(row)
        self._depth[row] = depth
        self._action[row] = action
        self._player[row] = player
        if self.windows is _ONE_END:
            self._bound[row] = beta if parent >= 0 and self._player[parent] == _MIN else alpha
        elif self.windows is _ANY:
            if alpha > -inf:
                self._alpha[row] = alpha
            if beta < inf:
                self._beta[row] = beta
        self.parent.append(parent)  # last: there are as many rows as parents
        return row

    def _make_room(self, row: int) -> None:
        """Call the checkpoint, and lengthen all columns except `parent`, with the widest windows.

        A block at a time costs less than appending to each column at every visit.
        """
        self._pause = row + _BLOCK if self.checkpoint is None else self.checkpoint(row)
        self._release()
        for name, column in self.columns().items():
            if name != "parent":
                column.extend(_BLANK[name] * (self._pause - len(column)))
                setattr(self, f"_{name}", memoryview(column))

    def _release(self) -> None:
        """Release the columns' memory views, so that the columns can be resized."""
        for name in _WRITTEN:
            if hasattr(self, name):
                getattr(self, name).release()

    def expand(self, row: int, actions: int) -> None:
        """Record how many moves a node has, before the first of them is searched."""
        self._actions[row] = actions

    def leaf(self, row: int, value: float, flags: int) -> float:
        """Call `leave` for a node that was not expanded."""
        self._value[row] = value
        self._flags[row] = self.returned = flags
        self._size[row] = 1  # last, as in `leave`
        return value

    def leave(self, row: int, value: float, tried: int, flags: int) -> float:
        """Record a node's value and return it."""
        self._value[row] = value
        self._tried[row] = tried
        self._flags[row] = self.returned = flags
        self._size[row] = len(self.parent) - row  # last: a row with a size is a whole row
        return value

    def keep(self, row: int) -> Any:
        """Return the key under which a table stores a node, for `answer` and `repeat`: its row."""
        return row

    def answer(self, stored: Any) -> tuple[float, int]:
        """Return the value and the flags of a node stored in a table."""
        return self.value[stored], self.flags[stored]

    def repeat(self, row: int, stored: Any, goes_on: bool = True) -> None:
        """Record that an earlier visit's result answers this visit."""
        self.repeats.append(row)
        self.repeats.append(stored)

    def finish(self) -> None:
        """Complete a log after its search has finished or was stopped at any point.

        Nodes entered but not left get their size and `Flag.INCOMPLETE`. A row that was being
        written is dropped.
        """
        rows = self._pause = min(len(column) for column in self.columns().values())
        self._release()
        for column in self.columns().values():
            del column[rows:]
        while self.repeats and (len(self.repeats) % 2 or self.repeats[-2] >= rows):
            self.repeats.pop()
        row = rows - 1
        # All open nodes are on the path from the last row to its root.
        while row > NO_PARENT:
            if not self.size[row]:
                self.size[row] = rows - row
                self.value[row] = nan
                self.tried[row] = len({self.action[child] for child in self.children(row)})
                self.flags[row] = self.flags[row] & _ON_ENTERING | Flag.INCOMPLETE
            row = self.parent[row]

    # Reading --------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.parent)

    def is_limited(self, root: int) -> bool:
        """Return whether any node from a row on is at the depth limit."""
        return next(self.find_rows(Flag.EVALUATED, root), None) is not None

    def __eq__(self, other: object) -> bool:
        """Return whether all rows are identical bit for bit, including NaN."""
        if not isinstance(other, VisitLog):
            return NotImplemented
        is_alike = self.windows is other.windows and self.window == other.window
        names = list(self.columns()) if is_alike else FIELDS
        return all(
            getattr(self, name)[:].tobytes() == getattr(other, name)[:].tobytes()
            for name in (*names, "repeats")
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def row_bytes(self) -> int:
        """The bytes of memory that a row takes."""
        return sum(column.itemsize for column in self.columns().values())

    def columns(self) -> dict[str, array[int] | array[float]]:
        """Return the columns by name: `COLUMNS`, and what is kept of the windows."""
        return {name: getattr(self, name) for name, _ in list_columns(self.windows)}

    @classmethod
    def from_columns(
        cls,
        columns: Mapping[str, array[int] | array[float] | memoryview[Any]],
        window: tuple[float, float] = (-inf, inf),
    ) -> VisitLog:
        """Return a log that uses existing columns without copying them."""
        log = cls()
        log.window = window
        for windows, window_columns in WINDOW_COLUMNS.items():
            if all(name in columns for name, _ in window_columns):
                log.windows = windows
        for name, _ in list_columns(log.windows):
            setattr(log, name, columns[name])
        log._derive_windows()
        if "repeats" in columns:
            setattr(log, "repeats", columns["repeats"])  # noqa: B010 (it is read like an array)
        return log

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the columns for pickle and copy, without the state of the search."""
        codes = (*list_columns(self.windows), ("repeats", "i"))
        columns = {name: _to_array(code, getattr(self, name)) for name, code in codes}
        return type(self).from_columns, (columns, self.window)

    def roots(self) -> Iterator[int]:
        """Yield the rows at depth 0, in order; iterative deepening and game play have several."""
        row, end = 0, len(self)
        while row < end:
            yield row
            row += self.size[row]

    def find_rows(self, flag: Flag, start: int = 0, stop: int | None = None) -> Iterator[int]:
        """Yield the rows that have a flag, in order, using a fast byte search."""
        # A flag is in one of a row's two bytes; a match in the other byte is a different flag.
        high = flag > 0xFF
        place = high if sys.byteorder == "little" else not high
        with memoryview(self.flags).cast("B") as flags:
            end = len(flags) if stop is None else 2 * stop
            for match in _match_bytes(flag >> 8 if high else flag).finditer(flags, 2 * start, end):
                row, byte = divmod(match.start(), 2)
                if byte == place:
                    yield row

    def find_last_row(self, flag: Flag, before: int) -> int | None:
        """Return the last row below `before` that has a flag, or None."""
        for stop in range(before, 0, -_BLOCK):
            rows = list(self.find_rows(flag, max(0, stop - _BLOCK), stop))
            if rows:
                return rows[-1]
        return None

    def is_scout(self, row: int) -> bool:
        """Return whether a visit is a probe, or a scout whose move is searched again."""
        if self.flags[row] & _PROBE:
            return True
        again, parent = row + self.size[row], self.parent[row]
        if parent == NO_PARENT:
            return False
        if again < parent + self.size[parent]:
            return self.action[again] == self.action[row]
        # The last child: a stopped search would have searched it again if its value is between its
        # null window and the end of its parent's window.
        if not self.flags[parent] & Flag.INCOMPLETE or not self.has_null_window(row):
            return False
        v = self.value[row]
        if self.player[parent] == Player.MAX:
            return self.beta[row] <= v < self.beta[parent]
        return self.alpha[parent] < v <= self.alpha[row]

    def has_null_window(self, row: int) -> bool:
        """Return whether a visit's window ends before its parent's, as a scout's does.

        The parent's own update only moves the other end.
        """
        parent = self.parent[row]
        if parent == NO_PARENT:
            return False
        if self.player[parent] == Player.MAX:
            return self.beta[row] < self.beta[parent]
        return self.player[parent] == Player.MIN and self.alpha[row] > self.alpha[parent]

    def last_children(self, row: int) -> Iterator[int]:
        """Yield the same as `children`, but only the last of several visits to a child.

        A probe is not yielded, even if its child was not searched afterwards.
        """
        return (child for child in self.children(row) if not self.is_scout(child))

    def unsearched_probes(self, row: int) -> list[int]:
        """Return the probes of a chance node's outcomes that were not searched afterwards."""
        if self.player[row] != Player.CHANCE:
            return []
        children = list(self.children(row))
        searched = {self.action[child] for child in children if not self.flags[child] & _PROBE}
        return [
            child
            for child in children
            if self.flags[child] & _PROBE and self.action[child] not in searched
        ]

    def cut_rows(self, row: int) -> list[int]:
        """Return the rows whose unvisited children an early return skipped; empty without one.

        They are the row itself and, at a chance node, its probes that were not searched afterwards.
        """
        if not self.flags[row] & Flag.CUTOFF:
            return []
        return [*self.unsearched_probes(row), row]

    def count_skipped(self, row: int) -> int:
        """Return how many nodes an early return skipped; 0 without one."""
        return sum(self.actions[cut_row] - self.tried[cut_row] for cut_row in self.cut_rows(row))

    def answered_by(self, row: int) -> int:
        """Return the earlier row that answered a visit with `Flag.REPEAT`."""
        pairs = self.repeats
        pair = bisect_left(range(len(pairs) // 2), row, key=lambda pair: pairs[2 * pair])
        return pairs[2 * pair + 1]

    def open_rows(self) -> Iterator[int]:
        """Yield the open rows of a stopped search, innermost first."""
        row = len(self) - 1
        while row > NO_PARENT:
            if self.flags[row] & Flag.INCOMPLETE:
                yield row
            row = self.parent[row]

    def children(self, row: int) -> Iterator[int]:
        """Yield the rows of a node's visited children, in the order of the visits."""
        size = self.size
        child, end = row + 1, row + size[row]
        while child < end:
            yield child
            child += size[child]
