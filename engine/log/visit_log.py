"""The visit log: one row for every visit of a search, in pre-order, in flat typed columns.

A row takes 27 bytes, those of the window apart: 0, 8 or 16 (`engine.log.windows`). No Python object
is kept per visit. Everything else (the stack at a step, the window after k children, what was
skipped) is derived from these columns by arithmetic.

All columns are views of one block of memory. If it is full, they move to a larger block; a view
that is still in use keeps the old one. While a search runs, the columns are longer than the log.
"""

from __future__ import annotations

import mmap
import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from math import inf, nan
from typing import Any, Final, TypeAlias

from engine.game import Player
from engine.log.windows import MovedEnd, SameEnd, Windows


class Flag:
    """Properties of a visit: the bits of the log's `flags` column.

    They are plain numbers, since an enum's arithmetic costs more than a visit.
    """

    TERMINAL: Final = 1  #: the game is over; the value is its utility
    EVALUATED: Final = 2  #: at the depth limit; the value is an estimate
    EARLY_RETURN: Final = 4  #: a cutoff test succeeded, possibly only after the last child
    CUTOFF: Final = 8  #: an early return that skipped at least one child
    LOWER: Final = 16  #: the value is a lower bound of the true one
    UPPER: Final = 32  #: the value is an upper bound of the true one
    INCOMPLETE: Final = 64  #: the search was stopped below this node; the value is NaN
    REPEAT: Final = 128  #: answered from a transposition table
    RESEARCH: Final = 256  #: searched again with a wider window
    # Compared with the best earlier child, which has the same double:
    ABOVE: Final = 512  #: its exact value is more
    BELOW: Final = 1024  #: its exact value is less
    PROBE: Final = 2048  #: only its first child was searched, for a bound of its value
    #: The value is only a bound.
    BOUND: Final = LOWER | UPPER


#: The flags that a search may set before it leaves a node.
_ON_ENTERING: Final = Flag.PROBE | Flag.RESEARCH

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

_EVERY_COLUMN: Final = {windows: (*COLUMNS, *more) for windows, more in WINDOW_COLUMNS.items()}

#: The bytes of a number of a column, and of a row.
_WIDTHS: Final = {"i": 4, "H": 2, "B": 1, "d": 8}
_ROW_BYTES: Final = {
    windows: sum(_WIDTHS[code] for _, code in columns) for windows, columns in _EVERY_COLUMN.items()
}
#: Rows for which there is memory at first, and how many times more a larger block holds: a system
#: clears the pages that a search touches, which a short search feels in a block much too large. No
#: power of two: the columns of a row would then displace each other from the processor's cache.
_FIRST_ROOM: Final = 144
_GROWTH: Final = 8
_MOST_ROWS: Final = 2**31 - 1
#: A large page. Memory from this size on is mapped in such pages: a system clears each page at its
#: first use, which takes longer than a compiled search if the pages are small.
_LARGE_PAGE: Final = 1 << 21

#: A column before the first visit.
_EMPTY: Final = memoryview(b"")

#: A column: of a search's memory, of a file, or unpickled.
Column: TypeAlias = "array[Any] | memoryview[Any]"


def list_columns(windows: Windows) -> tuple[tuple[str, str], ...]:
    """Return the names and types of the columns of a log with these windows."""
    return _EVERY_COLUMN[windows]


@lru_cache
def _match_bytes(bits: int) -> re.Pattern[bytes]:
    """Return a pattern for the bytes that contain any of these bits."""
    wanted = bytes(byte for byte in range(256) if byte & bits)
    return re.compile(b"[" + re.escape(wanted) + b"]")


def _to_array(code: str, column: Column) -> array[Any]:
    return column if isinstance(column, array) else array(code, column.tobytes())


def _allocate(size: int) -> bytearray | mmap.mmap:
    """Return at least so much memory, all zeros; pages that are not used take none."""
    if size < _LARGE_PAGE:
        return bytearray(size)
    size = -(-size // _LARGE_PAGE) * _LARGE_PAGE  # Linux aligns only whole large pages
    try:
        if sys.platform == "win32":
            return mmap.mmap(-1, size)
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError from error
    if sys.platform == "linux":
        with suppress(OSError):  # a system without large pages
            memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _release(memory: bytearray | mmap.mmap, start: int, end: int) -> None:
    """Give the whole pages between two bytes back to the system."""
    if sys.platform == "linux" and isinstance(memory, mmap.mmap):
        first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
        if (length := (end - first) // mmap.PAGESIZE * mmap.PAGESIZE) > 0:
            memory.madvise(mmap.MADV_DONTNEED, first, length)


class VisitLog:
    """The recorded visits of one search.

    A search calls `enter` on reaching a node, `expand` after listing its moves and `leave` on
    returning, or `leaf` if it listed no moves. Rows are numbered from 0 in the order of entering.
    """

    parent: memoryview[int]
    size: memoryview[int]
    depth: memoryview[int]
    action: memoryview[int]
    player: memoryview[int]
    value: memoryview[float]
    actions: memoryview[int]
    tried: memoryview[int]
    flags: memoryview[int]
    bound: memoryview[float]
    alpha: memoryview[float]
    beta: memoryview[float]

    def __init__(
        self,
        checkpoint: Callable[[int], int] | None = None,
        reserve: Callable[[int], None] | None = None,
    ) -> None:
        self.windows = Windows.ANY
        self.window = (-inf, inf)
        #: The visits so far.
        self.rows = 0
        #: Pairs of rows: a visit answered from a table, and the earlier visit that gave the
        #: answer. It is sparse and therefore not a column.
        self.repeats = array("i")
        #: The flags of the visit that returned last.
        self.returned = 0
        self.checkpoint = checkpoint
        self.reserve = reserve
        self._pause = 0  # the row at which to call the checkpoint
        self._memory: bytearray | mmap.mmap = bytearray()  # of the columns while they can grow
        for name, _ in (*COLUMNS, *WINDOW_COLUMNS[Windows.ONE_END], *WINDOW_COLUMNS[Windows.ANY]):
            setattr(self, name, _EMPTY)

    def keep_windows(self, windows: Windows, window: tuple[float, float]) -> None:
        """Set what is kept of the windows, before the first visit."""
        if self.rows and (windows, window) != (self.windows, self.window):
            raise ValueError("a log with visits cannot change what it keeps of the windows")
        self.windows, self.window = windows, window

    def make_room(self, rows: int) -> None:
        """Make sure that the columns have memory for a number of rows."""
        room = self._room
        if rows <= room:
            return
        if rows > _MOST_ROWS:
            raise OverflowError(f"a log holds at most {_MOST_ROWS:,} visits")
        while room < rows:
            room = _GROWTH * room + _FIRST_ROOM
        try:
            self._move(min(room, _MOST_ROWS))
        except MemoryError:
            self._move(rows + rows // 8 + 7)

    @property
    def _room(self) -> int:
        """The rows that the memory can hold: a multiple of 8, which aligns all columns."""
        return len(self._memory) // self.row_bytes & ~7

    def _move(self, room: int) -> None:
        """Move the columns to memory for a number of rows."""
        self._memory = _allocate(room * self.row_bytes)
        view: Any = memoryview(self._memory)
        start, room, rows = 0, self._room, self.rows
        for name, code in list_columns(self.windows):
            end = start + room * _WIDTHS[code]
            column = view[start:end].cast(code)
            if rows:
                column[:rows] = getattr(self, name)[:rows]
            setattr(self, name, column)
            start = end
        self._derive_windows()

    def _cut(self) -> None:
        """Cut the columns to the rows, and give back the memory beyond them."""
        if isinstance(self._memory, bytearray) and self._room > _FIRST_ROOM:
            self._move(self.rows + 7)
        start, room, rows = 0, self._room, self.rows
        for name, code in list_columns(self.windows):
            setattr(self, name, getattr(self, name)[:rows])
            width = _WIDTHS[code]
            _release(self._memory, start + rows * width, start + room * width)
            start += room * width
        self._derive_windows()
        self._memory = bytearray()

    def clear(self) -> None:
        """Drop all visits, for a search that restarts."""
        self.rows = self._pause = 0
        self._memory = bytearray()
        del self.repeats[:]

    def _derive_windows(self) -> None:
        """Let `alpha` and `beta` be read from other columns if they are not columns."""
        ends: Any
        if self.windows is Windows.ANY:
            return
        if self.windows is Windows.SAME:
            ends = (SameEnd(self.parent, end) for end in self.window)
        else:
            columns = self.parent, self.player, self.bound
            movers = zip((Player.MAX, Player.MIN), self.window, strict=True)
            ends = (MovedEnd(*columns, mover, end) for mover, end in movers)
        self.alpha, self.beta = ends

    # Recording ------------------------------------------------------------------------------

    def enter(
        self, parent: int, depth: int, action: int, player: int, alpha: float, beta: float
    ) -> int:
        """Record that a node is entered."""
        row = self.rows
        if row == self._pause:
            self._pause = row + 1 if self.checkpoint is None else self.checkpoint(row)
            self.make_room(self._pause)
        self.parent[row] = parent
        self.depth[row] = depth
        self.action[row] = action
        self.player[row] = player
        if self.windows is _ONE_END:
            self.bound[row] = beta if parent >= 0 and self.player[parent] == _MIN else alpha
        elif self.windows is _ANY:
            self.alpha[row], self.beta[row] = alpha, beta
        self.rows = row + 1  # last: it is whole now
        return row

    def expand(self, row: int, actions: int) -> None:
        """Record how many moves a node has, before the first of them is searched."""
        self.actions[row] = actions

    def leaf(self, row: int, value: float, flags: int) -> float:
        """Call `leave` for a node that was not expanded."""
        self.value[row] = value
        self.flags[row] = self.returned = flags
        self.size[row] = 1  # last, as in `leave`
        return value

    def leave(self, row: int, value: float, tried: int, flags: int) -> float:
        """Record a node's value and return it."""
        self.value[row] = value
        self.tried[row] = tried
        self.flags[row] = self.returned = flags
        self.size[row] = self.rows - row  # last: a row with a size is a whole row
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

        Nodes entered but not left get their size and `Flag.INCOMPLETE`.
        """
        rows = self._pause = self.rows
        if self._memory:
            self._cut()
        while self.repeats and (len(self.repeats) % 2 or self.repeats[-2] >= rows):
            self.repeats.pop()
        # All open nodes are on the path from the last row to its root.
        for row in self.ancestors(rows - 1):
            if not self.size[row]:
                self.size[row] = rows - row
                self.value[row] = nan
                self.tried[row] = len({self.action[child] for child in self.children(row)})
                self.flags[row] = self.flags[row] & _ON_ENTERING | Flag.INCOMPLETE

    # Reading --------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.rows

    def is_limited(self, root: int) -> bool:
        """Return whether any node from a row on is at the depth limit."""
        return next(self.find_rows(Flag.EVALUATED, root), None) is not None

    def __eq__(self, other: object) -> bool:
        """Return whether all rows are identical bit for bit, including NaN."""
        if not isinstance(other, VisitLog):
            return NotImplemented
        is_alike = self.windows is other.windows and self.window == other.window
        names = list(self.columns()) if is_alike else FIELDS
        return (
            all(
                getattr(self, name)[: self.rows].tobytes()
                == getattr(other, name)[: other.rows].tobytes()
                for name in names
            )
            and self.repeats == other.repeats
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def row_bytes(self) -> int:
        """The bytes of memory that a row takes."""
        return _ROW_BYTES[self.windows]

    def columns(self) -> dict[str, Column]:
        """Return the columns by name: `COLUMNS`, and what is kept of the windows."""
        return {name: getattr(self, name) for name, _ in list_columns(self.windows)}

    @classmethod
    def from_columns(
        cls,
        columns: Mapping[str, Column],
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
        log.rows = log._pause = len(log.parent)
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
        row, end = 0, self.rows
        while row < end:
            yield row
            row += self.size[row]

    def find_rows(self, flag: int, start: int = 0, stop: int | None = None) -> Iterator[int]:
        """Yield the rows that have a flag, in order, using a fast byte search."""
        # A flag is in one of a row's two bytes; a match in the other byte is a different flag.
        high = flag > 0xFF
        place = high if sys.byteorder == "little" else not high
        with memoryview(self.flags).cast("B") as flags:
            end = 2 * (self.rows if stop is None else stop)
            for match in _match_bytes(flag >> 8 if high else flag).finditer(flags, 2 * start, end):
                row, byte = divmod(match.start(), 2)
                if byte == place:
                    yield row

    def find_last_row(self, flag: int, before: int) -> int | None:
        """Return the last row below `before` that has a flag, or None."""
        for stop in range(before, 0, -_BLOCK):
            rows = list(self.find_rows(flag, max(0, stop - _BLOCK), stop))
            if rows:
                return rows[-1]
        return None

    def is_scout(self, row: int) -> bool:
        """Return whether a visit is a probe, or a scout whose move is searched again."""
        if self.flags[row] & Flag.PROBE:
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
        """Return whether a visit's window ends before its parent's, as a scout's does."""
        # The parent's own update only moves the other end.
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
        searched = {self.action[child] for child in children if not self.flags[child] & Flag.PROBE}
        return [
            child
            for child in children
            if self.flags[child] & Flag.PROBE and self.action[child] not in searched
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
        """Return the open rows of a stopped search, innermost first."""
        path = self.ancestors(len(self) - 1)
        return (row for row in path if self.flags[row] & Flag.INCOMPLETE)

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield a row and its ancestors, up to the root."""
        while row != NO_PARENT:
            yield row
            row = self.parent[row]

    def children(self, row: int) -> Iterator[int]:
        """Yield the rows of a node's visited children, in the order of the visits."""
        size = self.size
        child, end = row + 1, row + size[row]
        while child < end:
            yield child
            child += size[child]
