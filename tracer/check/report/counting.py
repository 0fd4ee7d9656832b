"""Counts whose memory has a limit, however many sheets there are."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from hashlib import blake2b
from typing import Final, Generic, TypeVar

__all__ = ["BoundedCounts", "DistinctCount"]

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")

#: Of this many different names or fewer, the number is exact.
_KEPT: Final = 2048
_HASH_BYTES: Final = 8
_HASHES: Final = 1 << 8 * _HASH_BYTES


class DistinctCount:
    """How many different names there were, without keeping them all.

    The 2,048 smallest hashes of the names are kept. Up to as many names the number is exact; beyond
    them it follows from how densely the kept ones lie, with a standard error of 2.2 per cent.
    """

    __slots__ = ("_descending", "_kept", "exact")

    def __init__(self) -> None:
        self._descending: list[int] = []  # a heap, of negatives: the largest hash comes first
        self._kept: set[int] = set()
        self.exact = True

    def add(self, name: str) -> None:
        """Count a name, if it is new."""
        digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_HASH_BYTES).digest()
        hashed = int.from_bytes(digest, "big")
        if hashed in self._kept:
            return
        if len(self._kept) < _KEPT:
            heapq.heappush(self._descending, -hashed)
            self._kept.add(hashed)
            return
        self.exact = False
        if hashed < -self._descending[0]:
            self._kept.remove(-heapq.heapreplace(self._descending, -hashed))
            self._kept.add(hashed)

    def __int__(self) -> int:
        if self.exact:
            return len(self._kept)
        return round((_KEPT - 1) * _HASHES / -self._descending[0])


class BoundedCounts(dict[_Key, _Value], Generic[_Key, _Value]):
    """Something counted for each of a limited number of keys.

    Args:
        most: how many different keys are kept; the first that come.
    """

    __slots__ = ("left_out", "most")

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        #: How often a key came for which there was no room.
        self.left_out = 0

    def has_room(self, key: _Key) -> bool:
        """Whether a key is kept or can be; where it cannot, it is counted as left out."""
        if key in self or len(self) < self.most:
            return True
        self.left_out += 1
        return False
