"""Room for deep recursion.

The searches are written as their pseudocode, which recurses. Since Python 3.11 a plain Python call
takes no C stack, so that the recursion limit is all that stands in the way of a deep tree.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["MAX_DEPTH", "deep_recursion"]

#: The plies that every search can descend; a game that goes deeper has no end, or wants a limit.
MAX_DEPTH: Final = 100_000

#: Calls that a search makes at each ply, at most: `visit` and what it hands over to, PVS the most.
_CALLS_A_PLY: Final = 5

_lock = threading.Lock()
_users = 0
_limit_before = 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit while any search runs, in whichever thread."""
    global _users, _limit_before
    with _lock:
        if _users == 0:
            _limit_before = sys.getrecursionlimit()
            # Some frames more: the caller's own, and what a game's methods need at the bottom.
            sys.setrecursionlimit(max(_limit_before, _CALLS_A_PLY * MAX_DEPTH + 2_000))
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                sys.setrecursionlimit(_limit_before)
