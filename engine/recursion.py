"""Room for deep recursion.

The searches are written as their pseudocode, which recurses. Since Python 3.11 a plain Python call
takes no C stack, so that the recursion limit is all that stands in the way of a deep tree.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["MAX_DEPTH", "deep_recursion", "in_one_chunk"]

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


def in_one_chunk(run: Callable[[], None]) -> None:
    """Run a search whose calls have room side by side.

    Python keeps the frames of its calls in chunks of 16 KB, makes a new one where a call finds no
    room and gives it back when that call returns. A search whose leaves begin a chunk does so at
    every leaf, which takes longer than many a game's move. The frame of this function claims room
    for half a megabyte of temporary values; what is left of its chunk holds some 500 plies.
    """
    run()


in_one_chunk.__code__ = in_one_chunk.__code__.replace(co_stacksize=1 << 16)
