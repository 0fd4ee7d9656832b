"""Room for deep recursion.

The searches recurse as in their pseudocode. Since Python 3.11 a plain Python call takes no C stack,
so only the recursion limit prevents deep trees. A call through C, such as `max(f(x) for x in xs)`,
does take C stack: without a limit it crashes Python. So the limit is raised only for the calls of a
search. At any depth of the search, a game's methods get little more than the usual number of calls.

Python has one limit for all threads. While one thread is deep in a tree, all share its limit.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from engine.running.control import SearchStopped, StopReason

#: The most plies that a search can descend; a deeper game does not end, or needs a limit.
MAX_DEPTH: Final = 65_535

#: The most calls of a search per ply: `visit` and the methods below it; PVS makes the most.
_CALLS_A_PLY: Final = 5

#: Plies that a search may go up or down before the limit is adjusted again.
_PLIES: Final = 50

_lock = threading.Lock()
_usual = 0
_limits: dict[object, int] = {}


def _allow(owner: object, limit: int | None) -> None:
    """Set the recursion limit to the highest that any owner needs."""
    global _usual
    with _lock:
        if not _limits:
            _usual = sys.getrecursionlimit()
        if limit is None:
            _limits.pop(owner, None)
        else:
            _limits[owner] = limit + _usual
        sys.setrecursionlimit(max(_limits.values(), default=_usual))


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit for calls to any depth, which must not include a game's methods."""
    owner = object()
    _allow(owner, _CALLS_A_PLY * MAX_DEPTH)
    try:
        yield
    finally:
        _allow(owner, None)


class RecursionGuard:
    """The recursion limit for one search that calls a game's methods.

    A search calls `follow` at every node whose depth is not in `low <= depth < high`. The first
    such node is its root. As a context manager, it restores the limit at the end.
    """

    __slots__ = ("high", "low")

    def __init__(self) -> None:
        self.low = self.high = 0

    def follow(self, depth: int) -> None:
        """Adjust the recursion limit to a depth and the plies around it."""
        if depth > MAX_DEPTH:
            raise SearchStopped(StopReason.TOO_DEEP)
        _allow(self, open_calls() + _CALLS_A_PLY * _PLIES)
        self.low, self.high = depth - _PLIES, min(depth + _PLIES, MAX_DEPTH + 1)

    def __enter__(self) -> RecursionGuard:
        return self

    def __exit__(self, *raised: object) -> None:
        _allow(self, None)
        self.low = self.high = 0


def open_calls() -> int:
    """Return the number of open calls in this thread."""
    # Python reports it quickly at any depth when it refuses a limit below this number.
    try:
        sys.setrecursionlimit(1)
    except RecursionError as refused:
        if said := re.search(r"recursion depth (\d+)", str(refused)):
            return int(said[1])
    frame, calls = sys._getframe(), 1  # the message has another form
    while frame.f_back is not None:
        frame, calls = frame.f_back, calls + 1
    return calls


def in_one_chunk(run: Callable[[], None]) -> None:
    """Run a search with its stack frames in one chunk of memory."""
    # Python keeps stack frames in chunks of 16 KB. It allocates a new chunk if a call does not fit,
    # and frees it when that call returns. A search whose leaves start a chunk does so at every
    # leaf. That can take longer than a game's move. The frame of this function reserves half a
    # megabyte for temporary values; the rest of its chunk holds some 500 plies.
    run()


in_one_chunk.__code__ = in_one_chunk.__code__.replace(co_stacksize=1 << 16)
