"""Counters with bounded memory."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from hashlib import blake2b
from typing import Final, Generic, TypeVar

__all__ = ["BoundedCounts", "DistinctCount"]

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")

#: Up to this many different names, the number is exact.
_KEPT: Final = 2048
_HASH_BYTES: Final = 8
_HASHES: Final = 1 << 8 * _HASH_BYTES


class DistinctCount:
    """The number of different names, without keeping them all.

    The 2,048 smallest hashes of the names are kept. Up to that many names the number is exact;
    above, it is estimated from the density of the hashes, with a standard error of 2.2 per cent.
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
    """A counter for a limited number of keys.

    Args:
        most: most different keys, of which the first are kept.
    """

    __slots__ = ("left_out", "most")

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        #: How often a new key was refused.
        self.left_out = 0

    def has_room(self, key: _Key) -> bool:
        """Return whether a key is kept or can be; a refused key is counted as left out."""
        if key in self or len(self) < self.most:
            return True
        self.left_out += 1
        return False
