"""The windows of a log's visits, kept in fewer numbers than two a visit if the search allows it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, Final

from engine.game import Player
from engine.kernel.loading import the_kernel

#: Visits whose numbers are computed at once.
_BLOCK: Final = 4096
#: Visits from which the kernel is faster.
_MANY: Final = 16


class Windows(Enum):
    """How the windows of visits differ; the values are the words in saved traces.

    A search states it for its own class alone, so that a subclass may pass down any windows.
    """

    #: All visits have the same window.
    SAME = "same"
    #: Roots have the same window. Below MAX a visit has its parent's β, below MIN its parent's α.
    ONE_END = "one-end"
    #: Windows can differ in any way.
    ANY = "any"


class _End(Sequence[float]):
    """The α or β of each visit, computed from other columns; it reads like a column."""

    __slots__ = ("_parent", "_root")

    def __init__(self, parent: Sequence[int], root: float) -> None:
        self._parent = parent
        self._root = root

    def __len__(self) -> int:
        return len(self._parent)

    def __getitem__(self, at: Any) -> Any:
        """Return a row's number, or an array of those of some rows."""
        if type(at) is slice:
            return self._read_rows(range(*at.indices(len(self))))
        return self._read_row(at)

    def __iter__(self) -> Iterator[float]:
        for start in range(0, len(self), _BLOCK):
            yield from self[start : start + _BLOCK]

    def _read_row(self, row: int) -> float:
        self._parent[row]  # the row must exist
        return self._root

    def _read_rows(self, rows: range) -> array[float]:
        return array("d", [self._root]) * len(rows)


class SameEnd(_End):
    """An end that all visits have."""

    __slots__ = ()


class MovedEnd(_End):
    """An end that one player moves: that of a visit below the other's node is the node's own."""

    __slots__ = ("_bound", "_mover", "_player")

    def __init__(
        self,
        parent: Sequence[int],
        player: Sequence[int],
        bound: Sequence[float],
        mover: Player,
        root: float,
    ) -> None:
        super().__init__(parent, root)
        self._player = player
        self._bound = bound
        self._mover = int(mover)

    def _read_row(self, row: int) -> float:
        parent, player, mover = self._parent, self._player, self._mover
        while (above := parent[row]) >= 0:
            if player[above] == mover:
                return self._bound[row]
            row = above
        return self._root

    def _read_rows(self, rows: range) -> array[float]:
        if rows.step == 1 and len(rows) >= _MANY and (kernel := the_kernel()) is not None:
            columns = self._parent, self._player, self._bound
            ends: array[float] = kernel.moved_ends(
                *columns, self._mover, self._root, rows.start, rows.stop
            )
            return ends
        return array("d", map(self._read_row, rows))
